#pragma once
// The host's side: one `extern "C"` function a proc. Its parameters are the proc's in source order: a tensor becomes a
// pointer, its extents, and (if strided) the strides of all dimensions but the last; then the stream. It checks the
// contracts, returns errors, allocates nothing, and launches on the caller's stream.
#include "codegen/cuda/emit.h"
#include "codegen/cuda/names.h"
#include "codegen/cuda/support.h"
#include "codegen/cuda/writer.h"
#include "codegen/lower/lower.h"

namespace exogpu::cuda {

/// Kernels of one proc by the node of their launch.
using KernelsOfProc = std::map<ir::NodeId, lower::Kernel>;

/// "int n", "const float* x", …, "cudaStream_t stream", declared in `names`.
std::vector<std::string> launcherParameters(const ir::Proc& proc, const EmitOptions& options, Names& names);
void printLauncher(Writer& writer, const ir::Proc& proc, const KernelsOfProc& kernels, const EmitOptions& options,
                   SupportSet& support);
/// The declarations that the header and a stand-alone .cu share: exogpu_status.
std::string statusText();
/// exogpu_trace, the buffer that kernels of an instrumented build write their events to.
std::string traceText();
/// The C header of a file.
std::string headerText(const std::vector<ir::ProcRef>& procs, const EmitOptions& options, const SourceTable& sources);

}  // namespace exogpu::cuda
