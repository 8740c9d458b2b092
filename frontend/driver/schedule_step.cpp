// `--schedule=FILE`: replays a trace, each step proved anew.
#include "frontend/base/file.h"
#include "frontend/driver/steps.h"
#include "frontend/ir/text.h"
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

}  // namespace

Next schedule(Job& job) {
  const std::string& path = job.options.schedule_path;
  if (path.empty()) return Next::GoOn;
  const auto text = readFile(path);
  if (const auto* error = std::get_if<FileError>(&text)) {
    job.sink.report(diag::make(diag::Id::CannotReadFile, {}, {path, error->message}));
    return fail(job, ExitCode::Usage);
  }
  job.dependencies.push_back(path);
  const FileId file = job.sources.add(path, std::get<std::string>(text));
  const auto schedule = trace::parse(file, job.sources.text(file), job.sink, job.options.knobs);
  if (!schedule) return fail(job, ExitCode::ProgramWrong);
  job.trace_text = trace::print(*schedule);
  const auto scheduled = trace::replay(ir::Module{job.procs}, *schedule, job.sink, recordSteps(job));
  if (!scheduled) return fail(job, ExitCode::ProgramWrong);
  job.procs = scheduled->procs;
  return Next::GoOn;
}

}  // namespace exogpu::driver
