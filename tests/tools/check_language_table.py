#!/usr/bin/env python3
"""usage: check_language_table.py EXOGPU README — holds the tables "What is C++ here" against the compiler.

Each row of a table whose head begins with "accepted" is proved, as it stands; each row under "refused" gets an error of the
language (not of C++), and what stands beside it as the remedy is proved. A cell holds one statement, for the body of a thread
that owns element i < n of y; a declaration and a statement that uses it; or, under "parameter", one parameter."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PRELUDE = """#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>
#include <exogpu/exogpu.h>
struct point { float x, y; };
enum class mode { add, subtract };
inline float twice(float v) { return 2.0f * v; }
"""
PROC = """namespace {name} {{ {declaration} void run({parameter}int m, exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {{ \
exo::require(y.has_shape(x.extent(0))); const int n = x.extent(0); for (int b : exo::blocks(exo::ceil_div(n, 256))) \
for (int t : exo::threads(256)) {{ const int i = b * 256 + t; if (i < n) {{ {statement} }} }} }} }}
"""


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


def proc(name, spans, is_parameter):
    if is_parameter:
        return PROC.format(name=name, declaration="", parameter=spans[0] + ", ", statement="y[i] = x[i];")
    declaration, statement = spans if len(spans) == 2 else ("", spans[0])
    return PROC.format(name=name, declaration=declaration, parameter="", statement=statement)


def read_tables(text):
    """(accepted, refused): lists of procs, one a line."""
    accepted, refused, head = [], [], None
    for line in text.splitlines():
        if not line.startswith("|"):
            head = None
            continue
        row = cells(line)
        if head is None:
            head = row if re.match(r"(accepted|refused)\b", row[0]) else [""]
            continue
        if head == [""] or set(row[0]) <= set("-: "):
            continue
        is_parameter = "parameter" in head[0]
        name = f"row_{len(accepted)}_{len(refused)}"
        if head[0].startswith("accepted"):
            accepted += [proc(f"{name}_{k}", code(cell), is_parameter) for k, cell in enumerate(row) if code(cell)]
            continue
        refused.append(proc(name, code(row[0]), is_parameter))
        if code(row[1]):
            accepted.append(proc(name, code(row[1]), is_parameter))
    return accepted, refused


def check(exogpu, folder, name, procs):
    source = pathlib.Path(folder) / name
    source.write_text(PRELUDE + "".join(procs))
    done = subprocess.run([exogpu, "check", "--quiet", "-w", "--diagnostics=json", "--cache=off", str(source)],
                          capture_output=True, text=True, check=False)
    first = PRELUDE.count("\n") + 1
    found = {}
    for line in done.stderr.splitlines():
        report = json.loads(line)
        at = report["range"]["line"] - first if report["range"] else -1
        found.setdefault(at, []).append(f"{report['code']}: {report['message']}")
    return done.returncode, found


def main(exogpu, readme):
    accepted, refused = read_tables(pathlib.Path(readme).read_text())
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        code_of_accepted, found = check(exogpu, folder, "accepted.cpp", accepted)
        problems += [f"not accepted: {accepted[at] if at >= 0 else ''}{texts}" for at, texts in found.items()]
        if code_of_accepted and not problems:
            problems.append(f"the accepted rows end with exit code {code_of_accepted}")
        _, found = check(exogpu, folder, "refused.cpp", refused)
        for at, row in enumerate(refused):
            codes = found.get(at, [])
            if not codes or any(text.startswith("EXG1001") for text in codes):
                problems.append(f"not refused by the language: {row}{codes}")
    print("\n".join(problems) or f"{len(accepted)} accepted, {len(refused)} refused, as the tables say")
    return bool(problems) or not accepted or not refused


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
