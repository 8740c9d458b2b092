#pragma once
// emit: takes proved procs (levels resolved), gives one CUDA file and one C header as text. Needs checkResources to
// have been quiet for the same chip. Keeps: same input, same text. Reports what this emitter cannot express (5xxx).
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codegen/target/target.h"
#include "frontend/base/source.h"
#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::cuda {

struct EmitOptions {
  target::Arch arch = target::Arch::Sm90a;
  bool line_directives = true;  ///< `#line N "file"`, the file as the user named it
  /// Files below this folder are named relative to it (`exogpu/collectives.h`), so that no path of a machine is emitted.
  std::string library_dir;
  bool trace = false;           ///< instrumented build: kernels log their events (codegen/cuda/README.md)
  /// Leave out the helpers that are made of machine instructions: the includer brings its own. The tests run the rest of
  /// the text on the CPU so.
  bool external_machine = false;
  /// The .cu includes its header by this name. Where it is empty, or no #include can hold it, the .cu declares by itself.
  std::string header_name;
  std::vector<std::string> verdict_lines; ///< head comment: verdict, assumptions, numeric exceptions
};

/// One launch of the emitted file, for reports.
struct KernelInfo {
  std::string name;
  std::string proc;             ///< full name of the proc
  SourceRange where;
  std::int64_t threads = 0;     ///< of a block
  std::int64_t shared_bytes = 0;
  bool dynamic_shared = false;
  std::int64_t private_elements = 0;  ///< array elements that one thread holds in registers
  int named_barriers = 0;
  int vector_accesses = 0;      ///< statements turned into 8- or 16-byte accesses
};
struct Emitted {
  std::string cuda;
  std::string header;
  std::vector<KernelInfo> kernels;
};

/// Null after an error.
std::optional<Emitted> emit(const std::vector<ir::ProcRef>& procs, const EmitOptions& options,
                            const SourceTable& sources, diag::Sink& sink);

}  // namespace exogpu::cuda
