#pragma once
// runOnGpu: takes an emitted file and the arguments of one call; gives what the GPU computed, and how long it took. Needs
// nvcc and a GPU on this machine; without them it says which one is missing. Nothing here is linked to CUDA.
#include <string>
#include <vector>

#include "codegen/run/program.h"
#include "codegen/target/target.h"

namespace exogpu::run {

struct GpuOptions {
  target::Arch arch = target::Arch::Sm90a;
  int repeats = 0;          ///< timed calls after the first one
  bool trace = false;       ///< the text is an instrumented one
  std::string directory;    ///< for the program and its files; it must exist
};
struct GpuResult {
  std::optional<Outcome> outcome;
  std::string error;        ///< why there is none, in one line
  std::string compiler_log; ///< what nvcc said, the assembler's report included
};
/// Path of nvcc: $CUDACXX, $PATH, or the usual place; empty without one.
std::string findNvcc();
/// `cuda` is emitted without a header name, so that it stands alone.
GpuResult runOnGpu(const ir::Proc& proc, const std::string& cuda, const std::vector<Argument>& arguments,
                   const GpuOptions& options);

}  // namespace exogpu::run
