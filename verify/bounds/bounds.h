#pragma once
// Obligations about single places. Takes the model of a proc, gives one obligation for every condition that must hold
// where it is evaluated (bounds, overflow, division, shifts, alignment, contracts, scalars that have a value), for every
// read of an array element (definedness), and says which places can never run. Needs levels resolved; keeps the model.
// Reports EXG30xx through the obligations' diagnostics. A refutation carries a witness that is not replayed yet.
#include <vector>

#include "verify/effects/model.h"
#include "verify/effects/verdict.h"
#include "verify/smt/solver.h"

namespace exogpu::bounds {

/// Every check of the model. All conditions of one statement are one query; it is split only when that fails.
std::vector<effects::Obligation> checkConditions(const effects::Model& model, smt::Solver& solver,
                                                 const SourceTable& sources);
/// Every read of an element of a shared, register or local array has an earlier write of the same element.
std::vector<effects::Obligation> checkDefinedness(const effects::Model& model, smt::Solver& solver,
                                                  const SourceTable& sources);
/// The contracts can hold together (else Refuted), and each body can be entered (else a warning).
std::vector<effects::Obligation> checkSatisfiable(const effects::Model& model, smt::Solver& solver,
                                                  const SourceTable& sources);

}  // namespace exogpu::bounds
