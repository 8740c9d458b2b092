#include "schedule/steps/legality.h"

#include <algorithm>
#include <set>

#include "frontend/ir/aliases.h"
#include "frontend/ir/build.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/text.h"
#include "frontend/ir/walk.h"
#include "frontend/ir/uses.h"
#include "schedule/cursor/locate.h"

namespace exogpu::steps {
namespace {

using effects::Access;
using effects::Side;

std::set<ir::NodeId> idsOf(const ir::Body& body) {
  std::set<ir::NodeId> ids;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) { ids.insert(stmt->id); });
  return ids;
}

std::set<const void*> declaredIn(const ir::Body& body) {
  std::set<const void*> out;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (const auto* let = std::get_if<ir::Let>(&stmt->node)) out.insert(let->symbol.get());
    if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node)) out.insert(alloc->buffer.get());
    if (const auto* group = std::get_if<ir::CommitGroup>(&stmt->node)) out.insert(group->group.get());
    if (const auto* loop = std::get_if<ir::For>(&stmt->node)) out.insert(loop->iterator.get());
  });
  return out;
}

/// Symbols, buffers and groups that a body names, with the statement that names each first.
std::map<const void*, ir::StmtRef> usedIn(const ir::Body& body) {
  std::map<const void*, ir::StmtRef> out;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    ir::forEachExpr(*stmt, [&](const ir::ExprRef& root) {
      ir::walkExpr(root, [&](const ir::ExprRef& expr) {
        if (const auto* n = std::get_if<ir::Read>(&expr->node)) out.emplace(n->symbol.get(), stmt);
        if (const auto* n = std::get_if<ir::Load>(&expr->node)) out.emplace(n->place.buffer.get(), stmt);
      });
    });
    ir::parts::eachPlace(stmt->node, [&](const ir::Place& place) { out.emplace(place.buffer.get(), stmt); });
    if (const auto* n = std::get_if<ir::Assign>(&stmt->node)) out.emplace(n->symbol.get(), stmt);
    if (const auto* n = std::get_if<ir::Commit>(&stmt->node)) out.emplace(n->group.get(), stmt);
    if (const auto* n = std::get_if<ir::Wait>(&stmt->node)) out.emplace(n->group.get(), stmt);
    if (const auto* n = std::get_if<ir::Collective>(&stmt->node))
      if (n->result) out.emplace(n->result.get(), stmt);
  });
  return out;
}

/// Of two types they do not, over the same memory: the larger of two signed numbers is not that of their unsigned bits.
bool commute(const Access& a, const Access& b) {
  const auto type = a.buffer->element;
  return a.atomic && b.atomic && *a.atomic == *b.atomic && type == b.buffer->element && ir::isInteger(type);
}
std::string verb(const Access& access) { return isWrite(access.kind) ? "writes" : "reads"; }

}  // namespace

struct Legality::State {
  ir::ProcRef proc;
  std::unique_ptr<effects::Model> model;

  effects::Model& built() {
    if (!model) model = effects::buildModel(proc);
    return *model;
  }

  Verdict pair(const Access& x, const Access& y, int shared_depth, const Relation& relation);
  Objection witness(const Access& x, const Access& y, const Side& a, const Side& b,
                    const std::vector<smt::Term>& element, const smt::Model& values);
};

Legality::Legality(const ir::ProcRef& proc, Trust trust) : state_(std::make_unique<State>()), trust_(trust) {
  state_->proc = proc;
}
Legality::~Legality() = default;

const effects::Model& Legality::model() { return state_->built(); }

const effects::Step& Legality::step(ir::NodeId loop) {
  auto& model = state_->built();
  for (const auto& step : model.steps)
    if (step->loop() && step->stmt->id == loop) return *step;
  return *model.steps.front();
}

/// The example in words: sizes, then what the two instances do.
Objection Legality::State::witness(const Access& x, const Access& y, const Side& a, const Side& b,
                                   const std::vector<smt::Term>& element, const smt::Model& values) {
  auto& terms = *model->terms;
  const auto value = [&](smt::Term term) {
    const auto known = values.evaluate(terms, term);
    return known ? std::to_string(*known) : std::string("?");
  };
  const auto instance = [&](const Side& side) {
    std::string out;
    for (const auto& [name, term] : side.names()) out += (out.empty() ? "" : ", ") + name + " = " + value(term);
    return out;
  };
  std::string place = x.buffer->name;
  for (const auto index : element) place += "[" + value(index) + "]";
  return {"with " + instance(a) + " it " + verb(x) + " " + place + ", which with " + instance(b) + " it " + verb(y),
          true, {x.site.stmt, y.site.stmt}};
}

Verdict Legality::State::pair(const Access& x, const Access& y, int shared_depth, const Relation& relation) {
  auto& terms = *model->terms;
  Side a(*model, x.site, "'", shared_depth), b(*model, y.site, "\"", shared_depth);
  const auto element = a.element(x);
  const auto goal = terms.logicalAnd({effects::sameElement(terms, element, b.element(y)), relation(terms, a, b)});
  auto facts = a.facts();
  facts.insert(facts.end(), b.facts().begin(), b.facts().end());
  facts = effects::relevant(terms, std::move(facts), goal);
  facts.push_back({goal, {}});
  const auto answer = smt::Solver(terms).check(facts);
  switch (answer.status) {
    case smt::Status::Unsat: return std::nullopt;
    case smt::Status::Sat: return witness(x, y, a, b, element, answer.model);
    case smt::Status::Unknown:
    case smt::Status::OutOfBudget: break;
  }
  return Objection{"whether they touch the same element of '" + x.buffer->name + "' could not be decided (" +
                       answer.reason + ")", false, {x.site.stmt, y.site.stmt}};
}

Verdict Legality::conflict(const ir::Body& earlier, const ir::Body& later, ir::NodeId common, const Relation& relation) {
  if (trust_ == Trust::Trusted) return std::nullopt;
  auto& model = state_->built();
  const auto first = idsOf(earlier), second = idsOf(later);
  auto private_buffers = declaredIn(earlier);
  private_buffers.merge(declaredIn(later));
  for (const auto& x : model.accesses) {
    if (!first.contains(x.site.stmt->id) || private_buffers.contains(x.buffer.get())) continue;
    for (const auto& y : model.accesses) {
      if (!second.contains(y.site.stmt->id) || private_buffers.contains(y.buffer.get())) continue;
      if (!(isWrite(x.kind) || isWrite(y.kind)) || commute(x, y)) continue;
      if (x.buffer != y.buffer) {
        if (ir::mayOverlap(state_->proc->aliases, *x.buffer, *y.buffer))
          return Objection{"'" + x.buffer->name + "' and '" + y.buffer->name + "' may be the same memory", false,
                           {x.site.stmt, y.site.stmt}};
        continue;
      }
      const int depth = common ? step(common).depth - 1 : effects::commonStep(x.site.step, y.site.step)->depth;
      if (auto objection = state_->pair(x, y, depth, relation)) return objection;
    }
  }
  return std::nullopt;
}

Verdict Legality::sharedLocals(const ir::Body& first, const ir::Body& second) const {
  const auto uses_first = usedIn(first), uses_second = usedIn(second);
  for (const auto* part : {&first, &second}) {
    const auto& others = part == &first ? uses_second : uses_first;
    for (const void* entity : declaredIn(*part))
      if (const auto use = others.find(entity); use != others.end())
        return Objection{"a local that one part declares is used by the other", true, {use->second}};
    for (const auto& symbol : ir::assignedIn(*part))
      if (const auto use = others.find(symbol.get()); use != others.end())
        return Objection{"'" + symbol->name + "' is assigned by one part and used by the other", true, {use->second}};
  }
  return std::nullopt;
}

Verdict Legality::carriedLocals(const ir::Body& body) const {
  const auto inside = declaredIn(body);
  for (const auto& symbol : ir::assignedIn(body))
    if (!inside.contains(symbol.get()))
      return Objection{"'" + symbol->name + "' carries a value from one iteration to the next", true, {}};
  return std::nullopt;
}

Verdict Legality::changedBy(const ir::ExprRef& expr, const ir::Body& body) const {
  const auto reads = ir::symbolsOf(expr);
  for (const auto& symbol : ir::assignedIn(body))
    if (reads.contains(symbol.get())) return Objection{"'" + symbol->name + "' is assigned there", true, {}};
  const auto written = ir::writtenIn(body);
  for (const auto* buffer : ir::loadsOf(expr))
    for (const auto* other : written)
      if (ir::mayOverlap(state_->proc->aliases, *buffer, *other))
        return Objection{"'" + buffer->name + "' is written there", true, {}};
  return std::nullopt;
}

std::vector<bool> Legality::prove(const std::vector<Claim>& claims) const {
  return trust_ == Trust::Trusted ? std::vector<bool>(claims.size(), true) : decide(claims);
}

std::vector<bool> Legality::decide(const std::vector<Claim>& claims) const {
  ir::Body body = state_->proc->body;
  const auto tag = [](std::size_t i) { return "claim " + std::to_string(i) + " of a step"; };
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const auto claim = ir::makeStmt(ir::Prove{ir::cloneExpr(claims[i].condition), tag(i)});
    body = cursor::changeSiblings(body, claims[i].before, [&](const ir::Body& siblings) {
      ir::Body out;
      for (const auto& stmt : siblings) {
        if (stmt->id == claims[i].before) out.push_back(claim);
        out.push_back(stmt);
      }
      return out;
    });
  }
  // A claim that was proved is a fact behind it, so each is asked for at its own place and in its own query.
  const auto model = effects::buildModel(cursor::withBody(*state_->proc, std::move(body)));
  std::set<std::string> tags;
  for (std::size_t i = 0; i < claims.size(); ++i) tags.insert(tag(i));
  const auto holds = [&](const effects::Check& check) {
    auto& terms = *model->terms;
    std::vector<smt::Fact> facts;
    for (const auto& fact : check.site.facts)
      if (!tags.contains(fact.name)) facts.push_back({fact.term, fact.name});
    const auto goal = terms.logicalNot(check.condition);
    facts = effects::relevant(terms, std::move(facts), goal);
    facts.push_back({goal, {}});
    return smt::Solver(terms).check(facts).status == smt::Status::Unsat;
  };
  std::map<std::string, bool> proved;
  for (const auto& check : model->checks)
    if (check.kind == effects::Check::Kind::Contract && tags.contains(check.text)) proved[check.text] = holds(check);
  for (std::size_t i = 0; i < claims.size(); ++i)
    for (const auto& check : model->checks) {
      if (!claims[i].fits || !proved[tag(i)]) break;
      const auto* claim = std::get_if<ir::Prove>(&check.site.stmt->node);
      if (claim && claim->text == tag(i) && check.kind == effects::Check::Kind::Overflow) proved[tag(i)] = holds(check);
    }
  std::vector<bool> result;
  for (std::size_t i = 0; i < claims.size(); ++i) result.push_back(proved[tag(i)]);
  return result;
}

}  // namespace exogpu::steps
