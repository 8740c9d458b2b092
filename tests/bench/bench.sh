#!/bin/bash
# usage: bench.sh DIR [ROW…] — where the GPU, PyTorch and Triton are: runs the benchmark on what prepare.sh built into
# DIR. The table goes to the terminal and to $OUT/bench.txt, the samples to $OUT/bench.json ($OUT: default DIR).
set -uo pipefail
here=$(realpath "$(dirname "$0")")
dir=$(realpath "$1")
shift
export OUT=${OUT:-$dir} PYTHONUNBUFFERED=1
[ ! -x "$dir/shared_peers" ] || timeout 60 "$dir/shared_peers" | tee "$OUT/shared_peers.txt"
timeout "${SECONDS_AT_MOST:-420}" python3 "$here/bench.py" "$dir" "$@" 2>"$OUT/bench.errors.txt" | tee "$OUT/bench.txt"
code=$?
[ $code -eq 0 ] || tail -n 15 "$OUT/bench.errors.txt"
exit $code
