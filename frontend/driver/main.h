#pragma once
#include <string>
#include <vector>

namespace exogpu::driver {

/// The whole program but `main` itself; `arguments` without the program's name.
int runMain(const std::vector<std::string>& arguments);

}  // namespace exogpu::driver
