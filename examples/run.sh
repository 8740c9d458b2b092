#!/bin/bash
# usage: examples/run.sh [CHAPTER…] — each chapter as plain C++ with its self-check, then proved and compiled to CUDA by
# exogpu. Environment: EXOGPU (default build/frontend/exogpu), CXX (default clang++-22), OUT (where the CUDA goes,
# default build/examples). The last line is "N chapters, M failed"; exit code 1 if any failed.
set -uo pipefail
cd "$(dirname "$0")/.."
exogpu=${EXOGPU:-build/frontend/exogpu}
cxx=${CXX:-clang++-22}
out=${OUT:-build/examples}
mkdir -p "$out"
[ -x "$exogpu" ] || { echo "no compiler at $exogpu: build it (cmake --build build --target exogpu) or set EXOGPU"; exit 1; }

chapters=0 failed=0
for source in examples/[0-9]*/*.cpp; do
  name=$(basename "$source" .cpp)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  chapters=$((chapters + 1))
  echo "== $source"
  if "$cxx" -std=c++20 -O1 -ffp-contract=off -Istdlib/include "$source" -o "$out/$name" && "$out/$name" &&
    "$exogpu" check "$source" && "$exogpu" compile "$source" --emit=cuda,header -o "$out/$name.cu"; then
    echo "   $out/$name.cu"
  else
    echo "   failed"
    failed=$((failed + 1))
  fi
done
echo "$chapters chapters, $failed failed"
[ "$failed" -eq 0 ]
