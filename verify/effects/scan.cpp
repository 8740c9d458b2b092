// Expressions: each read, and each condition that must hold where a part is evaluated, under the short circuits above it.
#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"
#include "verify/effects/builder.h"

namespace exogpu::effects {

void ModelBuilder::scanAll(const std::vector<ir::ExprRef>& exprs) {
  for (auto& expr : exprs) scan(expr, true);
}

void ModelBuilder::scanGuarded(const ir::ExprRef& expr, bool reaching, smt::Term guard) {
  const auto facts = facts_.size();
  assume(guard);
  scan(expr, reaching);
  facts_.resize(facts);
}

/// `reaching`: the value reaches an index position, so no intermediate may leave its type.
void ModelBuilder::scan(const ir::ExprRef& expr, bool reaching) {
  std::visit(Overloaded{
                 [](const ir::IntLiteral&) {},
                 [](const ir::FloatLiteral&) {},
                 [](const ir::Extent&) {},
                 [](const ir::IsAligned&) {},
                 [&](const ir::Read& node) { scanRead(node.symbol, expr); },
                 [&](const ir::Load& node) { scanLoad(node, expr); },
                 [&](const ir::Unary& node) {
                   scan(node.operand, reaching);
                   if (reaching) checkOverflow(expr);
                 },
                 [&](const ir::Binary& node) { scanBinary(node, expr, reaching); },
                 [&](const ir::Select& node) {
                   scan(node.condition, true);
                   const auto condition = n_.term(node.condition);
                   scanGuarded(node.if_true, reaching, condition);
                   scanGuarded(node.if_false, reaching, t_.logicalNot(condition));
                 },
                 [&](const ir::Cast& node) { scan(node.operand, reaching); },
                 [&](const ir::Math& node) {
                   for (auto& argument : node.arguments) scan(argument, false);
                 },
             },
             expr->node);
}

void ModelBuilder::scanBinary(const ir::Binary& node, const ir::ExprRef& expr, bool reaching) {
  using enum ir::BinaryOp;
  if (ir::isLogical(node.op)) {
    scan(node.lhs, true);
    const auto left = n_.term(node.lhs);
    return scanGuarded(node.rhs, reaching, node.op == LAnd ? left : t_.logicalNot(left));
  }
  const bool integers = ir::isInteger(node.lhs->type);
  const bool counts = integers && (node.op == Div || node.op == Rem || node.op == Shl || node.op == Shr);
  scan(node.lhs, reaching);
  scan(node.rhs, reaching || counts);
  if (integers && (node.op == Div || node.op == Rem)) {
    const auto divisor = n_.term(node.rhs), dividend = n_.term(node.lhs);
    auto safe = t_.ne(divisor, t_.constant(0));
    if (ir::isSigned(expr->type))  // INT_MIN / −1 leaves the type
      safe = t_.logicalAnd(safe, t_.logicalOr(t_.ne(divisor, t_.constant(-1)),
                                              t_.gt(dividend, t_.constant(ir::minValue(expr->type)))));
    check(Check::Kind::Division, safe, expr->where, node.rhs);
  }
  if (integers && (node.op == Shl || node.op == Shr))
    check(Check::Kind::Shift, t_.within(n_.term(node.rhs), 0, 8 * ir::sizeInBytes(node.lhs->type) - 1), expr->where, node.rhs);
  if (reaching) checkOverflow(expr);
}

void ModelBuilder::scanLoad(const ir::Load& load, const ir::ExprRef& expr) {
  scanAll(load.place.indices);
  element(AccessKind::Read, load.place, {stmt_->id, expr->id, ir::AccessSide::Read}, expr->where);
}

void ModelBuilder::scanRead(const ir::SymbolRef& symbol, const ir::ExprRef& expr) {
  const auto found = defined_.find(symbol.get());
  if (found != defined_.end()) check(Check::Kind::Undefined, found->second, expr->where, expr).symbol = symbol;
}

void ModelBuilder::checkOverflow(const ir::ExprRef& expr) {
  if (!ir::isInteger(expr->type)) return;
  const auto range = typeRange(expr->type);
  const auto value = n_.term(expr);
  auto fits = t_.le(t_.constant(*range.lo), value);
  // The model counts in 64-bit numbers, so of an unsigned one it asks a bit more: that it fits 63 bits.
  const auto most = range.hi.value_or(ir::maxValue(ir::ScalarType::I64));
  fits = t_.logicalAnd(fits, t_.le(value, t_.constant(most)));
  if (t_.constantOf(fits) != 1) check(Check::Kind::Overflow, fits, expr->where, expr);
}

}  // namespace exogpu::effects
