#include "verify/sync/explain.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "frontend/diag/ids.h"
#include "verify/effects/counterexample.h"
#include "verify/sync/suggest.h"
#include "verify/sync/witness_text.h"

namespace exogpu::sync {

using effects::Obligation;
using effects::Verdict;

namespace {

/// Solves again with ever larger limits on sizes and iterators, so that people get small numbers.
smt::Answer minimise(const Failure& failure, const std::vector<smt::Fact>& facts, const smt::Answer& answer) {
  auto& terms = *failure.model.terms;
  std::vector<Term> all;
  for (const auto& fact : facts) all.push_back(fact.term);
  const auto variables = terms.variablesOf(all);
  smt::Answer best = answer;
  for (const std::int64_t limit : {2, 8, 33, 129, 1025}) {
    auto limited = facts;
    for (const Term variable : variables) {
      if (terms.variableInfo(variable).sort != smt::Sort::Int) continue;
      limited.push_back({terms.within(variable, -limit, limit), ""});
    }
    auto smaller = failure.solver.check(limited, "smaller witness");
    if (smaller.status == smt::Status::Sat) return smaller;
  }
  return best;
}

diag::Id diagnosticOf(const Question& question) {
  if (question.first->buffer != question.second->buffer) return diag::Id::TensorsMayOverlap;
  if (effects::isAsync(question.first->kind) && question.which != Case::Blocks && question.which != Case::Ownership)
    return diag::Id::CopyUnfinished;
  switch (question.which) {
    case Case::Sequence:
    case Case::Iteration:
    case Case::Task:
      return question.second->kind == effects::AccessKind::Life ? diag::Id::StorageReused : diag::Id::AccessesUnordered;
    case Case::Header: return diag::Id::AccessesUnordered;
    case Case::Threads:
    case Case::OneStatement:
    case Case::OneCopy: return diag::Id::ThreadsCollide;
    case Case::Blocks: return diag::Id::BlocksCollide;
    case Case::Ownership: return diag::Id::NotTheOwner;
  }
  return diag::Id::AccessesUnordered;
}

std::string whyOf(const Failure& failure) {
  switch (failure.question.which) {
    case Case::Blocks: return "nothing orders two blocks of one launch";
    case Case::Threads: return "nothing orders two iterations of one parallel loop";
    case Case::OneStatement: return "all threads of the group execute this statement at once";
    case Case::OneCopy: return "the two sides of one copy overlap";
    case Case::Header: return "the bound is read again before each iteration";
    case Case::Sequence:
    case Case::Iteration:
    case Case::Task:
    case Case::Ownership: break;
  }
  if (effects::isAsync(failure.question.first->kind)) return "no wait and fence lie between that surely complete it";
  return "no barrier of both threads surely lies between";
}

std::string remedyOf(const Question& question) {
  switch (question.which) {
    case Case::Blocks: return "give each block its own elements, use an atomic, or split the proc in two launches";
    case Case::Threads: return "give each thread its own elements, or end the loop, fence, and begin another";
    case Case::OneStatement: return "let one thread do it: if (exo::one_thread())";
    case Case::OneCopy: return "copy between windows that do not overlap";
    case Case::Header: return "read the bound into a local before the loop, and fence";
    case Case::Ownership: return "index the array by the executing thread in the same way everywhere, or use shared memory and a fence";
    case Case::Sequence:
    case Case::Iteration:
    case Case::Task: break;
  }
  if (effects::isAsync(question.first->kind))
    return "wait for the copies with enough commits behind them, then exo::fence(), before the other access";
  return "put exo::fence() between the two accesses, at a level that contains both threads and on every path";
}

void reportUnproved(const Failure& failure, const smt::Answer& answer, Obligation& obligation) {
  obligation.verdict = answer.status == smt::Status::OutOfBudget ? Verdict::OutOfBudget : Verdict::Unknown;
  obligation.reason = answer.status == smt::Status::OutOfBudget
                          ? "the query '" + std::string(text(failure.question.which)) + "' ran out of budget"
                          : answer.reason;
  const auto name = [&](const effects::Access& access) {
    return "the " + std::string(effects::text(access.kind)) + " of '" + access.buffer->name + "' (" +
           lineText(failure.sources, access.where) + ")";
  };
  const auto first = name(*failure.question.first), second = name(*failure.question.second);
  auto diagnostic = obligation.verdict == Verdict::OutOfBudget
                        ? diag::make(diag::Id::ProofOutOfBudget, failure.question.second->where,
                                     {first + " and " + second + " are ordered", answer.reason})
                        : diag::make(diag::Id::OrderNotProved, failure.question.second->where,
                                     {first, second, obligation.reason, remedyOf(failure.question)});
  diagnostic.labels.push_back({failure.question.first->where, "the other access"});
  obligation.diagnostic = std::move(diagnostic);
}

}  // namespace

void explainFailure(const Failure& failure, const smt::Answer& answer, Obligation& obligation) {
  const Question& question = failure.question;
  obligation.first = question.first->key;
  obligation.second = question.second->key;
  obligation.where = question.second->where;
  if (answer.status != smt::Status::Sat) return reportUnproved(failure, answer, obligation);

  const auto facts = failure.query.facts(failure.ordering);
  const auto smallest = failure.thorough ? minimise(failure, facts, answer) : answer;
  const WitnessText witness(failure.model, failure.query, question, failure.sources, smallest.model);
  obligation.verdict = Verdict::Refuted;
  obligation.sizes = witness.sizeValues();
  obligation.locals = witness.localValues();
  obligation.elements = effects::elementsOf(failure.model, smallest.model);
  obligation.reason = std::string(text(question.which)) + ": " + whyOf(failure);

  const bool tries = failure.thorough && failure.query.isOrderable();
  const Suggestion suggestion = tries ? suggestFence(failure) : Suggestion{};
  std::vector<std::string> arguments = {witness.sizes(), witness.secondEvent(), witness.firstEvent(), whyOf(failure),
                                        suggestion.text.empty() ? remedyOf(question) : suggestion.text};
  const auto id = diagnosticOf(question);
  if (question.first->buffer != question.second->buffer)
    obligation.overlap = {question.first->buffer->name, question.second->buffer->name};
  if (id == diag::Id::TensorsMayOverlap) arguments = {arguments[0], arguments[1], arguments[2], question.first->buffer->name,
                                                      question.second->buffer->name};
  auto diagnostic = diag::make(id, question.second->where, arguments);
  diagnostic.labels.push_back({question.first->where, "the other access"});
  diagnostic.fixes = suggestion.fixes;
  if (tries) diagnostic.notes = whyFencesDoNotHelp(failure, smallest.model);
  obligation.diagnostic = std::move(diagnostic);
}

}  // namespace exogpu::sync
