#include <cctype>

#include "codegen/cuda/launcher.h"
#include "codegen/cuda/scalars.h"

namespace exogpu::cuda {

std::string statusText() {
  return R"(#ifndef EXOGPU_STATUS
#define EXOGPU_STATUS
enum exogpu_code { EXOGPU_OK = 0, EXOGPU_CONTRACT_VIOLATED = 1, EXOGPU_CUDA_ERROR = 2 };
/* What a launcher returns. The work itself runs on the stream afterwards: its errors appear where the stream is awaited. */
struct exogpu_status {
  enum exogpu_code code;
  const char* text; /* the violated contract, or CUDA's words for its error; never null, never freed */
  int cuda_error;   /* a cudaError_t */
};
#endif
)";
}

std::string traceText() {
  return R"(#ifndef EXOGPU_TRACE
#define EXOGPU_TRACE
/* One event of a kernel of an instrumented build. kind: 'r' read, 'w' write, 'a' atomic, 'f' fence, 'i' issue of an asynchronous copy (its destination),
   'c' commit, 'p' wait; site: number of the access or statement in preorder; element: row-major position. */
struct exogpu_event { int block; int thread; int kind; int site; long long element; };
struct exogpu_trace { struct exogpu_event* events; unsigned* count; unsigned capacity; }; /* device memory; *count starts at 0 */
#endif
)";
}

namespace {
/// GEMM_H_ from gemm.h; without a name, from the procs.
std::string guardName(const std::vector<ir::ProcRef>& procs, const EmitOptions& options) {
  std::string name = options.header_name;
  if (name.empty())
    for (const auto& proc : procs) name += proc->c_name + "_";
  std::string guard = "EXOGPU_";
  for (const char c : name) guard += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::toupper(c)) : '_';
  return guard;
}

/// One line a tensor: how its memory is read.
std::string tensorNote(const ir::Buffer& buffer) {
  std::string text = " * " + buffer.name + ": " + std::string(ir::text(buffer.element)) + ", ";
  for (int d = 0; d < buffer.rank; ++d) text += (d ? " x " : "") + buffer.name + "_extent" + std::to_string(d);
  return text + (buffer.is_strided ? ", rows at the given strides (in elements), last dimension contiguous\n" : ", row-major\n");
}

/// What the type of a scalar does not say.
std::string scalarNote(const ir::Symbol& symbol) {
  return isHalf(symbol.type) ? " * " + symbol.name + ": the bits of one " + std::string(ir::text(symbol.type)) + "\n" : "";
}

std::string describe(const ir::Proc& proc) {
  std::string text = "/* " + inComment(proc.full_name) + "\n";
  for (const auto& parameter : proc.parameters) {
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) text += tensorNote(**buffer);
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) text += scalarNote(**symbol);
  }
  for (const auto& stmt : proc.body)
    if (const auto* contract = std::get_if<ir::Require>(&stmt->node)) text += " * requires " + inComment(contract->text) + "\n";
  return text + " */\n";
}
}  // namespace

std::string headerText(const std::vector<ir::ProcRef>& procs, const EmitOptions& options, const SourceTable& sources) {
  const auto guard = guardName(procs, options);
  std::string text = "/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */\n";
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <cuda_runtime_api.h>\n\n" + statusText() + "\n";
  if (options.trace) text += traceText() + "\n";
  text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const auto& proc : procs) {
    Names names;
    Writer declaration(sources, false, "", "");
    declaration.list("struct exogpu_status " + proc->c_name + "(", launcherParameters(*proc, options, names), ");");
    text += describe(*proc) + declaration.text() + "\n";
  }
  return text + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace exogpu::cuda
