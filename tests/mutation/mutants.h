#pragma once
// Mutation of annotated programs: every small change that a tired engineer could make to the synchronised parts.
// A mutant is judged against its *own* sequential run, so a change of meaning alone does not count as a fault.
#include <string>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::mutation {

struct Mutant {
  std::string operation;  ///< "delete fence", "wait pending +1", …
  SourceRange where;
  ir::ProcRef proc;       ///< levels not resolved
};

/// All mutants of `proc`, in program order. Synchronised parts are the launches that hold a shared buffer, a fence, a
/// commit or a wait; of them every fence, commit and wait is deleted, moved both ways and weakened; wait counts, ring
/// depths, lags, indices of shared and register buffers, loop bounds and comparisons are shifted by one; contracts are
/// dropped.
std::vector<Mutant> mutate(const ir::ProcRef& proc);

}  // namespace exogpu::mutation
