// The effects model leaves out what stands in a branch that literals decide against (verify/effects/builder.cpp), so a
// question about such code finds nothing to object to. Therefore no step may make it run: asked of the result of each step,
// whatever the step was. Loops without iterations need no such rule: the model has what they hold, under facts that never hold.
#include "schedule/steps/revive.h"

#include <functional>
#include <set>
#include <tuple>

#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::steps {
namespace {

/// It does something of its own, and not only through the statements inside of it.
bool acts(const ir::Stmt& stmt) {
  return !std::holds_alternative<ir::For>(stmt.node) && !std::holds_alternative<ir::If>(stmt.node) &&
         !std::holds_alternative<ir::Scope>(stmt.node) && !std::holds_alternative<ir::Alloc>(stmt.node);
}

using Visit = std::function<void(const ir::StmtRef&, bool is_dead)>;

void eachAct(const ir::Body& body, bool is_dead, const Visit& visit) {
  for (const auto& stmt : body) {
    if (acts(*stmt)) visit(stmt, is_dead);
    const auto* branch = std::get_if<ir::If>(&stmt->node);
    const auto* side = branch ? ir::decidedSide(*branch) : nullptr;
    if (side) {
      eachAct(branch->then_body, is_dead || side != &branch->then_body, visit);
      eachAct(branch->else_body, is_dead || side != &branch->else_body, visit);
    } else {
      ir::forEachBody(*stmt, [&](const ir::Body& nested) { eachAct(nested, is_dead, visit); });
    }
  }
}

/// The dead statements of a program, by identity, and by place in the source for their copies.
class Dead {
 public:
  explicit Dead(const ir::Proc& proc) {
    eachAct(proc.body, false, [&](const ir::StmtRef& stmt, bool is_dead) {
      (is_dead ? dead_ : live_).insert(stmt->id);
      (is_dead ? dead_places_ : live_places_).insert(placeOf(*stmt));
    });
  }
  bool isEmpty() const { return dead_.empty(); }
  bool contains(const ir::Stmt& stmt) const {
    if (dead_.contains(stmt.id) || live_.contains(stmt.id)) return dead_.contains(stmt.id);
    return dead_places_.contains(placeOf(stmt)) && !live_places_.contains(placeOf(stmt));
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  static Place placeOf(const ir::Stmt& stmt) { return {stmt.where.file, stmt.where.begin, stmt.where.end}; }

  std::set<ir::NodeId> dead_, live_;
  std::set<Place> dead_places_, live_places_;
};

}  // namespace

ir::StmtRef revived(const ir::Proc& before, const ir::Proc& after) {
  const Dead dead(before);
  ir::StmtRef found;
  if (dead.isEmpty()) return found;
  eachAct(after.body, false, [&](const ir::StmtRef& stmt, bool is_dead) {
    if (!found && !is_dead && dead.contains(*stmt)) found = stmt;
  });
  return found;
}

}  // namespace exogpu::steps
