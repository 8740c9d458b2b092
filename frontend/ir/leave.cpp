#include "frontend/ir/leave.h"

#include <algorithm>

#include "frontend/ir/walk.h"

namespace exogpu::ir {

namespace {
/// The flag f of `if !f { … }`; null for everything else.
SymbolRef guardFlag(const Stmt& stmt) {
  const auto* branch = std::get_if<If>(&stmt.node);
  const auto* negation = branch && branch->else_body.empty() ? std::get_if<Unary>(&branch->condition->node) : nullptr;
  const auto* flag = negation && negation->op == UnaryOp::Not ? std::get_if<Read>(&negation->operand->node) : nullptr;
  return flag ? flag->symbol : nullptr;
}

/// The flag under whose negation the first statement that does anything stands, through what a schedule puts around it.
SymbolRef firstFlag(const Body& body) {
  if (body.empty()) return nullptr;
  const Stmt& stmt = *body.front();
  if (const auto flag = guardFlag(stmt)) return flag;
  if (const auto* loop = std::get_if<For>(&stmt.node)) return isParallel(loop->kind) ? nullptr : firstFlag(loop->body);
  if (const auto* branch = std::get_if<If>(&stmt.node)) return firstFlag(branch->then_body);
  const auto* scope = std::get_if<Scope>(&stmt.node);
  return scope ? firstFlag(scope->body) : nullptr;
}

/// While `flag` is true, the body does nothing: bounds and conditions are evaluated, at most.
bool isIdle(const Body& body, const SymbolRef& flag) {
  return std::all_of(body.begin(), body.end(), [&](const StmtRef& stmt) {
    if (guardFlag(*stmt) == flag) return true;
    if (const auto* loop = std::get_if<For>(&stmt->node)) return !isParallel(loop->kind) && isIdle(loop->body, flag);
    if (const auto* branch = std::get_if<If>(&stmt->node)) return isIdle(branch->then_body, flag) && isIdle(branch->else_body, flag);
    const auto* scope = std::get_if<Scope>(&stmt->node);
    return scope && isIdle(scope->body, flag);
  });
}

bool isTrue(const ExprRef& value) {
  const auto* literal = value ? std::get_if<IntLiteral>(&value->node) : nullptr;
  return literal && literal->value != 0;
}

/// No statement of the body makes `flag` anything but true.
bool onlyRaises(const Body& body, const SymbolRef& flag) {
  bool raises = true;
  walkStmts(body, [&](const StmtRef& stmt) {
    if (const auto* n = std::get_if<Assign>(&stmt->node)) raises &= n->symbol != flag || isTrue(n->value);
    if (const auto* n = std::get_if<Let>(&stmt->node)) raises &= n->symbol != flag;
    if (const auto* n = std::get_if<Collective>(&stmt->node)) raises &= n->result != flag;
  });
  return raises;
}
}  // namespace

SymbolRef leaveFlag(const For& loop) {
  if (isParallel(loop.kind)) return nullptr;
  const auto flag = firstFlag(loop.body);
  return flag && isIdle(loop.body, flag) && onlyRaises(loop.body, flag) ? flag : nullptr;
}

const Body& bodyUnlessLeft(const For& loop, const Symbol& flag) {
  const bool is_all = loop.body.size() == 1 && guardFlag(*loop.body.front()).get() == &flag;
  return is_all ? std::get<If>(loop.body.front()->node).then_body : loop.body;
}

}  // namespace exogpu::ir
