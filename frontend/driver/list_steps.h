#pragma once
#include <string>

namespace exogpu::driver {

/// The table of scheduling steps, for people or as JSON for tools.
std::string listSteps(bool as_json);

}  // namespace exogpu::driver
