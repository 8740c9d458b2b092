#!/bin/bash
# Shows one example from source to result: installs what is missing (Debian 12, with apt-get), builds exogpu, proves and
# compiles the example, runs it sequentially, in the simulator and, where there is a GPU and nvcc, on the GPU.
#   examples/run.sh            the first chapter
#   examples/run.sh 03_sgemm   another one;  `list` names them, `all` shows every one
# Environment: BUILD (build folder, default build).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
name=${1:-01_saxpy}

chapters() { grep -vE '^(#|$)' examples/runs.txt; }
if [ "$name" = all ]; then
  failed=0 total=0
  for each in $(chapters | awk '{print $1}'); do
    total=$((total + 1))
    "$0" "$each" || { failed=$((failed + 1)); echo "== $each failed"; }
  done
  echo "$total chapters, $failed failed"
  exit $((failed > 0))
fi
if [ "$name" = list ]; then chapters | awk '{print $1}'; exit 0; fi
line=$(chapters | grep -E "^$name " || true)
[ -n "$line" ] || { echo "no example '$name'; there are:"; chapters | awk '{print "  " $1}'; exit 2; }
read -r chapter proc sizes <<<"$line"

build_exogpu() {
  [ -f "$build/CMakeCache.txt" ] || cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-22 >/dev/null
  cmake --build "$build" --target exogpu
}

examples/support/install_missing.sh
echo "== building exogpu"
build_exogpu
exogpu=$build/frontend/exogpu
source=$(ls examples/"$chapter"/*.cpp | grep -v '\.sched\.cpp$')
# A chapter whose source is plain loops brings its schedule.
schedule=()
[ ! -f "${source%.cpp}.sched.cpp" ] || schedule=(--schedule="${source%.cpp}.sched.cpp")
out=$build/examples/$chapter
mkdir -p "$out"

echo "== $source as plain C++, with its own check"
clang++-22 -std=c++20 -O1 -ffp-contract=off -fwrapv -Istdlib/include "$source" -o "$out/plain"
"$out/plain"

echo "== proving and compiling $source"
"$exogpu" compile "$source" "${schedule[@]}" -o "$out/$(basename "$source" .cpp).cu"
echo "wrote $(ls "$out"/*.cu "$out"/*.h | tr '\n' ' ')"

echo "== running $proc with $sizes"
gpu=()
if [ -e /dev/nvidiactl ] && { command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; }; then
  gpu=(--gpu)
else
  echo "(no GPU or no nvcc here: sequentially and in the simulator)"
fi
# shellcheck disable=SC2086
"$exogpu" run "$source" -k "$proc" $sizes "${schedule[@]}" --simulate "${gpu[@]}"
