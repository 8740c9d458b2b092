#!/bin/bash
# usage: parse_time.sh ROOT — parsing a file that includes only exogpu.h costs under 0.1 s of CPU. Measured against an
# empty file, since starting Clang costs about as much on a slow machine; the best of ten runs each, since others may be
# busy.
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'
cpu() {  # cpu FILE: milliseconds
  local best=1000000 spent milliseconds
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    spent=$({ time clang++-22 -std=c++20 -fsyntax-only "-I$root/stdlib/include" "$1"; } 2>&1) || exit 1
    milliseconds=$(awk '{ printf "%d", ($1 + $2) * 1000 }' <<<"$spent")
    [ "$milliseconds" -lt "$best" ] && best=$milliseconds
  done
  echo "$best"
}
: >"$work/empty.cpp"
echo '#include <exogpu/exogpu.h>' >"$work/only.cpp"
empty=$(cpu "$work/empty.cpp") && only=$(cpu "$work/only.cpp") || exit 1
echo "exogpu.h: $((only - empty)) ms of CPU beside the $empty ms of an empty file"
[ $((only - empty)) -lt 100 ]
