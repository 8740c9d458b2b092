#pragma once
#include <string>

namespace exogpu::smt {

/// Version of the Z3 library in this process.
std::string solverVersion();

}  // namespace exogpu::smt
