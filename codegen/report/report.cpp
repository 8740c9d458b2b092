#include "codegen/report/report.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace exogpu::report {

std::string reportJson(const cuda::Emitted& emitted, target::Arch arch, const SourceTable& sources) {
  llvm::json::Array kernels;
  for (const auto& kernel : emitted.kernels) {
    llvm::json::Object row{{"name", kernel.name},
                           {"proc", kernel.proc},
                           {"threads", kernel.threads},
                           {"sharedBytes", kernel.shared_bytes},
                           {"dynamicShared", kernel.dynamic_shared},
                           {"privateElements", kernel.private_elements},
                           {"namedBarriers", kernel.named_barriers},
                           {"vectorAccesses", kernel.vector_accesses},
                           {"registers", nullptr}};
    if (kernel.where.isValid()) {
      row["file"] = sources.path(kernel.where.file);
      row["line"] = sources.lineColumn(kernel.where.file, kernel.where.begin).line;
    }
    kernels.push_back(std::move(row));
  }
  const auto& limits = target::limits(arch);
  llvm::json::Value report = llvm::json::Object{{"version", 1},
                                                {"arch", std::string(limits.text)},
                                                {"sharedBytesPerBlock", limits.shared_bytes_per_block},
                                                {"kernels", std::move(kernels)}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}\n", report);
  return text;
}

}  // namespace exogpu::report
