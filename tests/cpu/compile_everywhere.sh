#!/bin/bash
# usage: compile_everywhere.sh ROOT — every header alone, every chapter and every shipped case, compiled without a
# warning by every compiler that is here (g++-12, clang++-22, nvcc); the chapters are run, also under ASan and UBSan, and
# must exit with 0. Prints one line per failure, then a count.
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
chapters=$(find "$root"/examples -mindepth 2 -name '*.cpp' ! -name '*.sched.cpp' | sort)  # scripts have no main
include="-I$root/stdlib/include"
strict="-std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror $include"

attempt() {  # attempt NAME COMMAND…
  local name=$1
  shift
  if ! "$@" >"$work/log" 2>&1; then
    echo "FAILED: $name: $*"
    head -20 "$work/log"
    failures=$((failures + 1))
    return 1
  fi
}

for compiler in g++-12 clang++-22; do
  command -v "$compiler" >/dev/null || { echo "skipped: no $compiler here"; continue; }
  for header in "$root"/stdlib/include/exogpu/*.h; do
    echo "#include <exogpu/$(basename "$header")>" >"$work/header.cpp"
    attempt "$compiler $(basename "$header")" "$compiler" $strict -Wsign-conversion -fsyntax-only "$work/header.cpp"
  done
  for source in $chapters; do
    attempt "$compiler $source" "$compiler" $strict -O1 "$source" -o "$work/program" && attempt "run $source" "$work/program"
  done
  for source in "$root"/tests/cases/*/*.cpp; do
    [ -e "$source" ] && attempt "$compiler $source" "$compiler" $strict -Wno-unused-function -fsyntax-only "$source"
  done
done
if command -v clang++-22 >/dev/null; then
  for source in $chapters; do
    attempt "sanitized $source" clang++-22 $strict -O1 -fsanitize=address,undefined -fno-sanitize-recover=all "$source" \
      -o "$work/program" && attempt "run sanitized $source" "$work/program"
  done
fi
if command -v nvcc >/dev/null; then
  for source in $chapters; do
    attempt "nvcc $source" nvcc -x cu -std=c++20 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion \
      $include -c "$source" -o "$work/object.o"
  done
else
  echo "skipped: no nvcc here"
fi
echo "$failures failures"
[ "$failures" -eq 0 ]
