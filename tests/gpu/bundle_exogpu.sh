#!/bin/bash
# usage: bundle_exogpu.sh EXOGPU DIR — for a machine that has none of LLVM: packs exogpu, its headers and the examples
# into DIR/exogpu.tar.xz; the libraries that it needs beside glibc and libstdc++, and Clang's headers, into
# DIR/llvm.tar.xz (which takes minutes, so an existing one is kept). run_gpu.sh unpacks both there.
set -euo pipefail
exogpu=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$2"
out=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=$work/usr/lib/llvm-22/lib
headers=$(realpath /usr/lib/llvm-22/lib/clang/22/include)
clang=$work/usr/include/clang/$(llvm-config-22 --version)/include # where Debian's Clang looks for its headers
mkdir -p "$work/exogpu/opt/exogpu/bin"
cp "$exogpu" "$work/exogpu/opt/exogpu/bin/exogpu"
strip "$work/exogpu/opt/exogpu/bin/exogpu"
cp -r "$root/stdlib/include" "$root/examples" "$work/exogpu/opt/exogpu/"
tar -C "$work/exogpu" -c opt | xz >"$out/exogpu.tar.xz"
if [ -f "$out/llvm.tar.xz" ]; then
  ls -l "$out"/*.tar.xz
  exit
fi

mkdir -p "$work/opt/exogpu/lib" "$llvm" "$clang"
cp "$headers"/*.h "$clang/"
cp -L /usr/lib/llvm-22/lib/libLLVM.so.22.1 /usr/lib/llvm-22/lib/libclang-cpp.so.22.1 "$llvm/"
for name in libz3 libffi libedit libtinfo libbsd libmd libz libzstd; do
  cp -L "$(ldd "$exogpu" | awk -v name="$name." 'index($1, name) == 1 {print $3}')" "$work/opt/exogpu/lib/"
done
# LLVM needs libxml2 (with ICU, 31 MB) for manifests of Windows alone: names to link to are enough here.
nm -D --undefined-only "$llvm/libLLVM.so.22.1" | grep -o 'xml[A-Za-z]*@LIBXML2.*' | tr @ ' ' >"$work/xml.txt"
awk '{print "void " $1 "(void) { __builtin_trap(); }"}' "$work/xml.txt" >"$work/xml.c"
awk '{names[$2] = names[$2] $1 "; "} END {for (v in names) print v " { global: " names[v] "};"}' "$work/xml.txt" >"$work/xml.map"
gcc -shared -fPIC -Wl,-soname,libxml2.so.2 -Wl,--version-script="$work/xml.map" "$work/xml.c" -o "$work/opt/exogpu/lib/libxml2.so.2"
tar -C "$work" -c usr opt | xz -T0 -7 >"$out/llvm.tar.xz"
ls -l "$out"/*.tar.xz
