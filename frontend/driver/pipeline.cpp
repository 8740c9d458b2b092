// The table of contents of the compiler: what happens to a program, in order.
#include "frontend/driver/pipeline.h"

#include <llvm/ADT/ArrayRef.h>

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
    {"schedule", schedule},
    {"check what the schedule made", [](Job& job) { return checkIr(job, "schedule", false); }},
    {"resolve levels", resolveLevels},
    {"check the levels", [](Job& job) { return checkIr(job, "resolve levels", true); }},
    {"check what the chip can hold", checkResources},
    {"prove", proveProcs},
    {"make the outputs", makeOutputs},
    {"write them", writeOutputs},
    {"say what was proved", showVerdicts},
};

/// The part of the road that an explanation needs.
constexpr Step kExplanation[] = {
    {"parse the source", parse},
    {"schedule", schedule},
    {"resolve levels", resolveLevels},
    {"prove", proveProcs},
    {"say what holds", showLine},
};

ExitCode run(Job& job, llvm::ArrayRef<Step> steps) {
  for (const Step& step : steps)
    if (step.run(job) == Next::Stop) break;
  if (hasErrors(job) && job.code == ExitCode::Ok) job.code = ExitCode::ProgramWrong;
  const ExitCode shown = showDiagnostics(job);
  return job.code == ExitCode::Ok ? shown : job.code;
}

}  // namespace

ExitCode runPipeline(Job& job) { return run(job, kPipeline); }
ExitCode runExplainLine(Job& job) { return run(job, kExplanation); }

}  // namespace exogpu::driver
