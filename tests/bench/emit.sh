#!/bin/bash
# usage: emit.sh EXOGPU DIR — writes the chapters' CUDA and headers and the benchmark into DIR, to be compiled where the GPU is.
set -euo pipefail
exogpu=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$2"
out=$(realpath "$2")
for chapter in 01_saxpy/saxpy 02_transpose/transpose 03_sgemm/sgemm 04_rows/rows 05_sum/sum 06_histogram/histogram 07_stencil/stencil; do
  name=$(basename "$chapter")
  (cd "$root/examples/$(dirname "$chapter")" && "$exogpu" compile -q "$name.cpp" --emit=cuda,header -o "$out/$name.cu")
done
cp "$root/tests/bench/bench.cu" "$out/"
