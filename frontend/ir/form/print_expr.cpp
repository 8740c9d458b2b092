#include <array>
#include <charconv>
#include <cmath>

#include "frontend/base/overloaded.h"
#include "frontend/ir/form/print.h"

namespace exogpu::ir {

std::string intText(std::int64_t value, ScalarType type) {
  if (type == ScalarType::Bool && (value == 0 || value == 1)) return value ? "true" : "false";
  return std::to_string(value) + (type == ScalarType::I32 ? "" : std::string(text(type)));
}

std::string floatText(double value, ScalarType type) {
  const auto type_name = std::string(text(type));
  if (std::isnan(value)) return "nan<" + type_name + ">";
  if (std::isinf(value)) return (value < 0 ? "-inf<" : "inf<") + type_name + ">";
  std::array<char, 64> buffer{};
  char* const begin = buffer.data();
  // Half types print as f32, which holds all their values; the shortest text that reads back is exact.
  const auto end = type == ScalarType::F64 ? std::to_chars(begin, begin + buffer.size(), value).ptr
                                           : std::to_chars(begin, begin + buffer.size(), static_cast<float>(value)).ptr;
  std::string digits(begin, end);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  if (type == ScalarType::F64) return digits;
  return digits + (type == ScalarType::F32 ? "f" : type_name);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + '"';
}

int precedence(BinaryOp op) {
  switch (op) {
    case BinaryOp::LOr: return 1;
    case BinaryOp::LAnd: return 2;
    case BinaryOp::Or: return 3;
    case BinaryOp::Xor: return 4;
    case BinaryOp::And: return 5;
    case BinaryOp::Eq:
    case BinaryOp::Ne: return 6;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: return 7;
    case BinaryOp::Shl:
    case BinaryOp::Shr: return 8;
    case BinaryOp::Add:
    case BinaryOp::Sub: return 9;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem: return 10;
  }
  return 0;
}

void Printer::expr(const ExprRef& expr, int context) {
  std::visit(Overloaded{
                 [&](const IntLiteral& n) { out_ << intText(n.value, expr->type); },
                 [&](const FloatLiteral& n) { out_ << floatText(n.value, expr->type); },
                 [&](const Read& n) { out_ << nameOf(n.symbol); },
                 [&](const Load& n) { place(n.place); },
                 [&](const Extent& n) { out_ << "extent(" << nameOf(n.buffer) << ", " << n.dim << ")"; },
                 [&](const IsAligned& n) { out_ << "aligned(" << nameOf(n.buffer) << ", " << n.bytes << ")"; },
                 [&](const Unary& n) { unary(n); },
                 [&](const Binary& n) { binary(n, context); },
                 [&](const Select& n) { select(n, context); },
                 [&](const Cast& n) {
                   out_ << "cast<" << text(expr->type) << ">(";
                   this->expr(n.operand);
                   out_ << ")";
                 },
                 [&](const Math& n) {
                   out_ << info(n.function).text << "(";
                   list(n.arguments);
                   out_ << ")";
                 },
             },
             expr->node);
}

void Printer::unary(const Unary& node) {
  // "-1" is a literal, so the negation of one is "-(1)".
  const bool simple = std::holds_alternative<Read>(node.operand->node) || std::holds_alternative<Load>(node.operand->node);
  out_ << text(node.op) << (simple ? "" : "(");
  expr(node.operand);
  out_ << (simple ? "" : ")");
}

void Printer::binary(const Binary& node, int context) {
  const int own = precedence(node.op);
  if (own < context) out_ << "(";
  expr(node.lhs, own);
  out_ << " " << text(node.op) << " ";
  expr(node.rhs, own + 1);
  if (own < context) out_ << ")";
}

void Printer::select(const Select& node, int context) {
  if (context > 0) out_ << "(";
  expr(node.condition, 1);
  out_ << " ? ";
  expr(node.if_true, 1);
  out_ << " : ";
  expr(node.if_false);
  if (context > 0) out_ << ")";
}

void Printer::list(const std::vector<ExprRef>& exprs) {
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    if (i > 0) out_ << ", ";
    expr(exprs[i]);
  }
}

void Printer::place(const Place& place) {
  out_ << nameOf(place.buffer);
  for (const auto& index : place.indices) {
    out_ << "[";
    expr(index);
    out_ << "]";
  }
}

}  // namespace exogpu::ir
