#include "frontend/ir/walk.h"

#include <algorithm>

#include "frontend/ir/build.h"
#include "frontend/ir/parts.h"

namespace exogpu::ir {

void forEachChild(const Expr& expr, const std::function<void(const ExprRef&)>& visit) {
  parts::eachChild(expr.node, visit);
}
void forEachExpr(const Stmt& stmt, const std::function<void(const ExprRef&)>& visit) {
  parts::eachExpr(stmt.node, visit);
}
void forEachBody(const Stmt& stmt, const std::function<void(const Body&)>& visit) {
  parts::eachBody(stmt.node, visit);
}

void walkStmts(const Body& body, const std::function<void(const StmtRef&)>& visit) {
  for (const auto& stmt : body) {
    visit(stmt);
    parts::eachBody(stmt->node, [&](const Body& nested) { walkStmts(nested, visit); });
  }
}

void walkExpr(const ExprRef& expr, const std::function<void(const ExprRef&)>& visit) {
  visit(expr);
  parts::eachChild(expr->node, [&](const ExprRef& child) { walkExpr(child, visit); });
}

ExprRef rewriteExpr(const ExprRef& expr, const std::function<ExprRef(const ExprRef&)>& replace) {
  bool changed = false;
  Expr copy = *expr;
  parts::eachChild(copy.node, [&](ExprRef& child) {
    auto rebuilt = rewriteExpr(child, replace);
    changed |= rebuilt != child;
    child = std::move(rebuilt);
  });
  const auto rebuilt = changed ? std::make_shared<const Expr>(std::move(copy)) : expr;
  const auto replacement = replace(rebuilt);
  return replacement ? replacement : rebuilt;
}

namespace {

bool sameBody(const Body& a, const Body& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// Rebuilds one statement: `on_expr` for its expressions (and those of its executing set), `on_body` for its bodies.
template <class OnExpr, class OnBody>
StmtRef rebuild(const StmtRef& stmt, OnExpr&& on_expr, OnBody&& on_body) {
  bool changed = false;
  Stmt copy = *stmt;
  const auto rewrite = [&](ExprRef& expr) {
    auto rebuilt = on_expr(expr);
    changed |= rebuilt != expr;
    expr = std::move(rebuilt);
  };
  parts::eachExpr(copy.node, rewrite);
  parts::eachBody(copy.node, [&](Body& body) {
    auto rebuilt = on_body(body);
    changed |= !sameBody(rebuilt, body);
    body = std::move(rebuilt);
  });
  if (auto* loop = std::get_if<For>(&copy.node))
    for (auto& role : loop->exec)
      if (role.group.base) rewrite(role.group.base);
  return changed ? std::make_shared<const Stmt>(std::move(copy)) : stmt;
}

const ExprRef& keep(const ExprRef& expr) { return expr; }

}  // namespace

StmtRef rewriteExprs(const StmtRef& stmt, const std::function<ExprRef(const ExprRef&)>& replace) {
  return rebuild(
      stmt, [&](const ExprRef& expr) { return rewriteExpr(expr, replace); },
      [&](const Body& body) {
        Body out;
        for (const auto& nested : body) out.push_back(rewriteExprs(nested, replace));
        return out;
      });
}

Body rewriteStmts(const Body& body, const std::function<std::optional<Body>(const StmtRef&)>& replace) {
  Body out;
  for (const auto& stmt : body) {
    const auto rebuilt = rebuild(stmt, keep, [&](const Body& nested) { return rewriteStmts(nested, replace); });
    if (auto replacement = replace(rebuilt))
      out.insert(out.end(), replacement->begin(), replacement->end());
    else
      out.push_back(rebuilt);
  }
  return out;
}

ExprRef cloneExpr(const ExprRef& expr) {
  Expr copy = *expr;
  copy.id = freshNodeId();
  parts::eachChild(copy.node, [](ExprRef& child) { child = cloneExpr(child); });
  return std::make_shared<const Expr>(std::move(copy));
}

ExprRef substitute(const ExprRef& expr, const SymbolRef& symbol, const ExprRef& value) {
  return rewriteExpr(expr, [&](const ExprRef& e) -> ExprRef {
    const auto* name = std::get_if<Read>(&e->node);
    return name && name->symbol == symbol ? cloneExpr(value) : nullptr;
  });
}

Body substitute(const Body& body, const SymbolRef& symbol, const ExprRef& value) {
  Body out;
  for (const auto& stmt : body)
    out.push_back(rewriteExprs(stmt, [&](const ExprRef& e) -> ExprRef {
      const auto* name = std::get_if<Read>(&e->node);
      return name && name->symbol == symbol ? cloneExpr(value) : nullptr;
    }));
  return out;
}

}  // namespace exogpu::ir
