#pragma once
// checkOrder: takes the model of a proc, gives one obligation for every pair of accesses that may conflict, for all
// sizes and inputs within the contracts: Order (shared and global memory), Ownership (register arrays), Completion
// (asynchronous copies against the end of their storage), Aliasing (tensors that may overlap), Participation (who meets
// at fences). README.md has the theorem behind it. Needs levels resolved; keeps the model. Reports EXG4xxx through the
// obligations' diagnostics.
#include <vector>

#include "verify/effects/model.h"
#include "verify/effects/verdict.h"
#include "verify/smt/solver.h"

namespace exogpu::sync {

struct Options {
  bool explain = true;         ///< minimise witnesses, look for a fence that would help
  int explained_pairs = 4;     ///< how many unproved pairs get that treatment; the others are reported plainly
};

std::vector<effects::Obligation> checkOrder(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                            const Options& options = {});

inline effects::Obligation makeObligation(effects::ObligationKind kind) {
  effects::Obligation obligation;
  obligation.kind = kind;
  return obligation;
}

/// The parts, in the order in which checkOrder runs them.
std::vector<effects::Obligation> checkPairs(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                            const Options& options);
std::vector<effects::Obligation> checkOwnership(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                                const Options& options);
std::vector<effects::Obligation> checkCompletion(const effects::Model& model, smt::Solver& solver,
                                                 const SourceTable& sources);
std::vector<effects::Obligation> checkParticipation(const effects::Model& model);

}  // namespace exogpu::sync
