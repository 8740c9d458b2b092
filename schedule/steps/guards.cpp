// Loads with the conditions under which their own expression evaluates them.
#include "frontend/ir/build.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"
#include "schedule/steps/legality.h"

namespace exogpu::steps {
namespace {

ir::ExprRef negation(const ir::ExprRef& condition) {
  return ir::makeExpr(ir::Unary{ir::UnaryOp::Not, ir::cloneExpr(condition)}, ir::ScalarType::Bool);
}

void collect(const ir::ExprRef& expr, const ir::ExprRef& guard, std::vector<GuardedLoad>& out) {
  if (const auto* select = std::get_if<ir::Select>(&expr->node)) {
    collect(select->condition, guard, out);
    collect(select->if_true, conjunction(guard, select->condition), out);
    collect(select->if_false, conjunction(guard, negation(select->condition)), out);
    return;
  }
  if (const auto* logic = std::get_if<ir::Binary>(&expr->node); logic && ir::isLogical(logic->op)) {
    collect(logic->lhs, guard, out);
    const bool needs_true = logic->op == ir::BinaryOp::LAnd;
    collect(logic->rhs, conjunction(guard, needs_true ? logic->lhs : negation(logic->lhs)), out);
    return;
  }
  if (std::holds_alternative<ir::Load>(expr->node)) out.push_back({expr, guard});
  ir::parts::eachChild(expr->node, [&](const ir::ExprRef& child) { collect(child, guard, out); });
}

}  // namespace

ir::ExprRef conjunction(const ir::ExprRef& a, const ir::ExprRef& b) {
  if (!a) return ir::cloneExpr(b);
  return ir::binary(ir::BinaryOp::LAnd, ir::cloneExpr(a), ir::cloneExpr(b));
}

ir::ExprRef implication(const ir::ExprRef& guard, const ir::ExprRef& condition) {
  if (!guard) return condition;
  return ir::binary(ir::BinaryOp::LOr, negation(guard), condition);
}

std::vector<GuardedLoad> guardedLoads(const ir::Stmt& stmt) {
  std::vector<GuardedLoad> out;
  ir::forEachExpr(stmt, [&](const ir::ExprRef& root) { collect(root, nullptr, out); });
  return out;
}

}  // namespace exogpu::steps
