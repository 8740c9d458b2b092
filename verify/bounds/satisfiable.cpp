// checkSatisfiable: nothing that is proved holds only because its premises contradict each other.
#include <algorithm>
#include <set>

#include "verify/bounds/bounds.h"
#include "frontend/diag/ids.h"
#include "verify/bounds/query.h"

namespace exogpu::bounds {
namespace {

using effects::Obligation;
using effects::Site;
using effects::Step;
using effects::Verdict;

class SatisfiableProver {
 public:
  SatisfiableProver(const effects::Model& model, smt::Solver& solver) : model_(model), solver_(solver) {}

  std::vector<Obligation> run() {
    std::vector<Obligation> result;
    if (!contractsHoldTogether(result)) return result;
    std::vector<const Site*> sites;
    for (auto& access : model_.accesses) sites.push_back(&access.site);
    for (auto& point : model_.points) sites.push_back(&point.site);
    // Deepest first: whoever enters a body has entered the ones around it.
    std::sort(sites.begin(), sites.end(), [](const Site* a, const Site* b) {
      return std::pair(-a->step->depth, a->order) < std::pair(-b->step->depth, b->order);
    });
    for (const Site* site : sites)
      if (!entered_.count(site->step)) enter(*site, result);
    return result;
  }

 private:
  /// Contracts and assumptions that stand at host level under no condition.
  bool contractsHoldTogether(std::vector<Obligation>& result) {
    std::vector<smt::Fact> claims;
    for (auto& claim : model_.claims) claims.push_back({claim.term, claim.name});
    Obligation obligation;
    obligation.kind = effects::ObligationKind::Satisfiable;
    obligation.where = model_.proc->where;
    const auto answer = solver_.check(claims, "contracts");
    obligation.verdict = answer.status == smt::Status::Sat     ? Verdict::Proved
                         : answer.status == smt::Status::Unsat ? Verdict::Refuted
                         : answer.status == smt::Status::OutOfBudget ? Verdict::OutOfBudget
                                                                     : Verdict::Unknown;
    obligation.facts_used = answer.core;
    obligation.reason = obligation.verdict == Verdict::Proved ? "some input satisfies all contracts" : answer.reason;
    if (obligation.verdict == Verdict::Refuted) {
      std::string names;
      for (auto& name : answer.core) names += (names.empty() ? "`" : ", `") + name + "`";
      obligation.reason = "no input satisfies " + names;
      obligation.diagnostic = diag::make(diag::Id::ContractsContradict, obligation.where, {model_.proc->full_name, names});
    } else if (obligation.verdict != Verdict::Proved) {
      obligation.diagnostic = diag::make(diag::Id::NotProved, obligation.where,
                                         {"some input satisfies the contracts", answer.reason, "simplify the contracts"});
    }
    result.push_back(std::move(obligation));
    return answer.status == smt::Status::Sat;
  }

  /// A model of a site's facts enters its body and all around it; without one the innermost body is to blame.
  void enter(const Site& site, std::vector<Obligation>& result) {
    const auto answer = solver_.check(factsOf(site), "reached");
    if (answer.status != smt::Status::Unsat) {
      for (const Step* step = site.step; step; step = step->parent) entered_.insert(step);
      return;
    }
    entered_.insert(site.step);
    Obligation obligation;
    obligation.kind = effects::ObligationKind::Satisfiable;
    obligation.verdict = Verdict::Proved;
    obligation.reason = "never runs";
    obligation.facts_used = answer.core;
    obligation.where = site.stmt->where;
    obligation.first = {site.stmt->id, 0, ir::AccessSide::Read};
    obligation.diagnostic = diag::make(diag::Id::NeverRuns, site.stmt->where);
    result.push_back(std::move(obligation));
  }

  const effects::Model& model_;
  smt::Solver& solver_;
  std::set<const Step*> entered_;
};

}  // namespace

std::vector<Obligation> checkSatisfiable(const effects::Model& model, smt::Solver& solver, const SourceTable&) {
  return SatisfiableProver(model, solver).run();
}

}  // namespace exogpu::bounds
