#!/usr/bin/env python3
"""Holds allowed_edges.txt: every #include between rooms is listed, the table has no cycle, third parties keep their doors."""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
WINGS = ("frontend", "verify", "schedule", "codegen")


def read_table(path):
    edges, doors = {}, {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        left, right = line.split(":")
        if left.startswith("door "):
            doors[left[5:]] = right.split()
        else:
            edges[left] = right.split()
    return edges, doors


def find_cycle(edges):
    state = {}

    def visit(room, trail):
        if state.get(room) == "done":
            return None
        if room in trail:
            return trail[trail.index(room):] + [room]
        for used in edges.get(room, []):
            if used != "*" and (cycle := visit(used, trail + [room])):
                return cycle
        state[room] = "done"
        return None

    return next((cycle for room in edges if (cycle := visit(room, []))), None)


def room_of(path):
    """A file in a wing itself (the program's main) counts as the driver's."""
    parts = pathlib.PurePath(path).parts
    if not parts or parts[0] not in WINGS:
        return None
    return "/".join(parts[:2]) if len(parts) > 2 else "frontend/driver"


def check_file(root, path, edges, doors):
    here = room_of(path.relative_to(root))
    for _, name in INCLUDE.findall(path.read_text(errors="replace")):
        used = room_of(name)
        if used and used != here:
            if here not in edges:
                yield f"room {here} is not in the table"
            elif used not in edges[here] and "*" not in edges[here]:
                yield f"{here} may not include {name}"
        for door, rooms in doors.items():
            if name.startswith(door) and here not in rooms:
                yield f"<{name}> belongs behind the door {', '.join(rooms)}"


def main(root):
    edges, doors = read_table(root / "tests/tools/allowed_edges.txt")
    problems = []
    if cycle := find_cycle(edges):
        problems.append("the table has a cycle: " + " -> ".join(cycle))
    files = [p for wing in WINGS for p in sorted((root / wing).rglob("*")) if p.suffix in (".h", ".cpp", ".def")]
    for path in files:
        problems += [f"{path.relative_to(root)}: {problem}" for problem in check_file(root, path, edges, doors)]
    print("\n".join(problems) or f"{len(files)} files keep the {len(edges)} rooms' edges")
    return bool(problems) or not files


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
