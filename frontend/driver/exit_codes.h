#pragma once

namespace exogpu::driver {

/// What the process returns; the table of `exogpu --help`.
enum class ExitCode : int {
  Ok = 0,
  ProgramWrong = 1,
  Usage = 2,
  Unknown = 3,
  ToolFailed = 4,
  OutOfBudget = 5,
  InternalError = 70,
};

}  // namespace exogpu::driver
