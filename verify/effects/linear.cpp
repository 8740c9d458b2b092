#include "verify/effects/linear.h"

#include <algorithm>

#include "frontend/base/overloaded.h"

namespace exogpu::effects {
namespace {

using ir::BinaryOp;
using ir::ScalarType;

bool isInt(ScalarType type) { return ir::isInteger(type); }

std::optional<std::int64_t> literalOf(const ir::ExprRef& expr) {
  if (const auto* literal = std::get_if<ir::IntLiteral>(&expr->node)) return literal->value;
  if (const auto* cast = std::get_if<ir::Cast>(&expr->node); cast && isInt(expr->type)) return literalOf(cast->operand);
  return std::nullopt;
}

bool sameList(const std::vector<ir::ExprRef>& a, const std::vector<ir::ExprRef>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), sameExpr);
}

/// The condition of `cond ? 1 : 0` or of a bool converted to an integer.
ir::ExprRef indicatorCondition(const ir::ExprRef& expr) {
  if (const auto* cast = std::get_if<ir::Cast>(&expr->node)) {
    if (cast->operand->type == ScalarType::Bool) return cast->operand;
    return isInt(expr->type) && isInt(cast->operand->type) ? indicatorCondition(cast->operand) : nullptr;
  }
  const auto* select = std::get_if<ir::Select>(&expr->node);
  if (select && literalOf(select->if_true) == 1 && literalOf(select->if_false) == 0) return select->condition;
  return nullptr;
}

}  // namespace

smt::Interval typeRange(ScalarType type) {
  if (type == ScalarType::U64) return {0, std::nullopt};
  return {ir::minValue(type), ir::maxValue(type)};
}

bool sameExpr(const ir::ExprRef& a, const ir::ExprRef& b) {
  if (a == b) return true;
  if (!a || !b || a->type != b->type || a->node.index() != b->node.index()) return false;
  return std::visit(
      Overloaded{
          [&](const ir::IntLiteral& x) { return x.value == std::get<ir::IntLiteral>(b->node).value; },
          [&](const ir::FloatLiteral& x) { return x.value == std::get<ir::FloatLiteral>(b->node).value; },
          [&](const ir::Read& x) { return x.symbol == std::get<ir::Read>(b->node).symbol; },
          [&](const ir::Load& x) {
            const auto& y = std::get<ir::Load>(b->node);
            return x.place.buffer == y.place.buffer && sameList(x.place.indices, y.place.indices);
          },
          [&](const ir::Extent& x) {
            const auto& y = std::get<ir::Extent>(b->node);
            return x.buffer == y.buffer && x.dim == y.dim;
          },
          [&](const ir::IsAligned& x) {
            const auto& y = std::get<ir::IsAligned>(b->node);
            return x.buffer == y.buffer && x.bytes == y.bytes;
          },
          [&](const ir::Unary& x) {
            const auto& y = std::get<ir::Unary>(b->node);
            return x.op == y.op && sameExpr(x.operand, y.operand);
          },
          [&](const ir::Binary& x) {
            const auto& y = std::get<ir::Binary>(b->node);
            return x.op == y.op && sameExpr(x.lhs, y.lhs) && sameExpr(x.rhs, y.rhs);
          },
          [&](const ir::Select& x) {
            const auto& y = std::get<ir::Select>(b->node);
            return sameExpr(x.condition, y.condition) && sameExpr(x.if_true, y.if_true) && sameExpr(x.if_false, y.if_false);
          },
          [&](const ir::Cast& x) { return sameExpr(x.operand, std::get<ir::Cast>(b->node).operand); },
          [&](const ir::Math& x) {
            const auto& y = std::get<ir::Math>(b->node);
            return x.function == y.function && sameList(x.arguments, y.arguments);
          },
      },
      a->node);
}

std::optional<std::pair<ir::ExprRef, std::int64_t>> matchCeilDiv(const ir::ExprRef& expr) {
  const auto* sum = std::get_if<ir::Binary>(&expr->node);
  if (!sum || sum->op != BinaryOp::Add || !isInt(expr->type)) return std::nullopt;
  const auto* quotient = std::get_if<ir::Binary>(&sum->lhs->node);
  const auto condition = indicatorCondition(sum->rhs);
  const auto* positive = condition ? std::get_if<ir::Binary>(&condition->node) : nullptr;
  if (!quotient || quotient->op != BinaryOp::Div || !positive) return std::nullopt;
  const auto* remainder = std::get_if<ir::Binary>(&positive->lhs->node);
  if (!remainder || remainder->op != BinaryOp::Rem || literalOf(positive->rhs) != 0) return std::nullopt;
  if (positive->op != BinaryOp::Gt && positive->op != BinaryOp::Ne) return std::nullopt;
  const auto divisor = literalOf(quotient->rhs);
  if (!divisor || *divisor <= 0 || divisor != literalOf(remainder->rhs)) return std::nullopt;
  if (!sameExpr(quotient->lhs, remainder->lhs)) return std::nullopt;
  // With != 0 a negative dividend would be rounded up twice; the pattern is the ceiling for both signs with > 0 only.
  if (positive->op == BinaryOp::Ne) return std::nullopt;
  return std::pair{quotient->lhs, *divisor};
}

smt::Term Normalizer::unknown(std::string name, ScalarType type) {
  const auto result = type == ScalarType::Bool ? terms_.boolVariable(std::move(name))
                                               : terms_.variable(std::move(name), typeRange(type));
  if (on_variable) on_variable(result);
  return result;
}

smt::Term Normalizer::declare(const ir::SymbolRef& symbol, smt::Interval range) {
  const auto result = symbol->type == ScalarType::Bool ? terms_.boolVariable(symbol->name)
                                                       : terms_.variable(symbol->name, range);
  values_[symbol.get()] = result;
  if (on_variable) on_variable(result);
  return result;
}

smt::Term Normalizer::value(const ir::SymbolRef& symbol) {
  const auto found = values_.find(symbol.get());
  return found != values_.end() ? found->second : declare(symbol, typeRange(symbol->type));
}

smt::Term Normalizer::extent(const ir::Buffer& buffer, int dim) {
  if (!buffer.dims.empty()) return terms_.constant(buffer.dims[static_cast<std::size_t>(dim)]);
  auto& entry = extents_[{&buffer, dim}];
  if (!entry) entry = terms_.variable(buffer.name + ".extent(" + std::to_string(dim) + ")", {0, max_extent});
  if (on_global) on_global(entry);
  return entry;
}

smt::Term Normalizer::aligned(const ir::Buffer& buffer, std::int64_t bytes) {
  if (bytes <= ir::sizeInBytes(buffer.element)) return terms_.boolean(true);
  // 16 bytes are 8 as well: one unknown for each power of two, and all the smaller ones with it.
  const bool is_power = (bytes & (bytes - 1)) == 0;
  const smt::Term smaller = is_power ? aligned(buffer, bytes / 2) : terms_.boolean(true);
  auto& entry = aligned_[{&buffer, bytes}];
  if (!entry) entry = terms_.boolVariable(buffer.name + ".is_aligned(" + std::to_string(bytes) + ")");
  if (on_global) on_global(entry);
  return terms_.logicalAnd(smaller, entry);
}

std::int64_t Normalizer::contents(const ir::Buffer& buffer) {
  const auto found = contents_.find(&buffer);
  if (found != contents_.end()) return found->second;
  const bool is_bool = buffer.element == ScalarType::Bool;
  const auto function = terms_.function(buffer.name, is_bool ? smt::Sort::Bool : smt::Sort::Int, typeRange(buffer.element));
  contents_.emplace(&buffer, function);
  return function;
}

smt::Term Normalizer::term(const ir::ExprRef& expr) {
  if (const auto found = memo_.find(expr.get()); found != memo_.end()) return found->second;
  const auto result = evaluate(expr);
  memo_.emplace(expr.get(), result);
  return result;
}

smt::Term Normalizer::evaluate(const ir::ExprRef& expr) {
  if (ir::isFloat(expr->type)) return unknown("float", ScalarType::Bool);
  return std::visit(
      Overloaded{
          [&](const ir::IntLiteral& node) {
            return expr->type == ScalarType::Bool ? terms_.boolean(node.value != 0) : terms_.constant(node.value);
          },
          [&](const ir::FloatLiteral&) { return unknown("float", expr->type); },
          [&](const ir::Read& node) { return value(node.symbol); },
          [&](const ir::Load& node) { return load(node, expr); },
          [&](const ir::Extent& node) { return extent(*node.buffer, node.dim); },
          [&](const ir::IsAligned& node) { return aligned(*node.buffer, node.bytes); },
          [&](const ir::Unary& node) { return unary(node, expr->type); },
          [&](const ir::Binary& node) { return binary(node, expr); },
          [&](const ir::Select& node) { return terms_.ite(term(node.condition), term(node.if_true), term(node.if_false)); },
          [&](const ir::Cast& node) {
            if (ir::isFloat(node.operand->type)) return unknown("converted", expr->type);
            return convert(term(node.operand), node.operand->type, expr->type);
          },
          [&](const ir::Math&) { return unknown("math", expr->type); },
      },
      expr->node);
}

smt::Term Normalizer::load(const ir::Load& node, const ir::ExprRef& expr) {
  std::vector<smt::Term> indices;
  for (auto& index : node.place.indices) indices.push_back(term(index));
  if (on_load) return on_load(expr, indices);
  return unknown(node.place.buffer->name + "[]", expr->type);
}

/// C++ converts modulo 2ⁿ; the value is kept when it fits.
smt::Term Normalizer::convert(smt::Term value, ScalarType from, ScalarType to) {
  if (from == ScalarType::Bool && to == ScalarType::Bool) return value;
  if (from == ScalarType::Bool) return terms_.ite(value, terms_.constant(1), terms_.constant(0));
  if (to == ScalarType::Bool) return terms_.ne(value, terms_.constant(0));
  const auto own = typeRange(from), want = typeRange(to);
  if (*own.lo >= *want.lo && (!want.hi || (own.hi && *own.hi <= *want.hi))) return value;
  const auto have = terms_.interval(value);
  if (have.lo && *have.lo >= *want.lo && (!want.hi || (have.hi && *have.hi <= *want.hi))) return value;
  const int bits = 8 * ir::sizeInBytes(to);
  if (bits > 32) return unknown("converted", to);
  const auto low = terms_.constant(*want.lo);
  return terms_.add(low, terms_.floorMod(terms_.sub(value, low), std::int64_t{1} << bits));
}

smt::Term Normalizer::unary(const ir::Unary& node, ScalarType type) {
  if (ir::isFloat(node.operand->type)) return unknown("float", type);
  const auto operand = term(node.operand);
  switch (node.op) {
    case ir::UnaryOp::Neg: return terms_.neg(operand);
    case ir::UnaryOp::Not: return terms_.logicalNot(operand);
    case ir::UnaryOp::BitNot:  // two's complement: −x − 1, in an unsigned type 2ⁿ − 1 − x
      if (ir::isSigned(type)) return terms_.sub(terms_.constant(-1), operand);
      if (type == ScalarType::U64) return unknown("~", type);
      return terms_.sub(terms_.constant(ir::maxValue(type)), operand);
  }
  return unknown("unary", type);
}

smt::Term Normalizer::comparison(const ir::Binary& node) {
  if (ir::isFloat(node.lhs->type)) return unknown("compare", ScalarType::Bool);
  const auto a = term(node.lhs), b = term(node.rhs);
  if (a->sort == smt::Sort::Bool) {
    const auto same = terms_.eq(a, b);
    if (node.op == BinaryOp::Eq) return same;
    return node.op == BinaryOp::Ne ? terms_.logicalNot(same) : unknown("compare", ScalarType::Bool);
  }
  switch (node.op) {
    case BinaryOp::Lt: return terms_.lt(a, b);
    case BinaryOp::Le: return terms_.le(a, b);
    case BinaryOp::Gt: return terms_.gt(a, b);
    case BinaryOp::Ge: return terms_.ge(a, b);
    case BinaryOp::Eq: return terms_.eq(a, b);
    case BinaryOp::Ne: return terms_.ne(a, b);
    default: return unknown("compare", ScalarType::Bool);
  }
}

smt::Term Normalizer::binary(const ir::Binary& node, const ir::ExprRef& expr) {
  if (ir::isComparison(node.op)) return comparison(node);
  if (const auto ceiling = matchCeilDiv(expr))  // ⌈a/b⌉ = ⌊(a + b − 1)/b⌋, for both signs of a
    return terms_.floorDiv(terms_.add(term(ceiling->first), terms_.constant(ceiling->second - 1)), ceiling->second);
  const auto a = term(node.lhs), b = term(node.rhs);
  switch (node.op) {
    case BinaryOp::LAnd: return terms_.logicalAnd(a, b);
    case BinaryOp::LOr: return terms_.logicalOr(a, b);
    case BinaryOp::Add: return terms_.add(a, b);
    case BinaryOp::Sub: return terms_.sub(a, b);
    case BinaryOp::Mul: return terms_.mul(a, b);
    case BinaryOp::Div:
    case BinaryOp::Rem: return division(node.op, a, b, expr->type);
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor: return bitwise(node.op, a, b, expr->type);
    case BinaryOp::Shl:
    case BinaryOp::Shr: return shift(node.op, a, b, expr->type);
    default: return unknown("binary", expr->type);
  }
}

smt::Term Normalizer::division(BinaryOp op, smt::Term a, smt::Term b, ScalarType type) {
  if (const auto divisor = terms_.constantOf(b); divisor && *divisor != 0)
    return op == BinaryOp::Div ? terms_.truncDiv(a, *divisor) : terms_.truncMod(a, *divisor);
  return opaque(op == BinaryOp::Div ? "div" : "rem", {a, b}, type);
}

smt::Term Normalizer::bitwise(BinaryOp op, smt::Term a, smt::Term b, ScalarType type) {
  if (a->sort == smt::Sort::Bool) {
    if (op == BinaryOp::And) return terms_.logicalAnd(a, b);
    return op == BinaryOp::Or ? terms_.logicalOr(a, b) : terms_.ne(a, b);
  }
  if (terms_.constantOf(a)) std::swap(a, b);
  const auto mask = terms_.constantOf(b);
  if (!mask) return opaque(std::string(ir::text(op)), {a, b}, type);
  const auto both = terms_.bitAnd(a, *mask);  // a|m = a + m − (a&m), a^m = a + m − 2(a&m)
  if (op == BinaryOp::And) return both;
  return terms_.sub(terms_.add(a, b), op == BinaryOp::Or ? both : terms_.scale(both, 2));
}

smt::Term Normalizer::shift(BinaryOp op, smt::Term a, smt::Term b, ScalarType type) {
  const auto count = terms_.constantOf(b);
  if (!count || *count < 0 || *count > 31) return opaque(std::string(ir::text(op)), {a, b}, type);
  const auto factor = std::int64_t{1} << *count;
  return op == BinaryOp::Shl ? terms_.scale(a, factor) : terms_.floorDiv(a, factor);
}

/// An uninterpreted function of its arguments: equal arguments, equal values.
smt::Term Normalizer::opaque(const std::string& name, std::vector<smt::Term> arguments, ScalarType type) {
  const auto found = opaque_functions_.find({name, type});
  const auto function = found != opaque_functions_.end() ? found->second
                                                         : terms_.function(name, smt::Sort::Int, typeRange(type));
  opaque_functions_[{name, type}] = function;
  return terms_.apply(function, std::move(arguments));
}

}  // namespace exogpu::effects
