#pragma once
// findIndexSymbols: which integer names carry index values (they reach a subscript, bound, guard, trip count, shift or
// divisor, so the proof shows that they stay inside their type). Arithmetic on all others wraps, and is emitted so.
#include <set>

#include "frontend/ir/ir.h"

namespace exogpu::lower {

std::set<const ir::Symbol*> findIndexSymbols(const ir::Body& body);

}  // namespace exogpu::lower
