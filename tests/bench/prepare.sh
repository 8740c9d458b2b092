#!/bin/bash
# usage: prepare.sh EXOGPU DIR — needs nvcc, no GPU: emits the chapters and builds them and the hand-written peers into two
# shared libraries in DIR, for bench.sh. With PEERS=FOLDER, its stencil.cu is built too and run before the benchmark.
set -euo pipefail
exogpu=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$2"
out=$(realpath "$2")
nvcc=(${CUDA_HOME:-/usr/local/cuda}/bin/nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -cudart static)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for chapter in 01_saxpy/saxpy 02_transpose/transpose 03_sgemm/sgemm 04_rows/rows 05_sum/sum 06_histogram/histogram 07_stencil/stencil 10_schedule/matmul; do
  name=$(basename "$chapter")
  schedule=()
  [ ! -f "$root/examples/$chapter.sched.cpp" ] || schedule=(--schedule="$name.sched.cpp")
  (cd "$root/examples/$(dirname "$chapter")" && "$exogpu" compile -q "$name.cpp" "${schedule[@]}" --emit=cuda,header -o "$work/$name.cu")
done
"${nvcc[@]}" -shared -Xcompiler -fPIC "$work"/*.cu -o "$out/libexamples.so"
"${nvcc[@]}" -shared -Xcompiler -fPIC "$root/tests/bench/peers.cu" -o "$out/libpeers.so"
[ -z "${PEERS:-}" ] || "${nvcc[@]}" "$PEERS/stencil.cu" -o "$out/shared_peers"
strip "$out"/*
ls -l "$out"
