#!/bin/bash
# usage: link.sh IR_TO_CUDA — needs nvcc, no GPU: two emitted files and a C program that includes both headers compile
# without a warning and link into one program.
set -euo pipefail
ir_to_cuda=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for name in saxpy transpose; do
  "$ir_to_cuda" "$root/tests/programs/$name.ir" $name.cu $name.h --no-line
  nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -Werror all-warnings -Xcompiler -Wall,-Wextra -c $name.cu -o $name.o
done
cat >main.c <<'C'
#include "saxpy.h"
#include "transpose.h"
int main(void) {
  struct exogpu_status a = vector_add(0, 0, 0, 0, 0, 0, 0), b = transpose(0, 0, 0, 0, 0, 0, 0);
  struct exogpu_status c = vector_add(0, 1, 0, 0, 0, 0, 0);
  return !(a.code == EXOGPU_OK && b.code == EXOGPU_OK && c.code == EXOGPU_CONTRACT_VIOLATED);
}
C
# Through nvcc, which knows where its headers are; gcc compiles, as C.
nvcc -x c -Xcompiler -std=c99,-Wall,-Wextra,-Werror -c main.c -o main.o
nvcc -o program main.o saxpy.o transpose.o
./program # empty tensors launch nothing, so this needs no GPU
echo linked
