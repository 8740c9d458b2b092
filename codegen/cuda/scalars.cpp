#include "codegen/cuda/scalars.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace exogpu::cuda {

std::string cudaType(ir::ScalarType type) {
  using enum ir::ScalarType;
  switch (type) {
    case Bool: return "bool";
    case I8: return "signed char";
    case U8: return "unsigned char";
    case I16: return "short";
    case U16: return "unsigned short";
    case I32: return "int";
    case U32: return "unsigned";
    case I64: return "long long";
    case U64: return "unsigned long long";
    case F16: return "__half";
    case BF16: return "__nv_bfloat16";
    case F32: return "float";
    case F64: return "double";
  }
  return {};
}

std::string headerType(ir::ScalarType type) {
  if (isHalf(type)) return "unsigned short";
  return type == ir::ScalarType::Bool ? "int" : cudaType(type);
}

std::string elementHeaderType(ir::ScalarType type) {
  if (isHalf(type)) return "void";
  return type == ir::ScalarType::Bool ? "unsigned char" : headerType(type);
}

std::string intText(std::int64_t value, ir::ScalarType type) {
  switch (type) {
    case ir::ScalarType::Bool: return value ? "true" : "false";
    case ir::ScalarType::U32: return std::to_string(value) + "u";
    case ir::ScalarType::U64: return std::to_string(static_cast<std::uint64_t>(value)) + "ull";
    case ir::ScalarType::I64:
      if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807ll - 1)";
      return std::to_string(value) + "ll";
    default:
      if (value == std::numeric_limits<std::int32_t>::min()) return "(-2147483647 - 1)";
      return std::to_string(value);
  }
}

std::string floatText(double value, ir::ScalarType type) {
  const bool is_double = type == ir::ScalarType::F64;
  if (std::isnan(value)) return is_double ? "static_cast<double>(NAN)" : "NAN";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + (is_double ? "static_cast<double>(INFINITY)" : "INFINITY");
  char buffer[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    const double back = is_double ? std::strtod(buffer, nullptr) : static_cast<double>(std::strtof(buffer, nullptr));
    if (back == value) break;
  }
  std::string text = buffer;
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return is_double ? text : text + "f";
}

namespace {
/// A character that no line can hold as it is: "\\n", "\\t", else three octal digits, behind which any digit may follow.
std::string controlText(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  char digits[8];
  std::snprintf(digits, sizeof digits, "\\%03o", static_cast<unsigned>(c));
  return digits;
}
bool isControl(char c) { return (c >= 0 && c < ' ') || c == 0x7f; }
}  // namespace

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += isControl(c) ? controlText(c) : std::string(1, c);
  }
  return out + "\"";
}

std::string inComment(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool begins_or_ends = !out.empty() && ((out.back() == '*' && c == '/') || (out.back() == '/' && c == '*'));
    if (begins_or_ends) out += ' ';
    out += isControl(c) ? controlText(c) : std::string(1, c);
  }
  // A line that ends with a backslash, or with one and blanks, goes on in the next one.
  const auto last = out.find_last_not_of(' ');
  return last != std::string::npos && out[last] == '\\' ? out + "." : out;
}

}  // namespace exogpu::cuda
