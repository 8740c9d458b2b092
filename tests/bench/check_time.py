#!/usr/bin/env python3
"""CPU seconds of `exogpu check` for each chapter and for procs of interest: usage check_time.py EXOGPU [RUNS].

User and system time of the whole process tree, cold cache, median of RUNS (default 5). Measure on a quiet machine: what
runs beside it makes each instruction dearer.
"""
import os
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SGEMM = "03_sgemm/sgemm.cpp"
RINGS = [f"sgemm_ring<32, {depth}, 4>" for depth in range(2, 7)]


def cpu_seconds(command):
    """One run, alone with an empty cache; exits when the command does not say 0."""
    with tempfile.TemporaryDirectory() as cache:
        silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
        child = os.posix_spawnp(command[0], command, {**os.environ, "XDG_CACHE_HOME": cache}, file_actions=silent)
        _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: wait status {status}")
    return usage.ru_utime + usage.ru_stime


def show(name, runs, command):
    times = [cpu_seconds(command) for _ in range(runs)]
    print(f"{name:44} {statistics.median(times):6.2f} s   ({min(times):.2f} to {max(times):.2f})", flush=True)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.splitlines()[0])
    exogpu, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 5

    def check(path, *procs):
        return [exogpu, "check", str(ROOT / "examples" / path), *(word for proc in procs for word in ("-k", proc))]

    saxpy = str(ROOT / "examples/01_saxpy/saxpy.cpp")
    clang = os.environ.get("CLANG", "clang++-22")
    show("parsing saxpy.cpp (clang -fsyntax-only)", runs,
         [clang, "-std=c++20", "-fsyntax-only", "-I", str(ROOT / "stdlib/include"), saxpy])
    for path in sorted((ROOT / "examples").glob("0*/*.cpp")):
        show(path.name, runs, check(path.relative_to(ROOT / "examples")))
    for proc in ["sgemm_plain<16>", "sgemm_double<8>", *RINGS]:
        show(proc, runs, check(SGEMM, proc))
    show("the rings of depth 2 to 6 together", runs, check(SGEMM, *RINGS))


main()
