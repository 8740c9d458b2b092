#include "codegen/cuda/kernel.h"

#include "codegen/cuda/scalars.h"

namespace exogpu::cuda {

std::vector<KernelParameter> kernelParameters(const lower::Launch& launch, bool trace) {
  using Kind = KernelParameter::Kind;
  std::vector<KernelParameter> parameters;
  for (const auto& tensor : launch.tensors) {
    const auto* buffer = tensor.buffer.get();
    parameters.push_back({Kind::Tensor, buffer});
    for (int d = 0; d < buffer->rank; ++d)
      if (tensor.extents_used[static_cast<std::size_t>(d)]) parameters.push_back({Kind::Extent, buffer, d});
    for (int d = 0; d < buffer->rank; ++d)
      if (tensor.strides_used[static_cast<std::size_t>(d)]) parameters.push_back({Kind::Stride, buffer, d});
  }
  for (const auto& symbol : launch.scalars) parameters.push_back({Kind::Scalar, nullptr, 0, symbol.get()});
  const auto nest = static_cast<int>(launch.grid.size());
  // The innermost dimension of a grid is as long as an int; the others are launched in slices of 65535.
  for (int i = 0; i < nest; ++i)
    if (launch.is_persistent)
      parameters.push_back({Kind::TaskCount, nullptr, i});
    else if (i + 1 < nest)
      parameters.push_back({Kind::FirstBlock, nullptr, i});
  if (trace) parameters.push_back({Kind::Trace});
  return parameters;
}

namespace {
class KernelPrinter {
 public:
  KernelPrinter(Writer& writer, const lower::Kernel& kernel, const lower::Definitions& definitions,
                const std::function<int(ir::NodeId)>& site_of, SupportSet& support, InstructionHelpers* instructions)
      : writer_(writer), kernel_(kernel), launch_(kernel.launch), definitions_(definitions) {
    context_.site_of = site_of;
    context_.policy = launch_.policy;
    context_.names = &names_;
    context_.index_symbols = &kernel.index_symbols;
    context_.arrays = &kernel.arrays;
    context_.support = &support;
    context_.instructions = instructions;
  }

  void print() {
    writer_.at(launch_.stmt->where);
    writer_.openList("__global__ void __launch_bounds__(" + std::to_string(launch_.threads) + ") " + launch_.name + "(",
                     parameterList(), ") {");
    if (kernel_.dynamic_shared) writer_.line("extern __shared__ __align__(16) unsigned char dynamic_shared[];");
    if (usesFloats()) {
      context_.support->insert(Support::RefuseFastMath);
      writer_.line("refuse_fast_math();");
    }
    printConstants();
    const int closing = launch_.is_persistent ? printTaskLoop() : printBlockIndices();
    StatementPrinter statements(writer_, names_, &kernel_, context_);
    statements.printBody(*launch_.body, {launch_.threads, 1, 0});
    for (int i = 0; i < closing; ++i) writer_.close();
    writer_.close();
    writer_.blank();
  }

 private:
  std::vector<std::string> parameterList() {
    std::vector<std::string> list;
    for (const auto& parameter : kernelParameters(launch_, context_.site_of != nullptr)) list.push_back(parameterText(parameter));
    return list;
  }

  std::string parameterText(const KernelParameter& p) {
    using Kind = KernelParameter::Kind;
    const auto suffix = std::to_string(p.dim);
    switch (p.kind) {
      case Kind::Tensor: return tensorText(*p.buffer);
      case Kind::Extent: return "int " + names_.declare(p.buffer, p.dim, p.buffer->name + "_extent" + suffix);
      case Kind::Stride:
        return "long long " + names_.declare(p.buffer, strideKey(p.dim), p.buffer->name + "_stride" + suffix);
      case Kind::Scalar: return cudaType(p.symbol->type) + " " + names_.declare(p.symbol, p.symbol->name);
      case Kind::FirstBlock: return "int " + names_.declare(&launch_.grid, p.dim, iterator(p.dim).name + "_first");
      case Kind::TaskCount: return "int " + names_.declare(&launch_.grid, p.dim, iterator(p.dim).name + "_count");
      case Kind::Trace: return "const exogpu_trace trace";
    }
    return {};
  }

  std::string tensorText(const ir::Buffer& buffer) {
    for (const auto& tensor : launch_.tensors)
      if (tensor.buffer.get() == &buffer)
        return std::string(tensor.is_written ? "" : "const ") + cudaType(buffer.element) + "* " +
               (tensor.is_restrict ? "__restrict__ " : "") + names_.declare(&buffer, buffer.name);
    return {};
  }

  const ir::Symbol& iterator(int position) const { return *launch_.grid[static_cast<std::size_t>(position)]->iterator; }

  void printConstants() {
    ExpressionPrinter expressions(context_);
    for (const auto& symbol : launch_.constants) {
      const auto value = definitions_.evaluate(definitions_.valueOf(*symbol), {});
      writer_.line("constexpr " + cudaType(symbol->type) + " " + names_.declare(symbol.get(), symbol->name) + " = " +
                   intText(*value, symbol->type) + ";");
    }
  }

  /// Blocks: each hardware dimension gives one iterator. Loops beyond the third are the host's.
  int printBlockIndices() {
    static constexpr const char* kAxes[kGridDims] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
    const auto nest = launch_.grid.size();
    for (std::size_t i = 0; i < nest; ++i) {
      const auto* symbol = launch_.grid[i]->iterator.get();
      if (!context_.site_of && !kernel_.used_symbols.count(launch_.grid[i]->iterator.get())) continue;
      const auto from_inside = nest - 1 - i;
      std::string value = from_inside < kGridDims ? kAxes[from_inside] : "";
      if (from_inside > 0) {
        const auto& first = names_.of(&launch_.grid, static_cast<int>(i));
        value = value.empty() ? first : first + " + " + value;
      }
      writer_.line("const int " + names_.declare(symbol, symbol->name) + " = " + value + ";");
    }
    return 0;
  }

  /// Tasks: a block takes every gridDim.x-th task, in its own storage.
  int printTaskLoop() {
    const auto nest = static_cast<int>(launch_.grid.size());
    const bool single = nest == 1;
    const auto task = names_.fresh(single ? iterator(0).name + "_task" : "task");
    const std::string type = single ? "unsigned" : "long long";
    std::string total;
    for (int i = 0; i < nest; ++i)
      total += (i ? " * " : single ? "" : "1ll * ") + names_.of(&launch_.grid, i);
    writer_.open("for (" + type + " " + task + " = blockIdx.x; " + task + " < " + total + "; " + task + " += gridDim.x)");
    std::string rest;  // product of the inner extents
    for (int i = nest - 1; i >= 0; --i) {
      std::string value = task + (rest.empty() ? "" : " / (" + rest + ")");
      if (i > 0) value += " % " + names_.of(&launch_.grid, i);
      rest = (rest.empty() ? "1ll" : rest) + " * " + names_.of(&launch_.grid, i);
      writer_.line("const int " + names_.declare(&iterator(i), iterator(i).name) + " = " +
                   (single ? value : "static_cast<int>(" + value + ")") + ";");
    }
    return 1;
  }

  bool usesFloats() const {
    for (const auto& tensor : launch_.tensors)
      if (ir::isFloat(tensor.buffer->element)) return true;
    return false;
  }

  Writer& writer_;
  const lower::Kernel& kernel_;
  const lower::Launch& launch_;
  const lower::Definitions& definitions_;
  Names names_;
  ExpressionContext context_;
};
}  // namespace

void printKernel(Writer& writer, const lower::Kernel& kernel, const lower::Definitions& definitions,
                 const std::function<int(ir::NodeId)>& site_of, SupportSet& support, InstructionHelpers* instructions) {
  KernelPrinter(writer, kernel, definitions, site_of, support, instructions).print();
}

}  // namespace exogpu::cuda
