// Completion: every asynchronous copy is committed, and completed by a wait of its thread, before the scope of the memory
// that it writes ends (ptx-rules.md, H5). The end of a kernel is the end of its outermost scope.
#include "verify/sync/explain.h"
#include "frontend/diag/ids.h"
#include "verify/sync/order.h"
#include "verify/sync/witness_text.h"

namespace exogpu::sync {

using effects::Access;
using effects::AccessKind;
using effects::Obligation;
using effects::ObligationKind;
using effects::Verdict;

namespace {

const effects::Step* scopeOf(const effects::Model& model, const Access& copy) {
  for (const Access& life : model.accesses)
    if (life.kind == AccessKind::Life && life.buffer == copy.buffer) return life.site.step;
  return model.launch(copy.launch)->nest.back();
}

void check(const effects::Model& model, smt::Solver& solver, const SourceTable& sources, const Access& copy,
           Obligation& obligation) {
  const effects::Step* scope = scopeOf(model, copy);
  const Ordering ordering(model, copy.launch);
  if (!ordering.groupAt(copy.site).group) {
    obligation.verdict = Verdict::Unknown;
    obligation.reason = "no commit group in scope";
    obligation.diagnostic = diag::make(diag::Id::CopyWithoutGroup, copy.where);
    return;
  }
  const effects::Side side(model, copy.site, "", scope->depth);
  const auto reading = std::make_shared<Reading>(model, side);
  const End issued{&copy, placeOf(copy.site, reading), side.thread()};
  const Place end{scope, end_of_body, reading};
  auto facts = side.facts();
  facts.push_back({model.terms->logicalNot(
                       ordering.completed(issued, end, {Relation::Kind::Sequence, scope}, side.thread())), ""});
  const auto answer = solver.check(facts, "completion");
  if (answer.status == smt::Status::Unsat) {
    obligation.verdict = Verdict::Proved;
    obligation.reason = "a wait with enough commits lies before the end of the scope";
    obligation.facts_used = answer.core;
    return;
  }
  obligation.verdict = answer.status == smt::Status::Sat ? Verdict::Refuted
                       : answer.status == smt::Status::OutOfBudget ? Verdict::OutOfBudget : Verdict::Unknown;
  obligation.reason = "no wait surely completes the copy before the scope of its memory ends";
  std::string who = "the copy on " + lineText(sources, copy.where);
  if (answer.status == smt::Status::Sat) {
    obligation.sizes = sizesOf(model, answer.model);
    for (const auto& [name, term] : side.names())
      if (const auto value = answer.model.evaluate(*model.terms, term)) obligation.locals.push_back({name, *value});
  }
  obligation.diagnostic = obligation.verdict == Verdict::OutOfBudget
                              ? diag::make(diag::Id::ProofOutOfBudget, copy.where,
                                           {who + " is complete when the scope of '" + copy.buffer->name + "' ends", answer.reason})
                              : diag::make(diag::Id::CopyOutlivesStorage, copy.where, {"", who, copy.buffer->name});
}

}  // namespace

std::vector<Obligation> checkCompletion(const effects::Model& model, smt::Solver& solver, const SourceTable& sources) {
  std::vector<Obligation> obligations;
  for (const Access& access : model.accesses) {
    if (access.kind != AccessKind::AsyncWrite || access.launch < 0) continue;
    Obligation obligation = makeObligation(ObligationKind::Completion);
    obligation.first = access.key;
    obligation.where = access.where;
    check(model, solver, sources, access, obligation);
    obligations.push_back(std::move(obligation));
  }
  return obligations;
}

}  // namespace exogpu::sync
