#pragma once
// Short constructors for IR nodes. They fold nothing and check nothing; `check` does.
#include "frontend/ir/ir.h"

namespace exogpu::ir {

template <class Node>
ExprRef makeExpr(Node node, ScalarType type, SourceRange where = {}) {
  return std::make_shared<const Expr>(Expr{std::move(node), type, where});
}
template <class Node>
StmtRef makeStmt(Node node, SourceRange where = {}) {
  return std::make_shared<const Stmt>(Stmt{std::move(node), where});
}

inline ExprRef intLiteral(std::int64_t value, SourceRange where = {}) {
  return makeExpr(IntLiteral{value}, ScalarType::I32, where);
}
inline ExprRef boolLiteral(bool value, SourceRange where = {}) {
  return makeExpr(IntLiteral{value ? 1 : 0}, ScalarType::Bool, where);
}
inline ExprRef read(const SymbolRef& symbol, SourceRange where = {}) {
  return makeExpr(Read{symbol}, symbol->type, where);
}
inline ExprRef load(Place place, SourceRange where = {}) {
  const auto type = place.buffer->element;
  return makeExpr(Load{std::move(place)}, type, where);
}
inline ExprRef binary(BinaryOp op, ExprRef lhs, ExprRef rhs, SourceRange where = {}) {
  const auto type = isComparison(op) || isLogical(op) ? ScalarType::Bool : lhs->type;
  return makeExpr(Binary{op, std::move(lhs), std::move(rhs)}, type, where);
}
inline ExprRef cast(ExprRef operand, ScalarType type, SourceRange where = {}) {
  return makeExpr(Cast{std::move(operand)}, type, where);
}
inline SymbolRef makeSymbol(std::string name, ScalarType type, Symbol::Kind kind, bool is_mutable = false,
                            SourceRange where = {}) {
  return std::make_shared<const Symbol>(Symbol{std::move(name), type, kind, is_mutable, where});
}

}  // namespace exogpu::ir
