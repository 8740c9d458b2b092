#include "frontend/driver/overwrite.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"

namespace exogpu::driver {

namespace {

/// Text that every output of the kind holds.
std::string_view mark(EmitKind kind) {
  constexpr std::string_view rows[] = {
#define EXOGPU_EMIT(name, text, extension, mark, help) mark,
#include "frontend/driver/emit_kinds.def"
#undef EXOGPU_EMIT
  };
  return rows[static_cast<std::size_t>(kind)];
}

/// Nothing but rules without recipes and variables: a makefile of one's own has one or the other.
bool isDepfile(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 64> lines;
  text.split(lines, '\n');
  bool continues = false;
  for (const llvm::StringRef line : lines) {
    if (line.starts_with("\t") || line.starts_with("#")) return false;
    if (!continues && !line.empty() && !line.contains(':')) return false;
    if (!continues && line.contains('=')) return false;
    continues = line.ends_with("\\");
  }
  return true;
}

bool isDiagnostics(Format format, llvm::StringRef text) {
  switch (format) {
    case Format::Text: return text.contains("[EXG");
    case Format::Json: return text.starts_with("{\"code\":\"EXG");
    case Format::Sarif: return text.contains("\"exogpu\"");
  }
  return false;
}

template <class IsOurs>
std::optional<diag::Diagnostic> judge(const std::vector<std::string>& inputs, const std::string& path,
                                     const std::string& option, IsOurs is_ours) {
  const auto refuse = [&](const std::string& why) {
    return diag::make(diag::Id::OutputInTheWay, {}, {path, why, option});
  };
  // Devices and pipes keep nothing, and what cannot be read is reported when it is written.
  if (path == "-" || !llvm::sys::fs::is_regular_file(path)) return std::nullopt;
  const auto is_same = [&](const std::string& other) { return llvm::sys::fs::equivalent(path, other); };
  if (std::any_of(inputs.begin(), inputs.end(), is_same)) return refuse("the program is made of it");
  const auto old = readFile(path);
  const auto* text = std::get_if<std::string>(&old);
  if (!text || text->empty() || is_ours(*text)) return std::nullopt;
  return refuse("exogpu did not make what stands there");
}

}  // namespace

std::vector<std::string> inputsOf(const Job& job) {
  auto inputs = job.dependencies;
  inputs.push_back(job.main_path);
  return inputs;
}

std::optional<diag::Diagnostic> whyNotWrite(const std::vector<std::string>& inputs, const OutputFile& file) {
  return judge(inputs, file.path, file.kind ? "-o" : "-MF", [&](llvm::StringRef text) {
    return file.kind ? text.contains(mark(*file.kind)) : isDepfile(text);
  });
}

std::optional<diag::Diagnostic> whyNotWrite(const std::vector<std::string>& inputs, const DiagnosticsOutput& output) {
  return judge(inputs, output.path, "--diagnostics",
               [&](llvm::StringRef text) { return isDiagnostics(output.format, text); });
}

}  // namespace exogpu::driver
