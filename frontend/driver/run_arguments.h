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

/// Inputs for one run, or a usage error: an unknown name, a value that does not fit, sizes that no contract allows.
std::variant<simulate::Inputs, UsageError> makeRunInputs(const ir::Proc& proc, const std::vector<std::string>& settings,
                                                         std::uint64_t seed);

}  // namespace exogpu::driver
