#pragma once
#include "frontend/driver/job.h"

namespace exogpu::driver {

/// `exogpu run`: the sequential program, the simulator and the kernel on the same inputs, compared.
ExitCode runProgram(Job& job);

}  // namespace exogpu::driver
