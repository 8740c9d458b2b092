#pragma once
// reportJson: takes what was emitted, gives the kernels as JSON for tools: shape, shared memory, private arrays, barriers,
// vector accesses. Registers are the assembler's to say and are null here.
#include <string>

#include "codegen/cuda/emit.h"

namespace exogpu::report {

std::string reportJson(const cuda::Emitted& emitted, target::Arch arch, const SourceTable& sources);

}  // namespace exogpu::report
