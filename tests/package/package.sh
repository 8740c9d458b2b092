#!/bin/bash
# usage: package.sh BUILD — installs BUILD into an empty folder, builds the consumer against the installed package,
# runs it, touches a header and sees that the kernel is compiled again; then asks pkg-config. 77: no nvcc here.
set -euo pipefail
build=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
command -v nvcc >/dev/null || { echo "skipped: no nvcc here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/installed" >"$work/log"
cp -r "$here/consumer" "$work/consumer"
cmake -S "$work/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" >"$work/log" ||
  { cat "$work/log"; exit 1; }
cmake --build "$work/build"
"$work/build/consumer"

cmake --build "$work/build" | grep "no work to do" >/dev/null || { echo "built again without a reason"; exit 1; }
sleep 1
echo "// changed" >>"$work/consumer/factors.h"
cmake --build "$work/build" | grep "Proving and compiling scale" >/dev/null || { echo "the depfile misses factors.h"; exit 1; }

echo "#include <exogpu/exogpu.h>" >"$work/plain.cpp"
flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name exogpu.pc)") pkg-config --cflags exogpu)
# shellcheck disable=SC2086
c++ -std=c++20 $flags -fsyntax-only "$work/plain.cpp"
[[ $flags == *-ffp-contract=off* ]] || { echo "pkg-config does not keep products from being fused"; exit 1; }
echo "package: ok"
