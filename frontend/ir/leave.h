#pragma once
// Loops that may stop early. `break` became a flag and a guard around the body; this finds them again.
#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// The flag that stops a sequential loop: once it is true, what is left of an iteration and all later iterations do
/// nothing and leave it true, so a run may stop there without another look at the bound. Null if the loop has none.
SymbolRef leaveFlag(const For& loop);
/// The body of an iteration that begins with `flag` false: without the guard, if the guard is all of it.
const Body& bodyUnlessLeft(const For& loop, const Symbol& flag);

}  // namespace exogpu::ir
