// checkSatisfiable: nothing that is proved holds only because its premises contradict each other.
#include <map>
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
    std::map<std::pair<int, int>, std::vector<const Site*>> sites;  // by depth of the body (deepest first), then by place
    const auto add = [&](const Site& site) { sites[{-site.step->depth, number(site.step)}].push_back(&site); };
    for (auto& access : model_.accesses) add(access.site);
    for (auto& point : model_.points) add(point.site);
    for (auto& [key, list] : sites)
      if (!entered_.count(list.front()->step)) enter(list);
    for (auto& [step, obligation] : never_)
      if (!isInsideNever(*step)) result.push_back(std::move(obligation));
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
      const std::set<std::string> broken(answer.core.begin(), answer.core.end());  // parts of one contract have one name
      const std::string names = namesOf(broken);
      obligation.reason = "no input satisfies " + names;
      obligation.diagnostic = diag::make(diag::Id::ContractsContradict, obligation.where,
                                         {model_.proc->full_name, names, broken.size() == 1 ? "it" : "one of them"});
    } else if (obligation.verdict == Verdict::OutOfBudget) {
      obligation.diagnostic = diag::make(diag::Id::ProofOutOfBudget, obligation.where, {"some input satisfies the contracts", answer.reason});
    } else if (obligation.verdict != Verdict::Proved) {
      obligation.diagnostic = diag::make(diag::Id::NotProved, obligation.where,
                                         {"some input satisfies the contracts", answer.reason, "simplify the contracts"});
    }
    result.push_back(std::move(obligation));
    return answer.status == smt::Status::Sat;
  }

  /// One that cannot hold by itself, or several that contradict each other.
  static std::string namesOf(const std::set<std::string>& core) {
    std::string names;
    for (auto& name : core) names += (names.empty() ? "`" : ", `") + name + "`";
    return core.size() > 1 ? "all of " + names : names;
  }
  int number(const Step* step) {
    return numbers_.try_emplace(step, static_cast<int>(numbers_.size())).first->second;
  }
  /// A model of a site's facts enters its body and all around it (whoever enters a body has entered the ones around it).
  /// A site may stand under a short circuit that never holds; only when no site of a body is reached the body never runs.
  void enter(const std::vector<const Site*>& sites) {
    std::vector<std::string> core;
    for (const Site* site : sites) {
      const auto answer = solver_.check(factsOf(*site), "reached");
      if (answer.status != smt::Status::Unsat) {
        for (const Step* step = site->step; step; step = step->parent) entered_.insert(step);
        return;
      }
      if (core.empty()) core = answer.core;
    }
    const Site& site = *sites.front();
    Obligation obligation;
    obligation.kind = effects::ObligationKind::Satisfiable;
    obligation.verdict = Verdict::Proved;
    obligation.reason = "never runs";
    obligation.facts_used = core;
    obligation.where = site.stmt->where;
    obligation.first = {site.stmt->id, 0, ir::AccessSide::Read};
    obligation.diagnostic = diag::make(diag::Id::NeverRuns, site.stmt->where);
    never_.emplace_back(site.step, std::move(obligation));
  }
  /// The outermost body that never runs is enough to name.
  bool isInsideNever(const Step& step) const {
    for (const Step* outer = step.parent; outer; outer = outer->parent)
      for (auto& [other, obligation] : never_)
        if (other == outer) return true;
    return false;
  }

  const effects::Model& model_;
  smt::Solver& solver_;
  std::set<const Step*> entered_;
  std::map<const Step*, int> numbers_;  ///< in order of first use
  std::vector<std::pair<const Step*, Obligation>> never_;
};

}  // namespace

std::vector<Obligation> checkSatisfiable(const effects::Model& model, smt::Solver& solver, const SourceTable&) {
  return SatisfiableProver(model, solver).run();
}

}  // namespace exogpu::bounds
