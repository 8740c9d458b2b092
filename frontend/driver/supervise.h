#pragma once
// The watchdog. Takes a piece of work, runs it in a child process, gives its exit code. A solver that hangs, runs out of
// memory or is killed, and a crash of the compiler itself, each become a message and an exit code; half-written files
// are removed. The parent holds no Clang, no solver and no lock, so it always survives to say so.
#include <functional>
#include <optional>
#include <string>

#include "frontend/diag/diagnostic.h"
#include "frontend/driver/exit_codes.h"

namespace exogpu::driver {

struct Supervision {
  std::uint64_t timeout_seconds = 600;              ///< 0: none
  std::function<void(const diag::Diagnostic&)> complain;  ///< tells it to the user
  /// Receives what happened ("signal 11 (Segmentation fault)"), and whether the child has told something itself.
  std::function<void(const std::string&, bool has_spoken)> report_crash;
};

ExitCode superviseWork(const std::function<ExitCode()>& work, const Supervision& supervision);
/// The same without a child: for debuggers.
ExitCode runUnsupervised(const std::function<ExitCode()>& work, const Supervision& supervision);

}  // namespace exogpu::driver
