#include "codegen/cuda/emit.h"

#include <algorithm>

#include "codegen/cuda/kernel.h"
#include "codegen/cuda/launcher.h"
#include "codegen/cuda/reserved.h"
#include "codegen/cuda/scalars.h"
#include "codegen/lower/copies.h"
#include "codegen/lower/idle.h"
#include "codegen/lower/sites.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/walk.h"

namespace exogpu::cuda {

namespace {
/// One proc with everything found out about its launches.
class LoweredProc {
 public:
  explicit LoweredProc(ir::ProcRef expanded_proc)
      : proc(std::move(expanded_proc)), definitions(std::make_shared<const lower::Definitions>(*proc)) {}
  ir::ProcRef proc;
  std::shared_ptr<const lower::Definitions> definitions;  ///< the kernels point to it
  KernelsOfProc kernels;
  std::vector<ir::NodeId> order;
  lower::Sites sites;
  std::map<ir::NodeId, ir::AccessKey> expanded;  ///< see lower::ExpandedCopies

  /// Number of an access by the node that stands for it in `proc`.
  int siteOf(ir::NodeId node) const {
    const auto copy = expanded.find(node);
    if (copy != expanded.end()) return number(copy->second);
    for (const auto& [key, at] : sites.number)
      if (key.expr == node || (key.expr == 0 && key.stmt == node && key.side != ir::AccessSide::CopySource)) return at;
    return -1;
  }

 private:
  int number(const ir::AccessKey& key) const {
    const auto found = sites.number.find(key);
    return found == sites.number.end() ? -1 : found->second;
  }
};

/// A name that no launcher has: the two would be overloads of one another.
std::string kernelName(std::string name, const std::vector<ir::ProcRef>& procs) {
  const auto is_launcher = [&](const ir::ProcRef& proc) { return proc->c_name == name; };
  while (std::any_of(procs.begin(), procs.end(), is_launcher)) name += "_";
  return name;
}

/// Whether the launcher can have its name.
bool checkName(const ir::Proc& proc, diag::Sink& sink) {
  const auto& name = proc.c_name;
  if (isIdentifier(name) && !isTakenInC(name)) return true;
  const char* reason = !isIdentifier(name)      ? "C names begin with a letter of ASCII"
                       : isKeyword(name)        ? "it is a keyword of C or C++"
                       : isMacro(name)          ? "it is a macro of a header that the emitted file includes"
                       : hasForeignPrefix(name) ? "such names belong to CUDA and to the emitted files"
                                                : "C, its library or CUDA has that name";
  sink.report(diag::make(diag::Id::NameTakenInC, proc.where, {proc.full_name, name, reason}));
  return false;
}

std::optional<LoweredProc> lowerProc(const ir::ProcRef& source, const std::vector<ir::ProcRef>& procs, diag::Sink& sink) {
  const auto expanded = lower::expandCopies(lower::withoutIdleLoops(source));
  LoweredProc lowered(expanded.proc);
  lowered.sites = lower::numberSites(*source);
  lowered.expanded = expanded.origin;
  const auto launches = lower::findLaunches(lowered.proc->body);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    auto name = kernelName(lowered.proc->c_name + "_kernel" + (launches.size() > 1 ? std::to_string(i + 1) : ""), procs);
    auto kernel = lower::lowerLaunch(expanded, launches[i], *lowered.definitions, std::move(name), sink);
    if (!kernel) return std::nullopt;
    lowered.order.push_back(launches[i]->id);
    lowered.kernels.emplace(launches[i]->id, std::move(*kernel));
  }
  return lowered;
}

KernelInfo describeKernel(const ir::Proc& proc, const lower::Kernel& kernel) {
  KernelInfo info;
  info.name = kernel.launch.name;
  info.proc = proc.full_name;
  info.where = kernel.launch.stmt->where;
  info.threads = kernel.launch.threads;
  info.shared_bytes = kernel.shared_bytes;
  info.dynamic_shared = kernel.dynamic_shared;
  info.private_elements = kernel.arrays.elements();
  info.named_barriers = kernel.fences.named_barriers;
  for (const auto& [loop, plan] : kernel.vectors.by_loop) info.vector_accesses += static_cast<int>(plan.accesses.size());
  return info;
}

bool usesType(const std::vector<LoweredProc>& procs, ir::ScalarType type) {
  bool found = false;
  for (const auto& lowered : procs) {
    const auto look = [&](const ir::ExprRef& expr) {
      ir::walkExpr(expr, [&](const ir::ExprRef& e) { found |= e->type == type; });
    };
    for (const auto& parameter : lowered.proc->parameters) {
      if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) found |= (*buffer)->element == type;
      if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) found |= (*symbol)->type == type;
    }
    ir::walkStmts(lowered.proc->body, [&](const ir::StmtRef& stmt) {
      if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node)) found |= alloc->buffer->element == type;
      ir::forEachExpr(*stmt, look);
    });
  }
  return found;
}

std::string headComment(const std::vector<LoweredProc>& procs, const EmitOptions& options) {
  std::string text = "// Made by exogpu";
  for (std::size_t i = 0; i < procs.size(); ++i) text += (i ? ", " : " from ") + inComment(procs[i].proc->full_name);
  text += ".\n";
  for (const auto& line : options.verdict_lines) text += "// " + inComment(line) + "\n";
  text += "// Compile with: nvcc -std=c++17 " + std::string(target::limits(options.arch).nvcc_flags) +
          " (without --use_fast_math: it changes results)\n";
  return text;
}

/// There are no escapes between the quotes of an #include.
bool includesHeader(const EmitOptions& options) {
  return !options.header_name.empty() && options.header_name.find_first_of("\"\\\n\r") == std::string::npos;
}

std::string includes(const std::vector<LoweredProc>& procs, const EmitOptions& options) {
  std::string text;
  text += "#include <cuda_runtime.h>\n";
  if (usesType(procs, ir::ScalarType::BF16)) text += "#include <cuda_bf16.h>\n";
  if (usesType(procs, ir::ScalarType::F16)) text += "#include <cuda_fp16.h>\n";
  text += "#include <cmath>\n#include <cstring>\n#include <initializer_list>\n#include <type_traits>\n";
  if (includesHeader(options)) text += "#include \"" + options.header_name + "\"\n";
  text += "\n";
  if (!includesHeader(options)) text += statusText() + (options.trace ? "\n" + traceText() : "") + "\n";
  return text;
}
}  // namespace

std::optional<Emitted> emit(const std::vector<ir::ProcRef>& procs, const EmitOptions& options,
                            const SourceTable& sources, diag::Sink& sink) {
  std::vector<LoweredProc> lowered;
  for (const auto& proc : procs) {
    const bool can_be_named = checkName(*proc, sink);
    if (auto row = lowerProc(proc, procs, sink); row && can_be_named) lowered.push_back(std::move(*row));
  }
  if (lowered.size() != procs.size()) return std::nullopt;  // every proc was looked at: all that is wrong is said at once
  Emitted result;
  SupportSet support;
  InstructionHelpers instructions;
  Writer kernels(sources, options.line_directives, "", options.library_dir);
  Writer launchers(sources, options.line_directives, "", options.library_dir);
  for (const auto& row : lowered) {
    for (const auto id : row.order) {
      std::function<int(ir::NodeId)> site_of;
      if (options.trace) site_of = [&](ir::NodeId node) { return row.siteOf(node); };
      printKernel(kernels, row.kernels.at(id), *row.definitions, site_of, support,
                  options.external_machine ? nullptr : &instructions);
      result.kernels.push_back(describeKernel(*row.proc, row.kernels.at(id)));
    }
    printLauncher(launchers, *row.proc, row.kernels, options, support);
  }
  result.cuda = headComment(lowered, options) + includes(lowered, options) + "namespace {\n\n";
  result.cuda += supportText(support, !options.external_machine) + "\n" + instructions.text();
  result.cuda += kernels.text() + "}  // namespace\n\n" + launchers.text();
  result.header = headerText(procs, options, sources);
  return result;
}

}  // namespace exogpu::cuda
