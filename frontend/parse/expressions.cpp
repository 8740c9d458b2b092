// Expressions and places. Every conversion of C++, implicit or not, becomes a Cast node.
#include "frontend/base/overloaded.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"
#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

// ---- scalars --------------------------------------------------------------------------------------------------------

ir::ScalarType Lowering::requireScalar(clang::QualType type, clang::SourceRange tokens) {
  if (const auto scalar = scalarTypeOf(type)) return *scalar;
  refuse(diag::Id::TypeOutside, tokens, {type.getAsString()});
}

ir::ExprRef Lowering::zeroOf(ir::ScalarType type, SourceRange range) {
  if (!ir::isFloat(type)) return ir::makeExpr(ir::IntLiteral{0}, type, range);
  const bool is_half = ir::sizeInBytes(type) == 2;  // half types have no literals: their values are conversions
  auto zero = ir::makeExpr(ir::FloatLiteral{0.0}, is_half ? ir::ScalarType::F32 : type, range);
  return is_half ? ir::cast(std::move(zero), type, range) : zero;
}

ir::ExprRef Lowering::castTo(ir::ExprRef expr, ir::ScalarType type, SourceRange range) {
  if (expr->type == type) return expr;
  if (const auto* literal = std::get_if<ir::IntLiteral>(&expr->node); literal && ir::isInteger(type))
    if (literal->value >= ir::minValue(type) && literal->value <= ir::maxValue(type))
      return ir::makeExpr(ir::IntLiteral{literal->value}, type, range);
  return ir::cast(std::move(expr), type, range);
}

/// An expression that is all of a statement's right side: a call there may have effects of its own.
ir::ExprRef Lowering::lowerWhole(const clang::Expr* expr) {
  const auto* inner = strip(expr);
  while (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(inner)) inner = strip(cast->getSubExpr());
  whole_ = inner;
  return lowerExpr(expr);
}

/// What C++ evaluates while it compiles, as it does a call of a consteval function.
static const clang::ConstantExpr* immediateOf(const clang::Expr* expr) {
  for (;;) {
    expr = expr->IgnoreParens();
    if (const auto* constant = dyn_cast<clang::ConstantExpr>(expr); constant && constant->hasAPValueResult()) return constant;
    if (const auto* full = dyn_cast<clang::FullExpr>(expr)) expr = full->getSubExpr();
    else if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(expr)) expr = temporary->getSubExpr();
    else return nullptr;
  }
}

ir::ExprRef Lowering::lowerExpr(const clang::Expr* original) {
  const clang::Expr* expr = strip(original);
  const Nesting nesting(*this, expr);
  if (const auto* immediate = immediateOf(original))
    if (auto value = constantFrom(immediate->getAPValueResult(), immediate->getType(), immediate)) return value;
  if (auto constant = foldConstant(expr)) return constant;
  if (expr->getType().isVolatileQualified()) refuse(diag::Id::Volatile, expr->getSourceRange());
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr)) return lowerCast(cast);
  if (const auto* op = dyn_cast<clang::UnaryOperator>(expr)) return lowerUnary(op);
  if (const auto* op = dyn_cast<clang::BinaryOperator>(expr)) return lowerBinary(op);
  if (const auto* op = dyn_cast<clang::ConditionalOperator>(expr)) return lowerSelect(op);
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(expr)) return lowerConstruct(construct);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expr); list && list->getNumInits() == 1) return lowerExpr(list->getInit(0));
  const bool is_zero = isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(expr) ||
                       (isa<clang::InitListExpr>(expr) && llvm::cast<clang::InitListExpr>(expr)->getNumInits() == 0);
  if (is_zero) {
    const auto type = requireScalar(expr->getType(), expr->getSourceRange());
    return zeroOf(type, where(expr->getSourceRange()));
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(expr)) return lowerCall(call);
  if (isa<clang::DeclRefExpr, clang::ArraySubscriptExpr, clang::MemberExpr>(expr) && scalarTypeOf(expr->getType()))
    return readBinding(lowerLvalue(expr), expr->getSourceRange());
  refuseExpr(expr);
}

ir::ExprRef Lowering::lowerCast(const clang::CastExpr* cast) {
  const auto* inside = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      if (const auto* choice = dyn_cast<clang::ConditionalOperator>(strip(inside))) return lowerSelect(choice);
      return readBinding(lowerLvalue(inside), inside->getSourceRange());
    case clang::CK_NoOp:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion: return lowerExpr(inside);
    case clang::CK_IntegralCast:
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_IntegralToBoolean:
    case clang::CK_FloatingToBoolean: {
      const auto type = requireScalar(cast->getType(), cast->getSourceRange());
      return castTo(lowerExpr(inside), type, where(cast->getSourceRange()));
    }
    default: refuse(diag::Id::Cast, cast->getSourceRange(), {cast->getCastKindName()});
  }
}

ir::ExprRef Lowering::lowerConstruct(const clang::CXXConstructExpr* construct) {
  const auto type = requireScalar(construct->getType(), construct->getSourceRange());
  const auto range = where(construct->getSourceRange());
  if (construct->getNumArgs() == 0) return zeroOf(type, range);  // f16{}: value-initialised, all bits zero
  return castTo(lowerExpr(construct->getArg(0)), type, range);
}

ir::ExprRef Lowering::lowerUnary(const clang::UnaryOperator* op) {
  const auto range = where(op->getSourceRange());
  const auto make = [&](ir::UnaryOp kind) {
    auto operand = lowerExpr(op->getSubExpr());
    const auto type = kind == ir::UnaryOp::Not ? ir::ScalarType::Bool : operand->type;
    return ir::makeExpr(ir::Unary{kind, std::move(operand)}, type, range);
  };
  switch (op->getOpcode()) {
    case clang::UO_Plus: return lowerExpr(op->getSubExpr());
    case clang::UO_Minus: return make(ir::UnaryOp::Neg);
    case clang::UO_LNot: return make(ir::UnaryOp::Not);
    case clang::UO_Not: return make(ir::UnaryOp::BitNot);
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec: refuse(diag::Id::SideEffect, op->getSourceRange(), {clang::UnaryOperator::getOpcodeStr(op->getOpcode()).str()});
    case clang::UO_AddrOf: refuse(diag::Id::AddressOf, op->getSourceRange());
    case clang::UO_Deref: refuse(diag::Id::Pointer, op->getSourceRange());
    default: refuseExpr(op);
  }
}

static std::optional<ir::BinaryOp> binaryOpOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add: return ir::BinaryOp::Add;
    case clang::BO_Sub: return ir::BinaryOp::Sub;
    case clang::BO_Mul: return ir::BinaryOp::Mul;
    case clang::BO_Div: return ir::BinaryOp::Div;
    case clang::BO_Rem: return ir::BinaryOp::Rem;
    case clang::BO_And: return ir::BinaryOp::And;
    case clang::BO_Or: return ir::BinaryOp::Or;
    case clang::BO_Xor: return ir::BinaryOp::Xor;
    case clang::BO_Shl: return ir::BinaryOp::Shl;
    case clang::BO_Shr: return ir::BinaryOp::Shr;
    case clang::BO_LT: return ir::BinaryOp::Lt;
    case clang::BO_LE: return ir::BinaryOp::Le;
    case clang::BO_GT: return ir::BinaryOp::Gt;
    case clang::BO_GE: return ir::BinaryOp::Ge;
    case clang::BO_EQ: return ir::BinaryOp::Eq;
    case clang::BO_NE: return ir::BinaryOp::Ne;
    case clang::BO_LAnd: return ir::BinaryOp::LAnd;
    case clang::BO_LOr: return ir::BinaryOp::LOr;
    default: return std::nullopt;
  }
}

ir::ExprRef Lowering::makeBinary(clang::BinaryOperatorKind kind, ir::ExprRef lhs, ir::ExprRef rhs, const clang::Expr* at) {
  const auto op = binaryOpOf(kind);
  if (!op) refuseExpr(at);
  // The type of a shift is the left operand's; the amount gets that type too, which keeps its value.
  if ((*op == ir::BinaryOp::Shl || *op == ir::BinaryOp::Shr) && rhs->type != lhs->type) {
    const auto amount = ir::constantValue(rhs);
    const bool keeps = ir::sizeInBytes(rhs->type) <= ir::sizeInBytes(lhs->type) || (amount && *amount >= 0 && *amount < 64);
    if (!keeps) refuse(diag::Id::ShiftAmount, at->getSourceRange());
    rhs = castTo(rhs, lhs->type, rhs->where);
  }
  return ir::binary(*op, std::move(lhs), std::move(rhs), where(at->getSourceRange()));
}

ir::ExprRef Lowering::lowerBinary(const clang::BinaryOperator* op) {
  if (op->isAssignmentOp()) refuse(diag::Id::SideEffect, op->getSourceRange(), {op->getOpcodeStr().str()});
  if (op->getOpcode() == clang::BO_Comma) refuse(diag::Id::Comma, op->getOperatorLoc());
  if (op->getLHS()->getType()->isPointerType() || op->getRHS()->getType()->isPointerType())
    refuse(diag::Id::Pointer, op->getSourceRange());
  if (op->isLogicalOp()) return lowerLogical(op);
  if (op->isComparisonOp()) checkMixedSign(op);
  else warnHiddenDouble(op);
  auto lhs = lowerExpr(op->getLHS());
  auto rhs = lowerExpr(op->getRHS());
  // C++ promotes whatever is narrower than an int, but for scoped enumerations, whose values compare the same either way.
  if (op->isComparisonOp() && lhs->type == rhs->type && !ir::isFloat(lhs->type) && ir::sizeInBytes(lhs->type) < 4) {
    lhs = castTo(lhs, ir::ScalarType::I32, lhs->where);
    rhs = castTo(rhs, ir::ScalarType::I32, rhs->where);
  }
  return makeBinary(op->getOpcode(), std::move(lhs), std::move(rhs), op);
}

void Lowering::checkMixedSign(const clang::BinaryOperator* op) {
  for (const auto* side : {op->getLHS(), op->getRHS()}) {
    const auto* cast = dyn_cast<clang::ImplicitCastExpr>(side->IgnoreParens());
    if (!cast || cast->getCastKind() != clang::CK_IntegralCast || !cast->getType()->isUnsignedIntegerType()) continue;
    if (!cast->getSubExpr()->getType()->isSignedIntegerType()) continue;
    clang::Expr::EvalResult constant;
    if (cast->getSubExpr()->EvaluateAsInt(constant, unit_.context) && !constant.Val.getInt().isNegative()) continue;
    refuse(diag::Id::MixedSign, op->getSourceRange(), {cast->getSubExpr()->getType().getAsString(), cast->getType().getAsString()});
  }
}

void Lowering::warnHiddenDouble(const clang::BinaryOperator* op) {
  if (scalarTypeOf(op->getType()) != ir::ScalarType::F64 && !isa<clang::CompoundAssignOperator>(op)) return;
  const auto widened = [](const clang::Expr* side) {
    const auto* cast = dyn_cast<clang::ImplicitCastExpr>(side->IgnoreParens());
    return cast && cast->getCastKind() == clang::CK_FloatingCast && scalarTypeOf(cast->getType()) == ir::ScalarType::F64 &&
           scalarTypeOf(cast->getSubExpr()->getType()) == ir::ScalarType::F32;
  };
  bool hidden = widened(op->getLHS()) || widened(op->getRHS());
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(op))
    hidden = scalarTypeOf(compound->getComputationLHSType()) == ir::ScalarType::F64 && scalarTypeOf(op->getLHS()->getType()) == ir::ScalarType::F32;
  if (hidden) report(diag::Id::HiddenDouble, op->getSourceRange());
}

ir::ExprRef Lowering::lowerGuarded(const clang::Expr* expr) {
  const llvm::SaveAndRestore<bool> substitute(substitute_, true);
  return lowerExpr(expr);
}

// Note [Guarded operands]
// The right side of && and ||, and the branches of ?:, run only if they are chosen. When one of them needs statements
// (an inlined call with locals, say), the operator becomes an `if` around those statements and a local for its value.
ir::ExprRef Lowering::lowerLogical(const clang::BinaryOperator* op) {
  auto lhs = lowerExpr(op->getLHS());
  ir::ExprRef rhs;
  auto body = collect([&] { rhs = lowerGuarded(op->getRHS()); });
  if (body.empty()) return makeBinary(op->getOpcode(), std::move(lhs), std::move(rhs), op);
  const auto tokens = op->getSourceRange();
  const auto value = makeLocal("chosen", ir::ScalarType::Bool, tokens);
  emit(ir::Let{value, std::move(lhs)}, tokens);
  body.push_back(ir::makeStmt(ir::Assign{value, std::move(rhs)}, where(tokens)));
  value->is_mutable = true;
  const bool is_and = op->getOpcode() == clang::BO_LAnd;
  emit(ir::If{ir::read(value), is_and ? body : ir::Body{}, is_and ? ir::Body{} : body}, tokens);
  return ir::read(value, where(tokens));
}

ir::ExprRef Lowering::lowerSelect(const clang::ConditionalOperator* op) {
  for (const auto* branch : {op->getTrueExpr(), op->getFalseExpr()}) {  // what the macro assert expands to
    const auto* call = asCall(branch);
    const auto entity = call && call->getDirectCallee() ? entityOf(call->getDirectCallee()) : std::nullopt;
    if (entity && entity->kind == EntityKind::Assert) refuse(diag::Id::Assert, op->getSourceRange());
  }
  const auto type = requireScalar(op->getType(), op->getSourceRange());
  auto condition = lowerExpr(op->getCond());
  ir::ExprRef if_true, if_false;
  auto then_body = collect([&] { if_true = lowerGuarded(op->getTrueExpr()); });
  auto else_body = collect([&] { if_false = lowerGuarded(op->getFalseExpr()); });
  const auto tokens = op->getSourceRange();
  if (then_body.empty() && else_body.empty())
    return ir::makeExpr(ir::Select{std::move(condition), std::move(if_true), std::move(if_false)}, type, where(tokens));
  const auto value = makeLocal("chosen", type, tokens);
  emit(ir::Let{value, nullptr}, tokens);
  then_body.push_back(ir::makeStmt(ir::Assign{value, std::move(if_true)}, where(op->getTrueExpr()->getSourceRange())));
  else_body.push_back(ir::makeStmt(ir::Assign{value, std::move(if_false)}, where(op->getFalseExpr()->getSourceRange())));
  value->is_mutable = true;
  emit(ir::If{std::move(condition), std::move(then_body), std::move(else_body)}, tokens);
  return ir::read(value, where(tokens));
}

/// Subscripts, bounds, window origins: int values. Wider or unsigned arithmetic wraps elsewhere than the proof assumes.
ir::ExprRef Lowering::lowerIndex(const clang::Expr* expr) {
  const auto* inner = strip(expr);
  if (auto constant = foldConstant(inner)) {
    const auto* literal = std::get_if<ir::IntLiteral>(&constant->node);
    if (literal && literal->value >= ir::minValue(ir::ScalarType::I32) && literal->value <= ir::maxValue(ir::ScalarType::I32))
      return ir::intLiteral(literal->value, constant->where);
  }
  while (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(inner)) {
    if (cast->getCastKind() != clang::CK_IntegralCast) break;
    inner = strip(cast->getSubExpr());
  }
  const auto type = requireScalar(inner->getType(), expr->getSourceRange());
  const bool fits = ir::isInteger(type) && (ir::sizeInBytes(type) < 4 || type == ir::ScalarType::I32);
  if (!fits && type != ir::ScalarType::Bool) refuse(diag::Id::IndexType, expr->getSourceRange(), {inner->getType().getAsString()});
  auto index = lowerExpr(inner);
  const auto range = index->where;
  return castTo(std::move(index), ir::ScalarType::I32, range);
}

void Lowering::refuseExpr(const clang::Expr* expr) {
  switch (expr->getStmtClass()) {
    case clang::Stmt::LambdaExprClass: refuse(diag::Id::Lambda, expr->getSourceRange());
    case clang::Stmt::CXXNewExprClass: refuse(diag::Id::NewDelete, expr->getSourceRange(), {"new"});
    case clang::Stmt::CXXDeleteExprClass: refuse(diag::Id::NewDelete, expr->getSourceRange(), {"delete"});
    case clang::Stmt::CXXThrowExprClass: refuse(diag::Id::Exception, expr->getSourceRange(), {"throw"});
    case clang::Stmt::StringLiteralClass: refuse(diag::Id::StringUse, expr->getSourceRange());
    case clang::Stmt::StmtExprClass: refuse(diag::Id::SideEffect, expr->getSourceRange(), {"({ })"});
    default: refuse(diag::Id::UnsupportedExpression, expr->getSourceRange(), {expr->getStmtClassName(), expr->getType().getAsString()});
  }
}

}  // namespace exogpu::parse
