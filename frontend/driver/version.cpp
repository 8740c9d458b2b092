#include "frontend/driver/version.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/Program.h>

#include "frontend/driver/options.h"
#include "verify/smt/version.h"

namespace exogpu::driver {

std::string versionText() {
  const auto nvcc = llvm::sys::findProgramByName("nvcc");
  return "exogpu " + std::string(kVersion) + "\nLLVM and Clang " LLVM_VERSION_STRING "\nZ3 " + smt::solverVersion() +
         "\nCUDA " + (nvcc ? "at " + *nvcc : std::string("not found (needed by nothing but running kernels)")) + "\n";
}

}  // namespace exogpu::driver
