#pragma once
// Traversal and rebuilding of IR trees; every pass that does not need a full match goes through here.
#include <functional>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// Calls `visit` for each direct sub-expression, in evaluation order.
void forEachChild(const Expr& expr, const std::function<void(const ExprRef&)>& visit);
/// Calls `visit` for each expression that the statement itself evaluates (not those of nested statements), in order:
/// indices, values, bounds, conditions, window origins.
void forEachExpr(const Stmt& stmt, const std::function<void(const ExprRef&)>& visit);
/// Calls `visit` for each nested body (For: body; If: then, else; Scope: body).
void forEachBody(const Stmt& stmt, const std::function<void(const Body&)>& visit);

/// Preorder over all statements below `body`.
void walkStmts(const Body& body, const std::function<void(const StmtRef&)>& visit);
/// Preorder over an expression and all its sub-expressions.
void walkExpr(const ExprRef& expr, const std::function<void(const ExprRef&)>& visit);

// A rebuilt node keeps its id: within one proc ids are distinct, and from one version of a proc to the next the id says
// which statement is which. Only the clone functions give fresh ones.

/// Bottom-up rebuild: children first, then `replace` may give another expression (null keeps the rebuilt one).
/// Untouched subtrees are shared, not copied.
ExprRef rewriteExpr(const ExprRef& expr, const std::function<ExprRef(const ExprRef&)>& replace);
/// Rebuilds the expressions of a statement (nested bodies included); untouched statements are shared.
StmtRef rewriteExprs(const StmtRef& stmt, const std::function<ExprRef(const ExprRef&)>& replace);
/// Bottom-up rebuild of statements: nested bodies first; `replace` gives the statements that stand for this one
/// (nullopt keeps it; an empty body deletes it).
Body rewriteStmts(const Body& body, const std::function<std::optional<Body>(const StmtRef&)>& replace);
/// Copies a body with fresh node ids and fresh symbols, buffers and groups for everything that it declares.
Body cloneFresh(const Body& body);
/// A copy of the expression with fresh ids (an expression stands at one place only).
ExprRef cloneExpr(const ExprRef& expr);
/// Replaces each read of `symbol` by a copy of `value`.
Body substitute(const Body& body, const SymbolRef& symbol, const ExprRef& value);
ExprRef substitute(const ExprRef& expr, const SymbolRef& symbol, const ExprRef& value);

}  // namespace exogpu::ir
