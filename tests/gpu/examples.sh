#!/bin/bash
# usage: examples.sh DIR [SANITIZER…] — on a machine with a GPU: runs what prepare_examples.sh built into DIR, every
# chapter at all sizes, then with each SANITIZER (memcheck racecheck synccheck initcheck) at the small ones. Prints
# failures, a line a chapter, and "N runs, N failures"; all lines go to $OUT/examples.log and $OUT/sanitizers.log
# ($OUT: default DIR).
set -uo pipefail
here=$(realpath "$(dirname "$0")")
cd "$1" || exit 2
export PATH=$PATH:/usr/local/cuda/bin
out=${OUT:-$PWD}
shift
names=(saxpy transpose sgemm rows sum histogram stencil gemv center matmul)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Built on another system: where the programs do not start, they are built here.
./saxpy --nothing >/dev/null 2>&1
if [ $? -ne 2 ]; then
  echo "the programs do not start here: building them again"
  JOBS=8 "$here/prepare_examples.sh" - . || exit 4
fi

echo "== every chapter against its sequential run"
for name in "${names[@]}"; do
  timeout 300 "./$name" >"$logs/$name" 2>&1 &
done
wait
total=0 failed=0
: >"$out/examples.log"
for name in "${names[@]}"; do
  { echo "== $name"; cat "$logs/$name"; } >>"$out/examples.log"
  grep -m 5 FAILED "$logs/$name"
  last=$(tail -n 1 "$logs/$name")
  echo "$name: $last"
  if [[ "$last" =~ ^([0-9]+)\ runs,\ ([0-9]+)\ failures$ ]]; then
    total=$((total + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
  else
    tail -n 3 "$logs/$name"
    failed=$((failed + 1)) # it stopped
  fi
done
echo "$total runs, $failed failures"

sanitize() {
  local tool=$1 name=$2 options=(--small --exact)
  [ "$tool" != initcheck ] || options+=(--fresh)
  timeout 300 compute-sanitizer --tool "$tool" --error-exitcode 9 "./$name" "${options[@]}" >"$logs/$tool.$name" 2>&1
  local code=$?
  echo "$tool $name: $(grep -E '^[0-9]+ runs' "$logs/$tool.$name"), $(grep -E 'SUMMARY' "$logs/$tool.$name" | tail -n 1), exit $code"
  [ $code -eq 0 ]
}
export -f sanitize
export logs
if [ $# -gt 0 ]; then
  echo "== $* at small sizes"
  for tool in "$@"; do
    for name in "${names[@]}"; do echo "$tool $name"; done
  done | xargs -P 8 -L 1 bash -c 'sanitize "$0" "$1"' | sort >"$logs/summary"
  for log in "$logs"/*.*; do echo "== $log"; grep -E '^=====|FAILED|runs,' "$log" | head -n 300; done >"$out/sanitizers.log"
  clean=$(grep -c 'exit 0$' "$logs/summary")
  grep -v 'exit 0$' "$logs/summary"
  echo "sanitizers: $clean of $(($# * ${#names[@]})) clean"
  [ "$clean" -eq $(($# * ${#names[@]})) ] || failed=$((failed + 1))
fi
[ "$failed" -eq 0 ]
