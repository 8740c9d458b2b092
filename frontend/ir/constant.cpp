// Values of constant integer expressions.
#include "frontend/base/overloaded.h"
#include "frontend/ir/levels.h"

namespace exogpu::ir {
namespace {

using Value = std::optional<std::int64_t>;

Value inRange(Value value, ScalarType type) {
  if (!value || isFloat(type) || *value < minValue(type) || *value > maxValue(type)) return std::nullopt;
  return value;
}

Value shift(BinaryOp op, std::int64_t a, std::int64_t b) {
  if (b < 0 || b > 62 || a < 0) return std::nullopt;
  if (op == BinaryOp::Shr) return a >> b;
  return a > (std::int64_t{1} << 62) >> b ? Value() : a << b;
}

Value apply(BinaryOp op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  switch (op) {
    case BinaryOp::Add: return __builtin_add_overflow(a, b, &out) ? Value() : out;
    case BinaryOp::Sub: return __builtin_sub_overflow(a, b, &out) ? Value() : out;
    case BinaryOp::Mul: return __builtin_mul_overflow(a, b, &out) ? Value() : out;
    case BinaryOp::Div: return b == 0 || b == -1 ? (b == 0 ? Value() : apply(BinaryOp::Sub, 0, a)) : a / b;
    case BinaryOp::Rem: return b == 0 ? Value() : b == -1 ? 0 : a % b;
    case BinaryOp::And: return a & b;
    case BinaryOp::Or: return a | b;
    case BinaryOp::Xor: return a ^ b;
    case BinaryOp::Shl:
    case BinaryOp::Shr: return shift(op, a, b);
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    case BinaryOp::Eq: return a == b;
    case BinaryOp::Ne: return a != b;
    case BinaryOp::LAnd: return a != 0 && b != 0;
    case BinaryOp::LOr: return a != 0 || b != 0;
  }
  return std::nullopt;
}

Value applyUnary(UnaryOp op, std::int64_t a) {
  switch (op) {
    case UnaryOp::Neg: return apply(BinaryOp::Sub, 0, a);
    case UnaryOp::Not: return a == 0;
    case UnaryOp::BitNot: return ~a;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> constantValue(const ExprRef& expr) {
  if (!expr) return std::nullopt;
  const auto value = std::visit(
      Overloaded{
          [](const IntLiteral& n) -> Value { return n.value; },
          [](const Unary& n) -> Value {
            const auto a = constantValue(n.operand);
            return a ? applyUnary(n.op, *a) : Value();
          },
          [](const Binary& n) -> Value {
            const auto a = constantValue(n.lhs);
            const auto b = constantValue(n.rhs);
            return a && b ? apply(n.op, *a, *b) : Value();
          },
          [](const Select& n) -> Value {
            const auto condition = constantValue(n.condition);
            return condition ? constantValue(*condition ? n.if_true : n.if_false) : Value();
          },
          [](const Cast& n) -> Value { return constantValue(n.operand); },
          [](const FloatLiteral&) -> Value { return std::nullopt; },
          [](const Read&) -> Value { return std::nullopt; },
          [](const Load&) -> Value { return std::nullopt; },
          [](const Extent&) -> Value { return std::nullopt; },
          [](const IsAligned&) -> Value { return std::nullopt; },
          [](const Math&) -> Value { return std::nullopt; },
      },
      expr->node);
  // A value that its type cannot hold is no constant: the bounds rooms say what is wrong with it.
  return inRange(value, expr->type);
}

const Body* decidedSide(const If& branch) {
  const auto value = constantValue(branch.condition);
  if (!value) return nullptr;
  return *value ? &branch.then_body : &branch.else_body;
}

}  // namespace exogpu::ir
