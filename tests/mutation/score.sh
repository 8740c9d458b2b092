#!/bin/bash
# usage: score.sh BUILD [OPTION…] — the mutation score over every chapter of examples/, the scheduled one as its trace
# makes it. OPTIONs go to mutation_score: --every=N samples, --list shows each mutant.
set -euo pipefail
build=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
files=()
for source in examples/[0-9]*/*.cpp; do
  trace=${source%.cpp}.trace
  case $source in
    *.sched.cpp) ;;
    *) if [ -f "$trace" ]; then files+=("$source+$trace"); else files+=("$source"); fi ;;
  esac
done
exec "$build/tests/mutation/mutation_score" --jobs="$(nproc)" -I stdlib/include "$@" "${files[@]}"
