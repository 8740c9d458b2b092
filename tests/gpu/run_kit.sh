#!/bin/bash
# usage: run_kit.sh KIT [SANITIZER…] — on a machine with nvcc and a GPU: compiles each program of a kit that
#   EXOGPU_GPU_KIT=KIT unit_emission
# wrote elsewhere, runs it on each of its inputs, and compares the results bit for bit with those of the CPU.
# With SANITIZER (memcheck racecheck synccheck initcheck) each run is repeated under compute-sanitizer.
set -uo pipefail
kit=$1
shift
cd "$kit" || exit 2
failures=0 runs=0
for source in *.cu; do
  name=${source%.cu}
  case $name in racy_*) continue ;; esac # kept out: it shows that the CPU harness sees a missing fence
  nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o "$name.bin" "$source" || { failures=$((failures + 1)); continue; }
  for input in "$name".*.in; do
    [ -e "$input" ] || continue
    want=${input%.in}.want
    runs=$((runs + 1))
    "./$name.bin" "$input" out.bin 0 && cmp out.bin "$want" || { echo "FAILED $input"; failures=$((failures + 1)); }
    for tool in "$@"; do
      compute-sanitizer --tool "$tool" --error-exitcode 9 "./$name.bin" "$input" out.bin 0 >"$name.$tool.log" 2>&1 ||
        { echo "FAILED $tool $input"; tail -5 "$name.$tool.log"; failures=$((failures + 1)); }
    done
  done
done
echo "$runs runs, $failures failures"
[ "$failures" -eq 0 ]
