// `--schedule=FILE`: a trace, or a script in C++ that makes one; replayed, each step proved anew.
#include <llvm/Support/Path.h>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/stdlib.h"
#include "frontend/driver/steps.h"
#include "frontend/ir/text.h"
#include "schedule/script/script.h"
#include "schedule/trace/trace.h"

namespace exogpu::driver {

namespace {

/// The program after each step, under a comment that names the step: what `--emit=steps` shows.
trace::Observer recordSteps(Job& job) {
  return [&job](const steps::StepCall& call, const ir::ProcRef& after) {
    job.steps_text += "// " + steps::print(call) + "\n" + ir::print(*after) + "\n";
  };
}

Next fail(Job& job, ExitCode code) {
  job.code = code;
  return Next::Stop;
}

/// A script in C++ runs in a child and hands back a trace.
std::optional<trace::Schedule> runScript(Job& job) {
  script::Options options;
  options.clang_arguments = job.options.clang_arguments;
  options.stdlib_include = stdlibIncludeDir();
  options.knobs = job.options.knobs;
  auto result = script::runScript(job.options.schedule_path, ir::Module{job.procs}, options, job.sources, job.sink);
  if (!result) return std::nullopt;
  job.dependencies.insert(job.dependencies.end(), result->dependencies.begin(), result->dependencies.end());
  return std::move(result->schedule);
}

std::optional<trace::Schedule> readTrace(Job& job, const std::string& text) {
  job.dependencies.push_back(job.options.schedule_path);
  const FileId file = job.sources.add(job.options.schedule_path, text);
  return trace::parse(file, job.sources.text(file), job.sink, job.options.knobs);
}

}  // namespace

Next schedule(Job& job) {
  const std::string& path = job.options.schedule_path;
  if (path.empty()) return Next::GoOn;
  const auto text = readFile(path);
  if (const auto* error = std::get_if<FileError>(&text)) {
    job.sink.report(diag::make(diag::Id::CannotReadFile, {}, {path, error->message}));
    return fail(job, ExitCode::Usage);
  }
  const bool is_script = llvm::sys::path::extension(path) == ".cpp";
  const auto schedule = is_script ? runScript(job) : readTrace(job, std::get<std::string>(text));
  if (!schedule) return fail(job, ExitCode::ProgramWrong);
  job.trace_text = trace::print(*schedule);
  const auto scheduled = trace::replay(ir::Module{job.procs}, *schedule, job.sink, recordSteps(job));
  if (!scheduled) return fail(job, ExitCode::ProgramWrong);
  for (std::size_t i = 0; i < job.procs.size(); ++i)
    if (job.procs[i] != scheduled->procs[i]) job.before_schedule.push_back(job.procs[i]);
  job.procs = scheduled->procs;
  return Next::GoOn;
}

}  // namespace exogpu::driver
