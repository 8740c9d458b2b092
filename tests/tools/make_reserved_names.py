#!/usr/bin/env python3
"""Writes the tables of names that the emitted file and its header find taken: codegen/cuda/{macro,c}_names.def and
codegen/cuda/keywords.def.

usage: make_reserved_names.py FOLDER. Needs nvcc, clang++-22 and nm; run it again for another CUDA toolkit or C library.
Not listed are names with a leading underscore, which are the implementation's in C++, and those of CUDA's runtime, which
codegen/cuda/reserved.cpp knows by their beginning."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# What codegen/cuda/emit.cpp may include.
INCLUDES = ("cuda_runtime.h", "cuda_bf16.h", "cuda_fp16.h", "cmath", "cstring", "initializer_list", "type_traits")
LIBRARIES = ("libc.so.6", "libm.so.6")
# Of C++20, C23 (a C program reads the header, too), the later standards, and GNU.
KEYWORDS = set("""
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await co_return
co_yield compl concept const const_cast consteval constexpr constinit continue contract_assert decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not
not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short signed sizeof
static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename typeof
typeof_unqual union unsigned using virtual void volatile wchar_t while xor xor_eq""".split())
# What no header declares, and yet a program has.
ALWAYS = {"main"}
DECLARATIONS = {"FunctionDecl", "NamespaceDecl", "TypedefDecl", "TypeAliasDecl", "CXXRecordDecl", "RecordDecl", "EnumDecl", "VarDecl",
                "FunctionTemplateDecl", "ClassTemplateDecl", "TypeAliasTemplateDecl"}


def output_of(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def preprocess(source, *options):
    return output_of(["nvcc", "-E", "-arch=sm_90a", *options, str(source)])


def macros(source):
    text = "".join(preprocess(source, *standard, "-Xcompiler", "-dM") for standard in ((), ("-std=c++17",)))
    return set(re.findall(r"^#define (\w+)", text, re.M))


def declared(node):
    """The names that a tree of Clang declares in the global namespace."""
    for child in node.get("inner", ()):
        kind = child.get("kind")
        if kind == "LinkageSpecDecl":
            yield from declared(child)
        if kind in DECLARATIONS and "name" in child:
            yield child["name"]
        if kind == "EnumDecl":
            yield from (each["name"] for each in child.get("inner", ()) if each["kind"] == "EnumConstantDecl")


def declarations(source, folder):
    text = folder / "preprocessed.cpp"
    text.write_text(preprocess(source, "-std=c++17"))
    tree = output_of(["clang++-22", "-std=c++17", "-fsyntax-only", "-w", "-ferror-limit=0", "-Xclang", "-ast-dump=json", text])
    return set(declared(json.loads(tree)))


def symbols():
    """What a program would replace in the C library by defining it."""
    found = set()
    for name in LIBRARIES:
        path = output_of(["gcc", "-print-file-name=" + name]).strip()
        for line in output_of(["nm", "-D", "--defined-only", path]).splitlines():
            symbol = line.split()[-1]
            if "@@" in symbol:
                found.add(symbol.split("@@")[0])
    return found


def table(head, names):
    lines, row = [head], ""
    for name in sorted(n for n in names if re.fullmatch(r"(?!cuda[A-Z]|CUDA)[A-Za-z]\w*", n)):
        if len(row) + len(name) + 4 > 120:
            lines.append(row.rstrip())
            row = ""
        row += f'"{name}", '
    return "\n".join(lines + [row.rstrip()]) + "\n"


def main(out):
    made_by = "// Made by tests/tools/make_reserved_names.py from CUDA 13.0, g++ 12 and glibc 2.36."
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "all.cu"
        source.write_text("".join(f"#include <{each}>\n" for each in INCLUDES))
        of_macros = macros(source)
        (out / "macro_names.def").write_text(table("// Macros of what the emitted file includes: no identifier can be named so.\n" + made_by, of_macros))
        (out / "keywords.def").write_text(table(
            "// Keywords of C and C++: no identifier can be named so.\n// Made by tests/tools/make_reserved_names.py.", KEYWORDS))
        taken = (declarations(source, folder) | symbols() | ALWAYS) - KEYWORDS
        (out / "c_names.def").write_text(table(
            "// Functions, types and constants of what the emitted file and its header include, and functions of the C library:\n"
            "// no launcher can be named so.\n" + made_by, taken - of_macros))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
