#!/usr/bin/env python3
"""Sizes and habits: lengths of files, functions and READMEs, files per room, no leftovers."""
import pathlib
import re
import sys

WINGS = ("frontend", "verify", "schedule", "codegen")
CODE = (".h", ".cpp")
FILE_LIMITS = {".cpp": 500, ".h": 250}
README_LIMIT = 150
FUNCTION_LIMIT = 60
PIPELINE_LIMIT = 150
LEFTOVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
HEADER_OF_FUNCTION = re.compile(r"\)\s*(const|noexcept|override|final|->\s*[\w:<>,&* ]+|\s)*\{$")


def room_files(root):
    for wing in WINGS:
        for room in sorted(p for p in (root / wing).glob("*") if p.is_dir()):
            yield room, sorted(p for p in room.rglob("*") if p.suffix in CODE)


def long_functions(lines):
    """Functions in namespace or class scope: from the line that opens the body to the brace in the same column."""
    i = 0
    while i < len(lines):
        head = i
        while head > 0 and lines[head].lstrip().startswith((":", ",")):  # a constructor's initialisers
            head -= 1
        indent = re.match(r" *", lines[head]).group()
        if HEADER_OF_FUNCTION.search(lines[i]) and not re.match(r" *(if|for|while|switch|namespace|} else)\b", lines[i]):
            end = next((j for j in range(i + 1, len(lines)) if lines[j].startswith(indent + "}")), i)
            if end - i + 1 > FUNCTION_LIMIT:
                yield i + 1, end - i + 1
            i = end
        i += 1


def check_code(path):
    lines = path.read_text(errors="replace").splitlines()
    limit = PIPELINE_LIMIT if path.name == "pipeline.cpp" else FILE_LIMITS[path.suffix]
    if len(lines) > limit:
        yield f"{len(lines)} lines; the limit is {limit}"
    for number, length in long_functions(lines):
        yield f"line {number}: a function of {length} lines; the limit is {FUNCTION_LIMIT}"
    for number, line in enumerate(lines, 1):
        if LEFTOVER.search(line):
            yield f"line {number}: {line.strip()}"
    if path.suffix == ".h" and "#pragma once" not in lines[:3]:
        yield "no #pragma once at the top"


def main(root):
    problems = []
    for room, files in room_files(root):
        name = room.relative_to(root)
        if not files:
            continue
        if not (room / "README.md").exists():
            problems.append(f"{name}: no README.md")
        for path in files:
            problems += [f"{path.relative_to(root)}: {problem}" for problem in check_code(path)]
    for readme in sorted(root.rglob("README.md")):
        relative = readme.relative_to(root)
        if not str(relative).startswith(("build", ".build", "shared")) and len(readme.read_text().splitlines()) > README_LIMIT:
            problems.append(f"{relative}: more than {README_LIMIT} lines")
    print("\n".join(problems) or "the house is in order")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
