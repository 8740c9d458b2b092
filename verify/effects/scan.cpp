// Expressions: each read, and each condition that must hold where a part is evaluated, under the short circuits above it.
#include <algorithm>

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
  // The model counts in signed 64-bit numbers. A condition is refuted by its negation, and "v <= least - 1" is kept as
  // v - least + 1 <= 0: the constants of both ends have to fit as well, so a 64-bit value may not come nearer than this.
  const auto range = typeRange(expr->type);
  const auto least = std::max(*range.lo, ir::minValue(ir::ScalarType::I64) + 2);
  const auto most = std::min(range.hi.value_or(ir::maxValue(ir::ScalarType::I64)), ir::maxValue(ir::ScalarType::I64) - 1);
  const auto fits = t_.within(n_.term(expr), least, most);
  if (t_.constantOf(fits) != 1) check(Check::Kind::Overflow, fits, expr->where, expr);
}

}  // namespace exogpu::effects
