// Loops state policies for all that they hold, so a step that joins, swaps or takes away loops may change what holds for a
// statement. Asked of the result of each step, whatever the step was.
#include "schedule/steps/policies.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "frontend/ir/walk.h"

namespace exogpu::steps {
namespace {

/// Its result may depend on the policy: it computes in floats, adds floats by atomics, or is a collective.
bool isNumeric(const ir::Stmt& stmt) {
  bool numeric = std::holds_alternative<ir::Collective>(stmt.node);
  if (const auto* atomic = std::get_if<ir::Atomic>(&stmt.node)) numeric |= ir::isFloat(atomic->place.buffer->element);
  ir::forEachExpr(stmt, [&](const ir::ExprRef& root) {
    ir::walkExpr(root, [&](const ir::ExprRef& expr) {
      const bool computes = std::holds_alternative<ir::Binary>(expr->node) || std::holds_alternative<ir::Math>(expr->node);
      numeric |= computes && ir::isFloat(expr->type);
    });
  });
  return numeric;
}

using Visit = std::function<void(const ir::StmtRef&, ir::Policy)>;

void eachNumeric(const ir::Body& body, ir::Policy policy, const Visit& visit) {
  for (const auto& stmt : body) {
    if (isNumeric(*stmt)) visit(stmt, policy);
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    const auto inner = loop && loop->policy ? *loop->policy : policy;
    ir::forEachBody(*stmt, [&](const ir::Body& nested) { eachNumeric(nested, inner, visit); });
  }
}

/// What the statements of a program grant, by identity, and by place in the source for their copies.
class Grants {
 public:
  explicit Grants(const ir::Proc& proc) {
    eachNumeric(proc.body, proc.policy, [&](const ir::StmtRef& stmt, ir::Policy policy) {
      tighten(by_id_, stmt->id, policy);
      tighten(by_place_, placeOf(*stmt), policy);
      tightest_ = std::min(tightest_, policy);
    });
  }
  ir::Policy of(const ir::Stmt& stmt) const {
    if (const auto found = by_id_.find(stmt.id); found != by_id_.end()) return found->second;
    const auto found = by_place_.find(placeOf(stmt));
    return found != by_place_.end() ? found->second : tightest_;
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  static Place placeOf(const ir::Stmt& stmt) { return {stmt.where.file, stmt.where.begin, stmt.where.end}; }
  template <class Key>
  static void tighten(std::map<Key, ir::Policy>& grants, const Key& key, ir::Policy policy) {
    auto& grant = grants.try_emplace(key, policy).first->second;
    grant = std::min(grant, policy);
  }

  std::map<ir::NodeId, ir::Policy> by_id_;
  std::map<Place, ir::Policy> by_place_;
  ir::Policy tightest_ = ir::Policy::Approx;
};

}  // namespace

ir::StmtRef loosened(const ir::Proc& before, const ir::Proc& after) {
  const Grants grants(before);
  ir::StmtRef found;
  eachNumeric(after.body, after.policy, [&](const ir::StmtRef& stmt, ir::Policy policy) {
    if (!found && policy > grants.of(*stmt)) found = stmt;
  });
  return found;
}

}  // namespace exogpu::steps
