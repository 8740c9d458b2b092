#!/bin/bash
# usage: prepare.sh EXOGPU DIR — on a machine without a GPU: fills DIR with everything that the GPU machine is sent.
#   DIR/examples  the chapters' programs, for examples.sh
#   DIR/bench     libraries for tests/bench/bench.sh (PEERS=FOLDER adds that folder's stencil.cu)
#   DIR/exogpu    the compiler itself with LLVM, for run_gpu.sh (some 50 MiB)
set -euo pipefail
here=$(realpath "$(dirname "$0")")
"$here/prepare_examples.sh" "$1" "$2/examples"
"$here/../bench/prepare.sh" "$1" "$2/bench"
"$here/bundle_exogpu.sh" "$1" "$2/exogpu"
du -sh "$2"/examples "$2"/bench "$2"/exogpu
