// The pipeline of the prover, one line a step.
#include "verify/prove/prove.h"

#include <algorithm>
#include <set>

#include "verify/bounds/bounds.h"
#include "verify/prove/cache.h"
#include "verify/prove/confirm.h"
#include "verify/prove/numeric.h"
#include "verify/sync/order.h"

namespace exogpu::prove {
namespace {

using effects::Obligation;
using effects::Verdict;

void append(std::vector<Obligation>& all, std::vector<Obligation> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool contradictory(const std::vector<Obligation>& obligations) {
  return std::any_of(obligations.begin(), obligations.end(), [](const Obligation& o) {
    return o.kind == effects::ObligationKind::Satisfiable && o.verdict != Verdict::Proved;
  });
}

/// The worst of all: a refutation outweighs what is not known, which outweighs an exhausted budget.
Verdict join(const std::vector<Obligation>& obligations) {
  auto result = Verdict::Proved;
  const auto weight = [](Verdict verdict) {
    switch (verdict) {
      case Verdict::Proved: return 0;
      case Verdict::OutOfBudget: return 1;
      case Verdict::Unknown: return 2;
      case Verdict::Refuted: return 3;
    }
    return 3;
  };
  for (auto& obligation : obligations)
    if (weight(obligation.verdict) > weight(result)) result = obligation.verdict;
  return result;
}

bool holds(const SourceRange& outer, const SourceRange& inner) {
  return outer.isValid() && outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/// One message about one value is enough, whether the value is a part of the place or the other way round.
bool saysTheSame(const diag::Diagnostic& a, const diag::Diagnostic& b) {
  return a.id == b.id && a.message == b.message && (holds(a.where, b.where) || holds(b.where, a.where));
}

/// Whether an element is undefined means nothing where it does not exist.
bool followsFromBounds(const Obligation& obligation, const std::vector<Obligation>& all) {
  return obligation.kind == effects::ObligationKind::Definedness &&
         std::any_of(all.begin(), all.end(), [&](const Obligation& other) {
           return other.kind == effects::ObligationKind::Bounds && other.verdict != Verdict::Proved && other.diagnostic &&
                  other.where == obligation.where;
         });
}

/// At most one diagnostic an access pair, in the order of the obligations, and none that another one makes idle.
void show(const std::vector<Obligation>& obligations, diag::Sink& sink) {
  std::set<std::pair<ir::AccessKey, ir::AccessKey>> pairs;
  std::vector<const diag::Diagnostic*> shown;
  for (auto& obligation : obligations) {
    if (!obligation.diagnostic || followsFromBounds(obligation, obligations)) continue;
    const auto& next = *obligation.diagnostic;
    if (std::any_of(shown.begin(), shown.end(), [&](const auto* old) { return saysTheSame(*old, next); })) continue;
    if (!pairs.insert({obligation.first, obligation.second}).second) continue;
    shown.push_back(&next);
    sink.report(next);
  }
}

enum class Scope : bool { SequentialRun, ParallelRun };

std::vector<Obligation> obligationsOf(const ir::ProcRef& proc, Scope scope, const Options& options,
                                      const SourceTable& sources, Report& report) {
  const auto model = effects::buildModel(proc);
  smt::Solver solver(*model->terms, {options.smt_budget, options.smt_dump_dir});
  report.assumptions = model->assumptions;
  auto all = bounds::checkSatisfiable(*model, solver, sources);
  if (!contradictory(all)) {
    append(all, bounds::checkConditions(*model, solver, sources));
    append(all, bounds::checkDefinedness(*model, solver, sources));
    if (scope == Scope::ParallelRun) append(all, sync::checkOrder(*model, solver, sources));
  }
  report.queries = solver.counters().queries;
  report.rlimit_used = solver.counters().rlimit;
  return all;
}

}  // namespace

Report proveSource(const ir::ProcRef& proc, const Options& options, const SourceTable& sources, diag::Sink& sink) {
  const Cache cache(options.cache_dir, *proc, options, "sequential run");
  if (auto known = cache.load(*proc)) return std::move(*known);
  Report report;
  report.obligations = obligationsOf(proc, Scope::SequentialRun, options, sources, report);
  // Warnings come from the program that is emitted.
  std::erase_if(report.obligations, [](const Obligation& o) { return o.verdict == Verdict::Proved && o.diagnostic; });
  leaveUnconfirmed(report.obligations, "a program without parallel loops is not replayed in the simulator");
  report.verdict = join(report.obligations);
  show(report.obligations, sink);
  cache.store(*proc, report);
  return report;
}

Report prove(const ir::ProcRef& proc, const Options& options, const SourceTable& sources, diag::Sink& sink) {
  const Cache cache(options.cache_dir, *proc, options, "parallel run");
  if (auto known = cache.load(*proc)) {
    known->numeric_exceptions = numericExceptions(*proc, sources);
    return std::move(*known);
  }
  Report report;
  report.obligations = obligationsOf(proc, Scope::ParallelRun, options, sources, report);
  if (options.replay) confirmRefutations(proc, report.obligations);
  report.verdict = join(report.obligations);
  report.numeric_exceptions = numericExceptions(*proc, sources);
  show(report.obligations, sink);
  cache.store(*proc, report);
  return report;
}

}  // namespace exogpu::prove
