// checkConditions: the checks that the model lists.
#include <algorithm>

#include "verify/bounds/bounds.h"
#include "verify/bounds/explain.h"
#include "verify/bounds/query.h"

namespace exogpu::bounds {
namespace {

using effects::Check;
using effects::Obligation;
using effects::Verdict;

effects::ObligationKind kindOf(Check::Kind kind) {
  switch (kind) {
    case Check::Kind::Bounds: return effects::ObligationKind::Bounds;
    case Check::Kind::Overflow: return effects::ObligationKind::Overflow;
    case Check::Kind::Division:
    case Check::Kind::Shift: return effects::ObligationKind::Division;
    case Check::Kind::Alignment: return effects::ObligationKind::Alignment;
    case Check::Kind::Contract: return effects::ObligationKind::Contract;
    case Check::Kind::Undefined: return effects::ObligationKind::Definedness;
  }
  return effects::ObligationKind::Bounds;
}

class ConditionProver {
 public:
  ConditionProver(const effects::Model& model, smt::Solver& solver, const SourceTable& sources)
      : model_(model), t_(*model.terms), solver_(solver), explain_(model, solver, sources) {}

  std::vector<Obligation> run() {
    for (auto& check : model_.checks) {
      Obligation obligation;
      obligation.kind = kindOf(check.kind);
      obligation.first = check.key;
      obligation.where = check.where;
      obligations_.push_back(std::move(obligation));
    }
    for (std::size_t begin = 0; begin < model_.checks.size();) {
      auto end = begin;
      while (end < model_.checks.size() && sameStatement(begin, end)) ++end;
      proveStatement(begin, end);
      begin = end;
    }
    return std::move(obligations_);
  }

 private:
  bool sameStatement(std::size_t a, std::size_t b) const {
    const auto &x = model_.checks[a].site, &y = model_.checks[b].site;
    return x.step == y.step && x.order == y.order;
  }

  /// Facts that the site has beyond the first `common` ones, and that its condition fails.
  smt::Term violation(const Check& check, std::size_t common) const {
    std::vector<smt::Term> parts{t_.logicalNot(check.condition)};
    for (std::size_t i = common; i < check.site.facts.size(); ++i) parts.push_back(check.site.facts[i].term);
    return t_.logicalAnd(std::move(parts));
  }

  void proveStatement(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> open;
    for (auto i = begin; i < end; ++i) {
      if (t_.constantOf(model_.checks[i].condition) == 1) settle(i, "follows from constants and ranges of types and loops", {});
      else open.push_back(i);
    }
    if (open.size() > 1 && proveTogether(open)) return;
    for (const auto i : open) proveAlone(i);
  }

  bool proveTogether(const std::vector<std::size_t>& open) {
    const auto& first = model_.checks[open.front()].site;
    auto common = first.facts.size();
    for (const auto i : open) {
      const auto& facts = model_.checks[i].site.facts;
      std::size_t same = 0;
      while (same < common && same < facts.size() && facts[same].term == first.facts[same].term) ++same;
      common = same;
    }
    std::vector<smt::Term> violations;
    for (const auto i : open) violations.push_back(violation(model_.checks[i], common));
    auto facts = factsOf(first);
    facts.resize(common);
    const auto goal = t_.logicalOr(std::move(violations));
    auto query = effects::relevant(t_, facts, goal);
    query.push_back({goal, {}});
    const auto answer = solver_.check(query, "conditions of one statement");
    if (answer.status != smt::Status::Unsat) return false;
    for (const auto i : open) settle(i, "no size and no iteration violates it", answer.core);
    return true;
  }

  void settle(std::size_t i, std::string reason, std::vector<std::string> core) {
    obligations_[i].verdict = Verdict::Proved;
    obligations_[i].reason = std::move(reason);
    obligations_[i].facts_used = std::move(core);
  }

  /// Of 64-bit values the condition asks a bit more than their type does (effects/scan.cpp): its failure refutes nothing.
  static bool isWide(const effects::Check& check) {
    return check.kind == effects::Check::Kind::Overflow && check.subject && ir::sizeInBytes(check.subject->type) == 8;
  }

  void proveAlone(std::size_t i) {
    const auto& check = model_.checks[i];
    auto& obligation = obligations_[i];
    const auto goal = t_.logicalNot(check.condition);
    auto answer = ask(model_, solver_, factsOf(check.site), goal, effects::text(obligation.kind));
    switch (answer.status) {
      case smt::Status::Unsat: return settle(i, "no size and no iteration violates it", std::move(answer.core));
      case smt::Status::Sat:
        if (!isWide(check)) return explain_.refuted(check, answer.model, obligation);
        obligation.verdict = Verdict::Unknown;
        return explain_.notProved(check, "it may reach the end of its 64-bit type", obligation);
      case smt::Status::Unknown:
        obligation.verdict = Verdict::Unknown;
        return explain_.notProved(check, answer.reason, obligation);
      case smt::Status::OutOfBudget:
        obligation.verdict = Verdict::OutOfBudget;
        return explain_.notProved(check, answer.reason, obligation);
    }
  }

  const effects::Model& model_;
  smt::Terms& t_;
  smt::Solver& solver_;
  Explainer explain_;
  std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Obligation> checkConditions(const effects::Model& model, smt::Solver& solver, const SourceTable& sources) {
  return ConditionProver(model, solver, sources).run();
}

}  // namespace exogpu::bounds
