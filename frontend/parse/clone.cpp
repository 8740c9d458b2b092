// Copies of expressions; free of Clang.
#include "frontend/base/overloaded.h"
#include "frontend/ir/build.h"

namespace exogpu::parse {

ir::ExprRef cloneExpr(const ir::ExprRef& expr);
int countNodes(const ir::ExprRef& expr);

static std::vector<ir::ExprRef> cloneAll(const std::vector<ir::ExprRef>& exprs) {
  std::vector<ir::ExprRef> out;
  for (const auto& expr : exprs) out.push_back(cloneExpr(expr));
  return out;
}

ir::ExprRef cloneExpr(const ir::ExprRef& expr) {
  const auto node = std::visit(
      Overloaded{
          [](const ir::Load& n) -> ir::ExprNode { return ir::Load{{n.place.buffer, cloneAll(n.place.indices)}}; },
          [](const ir::Unary& n) -> ir::ExprNode { return ir::Unary{n.op, cloneExpr(n.operand)}; },
          [](const ir::Binary& n) -> ir::ExprNode { return ir::Binary{n.op, cloneExpr(n.lhs), cloneExpr(n.rhs)}; },
          [](const ir::Select& n) -> ir::ExprNode {
            return ir::Select{cloneExpr(n.condition), cloneExpr(n.if_true), cloneExpr(n.if_false)};
          },
          [](const ir::Cast& n) -> ir::ExprNode { return ir::Cast{cloneExpr(n.operand)}; },
          [](const ir::Math& n) -> ir::ExprNode { return ir::Math{n.function, cloneAll(n.arguments)}; },
          [](const auto& leaf) -> ir::ExprNode { return leaf; },
      },
      expr->node);
  return std::make_shared<const ir::Expr>(ir::Expr{node, expr->type, expr->where});
}

int countNodes(const ir::ExprRef& expr) {
  const auto sum = [](const std::vector<ir::ExprRef>& exprs) {
    int total = 0;
    for (const auto& each : exprs) total += countNodes(each);
    return total;
  };
  return 1 + std::visit(Overloaded{
                            [&](const ir::Load& n) { return sum(n.place.indices); },
                            [](const ir::Unary& n) { return countNodes(n.operand); },
                            [](const ir::Binary& n) { return countNodes(n.lhs) + countNodes(n.rhs); },
                            [&](const ir::Select& n) { return sum({n.condition, n.if_true, n.if_false}); },
                            [](const ir::Cast& n) { return countNodes(n.operand); },
                            [&](const ir::Math& n) { return sum(n.arguments); },
                            [](const auto&) { return 0; },
                        },
                        expr->node);
}

}  // namespace exogpu::parse
