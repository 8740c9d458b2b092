#pragma once
// Turns what the clocks found into faults that speak of the source.
#include <map>
#include <string>

#include "verify/simulate/clocks.h"
#include "verify/simulate/program.h"
#include "verify/simulate/simulate.h"

namespace exogpu::simulate {

/// The fault without its message.
Fault makeFault(const Program& program, const Finding& finding);
/// "thread 3 of block 0 writes As[0][5] (k = 1) while thread 35 of block 0 may still read it (k = 0)".
/// `contexts`: iterators by sequence number; `element`: "As[0][5]"; `unit`: "block" or "task".
std::string describe(const Program& program, const Finding& finding, const std::map<std::uint64_t, std::string>& contexts,
                     const std::string& element, const std::string& unit, std::uint32_t threads_per_block);

}  // namespace exogpu::simulate
