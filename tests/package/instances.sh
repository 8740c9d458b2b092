#!/bin/bash
# usage: instances.sh BUILD — exogpu_generate with several sources: each entry of INSTANCES goes to its own source, and one
# that names no source, or a strange one, is refused by name. Needs no CUDA.
set -euo pipefail
build=$(realpath "$1")
functions=$(realpath "$(dirname "$0")/../../stdlib/cmake/exogpu-functions.cmake")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

proc() { printf '#include <exogpu/exogpu.h>\n%s\n{ for (int b : exo::blocks(1)) for (int t : exo::threads(32)) if (t < y.extent(0)) y[t] = %s; }\n' "$1" "$2"; }
proc 'template <int N> void fill(exo::tensor<int, 1> y)' N >"$work/fill.cpp"
proc 'void zero(exo::tensor<int, 1> y)' 0 >"$work/zero.cpp"

# configure INSTANCES…: a project with both sources.
configure() {
  cat >"$work/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES NONE)
add_executable(exogpu::exogpu IMPORTED)
set_target_properties(exogpu::exogpu PROPERTIES IMPORTED_LOCATION $build/frontend/exogpu)
include($functions)
exogpu_generate(generated SOURCES fill.cpp zero.cpp INSTANCES $* OPTIONS --cache=off)
add_custom_target(all_kernels ALL DEPENDS \${generated})
EOF
  cmake -S "$work" -B "$work/build" -G Ninja >"$work/log" 2>&1
}
refuses() {
  local want=$1
  shift
  ! configure "$@" || { echo "accepted: $*"; exit 1; }
  tr -s ' \n' ' ' <"$work/log" | grep -qF -- "$want" || { cat "$work/log"; exit 1; }
}

configure "fill.cpp=fill<3>" "fill.cpp=fill<5>" || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" || { cat "$work/log"; exit 1; }
grep -q fill_3 "$work/build/fill.h"
grep -q fill_5 "$work/build/fill.h"
grep -q zero "$work/build/zero.h"
refuses "write <source>=fill<3>" "fill<3>"
refuses "none.cpp is not among SOURCES" "none.cpp=fill<3>"
echo "instances: ok"
