#pragma once
// What the rooms of this wing share when they put a question and explain its answer.
#include <string>
#include <vector>

#include "verify/effects/counterexample.h"
#include "verify/effects/model.h"
#include "verify/effects/verdict.h"

namespace exogpu::bounds {

/// Facts of a site, as they stand in the model (one copy, nothing renamed).
std::vector<smt::Fact> factsOf(const effects::Site& site, std::size_t from = 0);
/// Is the conjunction of `facts` and `goal` possible? Asks about the facts that matter first, and about all of them
/// before it answers Sat.
smt::Answer ask(const effects::Model& model, smt::Solver& solver, const std::vector<smt::Fact>& facts, smt::Term goal,
                std::string_view label);
/// The iterators of a site with their names, outermost first.
std::vector<std::pair<std::string, smt::Term>> iteratorsOf(const effects::Site& site);
/// "with M = 33, t = 1": the sizes and iterators that the terms mention.
std::string circumstances(const effects::Model& model, const smt::Model& values, const effects::Site& site,
                          const std::vector<smt::Term>& mentioned);
/// The text as it stands in the source; the printed IR where there is none.
std::string sourceText(const SourceTable& sources, const ir::ExprRef& expr);
std::string sourceText(const SourceTable& sources, SourceRange range);

}  // namespace exogpu::bounds
