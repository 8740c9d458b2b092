#pragma once
// Traces: a schedule as flat text, one step a line. Replaying one applies each step anew, with its proof, so a trace
// needs no trust.
//   # comment                     proc("matmul")              begins the steps of a proc
//   knob("BK", 16, 8, 16, 32)     a number $BK that tuners may vary: its value, then the choices
//   divide_loop(loop("k"), $BK, "ko", "ki", perfect)
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/Support/JSON.h"

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"
#include "schedule/steps/step.h"

namespace exogpu::trace {

struct Knob {
  std::string name;
  std::int64_t value = 0;
  std::vector<std::int64_t> choices;
};
/// The steps of one proc, which is named by its name or full name.
struct Trace {
  std::string proc;
  SourceRange where;
  std::vector<steps::StepCall> calls;
};
struct Schedule {
  std::vector<Knob> knobs;
  std::vector<Trace> traces;
};

/// Empty after a diagnostic. `knobs` overrides values.
std::optional<Schedule> parse(FileId file, std::string_view text, diag::Sink& sink,
                              const std::map<std::string, std::int64_t>& knobs = {});
/// Text that parses to the same schedule (knob values written out).
std::string print(const Schedule& schedule);
/// {"knobs": […], "procs": [{"proc": …, "steps": [{"step": …, "arguments": {…}}]}]}
llvm::json::Value toJson(const Schedule& schedule);

/// Called after each step with the program as it is then.
using Observer = std::function<void(const steps::StepCall& call, const ir::ProcRef& after)>;
/// The module with each named proc scheduled; empty after a diagnostic, which names step, line and reason.
std::optional<ir::Module> replay(const ir::Module& module, const Schedule& schedule, diag::Sink& sink,
                                 const Observer& observer = {});

}  // namespace exogpu::trace
