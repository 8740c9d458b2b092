#pragma once
// `exogpu run FILE M=1024 x=1000 A=20x30 alpha=0.5`: what stands behind FILE.
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/driver/options.h"
#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"
#include "verify/witness/inputs.h"

namespace exogpu::driver {

/// An unknown name, a value that does not fit, sizes that no contract allows.
struct InputProblem {
  std::string message;
  SourceRange where;  ///< the contract that is broken; invalid for the other reasons
};
std::variant<simulate::Inputs, InputProblem> makeRunInputs(const ir::Proc& proc, const std::vector<std::string>& settings,
                                                         std::uint64_t seed);

}  // namespace exogpu::driver
