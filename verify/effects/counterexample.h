#pragma once
// From a solver's model to a counterexample that people can read and the simulator can replay.
#include "verify/effects/encode.h"
#include "verify/effects/verdict.h"

namespace exogpu::effects {

/// Another model of the same facts with small sizes (parameters and extents), then small values of `then_small` in
/// their order. Gives `found` when nothing smaller is satisfiable within the budget.
smt::Model minimise(const Model& model, smt::Solver& solver, const std::vector<smt::Fact>& facts, const smt::Model& found,
                    const std::vector<smt::Term>& then_small);
/// Elements of input tensors that the counterexample reads.
std::vector<WitnessElement> elementsOf(const Model& model, const smt::Model& values);
/// Fills sizes and elements of a refutation; `locals` are taken from the named terms.
void describe(const Model& model, const smt::Model& values, const std::vector<std::pair<std::string, smt::Term>>& locals,
              Obligation& obligation);
/// "M = 33, K = 1".
std::string sizesText(const Obligation& obligation);
std::string localsText(const Obligation& obligation);

}  // namespace exogpu::effects
