#pragma once
// What a step may not loosen: the floating-point policy under which each statement computes.
#include "frontend/ir/ir.h"

namespace exogpu::steps {

/// A statement of `after` that computes in floats under a looser policy than the statement of `before` that it came from;
/// null if there is none. A statement that cannot be traced back is held to the tightest policy of the whole program.
ir::StmtRef loosened(const ir::Proc& before, const ir::Proc& after);

}  // namespace exogpu::steps
