#pragma once
// Names that the language and the headers around the emitted text have taken. The tables are made by tests/tools/make_reserved_names.py.
#include <string>

namespace exogpu::cuda {

/// A keyword of C or C++, of any standard: a C program may read the header.
bool isKeyword(const std::string& name);
/// A macro of what the emitted file includes.
bool isMacro(const std::string& name);
/// Whether CUDA's runtime or the emitted files themselves may have names that begin so.
bool hasForeignPrefix(const std::string& name);
/// False for what is left of names that have no letter of ASCII, or a digit as their first one.
bool isIdentifier(const std::string& name);
/// No launcher, which is a C function, can have this name, or it would replace a function of the C library.
bool isTakenInC(const std::string& name);

}  // namespace exogpu::cuda
