#pragma once
// Questions about Clang's tree that need no state of the lowering.
#include <set>

#include "frontend/parse/clang_ast.h"

namespace exogpu::parse {

/// Adds to `changed` every variable below `stmt` that is assigned, stepped or handed out by non-const reference.
void collectChanged(const clang::Stmt* stmt, std::set<const clang::ValueDecl*>& changed);
/// Whether running `stmt` reads `variable` whatever happens, and not only in an operand that may be skipped.
bool readsAlways(const clang::Stmt* stmt, const clang::VarDecl* variable);
/// The first `{` behind a pragma that changes floating-point arithmetic (`#pragma STDC FP_CONTRACT ON`, `#pragma clang fp`).
const clang::CompoundStmt* findFloatPragma(const clang::Stmt* root);
/// Strips what never changes the meaning of an expression: parentheses, cleanups, temporaries, substituted parameters.
const clang::Expr* strip(const clang::Expr* expr);
/// The call below implicit wrapping, if the expression is one.
const clang::CallExpr* asCall(const clang::Expr* expr);

}  // namespace exogpu::parse
