#pragma once
// C++ → LLVM, for schedule scripts: the one use of Clang that makes code and not IR.
#include <memory>
#include <string>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace exogpu::parse {

/// Compiles one C++20 file with the linked Clang. Null after errors; `errors` has them as Clang prints them.
/// `read` gets every file that was read.
std::unique_ptr<llvm::Module> compileScript(const std::string& path, const std::vector<std::string>& arguments,
                                            llvm::LLVMContext& context, std::string& errors,
                                            std::vector<std::string>& read);

}  // namespace exogpu::parse
