#include "schedule/steps/arithmetic.h"

#include "frontend/ir/walk.h"

namespace exogpu::steps {

using ir::BinaryOp;

ir::ExprRef arithmetic(BinaryOp op, ir::ExprRef a, ir::ExprRef b) {
  auto made = ir::binary(op, a, b);
  if (const auto value = ir::constantValue(made)) return literal(*value);
  if (op == BinaryOp::Add && isLiteral(a, 0)) return b;
  if ((op == BinaryOp::Add || op == BinaryOp::Sub) && isLiteral(b, 0)) return a;
  if ((op == BinaryOp::Mul || op == BinaryOp::Div) && isLiteral(b, 1)) return a;
  if (op == BinaryOp::Mul && isLiteral(a, 1)) return b;
  return made;
}

ir::ExprRef ceilDivided(const ir::ExprRef& a, std::int64_t n) {
  if (const auto value = ir::constantValue(a); value && *value >= 0) return literal((*value + n - 1) / n);
  const auto rest = ir::binary(BinaryOp::Gt, remainder(ir::cloneExpr(a), n), literal(0));
  const auto one = ir::makeExpr(ir::Select{rest, literal(1), literal(0)}, ir::ScalarType::I32);
  return plus(divided(ir::cloneExpr(a), n), one);
}

ir::ExprRef within(const ir::ExprRef& value, const ir::ExprRef& lo, const ir::ExprRef& hi) {
  return both(lessEqual(ir::cloneExpr(lo), ir::cloneExpr(value)), less(ir::cloneExpr(value), ir::cloneExpr(hi)));
}

}  // namespace exogpu::steps
