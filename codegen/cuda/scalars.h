#pragma once
// Spelling of scalar types, literals and the users' own texts in CUDA C++ and in the C header.
#include <cstdint>
#include <string>

#include "frontend/ir/ir.h"

namespace exogpu::cuda {

/// "float", "unsigned char", "__nv_bfloat16", …
std::string cudaType(ir::ScalarType type);
/// Two bytes that C knows by their bits only.
inline bool isHalf(ir::ScalarType type) { return type == ir::ScalarType::F16 || type == ir::ScalarType::BF16; }
/// The same for a parameter in a header that C can read: f16 and bf16 are their bits, bool is int.
std::string headerType(ir::ScalarType type);
/// The same for the elements of a tensor: f16 and bf16 are `void`, a bool is a byte, 0 or 1.
std::string elementHeaderType(ir::ScalarType type);
std::string intText(std::int64_t value, ir::ScalarType type);
/// Shortest text that reads back as the same value.
std::string floatText(double value, ir::ScalarType type);
/// `text` as a C string literal.
std::string quoted(const std::string& text);
/// `text` as a part of a comment, `//` or `/* */`, which it cannot end, continue or nest. Every text of a user goes through it.
std::string inComment(const std::string& text);

}  // namespace exogpu::cuda
