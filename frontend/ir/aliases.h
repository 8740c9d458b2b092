#pragma once
// closeAliases: takes the alias facts of a proc as they were stated, adds those that follow: what is the same as the same is
// the same, and what may overlap one name of a memory may overlap its other names. Whoever looks a pair up needs no chains.
#include "frontend/ir/ir.h"

namespace exogpu::ir {

void closeAliases(std::vector<AliasFact>& facts);
/// One buffer, or two that a fact (closed) lets overlap.
bool mayOverlap(const std::vector<AliasFact>& facts, const Buffer& a, const Buffer& b);

}  // namespace exogpu::ir
