#pragma once
// Contradictions that are plain to see: unit propagation over the facts, without arithmetic and without Z3.
#include <optional>

#include "verify/smt/solver.h"

namespace exogpu::smt {

/// Names of facts that contradict each other (sorted; empty when unnamed ones suffice), or nothing when no contradiction
/// is found this way. README.md, rule U1.
std::optional<std::vector<std::string>> refutedByUnits(Terms& terms, const std::vector<Fact>& facts);

}  // namespace exogpu::smt
