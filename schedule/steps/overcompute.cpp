// drop_guard: computing more than was asked for, where nobody looks.
#include <set>

#include "frontend/ir/walk.h"
#include "schedule/steps/edit.h"

namespace exogpu::steps {

using effects::Side;

namespace {

std::set<ir::NodeId> idsOf(const ir::Body& body) {
  std::set<ir::NodeId> ids;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) { ids.insert(stmt->id); });
  return ids;
}

/// Facts of a side, those of the path at `guard_depth` (what the guard says) left out unless `with_guard`.
std::vector<smt::Fact> factsOf(const effects::Site& site, const Side& side, int guard_depth, bool with_guard, smt::Term guard) {
  std::vector<smt::Fact> facts = side.facts();
  if (with_guard) return facts;
  const auto renamed = side.rename(guard);
  std::vector<smt::Fact> out;
  bool left_out = false;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const bool is_guard = !left_out && i < site.facts.size() && site.facts[i].depth == guard_depth && facts[i].term == renamed;
    left_out |= is_guard;
    if (!is_guard) out.push_back(facts[i]);
  }
  return out;
}

const effects::Step* thenStep(const effects::Model& model, ir::NodeId guard) {
  for (const auto& step : model.steps)
    if (step->kind == effects::Step::Kind::Then && step->stmt->id == guard) return step.get();
  return nullptr;
}

/// Depth of the declaration of a buffer: two accesses mean the same storage when they agree on everything up to there.
int depthOfLife(const effects::Model& model, const ir::BufferRef& buffer) {
  for (const auto& access : model.accesses)
    if (access.kind == effects::AccessKind::Life && access.buffer == buffer) return access.site.step->depth;
  return 0;
}

}  // namespace

Verdict Legality::overcomputes(const ir::StmtRef& guard) {
  if (trust_ == Trust::Trusted) return std::nullopt;
  const auto& body = std::get<ir::If>(guard->node).then_body;
  const auto& model = this->model();
  auto& terms = *model.terms;
  const auto* step = thenStep(model, guard->id);
  const auto inside = idsOf(body);
  for (const auto& write : model.accesses) {
    if (!inside.contains(write.site.stmt->id) || !isWrite(write.kind) || write.kind == effects::AccessKind::Life) continue;
    if (write.buffer->space == ir::Space::Global)
      return Objection{"'" + write.buffer->name + "' belongs to the caller, who sees every element", true, {write.site.stmt}};
    smt::Term condition = nullptr;
    for (const auto& fact : write.site.facts)
      if (fact.depth == step->depth && !condition) condition = fact.term;
    if (!condition) return std::nullopt;  // it always holds
    const int shared = depthOfLife(model, write.buffer);
    for (const auto& read : model.accesses) {
      if (read.buffer != write.buffer || isWrite(read.kind)) continue;
      Side a(model, write.site, "'", shared), b(model, read.site, "\"", shared);
      const auto element = a.element(write);
      const auto goal = terms.logicalAnd({effects::sameElement(terms, element, b.element(read)),
                                          terms.logicalNot(a.rename(condition))});
      auto facts = factsOf(write.site, a, step->depth, false, condition);
      const auto others = factsOf(read.site, b, step->depth, true, condition);
      facts.insert(facts.end(), others.begin(), others.end());
      facts = effects::relevant(terms, std::move(facts), goal);
      facts.push_back({goal, {}});
      const auto answer = smt::Solver(terms).check(facts);
      if (answer.status == smt::Status::Unsat) continue;
      return Objection{"an element of '" + write.buffer->name + "' that it writes when the condition is false is read",
                       answer.status == smt::Status::Sat, {write.site.stmt, read.site.stmt}};
    }
  }
  return std::nullopt;
}

Verdict Legality::staysInRange(const ir::Body& body) {
  if (trust_ == Trust::Trusted) return std::nullopt;
  const auto inside = idsOf(body);
  const auto& model = this->model();
  auto& terms = *model.terms;
  for (const auto& check : model.checks) {
    if (!inside.contains(check.site.stmt->id) || check.kind == effects::Check::Kind::Undefined) continue;
    const auto goal = terms.logicalNot(check.condition);
    std::vector<smt::Fact> facts;
    for (const auto& fact : check.site.facts) facts.push_back({fact.term, {}});
    facts = effects::relevant(terms, std::move(facts), goal);
    facts.push_back({goal, {}});
    const auto status = smt::Solver(terms).check(facts).status;
    if (status != smt::Status::Unsat)
      return Objection{"without the condition an access or index may leave its range", status == smt::Status::Sat, {check.site.stmt}};
  }
  return std::nullopt;
}

Result apply_drop_guard(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto* guard = std::get_if<ir::If>(&stmt->node);
  if (!guard || !guard->else_body.empty()) return edit.refuse("it is no if, or has an else", "name an if without else", {stmt});
  bool plain = true;
  ir::walkStmts(guard->then_body, [&](const ir::StmtRef& inner) {
    plain = plain && (std::holds_alternative<ir::Store>(inner->node) || std::holds_alternative<ir::For>(inner->node) ||
                      std::holds_alternative<ir::If>(inner->node) || std::holds_alternative<ir::Let>(inner->node) ||
                      std::holds_alternative<ir::Alloc>(inner->node) || std::holds_alternative<ir::Scope>(inner->node));
  });
  if (!plain || edit.legality().carriedLocals(guard->then_body))
    return edit.refuse("its body does more than write elements of buffers", "drop the guards of plain computations", {stmt});
  if (const auto objection = edit.legality().overcomputes(stmt))
    return edit.refuse(*objection, "keep the guard where results are read or given back, and stage what it protects");
  auto body = cursor::replace(edit.body(), stmt->id, guard->then_body);
  if (const auto objection = Legality(cursor::withBody(edit.proc(), body), edit.trust()).staysInRange(guard->then_body))
    return edit.refuse(*objection, "stage what it reads first: a staged window is zero outside of the buffer");
  if (guard->then_body.empty()) return Outcome{std::move(body), {}};
  return Outcome{std::move(body), {{stmt->id, guard->then_body.front()->id}}};
}

}  // namespace exogpu::steps
