#pragma once
// emittedProgram: the kernels of random source programs as one program for the CPU (tests/tools/cuda_on_cpu), which reads and
// writes the same files as the compiled C++.
#include <string>
#include <vector>

#include "frontend/base/source.h"
#include "frontend/ir/ir.h"

namespace exogpu::fuzz {

/// Procs with levels resolved and parameters as kSignature has them, run in this order. Empty after a diagnostic, which is
/// printed.
std::string emittedProgram(const std::vector<ir::ProcRef>& procs, const SourceTable& sources);

}  // namespace exogpu::fuzz
