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

struct HarnessFailure {
  std::string message;  ///< of the compiler or of the program (a failed contract says its text)
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

/// The generated main, for tests.
std::string harnessText(const HarnessRequest& request);

}  // namespace exogpu::driver
