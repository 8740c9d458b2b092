#pragma once
// Which symbols reach an index.
#include "frontend/ir/uses.h"

namespace exogpu::effects {

/// Symbols whose value reaches a subscript, bound, guard, trip count, shift or divisor (language.md, "Integers").
ir::SymbolSet reachingIndex(const ir::Proc& proc);

}  // namespace exogpu::effects
