#!/bin/bash
# Installs what is missing (Debian 12, with apt-get), configures, builds and runs every test. The last line is "N passed, N failed"; the line before is ctest's own.
# Environment: BUILD (folder, default build), CXX (default clang++-22), JOBS, SANITIZE=1 (ASan and UBSan), CTEST_ARGS.
set -uo pipefail
cd "$(dirname "$0")/.."
sanitize=OFF
if [ "${SANITIZE:-0}" = 1 ]; then
  sanitize=ON
  # What the sanitizers find ends the program; the signals of tests that crash on purpose are left to the watchdog.
  export ASAN_OPTIONS=${ASAN_OPTIONS:-handle_segv=0} UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
fi
build=${BUILD:-build}
jobs=${JOBS:-$(nproc)}
generator=()
[ -f "$build/CMakeCache.txt" ] || generator=(-G Ninja)

examples/support/install_missing.sh ccache pkg-config || exit 1
cmake -S . -B "$build" "${generator[@]}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-22}" -DEXOGPU_SANITIZE=$sanitize || exit 1
cmake --build "$build" -j "$jobs" || exit 1

log=$build/tests.log
# shellcheck disable=SC2086
ctest --test-dir "$build" --output-on-failure -j "$jobs" ${CTEST_ARGS:-} 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
closing=$(grep -E '^[0-9]+% tests passed' "$log" | tail -1)
failed=$(sed -E 's/.*, ([0-9]+) tests failed.*/\1/' <<<"$closing")
total=$(sed -E 's/.* out of ([0-9]+).*/\1/' <<<"$closing")
[ -n "$closing" ] || { echo "ctest ran nothing"; exit 1; }
echo "$closing"
echo "$((total - failed)) passed, $failed failed"
exit "$status"
