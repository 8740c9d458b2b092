#pragma once
// Two small analyses of a body: which symbols it assigns, and which symbols reach an index.
#include <set>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::effects {

using SymbolSet = std::set<const ir::Symbol*>;

/// Symbols assigned anywhere below `body` (declarations aside), in order of first assignment.
std::vector<ir::SymbolRef> assignedIn(const ir::Body& body);
/// Symbols whose value reaches a subscript, bound, guard, trip count, shift or divisor (language.md, "Integers").
SymbolSet reachingIndex(const ir::Proc& proc);
/// Buffers written anywhere below `body`.
std::set<const ir::Buffer*> writtenIn(const ir::Body& body);
/// What an expression reads.
SymbolSet symbolsOf(const ir::ExprRef& expr);
std::set<const ir::Buffer*> loadsOf(const ir::ExprRef& expr);

}  // namespace exogpu::effects
