#pragma once
// Two tasks that one persistent block runs one after the other share its storage.
#include <functional>

#include "verify/simulate/clocks.h"
#include "verify/simulate/conflicts.h"
#include "verify/simulate/events.h"
#include "verify/simulate/program.h"

namespace exogpu::simulate {

/// Joins the traces of pairs of tasks, in either order, as if one block ran both, and lets clocks judge what they do to
/// shared memory. Global memory was judged with every task as a block of its own. `conflicts` may be null.
void checkTaskPairs(const Program& program, const LaunchTrace& launch, const std::function<void(const Finding&)>& report,
                    ConflictLog* conflicts);

/// The pairs (first, second) that are tried: all of them for a few tasks, else the neighbours in both orders and the ends.
std::vector<std::pair<std::size_t, std::size_t>> taskPairs(std::size_t tasks);

}  // namespace exogpu::simulate
