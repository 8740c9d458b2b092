#pragma once
// printKernel: one lowered launch as a `__global__` function. Gives the text through the writer, and what the file must
// bring along through `support`.
#include "codegen/cuda/emit.h"
#include "codegen/cuda/statements.h"

namespace exogpu::cuda {

/// Parameters of a kernel in order: for each tensor its pointer, extents and strides that it uses; scalars; the first
/// block of each grid dimension that is launched in slices, or the extents of a nest of tasks.
struct KernelParameter {
  enum class Kind : std::uint8_t { Tensor, Extent, Stride, Scalar, FirstBlock, TaskCount, Trace } kind;
  const ir::Buffer* buffer = nullptr;
  int dim = 0;  ///< of the tensor, or position in the grid nest
  const ir::Symbol* symbol = nullptr;
};
std::vector<KernelParameter> kernelParameters(const lower::Launch& launch, bool trace);

/// `site_of`: numbers of the trace; empty: none.
void printKernel(Writer& writer, const lower::Kernel& kernel, const lower::Definitions& definitions,
                 const std::function<int(ir::NodeId)>& site_of, SupportSet& support, InstructionHelpers* instructions);

/// Grid loops that become hardware dimensions: the last three of a nest of blocks (x innermost).
inline constexpr std::size_t kGridDims = 3;
/// Key of a tensor's stride in Names; extents use the dimension itself.
inline int strideKey(int dim) { return 100 + dim; }

}  // namespace exogpu::cuda
