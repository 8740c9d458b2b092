#pragma once
// What expressions read and bodies write, aliases aside.
#include <set>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

using SymbolSet = std::set<const Symbol*>;
using BufferSet = std::set<const Buffer*>;

SymbolSet symbolsOf(const ExprRef& expr);
BufferSet loadsOf(const ExprRef& expr);
/// Symbols assigned anywhere below `body` (declarations aside), in order of first assignment.
std::vector<SymbolRef> assignedIn(const Body& body);
/// Buffers written or made anywhere below `body`.
BufferSet writtenIn(const Body& body);

}  // namespace exogpu::ir
