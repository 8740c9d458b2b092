#!/bin/bash
# usage: run_gpu.sh DIR — as root on a throw-away machine with a GPU, nvcc and g++: unpacks what bundle_exogpu.sh wrote
# into DIR over / and runs `exogpu run --gpu` for every line of examples/runs.txt. Prints the last lines of each run and
# "N runs, N failures"; all lines go to $OUT/run_gpu.log.
set -uo pipefail
tar -C / -xJf "$1/llvm.tar.xz" && tar -C / -xJf "$1/exogpu.tar.xz" || exit 4
export LD_LIBRARY_PATH=/opt/exogpu/lib:/usr/lib/llvm-22/lib PATH=/opt/exogpu/bin:/usr/local/cuda/bin:$PATH
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
exogpu --version || exit 4
cd /opt/exogpu/examples || exit 2
one() {
  local chapter=$1 proc=$2 source
  shift 2
  source=$(ls "$chapter"/*.cpp | grep -v '\.sched\.cpp$')
  local schedule=${source%.cpp}.sched.cpp
  [ ! -f "$schedule" ] || set -- "$@" --schedule="$schedule"
  timeout 200 exogpu run "$source" -k "$proc" "$@" --gpu --cache=off >"$logs/$chapter" 2>&1
  echo "exit $?" >>"$logs/$chapter"
}
while read -r chapter proc sizes; do
  # shellcheck disable=SC2086
  one "$chapter" "$proc" $sizes &
done < <(grep -vE '^(#|$)' runs.txt)
wait
failures=0 runs=0
for log in "$logs"/*; do
  runs=$((runs + 1))
  echo "== $(basename "$log")"
  tail -n 6 "$log"
  [ "$(tail -n 1 "$log")" = "exit 0" ] || failures=$((failures + 1))
done
cat "$logs"/* >"${OUT:-$logs}/run_gpu.log"
echo "$runs runs, $failures failures"
[ "$failures" -eq 0 ]
