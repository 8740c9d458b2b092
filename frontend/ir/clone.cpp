// cloneFresh: a copy of a body that shares nothing with the original but the names declared outside of it.
#include <map>

#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {
namespace {

class Cloner {
 public:
  Body clone(const Body& body) {
    Body out;
    for (const auto& stmt : body) out.push_back(clone(stmt));
    return out;
  }

 private:
  StmtRef clone(const StmtRef& stmt) {
    Stmt copy = *stmt;
    copy.id = freshNodeId();
    // A declaration precedes its uses, except that its own value cannot name it: renaming first is right for both.
    declare(copy.node);
    parts::eachExpr(copy.node, [&](ExprRef& expr) { expr = clone(expr); });
    parts::eachPlace(copy.node, [&](Place& place) { rename(place.buffer); });
    parts::eachBody(copy.node, [&](Body& body) { body = clone(body); });
    renameUses(copy.node);
    return std::make_shared<const Stmt>(std::move(copy));
  }

  ExprRef clone(const ExprRef& expr) {
    Expr copy = *expr;
    copy.id = freshNodeId();
    parts::eachChild(copy.node, [&](ExprRef& child) { child = clone(child); });
    if (auto* name = std::get_if<Read>(&copy.node)) rename(name->symbol);
    if (auto* element = std::get_if<Load>(&copy.node)) rename(element->place.buffer);
    return std::make_shared<const Expr>(std::move(copy));
  }

  void declare(StmtNode& node) {
    if (auto* let = std::get_if<Let>(&node)) let->symbol = fresh(let->symbol);
    if (auto* loop = std::get_if<For>(&node)) loop->iterator = fresh(loop->iterator);
    if (auto* alloc = std::get_if<Alloc>(&node)) alloc->buffer = fresh(alloc->buffer);
    if (auto* group = std::get_if<CommitGroup>(&node)) group->group = fresh(group->group);
  }

  void renameUses(StmtNode& node) {
    if (auto* assign = std::get_if<Assign>(&node)) rename(assign->symbol);
    if (auto* commit = std::get_if<Commit>(&node)) rename(commit->group);
    if (auto* wait = std::get_if<Wait>(&node)) rename(wait->group);
    if (auto* collective = std::get_if<Collective>(&node))
      if (collective->result) rename(collective->result);
    if (auto* scope = std::get_if<Scope>(&node))
      if (scope->instruction) rename(scope->instruction->result);
    if (auto* loop = std::get_if<For>(&node))
      for (auto& role : loop->exec)
        if (role.group.base) role.group.base = clone(role.group.base);
  }

  template <class T>
  std::shared_ptr<const T> fresh(const std::shared_ptr<const T>& declared) {
    auto copy = std::make_shared<const T>(*declared);
    renamed_[declared.get()] = copy;
    return copy;
  }
  template <class T>
  void rename(std::shared_ptr<const T>& use) const {
    if (const auto found = renamed_.find(use.get()); found != renamed_.end())
      use = std::static_pointer_cast<const T>(found->second);
  }

  std::map<const void*, std::shared_ptr<const void>> renamed_;
};

}  // namespace

Body cloneFresh(const Body& body) { return Cloner().clone(body); }

}  // namespace exogpu::ir
