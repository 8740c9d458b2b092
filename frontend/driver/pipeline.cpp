// The table of contents of the compiler: what happens to a program, in order.
#include "frontend/driver/pipeline.h"

#include "frontend/driver/steps.h"

namespace exogpu::driver {

namespace {

struct Step {
  const char* name;
  Next (*run)(Job&);
};

constexpr Step kPipeline[] = {
    {"parse the source", parse},
    {"check what the parser made", [](Job& job) { return checkIr(job, "parse", false); }},
    {"resolve levels", resolveLevels},
    {"check the levels", [](Job& job) { return checkIr(job, "resolve levels", true); }},
    {"make the outputs", makeOutputs},
    {"write them", writeOutputs},
};

}  // namespace

ExitCode runPipeline(Job& job) {
  for (const Step& step : kPipeline)
    if (step.run(job) == Next::Stop) break;
  if (hasErrors(job) && job.code == ExitCode::Ok) job.code = ExitCode::ProgramWrong;
  if (!showDiagnostics(job) && job.code == ExitCode::Ok) job.code = ExitCode::ToolFailed;
  return job.code;
}

}  // namespace exogpu::driver
