#include "codegen/lower/vector_body.h"

#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
bool isMemory(const ir::Place& place) {
  return place.buffer->space == ir::Space::Global || place.buffer->space == ir::Space::Shared;
}

class Collector {
 public:
  bool addBody(const ir::Body& body) {
    for (const auto& stmt : body)
      if (!addStmt(*stmt)) return false;
    return true;
  }
  VectorBody result;

 private:
  bool addStmt(const ir::Stmt& stmt) {
    return std::visit(Overloaded{
                          [&](const ir::Let& n) {
                            result.declared.insert(n.symbol.get());
                            if (n.symbol->is_mutable) result.assigned.insert(n.symbol.get());
                            return !n.value || addExpr(n.value, true);
                          },
                          [&](const ir::Assign& n) {
                            result.assigned.insert(n.symbol.get());
                            return addExpr(n.value, true);
                          },
                          [&](const ir::Store& n) {
                            for (const auto& index : n.place.indices) addExpr(index, false);
                            if (isMemory(n.place)) result.accesses.push_back({&n.place, true, !negated_, guards_});
                            return addExpr(n.value, true);
                          },
                          [&](const ir::If& n) {
                            addExpr(n.condition, false);
                            if (!n.else_body.empty()) return false;
                            guards_.push_back({n.condition, stmt.id});
                            const bool ok = addBody(n.then_body);
                            guards_.pop_back();
                            return ok;
                          },
                          [&](const ir::Scope& n) { return addBody(n.body); },
                          [](const ir::Prove&) { return true; },
                          [](const auto&) { return false; },
                      },
                      stmt.node);
  }

  bool addExpr(const ir::ExprRef& expr, bool replaceable) {
    if (const auto* load = std::get_if<ir::Load>(&expr->node)) {
      for (const auto& index : load->place.indices) addExpr(index, false);
      if (isMemory(load->place)) result.accesses.push_back({&load->place, false, replaceable && !negated_, guards_});
      return true;
    }
    if (const auto* select = std::get_if<ir::Select>(&expr->node)) {
      addExpr(select->condition, false);
      guards_.push_back({select->condition, expr->id});
      addExpr(select->if_true, replaceable);
      guards_.pop_back();
      ++negated_;
      addExpr(select->if_false, replaceable);
      --negated_;
      return true;
    }
    const auto* binary = std::get_if<ir::Binary>(&expr->node);
    // The right side of && and || may not be evaluated.
    const bool lazy = binary && ir::isLogical(binary->op);
    ir::forEachChild(*expr, [&](const ir::ExprRef& child) { addExpr(child, replaceable && !lazy); });
    return true;
  }

  std::vector<BodyGuard> guards_;
  int negated_ = 0;
};
}  // namespace

std::optional<VectorBody> collectVectorBody(const ir::For& loop) {
  Collector collector;
  if (!collector.addBody(loop.body)) return std::nullopt;
  return std::move(collector.result);
}

}  // namespace exogpu::lower
