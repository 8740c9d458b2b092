#include "verify/witness/host_values.h"

#include "frontend/base/overloaded.h"

namespace exogpu::witness {

using ir::BinaryOp;
using Value = std::optional<std::int64_t>;

Value HostValues::extent(const ir::BufferRef& buffer, int dim) const {
  const auto found = extents_.find({buffer.get(), dim});
  return found == extents_.end() ? std::nullopt : Value(found->second);
}

Value HostValues::scalar(const ir::SymbolRef& symbol) const {
  if (const auto found = scalars_.find(symbol.get()); found != scalars_.end()) return found->second;
  const auto definition = definitions_.find(symbol.get());
  return definition == definitions_.end() ? std::nullopt : value(definition->second);
}

Value HostValues::value(const ir::ExprRef& expr) const {
  const auto select = [&](const ir::Select& node) -> Value {
    const auto condition = value(node.condition);
    return condition ? value(*condition ? node.if_true : node.if_false) : std::nullopt;
  };
  return std::visit(Overloaded{
                        [](const ir::IntLiteral& node) -> Value { return node.value; },
                        [](const ir::FloatLiteral&) -> Value { return std::nullopt; },
                        [&](const ir::Read& node) -> Value { return scalar(node.symbol); },
                        [](const ir::Load&) -> Value { return std::nullopt; },
                        [&](const ir::Extent& node) -> Value { return extent(node.buffer, node.dim); },
                        [](const ir::IsAligned&) -> Value { return 1; },
                        [&](const ir::Unary& node) -> Value { return unary(node); },
                        [&](const ir::Binary& node) -> Value { return binary(node); },
                        select,
                        [&](const ir::Cast& node) -> Value { return value(node.operand); },
                        [](const ir::Math&) -> Value { return std::nullopt; },
                    },
                    expr->node);
}

Value HostValues::unary(const ir::Unary& node) const {
  const auto v = value(node.operand);
  if (!v) return std::nullopt;
  switch (node.op) {
    case ir::UnaryOp::Neg: return -*v;
    case ir::UnaryOp::Not: return !*v;
    case ir::UnaryOp::BitNot: return ~*v;
  }
  return std::nullopt;
}

Value HostValues::binary(const ir::Binary& node) const {
  const auto a = value(node.lhs), b = value(node.rhs);
  if (!a || !b) return std::nullopt;
  const bool zero_divisor = *b == 0, bad_shift = *b < 0 || *b > 62;
  switch (node.op) {
    case BinaryOp::Add: return *a + *b;
    case BinaryOp::Sub: return *a - *b;
    case BinaryOp::Mul: return *a * *b;
    case BinaryOp::Div: return zero_divisor ? std::nullopt : Value(*a / *b);
    case BinaryOp::Rem: return zero_divisor ? std::nullopt : Value(*a % *b);
    case BinaryOp::And: return *a & *b;
    case BinaryOp::Or: return *a | *b;
    case BinaryOp::Xor: return *a ^ *b;
    case BinaryOp::Shl: return bad_shift ? std::nullopt : Value(*a << *b);
    case BinaryOp::Shr: return bad_shift ? std::nullopt : Value(*a >> *b);
    case BinaryOp::Lt: return *a < *b;
    case BinaryOp::Le: return *a <= *b;
    case BinaryOp::Gt: return *a > *b;
    case BinaryOp::Ge: return *a >= *b;
    case BinaryOp::Eq: return *a == *b;
    case BinaryOp::Ne: return *a != *b;
    case BinaryOp::LAnd: return *a && *b;
    case BinaryOp::LOr: return *a || *b;
  }
  return std::nullopt;
}

}  // namespace exogpu::witness
