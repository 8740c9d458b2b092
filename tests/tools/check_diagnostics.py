#!/usr/bin/env python3
"""Every row of the diagnostics tables is named, by its row or its code, in at least one test."""
import pathlib
import re
import sys

ROW = re.compile(r"EXOGPU_DIAGNOSTIC\(\s*(\d{4}),\s*(\w+)", re.S)
TESTS = ("tests/unit", "tests/lit", "tests/golden", "tests/cpu", "tests/gpu", "tests/package", "tests/cases")


def main(root):
    rows = [row for table in sorted((root / "frontend/diag").glob("*.def")) for row in ROW.findall(table.read_text())
            if table.name != "all.def"]
    texts = [p.read_text(errors="replace") for folder in TESTS for p in (root / folder).rglob("*") if p.is_file()]
    everything = "\n".join(texts)
    words = set(re.findall(r"\w+", everything))
    problems = [f"no test names EXG{code} {name}" for code, name in rows if name not in words and f"EXG{code}" not in words]
    print("\n".join(problems) or f"{len(rows)} diagnostics, each named by a test")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
