#pragma once
// The steps of the pipeline that are more than one call of a room.
#include "frontend/driver/job.h"

namespace exogpu::driver {

/// Text → procs without levels. Sets `dependencies`.
Next parse(Job& job);
/// Applies the trace of --schedule; nothing without one.
Next schedule(Job& job);
/// Fills For::exec; procs that cannot be mapped are dropped with errors.
Next resolveLevels(Job& job);
/// The invariants of the IR; `after` names the pass that is to blame.
Next checkIr(Job& job, const char* after, bool levels_resolved);
/// Obligations of every proc. Sets `reports` and `verdict_text`.
Next proveProcs(Job& job);
/// What the chip can hold, when code for it is made.
Next checkResources(Job& job);
/// Makes the texts of every --emit kind and the dependency file.
Next makeOutputs(Job& job);
/// Writes them; nothing is written when one cannot be made.
Next writeOutputs(Job& job);
/// Of `explain --at`: who executes the line and what was proved about it.
Next showLine(Job& job);
/// One claim a proc, with its assumptions and numeric exceptions.
Next showVerdicts(Job& job);

}  // namespace exogpu::driver
