#pragma once
// findUsedSymbols: the names that something printed reads, when some places are printed otherwise than the IR has them.
// A local counts only if it is read itself, so chains of unread locals vanish.
#include <map>
#include <set>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::lower {

/// `private_indices`: what stands for the indices of `reg` places (null: erased). `lanes`: places that need no indices.
/// `dropped`: If statements and Select expressions whose condition is not evaluated, since it holds.
std::set<const ir::Symbol*> findUsedSymbols(const ir::Body& body,
                                            const std::map<const ir::Place*, std::vector<ir::ExprRef>>& private_indices,
                                            const std::set<const ir::Place*>& lanes, const std::set<ir::NodeId>& dropped);

}  // namespace exogpu::lower
