#include "frontend/driver/stdlib.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace exogpu::driver {

std::string stdlibIncludeDir() {
  static int here;
  const std::string executable = llvm::sys::fs::getMainExecutable("exogpu", &here);
  llvm::SmallString<256> installed(llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable)));
  llvm::sys::path::append(installed, "include");
  if (llvm::sys::fs::exists(installed + "/exogpu/exogpu.h")) return installed.str().str();
  return EXOGPU_STDLIB_INCLUDE;
}

}  // namespace exogpu::driver
