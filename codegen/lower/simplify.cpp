#include "codegen/lower/simplify.h"

#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
/// One node whose operands are simple already; null when it stays.
ir::ExprRef simpler(const ir::ExprRef& expr) {
  const auto* node = std::get_if<ir::Binary>(&expr->node);
  if (!node || expr->type != ir::ScalarType::I32) return nullptr;
  const auto a = ir::constantValue(node->lhs), b = ir::constantValue(node->rhs);
  if (a && b) {
    const auto value = ir::constantValue(expr);
    return value ? ir::intLiteral(*value, expr->where) : nullptr;
  }
  switch (node->op) {
    case ir::BinaryOp::Add:
      if (b == 0) return node->lhs;
      if (a == 0) return node->rhs;
      if (b) {  // (x + c) + b
        const auto* inner = std::get_if<ir::Binary>(&node->lhs->node);
        const auto c = inner && inner->op == ir::BinaryOp::Add ? ir::constantValue(inner->rhs) : std::nullopt;
        if (c) return simplify(ir::binary(ir::BinaryOp::Add, inner->lhs, ir::intLiteral(*c + *b), expr->where));
      }
      return nullptr;
    case ir::BinaryOp::Sub: return b == 0 ? node->lhs : nullptr;
    case ir::BinaryOp::Mul: return b == 1 ? node->lhs : a == 1 ? node->rhs : a == 0 ? node->lhs : b == 0 ? node->rhs : nullptr;
    case ir::BinaryOp::Div: return b == 1 ? node->lhs : nullptr;
    default: return nullptr;
  }
}
}  // namespace

ir::ExprRef simplify(const ir::ExprRef& expr) { return ir::rewriteExpr(expr, simpler); }

}  // namespace exogpu::lower
