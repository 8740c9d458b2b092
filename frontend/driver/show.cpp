// Diagnostics of a job → standard error and files.
#include <llvm/Support/Process.h>
#include <unistd.h>

#include <cstdlib>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/diag/render.h"
#include "frontend/driver/job.h"
#include "frontend/driver/overwrite.h"
#include "frontend/driver/show.h"
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

std::string render(const std::vector<diag::Diagnostic>& all, const SourceTable& sources, const DiagnosticsOutput& output,
                   ColorMode color) {
  const diag::TextStyle style{.color = output.path.empty() && wantsColor(color)};
  std::string out;
  switch (output.format) {
    case Format::Text:
      for (const auto& d : all) out += diag::renderText(d, sources, style);
      return out;
    case Format::Json:
      for (const auto& d : all) out += diag::renderJson(d, sources);
      return out;
    case Format::Sarif: return diag::renderSarif(all, sources, kVersion);
  }
  return out;
}

void writeToStandardError(const std::string& text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
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

ExitCode showDiagnostics(const std::vector<diag::Diagnostic>& all, const SourceTable& sources,
                         const std::vector<std::string>& inputs, const std::vector<DiagnosticsOutput>& outputs,
                         ColorMode color, Closing closing) {
  auto code = ExitCode::Ok;
  const auto complain = [&](const diag::Diagnostic& complaint, ExitCode failed) {
    writeToStandardError(diag::renderText(complaint, sources));
    code = failed;
  };
  for (const DiagnosticsOutput& output : outputs) {
    std::string text = render(all, sources, output, color);
    if (output.format == Format::Text && closing == Closing::Count) text += closingLine(all);
    if (output.path.empty()) writeToStandardError(text);
    else if (const auto refusal = whyNotWrite(inputs, output)) complain(*refusal, ExitCode::Usage);
    else if (const auto failure = writeFile(output.path, text))
      complain(diag::make(diag::Id::CannotWriteFile, {}, {output.path, failure->message}), ExitCode::ToolFailed);
  }
  return code;
}

ExitCode showDiagnostics(const Job& job) {
  return showDiagnostics(judgedDiagnostics(job), job.sources, inputsOf(job), job.options.diagnostics, job.options.color,
                         Closing::Count);
}

}  // namespace exogpu::driver
