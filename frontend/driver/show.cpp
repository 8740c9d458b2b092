// Diagnostics of a job → standard error and files.
#include <llvm/Support/Process.h>
#include <unistd.h>

#include <cstdlib>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/diag/render.h"
#include "frontend/driver/job.h"
#include "frontend/driver/version.h"

namespace exogpu::driver {

namespace {

bool wantsColor(ColorMode mode) {
  switch (mode) {
    case ColorMode::Always: return true;
    case ColorMode::Never: return false;
    case ColorMode::Auto: break;
  }
  const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org: set and not empty
  return (!no_color || !*no_color) && llvm::sys::Process::StandardErrHasColors();
}

std::string counted(std::size_t count, const char* word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

/// "2 errors and 1 warning generated." as compilers end.
std::string closingLine(const std::vector<diag::Diagnostic>& all) {
  std::size_t errors = 0, warnings = 0;
  for (const auto& d : all) {
    errors += d.severity == diag::Severity::Error;
    warnings += d.severity == diag::Severity::Warning;
  }
  if (!errors && !warnings) return {};
  const std::string both = errors && warnings ? " and " : "";
  return (warnings ? counted(warnings, "warning") : "") + both + (errors ? counted(errors, "error") : "") + " generated.\n";
}

std::string render(const std::vector<diag::Diagnostic>& all, const Job& job, const DiagnosticsOutput& output) {
  const diag::TextStyle style{.color = output.path.empty() && wantsColor(job.options.color)};
  std::string out;
  switch (output.format) {
    case Format::Text:
      for (const auto& d : all) out += diag::renderText(d, job.sources, style);
      return out + closingLine(all);
    case Format::Json:
      for (const auto& d : all) out += diag::renderJson(d, job.sources);
      return out;
    case Format::Sarif: return diag::renderSarif(all, job.sources, kVersion);
  }
  return out;
}

}  // namespace

std::vector<diag::Diagnostic> judgedDiagnostics(const Job& job) {
  std::vector<diag::Diagnostic> kept;
  std::uint64_t errors = 0;
  for (const diag::Diagnostic& d : diag::withoutDuplicates(job.sink.all())) {
    auto judged = job.options.warnings.judge(d);
    if (!judged || (judged->severity == diag::Severity::Warning && !job.options.show_warnings)) continue;
    if (judged->severity == diag::Severity::Error && job.options.error_limit && ++errors > job.options.error_limit) break;
    kept.push_back(std::move(*judged));
  }
  return kept;
}

bool hasErrors(const Job& job) {
  for (const diag::Diagnostic& d : job.sink.all()) {
    const auto judged = job.options.warnings.judge(d);
    if (judged && judged->severity == diag::Severity::Error) return true;
  }
  return false;
}

bool showDiagnostics(const Job& job) {
  const auto all = judgedDiagnostics(job);
  bool complete = true;
  for (const DiagnosticsOutput& output : job.options.diagnostics) {
    const std::string text = render(all, job, output);
    if (output.path.empty()) {
      [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
      continue;
    }
    const auto failure = writeFile(output.path, text);
    if (!failure) continue;
    const auto complaint = diag::make(diag::Id::CannotWriteFile, {}, {output.path, failure->message});
    const std::string line = diag::renderText(complaint, job.sources);
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    complete = false;
  }
  return complete;
}

}  // namespace exogpu::driver
