#include "codegen/lower/lower.h"

#include "codegen/lower/integers.h"
#include "codegen/lower/unsupported.h"
#include "codegen/lower/used.h"

namespace exogpu::lower {

std::optional<Kernel> lowerLaunch(const ExpandedCopies& copies, const ir::StmtRef& stmt, const Definitions& definitions,
                                  std::string name, diag::Sink& sink) {
  const auto& proc = *copies.proc;
  const int errors = sink.errorCount();
  Kernel kernel;
  kernel.launch = splitLaunch(proc, stmt, definitions, std::move(name));
  checkSupported(kernel.launch, sink);
  kernel.arrays = planArrays(kernel.launch, definitions, sink);
  kernel.fences = planFences(kernel.launch, sink);
  kernel.vectors = planVectors(copies, kernel.launch, kernel.arrays, definitions);
  kernel.index_symbols = findIndexSymbols(*kernel.launch.body);
  kernel.used_symbols = findUsedSymbols(*kernel.launch.body, kernel.arrays.indices, {}, {});
  kernel.definitions = &definitions;
  kernel.divisors.emplace(definitions, proc, stmt);
  kernel.shared = target::layoutShared(*kernel.launch.body);
  kernel.shared_bytes = target::totalBytes(kernel.shared);
  kernel.dynamic_shared = kernel.shared_bytes > target::kStaticSharedBytes;
  if (sink.errorCount() > errors) return std::nullopt;
  return kernel;
}

}  // namespace exogpu::lower
