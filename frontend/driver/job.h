#pragma once
// One run of the pipeline: what the steps hand to each other.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/driver/exit_codes.h"
#include "frontend/driver/options.h"
#include "frontend/ir/ir.h"
#include "verify/prove/prove.h"

namespace exogpu::driver {

struct OutputFile {
  std::string path;
  std::string text;
  std::optional<EmitKind> kind{};  ///< none: the dependency file
};

struct Job {
  const CommandLine& options;
  std::string main_path;
  std::string main_text;
  SourceTable sources{};
  diag::Sink sink{};
  std::vector<std::string> dependencies{};
  std::vector<ir::ProcRef> procs{};  ///< replaced by each step
  std::vector<ir::ProcRef> before_schedule{};  ///< the procs that a schedule changed, as the source has them
  std::string trace_text{}, steps_text{};  ///< of a schedule
  std::vector<prove::Report> reports{};  ///< one a proc; empty verdicts with --verify=off
  std::string verdict_text{};
  std::set<std::string> unfit{};  ///< C names of procs that a chip cannot hold
  std::vector<OutputFile> outputs{};
  ExitCode code = ExitCode::Ok;
};

/// Goes on, or ends the pipeline (errors are in the sink).
enum class Next : bool { Stop, GoOn };

/// Errors so far, warnings that -Werror turned into errors included.
bool hasErrors(const Job& job);
/// Warnings filtered and raised, duplicates dropped, the error limit applied.
std::vector<diag::Diagnostic> judgedDiagnostics(const Job& job);
/// Renders them in every format asked for. Not Ok when one of the files could not be written.
ExitCode showDiagnostics(const Job& job);

}  // namespace exogpu::driver
