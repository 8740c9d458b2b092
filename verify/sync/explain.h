#pragma once
// explainFailure: takes a question that was not proved, with the solver's answer, gives its verdict, a small witness and a
// diagnostic in terms of the source: which two accesses, which sizes, which fence is missing or why those that stand
// there do not help, and a fix-it where one fence (or a smaller wait) makes this very query contradictory.
#include "verify/effects/verdict.h"
#include "verify/sync/question.h"

namespace exogpu::sync {

struct Failure {
  const effects::Model& model;
  smt::Solver& solver;
  const SourceTable& sources;
  const Query& query;
  const Question& question;
  Ordering& ordering;
  bool thorough;  ///< minimise the witness, search a fix
};

/// Fills verdict, reason, keys, witness and diagnostic of `obligation`.
void explainFailure(const Failure& failure, const smt::Answer& answer, effects::Obligation& obligation);

/// "line 21" of the file that holds the range, or "the generated code".
std::string lineText(const SourceTable& sources, const SourceRange& where);
/// Parameters and extents under a model, for witnesses.
std::vector<effects::WitnessValue> sizesOf(const effects::Model& model, const smt::Model& values);

}  // namespace exogpu::sync
