#pragma once
// `exogpu explain --at FILE:LINE`: what holds at one line of the source.
#include <string>

#include "frontend/driver/job.h"

namespace exogpu::driver {

/// Who executes the statements that begin on the line, and what was proved about its accesses. Needs levels and reports.
/// Empty when no statement of any proc begins there.
std::string explainLine(const Job& job, int line);

}  // namespace exogpu::driver
