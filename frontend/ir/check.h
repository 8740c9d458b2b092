#pragma once
// The IR checker: run after each pass. It holds the invariants that every pass may rely on.
#include <string>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// Violations in words; empty when the proc is well formed: operand types agree, every name is declared before its use
/// and in scope, index counts equal ranks, parallel loops have constant lo 0 (Warps: any constant) and step 1, shapes
/// of a copy agree, node ids are unique within the proc, exec sets are present once `levels_resolved`.
std::vector<std::string> check(const Proc& proc, bool levels_resolved);

}  // namespace exogpu::ir
