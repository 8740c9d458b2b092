#include "verify/sync/order.h"

#include <algorithm>
#include <utility>

#include "frontend/diag/ids.h"
#include "verify/sync/alias.h"
#include "verify/sync/explain.h"
#include "verify/sync/question.h"

namespace exogpu::sync {

using effects::Access;
using effects::AccessKind;
using effects::Obligation;
using effects::ObligationKind;
using effects::Verdict;

namespace {

int badness(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proved: return 0;
    case Verdict::OutOfBudget: return 1;
    case Verdict::Unknown: return 2;
    case Verdict::Refuted: return 3;
  }
  return 3;
}

/// Updates by one operation of one type do, in whatever order. The smaller of two signed numbers is not that of the same
/// bits without a sign, so tensors of different types that share memory do not.
bool commute(const Access& a, const Access& b) {
  return a.atomic == b.atomic && a.buffer->element == b.buffer->element;
}

/// The policy in force at a place: the innermost loop that states one, else the proc's.
ir::Policy policyAt(const effects::Model& model, const effects::Site& site) {
  for (const effects::Step* step = site.step; step; step = step->parent)
    if (step->loop() && step->loop()->policy) return *step->loop()->policy;
  return model.proc->policy;
}

class PairChecker {
 public:
  PairChecker(const effects::Model& model, smt::Solver& solver, const SourceTable& sources, const Options& options)
      : model_(model), solver_(solver), sources_(sources), options_(options), aliases_(*model.proc) {
    for (const auto& launch : model.launches) orderings_.emplace_back(model, launch.id);
  }

  std::vector<Obligation> run() {
    for (std::size_t i = 0; i < model_.accesses.size(); ++i)
      for (std::size_t j = i; j < model_.accesses.size(); ++j) checkPair(model_.accesses[i], model_.accesses[j]);
    for (const Access& access : model_.accesses) checkPolicy(access);
    return std::move(obligations_);
  }

 private:
  void checkPair(const Access& a, const Access& b) {
    if (a.buffer->space != ir::Space::Global && a.buffer->space != ir::Space::Shared) return;
    const Overlap overlap = aliases_.overlap(*a.buffer, *b.buffer);
    if (overlap == Overlap::None || !mayConflict(a, b)) return;
    Obligation obligation = makeObligation(a.buffer == b.buffer ? ObligationKind::Order : ObligationKind::Aliasing);
    obligation.first = a.key;
    obligation.second = b.key;
    obligation.where = b.where;
    obligation.verdict = Verdict::Proved;
    if (a.launch != b.launch || a.launch < 0) {
      obligation.reason = "launches are ordered";
    } else if (a.kind == AccessKind::Atomic && b.kind == AccessKind::Atomic && commute(a, b)) {
      obligation.reason = "atomics of one operation commute";
    } else {
      // A race inside one block is the nearer story, so other blocks come last.
      const auto questions = casesOf(model_, a, b);
      for (const bool blocks : {false, true})
        for (const Question& question : questions)
          if ((question.which == Case::Blocks) == blocks) ask(question, overlap, obligation);
      if (obligation.reason.empty()) obligation.reason = "the two never meet";
    }
    obligations_.push_back(std::move(obligation));
  }

  void ask(const Question& question, Overlap overlap, Obligation& obligation) {
    const Query query(model_, question, overlap);
    if (const auto rule = query.settledBy(); !rule.empty()) {
      if (obligation.reason.empty()) obligation.reason = rule;
      return;
    }
    Ordering& ordering = orderings_[static_cast<std::size_t>(question.first->launch)];
    const auto label = std::string(text(question.which));
    ordering.setChains(false);
    auto answer = solver_.check(query.facts(ordering), label);
    if (answer.status != smt::Status::Unsat && query.isOrderable() && ordering.hasPartialFences()) {
      ordering.setChains(true);
      answer = solver_.check(query.facts(ordering), label + " with chains");
    }
    if (answer.status == smt::Status::Unsat) {
      if (obligation.reason.empty() && obligation.verdict == Verdict::Proved) obligation.reason = "ordered in every case";
      obligation.facts_used.insert(obligation.facts_used.end(), answer.core.begin(), answer.core.end());
      std::sort(obligation.facts_used.begin(), obligation.facts_used.end());
      obligation.facts_used.erase(std::unique(obligation.facts_used.begin(), obligation.facts_used.end()),
                                  obligation.facts_used.end());
      return;
    }
    const bool explained = options_.explain && explained_ < options_.explained_pairs;
    Obligation failed = obligation;
    explainFailure({model_, solver_, sources_, query, question, ordering, explained}, answer, failed);
    if (badness(failed.verdict) <= badness(obligation.verdict)) return;
    if (obligation.verdict == Verdict::Proved) ++explained_;
    obligation = std::move(failed);
  }

  void checkPolicy(const Access& access) {
    if (access.kind != AccessKind::Atomic || !ir::isFloat(access.buffer->element)) return;
    const auto policy = policyAt(model_, access.site);
    if (policy >= ir::Policy::Reassociate) return;
    Obligation obligation = makeObligation(ObligationKind::Order);
    obligation.first = obligation.second = access.key;
    obligation.where = access.where;
    obligation.verdict = Verdict::Unknown;
    obligation.reason = "a float atomic needs the policy reassociate";
    obligation.diagnostic = diag::make(diag::Id::FloatAtomicNeedsPolicy, access.where,
                                       {std::string(ir::spelling(access.buffer->element)), std::string(ir::text(policy))});
    obligations_.push_back(std::move(obligation));
  }

  const effects::Model& model_;
  smt::Solver& solver_;
  const SourceTable& sources_;
  const Options& options_;
  const Aliases aliases_;
  std::vector<Ordering> orderings_;
  std::vector<Obligation> obligations_;
  int explained_ = 0;
};

}  // namespace

std::vector<Obligation> checkPairs(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                   const Options& options) {
  return PairChecker(model, solver, sources, options).run();
}

std::vector<Obligation> checkOrder(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                   const Options& options) {
  auto all = checkPairs(model, solver, sources, options);
  const auto append = [&](std::vector<Obligation> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append(checkOwnership(model, solver, sources, options));
  append(checkCompletion(model, solver, sources));
  append(checkParticipation(model));
  return all;
}

}  // namespace exogpu::sync
