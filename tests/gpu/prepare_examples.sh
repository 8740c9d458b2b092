#!/bin/bash
# usage: prepare_examples.sh EXOGPU DIR — needs nvcc and g++, no GPU: emits every chapter of examples/ and builds, into
# DIR, one program a chapter that compares the emitted kernels with the sequential run of the chapter's own C++. examples.sh
# runs them where the GPU is. With `-` for EXOGPU: builds again from what DIR/emitted holds.
# Environment: CUDA_HOME (default /usr/local/cuda), JOBS (chapters built at a time, default 1).
set -euo pipefail
exogpu=$1
[ "$exogpu" = - ] || exogpu=$(realpath "$exogpu")
root=$(realpath "$(dirname "$0")/../..")
mkdir -p "$2/emitted"
out=$(realpath "$2")
cuda=${CUDA_HOME:-/usr/local/cuda}

build() {
  local chapter=$1 name=$2 schedule=() work
  work=$(mktemp -d)
  [ ! -f "$root/examples/$chapter/$name.sched.cpp" ] || schedule=(--schedule="$name.sched.cpp")
  [ "$exogpu" = - ] || (cd "$root/examples/$chapter" &&
    "$exogpu" compile -q "$name.cpp" "${schedule[@]}" --emit=cuda,header -o "$out/emitted/$name.cu")
  "$cuda/bin/nvcc" -std=c++17 -gencode=arch=compute_90a,code=sm_90a -c "$out/emitted/$name.cu" -o "$work/$name.cu.o"
  # The sequential run is the meaning, so g++ may not fuse what the source does not: -ffp-contract=off. The instruction
  # gives the bits of fmaf, faster.
  g++ -std=c++20 -O3 -march=x86-64-v3 -ffp-contract=off -Wall -Wextra -Werror -Wno-unused-function -I"$root" \
    -I"$root/stdlib/include" -I"$out" -I"$cuda/include" -c "$root/tests/gpu/examples/$name.cpp" -o "$work/$name.o"
  "$cuda/bin/nvcc" -cudart static -Xcompiler -static-libstdc++,-static-libgcc "$work/$name.o" "$work/$name.cu.o" -o "$out/$name"
  strip "$out/$name"
  rm -r "$work"
  echo "built $name"
}
export -f build
export exogpu root out cuda
for source in "$root"/examples/[0-9]*/*.cpp; do
  [[ "$source" == *.sched.cpp ]] || echo "$(basename "$(dirname "$source")") $(basename "$source" .cpp)"
done | xargs -P "${JOBS:-1}" -L 1 bash -euo pipefail -c 'build "$0" "$1"'
