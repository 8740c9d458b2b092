#!/bin/bash
# usage: examples.sh EXOGPU [--update] — the CUDA and the header of each chapter equal examples/NN_name/expected/, byte
# by byte, and so do the programs here; and a second run from another folder gives the same bytes. --update writes them anew.
set -uo pipefail
exogpu=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
for source in "$root"/examples/[0-9]*/*.cpp "$root"/tests/golden/*/*.cpp; do
  [[ "$source" != *.sched.cpp ]] || continue
  chapter=$(dirname "$source")
  name=$(basename "$source" .cpp)
  mkdir -p "$work/one" "$work/two"
  # A chapter whose source is plain loops brings its schedule.
  schedule=()
  [ ! -f "$chapter/$name.sched.cpp" ] || schedule=(--schedule="$name.sched.cpp")
  (cd "$chapter" && "$exogpu" compile -q "$name.cpp" "${schedule[@]}" --emit=cuda,header -o "$work/one/$name.cu") || { failures=$((failures + 1)); continue; }
  if [ "${2:-}" = --update ]; then
    mkdir -p "$chapter/expected"
    cp "$work/one/$name.cu" "$work/one/$name.h" "$chapter/expected/"
    continue
  fi
  cp -r "$chapter" "$work/copy" && cp -r "$root/examples/support" "$work/"
  (cd "$work/copy" && "$exogpu" compile -q "$name.cpp" "${schedule[@]}" --emit=cuda,header -o "$work/two/$name.cu")
  rm -rf "$work/copy"
  for file in "$name.cu" "$name.h"; do
    diff -u "$chapter/expected/$file" "$work/one/$file" | head -40 || failures=$((failures + 1))
    cmp "$work/one/$file" "$work/two/$file" || failures=$((failures + 1))
  done
done
echo "$failures failures"
[ "$failures" -eq 0 ]
