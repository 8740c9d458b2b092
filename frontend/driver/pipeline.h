#pragma once
#include "frontend/driver/job.h"

namespace exogpu::driver {

/// Runs all steps of `compile` or `check`, shows the diagnostics, gives the exit code.
ExitCode runPipeline(Job& job);

/// `explain --at`: the same road up to the proof, then what holds at the line.
ExitCode runExplainLine(Job& job);

}  // namespace exogpu::driver
