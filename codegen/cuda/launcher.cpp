#include "codegen/cuda/launcher.h"

#include <algorithm>
#include <map>

#include "codegen/cuda/kernel.h"
#include "codegen/cuda/scalars.h"
#include "codegen/lower/integers.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/uses.h"
#include "frontend/ir/walk.h"

namespace exogpu::cuda {

std::vector<std::string> launcherParameters(const ir::Proc& proc, const EmitOptions& options, Names& names) {
  std::vector<std::string> list;
  const auto add = [&](const std::string& text) { list.push_back(text); };
  const auto written = lower::writtenTensors(proc);
  for (const auto& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      add(headerType((*symbol)->type) + " " + names.declare(symbol->get(), (*symbol)->name));
      continue;
    }
    const auto& buffer = std::get<ir::BufferRef>(parameter);
    const bool is_written = std::find(written.begin(), written.end(), buffer) != written.end();
    add(std::string(is_written ? "" : "const ") + elementHeaderType(buffer->element) + "* " +
        names.declare(buffer.get(), buffer->name));
    for (int d = 0; d < buffer->rank; ++d)
      add("int " + names.declare(buffer.get(), d, buffer->name + "_extent" + std::to_string(d)));
    for (int d = 0; buffer->is_strided && d + 1 < buffer->rank; ++d)
      add("long long " + names.declare(buffer.get(), strideKey(d), buffer->name + "_stride" + std::to_string(d)));
  }
  if (options.trace) add("struct exogpu_trace trace");
  add("cudaStream_t stream");
  return list;
}

namespace {
/// Evaluating it may end the program: it divides by something that may be 0, or -1 below the least number.
bool mayTrap(const ir::ExprRef& expr) {
  bool may = false;
  ir::walkExpr(expr, [&](const ir::ExprRef& e) {
    const auto* node = std::get_if<ir::Binary>(&e->node);
    if (!node || !ir::isInteger(e->type) || (node->op != ir::BinaryOp::Div && node->op != ir::BinaryOp::Rem)) return;
    const auto divisor = ir::constantValue(node->rhs).value_or(0);
    may |= divisor == 0 || divisor == -1;
  });
  return may;
}

/// Of what stands in a condition of the proof alone nothing is printed.
std::set<const ir::Symbol*> symbolsReadIn(const ir::Body& body) {
  std::set<const ir::Symbol*> read;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (std::holds_alternative<ir::Prove>(stmt->node)) return;
    ir::forEachExpr(*stmt, [&](const ir::ExprRef& expr) { read.merge(ir::symbolsOf(expr)); });
  });
  return read;
}

class LauncherPrinter {
 public:
  LauncherPrinter(Writer& writer, const ir::Proc& proc, const KernelsOfProc& kernels, const EmitOptions& options,
                  SupportSet& support)
      : writer_(writer), proc_(proc), kernels_(kernels), options_(options), index_symbols_(lower::findIndexSymbols(proc.body)) {
    context_.side = Side::Host;
    context_.policy = proc.policy;
    context_.names = &names_;
    context_.index_symbols = &index_symbols_;
    context_.support = &support;
    context_.read_by_launcher = symbolsReadIn(proc.body);
    for (const auto& [id, kernel] : kernels) names_.fresh(kernel.launch.name);  // no parameter or local hides a kernel
  }

  void print() {
    writer_.at(proc_.where);
    writer_.openList("extern \"C\" exogpu_status " + proc_.c_name + "(", launcherParameters(proc_, options_, names_), ") {");
    for (const auto& parameter : proc_.parameters)
      if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) checkTensor(**buffer);
    checkOverlaps();
    StatementPrinter statements(writer_, names_, nullptr, context_);
    statements.on_launch = [&](const ir::StmtRef& stmt) { printLaunch(kernels_.at(stmt->id)); };
    statements.on_require = [&](const ir::ExprRef& condition, const std::string& text) { checkContract(condition, text); };
    statements.printBody(proc_.body, {});
    writer_.atOwn();
    writer_.line("return {EXOGPU_OK, \"\", 0};");
    writer_.close();
    writer_.blank();
  }

 private:
  void violated(const std::string& unless, const std::string& text) {
    context_.support->insert(Support::Violated);
    writer_.line("if (!" + unless + ")");
    writer_.line("  return violated(" + quoted(text) + ");");
  }

  void checkContract(const ir::ExprRef& condition, const std::string& text) {
    bool reads_elements = false;
    ir::walkExpr(condition, [&](const ir::ExprRef& e) { reads_elements |= std::holds_alternative<ir::Load>(e->node); });
    if (reads_elements) return writer_.line("// not checked here, its data is on the device: " + inComment(text));
    violated("(" + ExpressionPrinter(context_).index(condition) + ")", text);
  }

  /// Extents that the proof relies on, and an address that can be read as elements.
  void checkTensor(const ir::Buffer& buffer) {
    context_.support->insert(Support::IsTensor);
    std::string extents;
    for (int d = 0; d < buffer.rank; ++d) extents += (d ? ", " : "") + names_.of(&buffer, d);
    violated("is_tensor(" + names_.of(&buffer) + ", " + std::to_string(ir::sizeInBytes(buffer.element)) + ", {" + extents + "})",
             buffer.name + ": address aligned and not null, extents 0 .. 2147418112");
    if (!buffer.is_strided) return;
    context_.support->insert(Support::StridedBytes);
    violated("(" + bytesOf(buffer) + " >= 0)", "the rows of " + buffer.name + " neither overlap nor span 2^61 bytes");
  }

  /// Bytes from the first element to behind the last one. The extents' product fits (is_tensor); strides may be any number.
  std::string bytesOf(const ir::Buffer& buffer) const {
    const auto element = std::to_string(ir::sizeInBytes(buffer.element));
    std::string product = element + "ll", extents, strides;
    for (int d = 0; d < buffer.rank; ++d) {
      product += " * " + names_.of(&buffer, d);
      extents += (d ? ", " : "") + names_.of(&buffer, d);
      if (buffer.is_strided && d + 1 < buffer.rank) strides += (d ? ", " : "") + names_.of(&buffer, strideKey(d));
    }
    return buffer.is_strided ? "strided_bytes(" + element + ", {" + extents + "}, {" + strides + "})" : product;
  }

  void checkOverlaps() {
    const auto written = lower::writtenTensors(proc_);
    const auto is_written = [&](const ir::BufferRef& b) { return std::find(written.begin(), written.end(), b) != written.end(); };
    std::vector<ir::BufferRef> tensors;
    for (const auto& parameter : proc_.parameters)
      if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) tensors.push_back(*buffer);
    for (std::size_t i = 0; i < tensors.size(); ++i)
      for (std::size_t j = i + 1; j < tensors.size(); ++j)
        checkPair(tensors[i], tensors[j], is_written(tensors[i]) || is_written(tensors[j]));
  }

  void checkPair(const ir::BufferRef& a, const ir::BufferRef& b, bool conflicts) {
    bool may_overlap = false, are_same = false;
    for (const auto& row : proc_.aliases)
      if ((row.a == a && row.b == b) || (row.a == b && row.b == a)) (row.same ? are_same : may_overlap) = true;
    if (are_same) {
      std::string equal = "static_cast<const void*>(" + names_.of(a.get()) + ") == " + names_.of(b.get());
      for (int d = 0; d < std::min(a->rank, b->rank); ++d) equal += " && " + names_.of(a.get(), d) + " == " + names_.of(b.get(), d);
      return violated("(" + equal + ")", a->name + " and " + b->name + " are the same memory, with the same extents");
    }
    if (may_overlap || !conflicts) return;
    context_.support->insert(Support::Disjoint);
    const auto range = [&](const ir::BufferRef& t) { return names_.of(t.get()) + ", " + bytesOf(*t); };
    violated("disjoint(" + range(a) + ", " + range(b) + ")", a->name + " and " + b->name + " do not overlap");
  }

  // ---- launches -------------------------------------------------------------------------------------------------------
  void printLaunch(const lower::Kernel& kernel) {
    const auto& launch = kernel.launch;
    names_.push();
    writer_.open("");
    std::string nonempty;
    std::vector<std::string> counts;
    for (const auto* loop : launch.grid) {
      const auto& count = names_.declare(loop, loop->iterator->name + "_count");
      auto value = ExpressionPrinter(context_).index(loop->hi);
      // The bound of an inner loop is evaluated only where the outer ones run.
      if (!nonempty.empty() && mayTrap(loop->hi)) value = nonempty + " ? " + value + " : 0";
      writer_.line("const int " + count + " = " + value + ";");
      counts.push_back(count);
      nonempty += (nonempty.empty() ? "" : " && ") + count + " > 0";
    }
    writer_.open("if (" + nonempty + ")");
    if (kernel.dynamic_shared) {
      const auto bytes = std::to_string(kernel.shared_bytes);
      checkCuda("cudaFuncSetAttribute(" + launch.name + ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + bytes + ")");
    }
    launch.is_persistent ? launchTasks(kernel, counts) : launchBlocks(kernel, counts);
    writer_.close();
    writer_.close();
    names_.pop();
  }

  void checkCuda(const std::string& call) {
    writer_.line("if (const cudaError_t error = " + call + "; error != cudaSuccess)");
    writer_.line("  return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};");
  }

  void launchKernel(const lower::Kernel& kernel, const std::string& grid) {
    const auto shared = kernel.dynamic_shared ? std::to_string(kernel.shared_bytes) : "0";
    std::vector<std::string> arguments;
    for (const auto& parameter : kernelParameters(kernel.launch, options_.trace))
      arguments.push_back(argumentText(kernel.launch, parameter));
    writer_.list(kernel.launch.name + "<<<" + grid + ", " + std::to_string(kernel.launch.threads) + ", " + shared +
                 ", stream>>>(", arguments, ");");
    checkCuda("cudaGetLastError()");
  }

  std::string argumentText(const lower::Launch& launch, const KernelParameter& p) {
    using Kind = KernelParameter::Kind;
    switch (p.kind) {
      case Kind::Tensor: return tensorArgument(launch, *p.buffer);
      case Kind::Extent: return names_.of(p.buffer, p.dim);
      case Kind::Stride: return names_.of(p.buffer, strideKey(p.dim));
      case Kind::Scalar: return ExpressionPrinter(context_).nameText(*p.symbol);
      case Kind::FirstBlock: return "static_cast<int>(" + names_.of(&launch.grid, p.dim) + ")";
      case Kind::TaskCount: return names_.of(launch.grid[static_cast<std::size_t>(p.dim)]);
      case Kind::Trace: return "trace";
    }
    return {};
  }

  /// f16 and bf16 tensors are `void*` in the header, those of bool are bytes.
  std::string tensorArgument(const lower::Launch& launch, const ir::Buffer& buffer) {
    const auto& name = names_.of(&buffer);
    if (elementHeaderType(buffer.element) == cudaType(buffer.element)) return name;
    const std::string cast = buffer.element == ir::ScalarType::Bool ? "reinterpret_cast<" : "static_cast<";
    for (const auto& tensor : launch.tensors)
      if (tensor.buffer.get() == &buffer)
        return cast + (tensor.is_written ? "" : "const ") + cudaType(buffer.element) + "*>(" + name + ")";
    return name;
  }

  /// x takes any int; y and z take 65535 blocks, so longer loops are launched in slices; a fourth loop is the host's.
  void launchBlocks(const lower::Kernel& kernel, const std::vector<std::string>& counts) {
    const auto& launch = kernel.launch;
    const auto nest = counts.size();
    std::vector<std::string> sizes(kGridDims, "");
    sizes[0] = counts.back();
    for (std::size_t i = 0; i + 1 < nest; ++i) {
      const auto from_inside = nest - 1 - i;
      const auto& first = names_.declare(&launch.grid, static_cast<int>(i), launch.grid[i]->iterator->name + "_first");
      const bool is_axis = from_inside < kGridDims;
      writer_.open("for (long long " + first + " = 0; " + first + " < " + counts[i] + "; " + first + " += " +
                   (is_axis ? "65535" : "1") + ")");
      if (!is_axis) continue;
      context_.support->insert(Support::AtMost);
      sizes[from_inside] = "at_most(65535, " + counts[i] + " - " + first + ")";
    }
    std::string grid = sizes[0];
    for (std::size_t d = 1; d < kGridDims; ++d)
      if (!sizes[d].empty()) grid += ", " + sizes[d];
    launchKernel(kernel, nest > 1 ? "dim3(" + grid + ")" : grid);
    for (std::size_t i = 0; i + 1 < nest; ++i) writer_.close();
  }

  /// As many blocks as the chip holds at once, but no more than there are tasks.
  void launchTasks(const lower::Kernel& kernel, const std::vector<std::string>& counts) {
    const auto shared = kernel.dynamic_shared ? std::to_string(kernel.shared_bytes) : "0";
    std::string total = "1ll";
    for (const auto& count : counts) total += " * " + count;
    const auto device = names_.fresh("device"), processors = names_.fresh("processors");
    const auto resident = names_.fresh("resident"), tasks = names_.fresh("tasks"), blocks = names_.fresh("blocks");
    writer_.line("int " + device + " = 0, " + processors + " = 0, " + resident + " = 0;");
    checkCuda("cudaGetDevice(&" + device + ")");
    checkCuda("cudaDeviceGetAttribute(&" + processors + ", cudaDevAttrMultiProcessorCount, " + device + ")");
    checkCuda("cudaOccupancyMaxActiveBlocksPerMultiprocessor(&" + resident + ", " + kernel.launch.name + ", " +
              std::to_string(kernel.launch.threads) + ", " + shared + ")");
    writer_.line("const long long " + tasks + " = " + total + ", " + blocks + " = 1ll * " + processors + " * " + resident + ";");
    context_.support->insert(Support::AtMost);
    launchKernel(kernel, "at_most(" + tasks + ", " + blocks + ")");
  }

  Writer& writer_;
  const ir::Proc& proc_;
  const KernelsOfProc& kernels_;
  const EmitOptions& options_;
  std::set<const ir::Symbol*> index_symbols_;
  Names names_;
  ExpressionContext context_;
};
}  // namespace

void printLauncher(Writer& writer, const ir::Proc& proc, const KernelsOfProc& kernels, const EmitOptions& options,
                   SupportSet& support) {
  LauncherPrinter(writer, proc, kernels, options, support).print();
}

}  // namespace exogpu::cuda
