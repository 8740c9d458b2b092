#pragma once
// Index arithmetic that steps write: the constructors of build.h with literals folded, so that programs stay readable.
#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"

namespace exogpu::steps {

inline ir::ExprRef literal(std::int64_t value) { return ir::intLiteral(value); }
inline bool isLiteral(const ir::ExprRef& expr, std::int64_t value) { return ir::constantValue(expr) == value; }

/// a op b, as a literal when both are and the result is an int.
ir::ExprRef arithmetic(ir::BinaryOp op, ir::ExprRef a, ir::ExprRef b);
inline ir::ExprRef plus(ir::ExprRef a, ir::ExprRef b) { return arithmetic(ir::BinaryOp::Add, std::move(a), std::move(b)); }
inline ir::ExprRef minus(ir::ExprRef a, ir::ExprRef b) { return arithmetic(ir::BinaryOp::Sub, std::move(a), std::move(b)); }
inline ir::ExprRef times(ir::ExprRef a, std::int64_t n) { return arithmetic(ir::BinaryOp::Mul, std::move(a), literal(n)); }
inline ir::ExprRef divided(ir::ExprRef a, std::int64_t n) { return arithmetic(ir::BinaryOp::Div, std::move(a), literal(n)); }
inline ir::ExprRef remainder(ir::ExprRef a, std::int64_t n) { return arithmetic(ir::BinaryOp::Rem, std::move(a), literal(n)); }
inline ir::ExprRef less(ir::ExprRef a, ir::ExprRef b) { return ir::binary(ir::BinaryOp::Lt, std::move(a), std::move(b)); }
inline ir::ExprRef lessEqual(ir::ExprRef a, ir::ExprRef b) { return ir::binary(ir::BinaryOp::Le, std::move(a), std::move(b)); }
inline ir::ExprRef both(ir::ExprRef a, ir::ExprRef b) { return ir::binary(ir::BinaryOp::LAnd, std::move(a), std::move(b)); }
/// ⌈a / n⌉ without overflow, in the form that the prover knows.
ir::ExprRef ceilDivided(const ir::ExprRef& a, std::int64_t n);
/// lo <= value && value < hi.
ir::ExprRef within(const ir::ExprRef& value, const ir::ExprRef& lo, const ir::ExprRef& hi);

}  // namespace exogpu::steps
