#pragma once
// The steps of the pipeline that are more than one call of a room.
#include "frontend/driver/job.h"

namespace exogpu::driver {

/// Text → procs without levels. Sets `dependencies`.
Next parse(Job& job);
/// Fills For::exec; procs that cannot be mapped are dropped with errors.
Next resolveLevels(Job& job);
/// The invariants of the IR; `after` names the pass that is to blame.
Next checkIr(Job& job, const char* after, bool levels_resolved);
/// Makes the texts of every --emit kind and the dependency file.
Next makeOutputs(Job& job);
/// Writes them; nothing is written when one cannot be made.
Next writeOutputs(Job& job);

}  // namespace exogpu::driver
