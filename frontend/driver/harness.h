#pragma once
// The independent reference of `exogpu run`: the user's own file, compiled by an installed C++ compiler and run as the
// sequential program that it is. Takes inputs, gives the tensors after the call.
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/driver/options.h"
#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"

namespace exogpu::driver {

/// Why there is no sequential result: something around the program failed, or the program stopped itself.
struct HarnessFailure {
  std::string message;
  bool is_program_wrong = false;
  std::string file{};  ///< where the program says that it stopped; empty when it does not say
  int line = 0;
};
using TensorMap = std::map<std::string, simulate::TensorValue>;

struct HarnessRequest {
  const ir::Proc& proc;
  const simulate::Inputs& inputs;
  std::string source_path;                   ///< the user's file
  std::vector<std::string> compiler_arguments;
  std::uint64_t timeout_seconds = 600;
};
/// Tensors that the proc may write.
std::variant<TensorMap, HarnessFailure> runSequentially(const HarnessRequest& request);

/// What a program that stopped itself wrote: the texts of the library's checks, and the place that one of them names.
HarnessFailure readAbort(const std::string& ending, const std::string& said);

/// The generated main, for tests.
std::string harnessText(const HarnessRequest& request);

}  // namespace exogpu::driver
