#pragma once
// runScript: takes a C++ schedule script and the procs that it may schedule, gives the trace of its steps. The script is
// compiled by the linked Clang and run in a forked child, which hands back a trace and nothing else: a crash, an endless
// loop or a compile error is a diagnostic. The trace is not trusted: replay it (schedule/trace).
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedule/trace/trace.h"

namespace exogpu::script {

struct Options {
  std::vector<std::string> clang_arguments;    ///< -I and the like
  std::string stdlib_include;                  ///< where <exogpu/schedule.h> is
  std::map<std::string, std::int64_t> knobs;   ///< values for knobs, from outside
  int seconds = 20;                            ///< limit for compiling and running
};
struct Result {
  trace::Schedule schedule;               ///< each call's place is its line of the script
  std::vector<std::string> dependencies;  ///< files that were read
};

/// Empty after a diagnostic. The script's files are added to `sources`.
std::optional<Result> runScript(const std::string& path, const ir::Module& module, const Options& options,
                                SourceTable& sources, diag::Sink& sink);

}  // namespace exogpu::script
