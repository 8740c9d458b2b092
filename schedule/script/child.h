#pragma once
// The child process of runScript: compiles, links, runs, writes its answer to a file descriptor, ends.
#include <string>

#include "schedule/script/script.h"

namespace exogpu::script {

/// Never returns. The answer is JSON: Session::toJson with "read", or {"errors": …} when the script did not compile.
[[noreturn]] void runChild(const std::string& path, const ir::Module& module, const Options& options, int descriptor);

}  // namespace exogpu::script
