#include "verify/smt/version.h"

#include <z3.h>

namespace exogpu::smt {

std::string solverVersion() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace exogpu::smt
