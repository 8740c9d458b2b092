#include "codegen/cuda/names.h"

#include <algorithm>
#include <cassert>

#include "codegen/cuda/instructions.h"
#include "codegen/cuda/reserved.h"
#include "codegen/cuda/support.h"

namespace exogpu::cuda {

namespace {
/// What the emitted text means something else by, besides keywords and macros.
constexpr const char* kReserved[] = {
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "stream", "status", "dim3", "atomicAdd",
    "atomicMin", "atomicMax", "fminf", "fmaxf", "fmin", "fmax", "dynamic_shared", "trace", "std",
    "min", "max", "grid", "error",
    // the mathematical functions that it calls
#define EXOGPU_FUNCTION(name, text, arity, cuda32, cuda64, exact, ulp_host, ulp_device, exception) cuda32, cuda64,
#include "frontend/ir/functions.def"
#undef EXOGPU_FUNCTION
};

const std::set<std::string>& reserved() {
  static const std::set<std::string> all = [] {
    std::set<std::string> names(std::begin(kReserved), std::end(kReserved));
    names.insert(supportNames().begin(), supportNames().end());
    return names;
  }();
  return all;
}
bool isReserved(const std::string& name) { return reserved().count(name) > 0 || isKeyword(name) || isMacro(name); }
}  // namespace

Names::Names() { scopes_.emplace_back(); }

std::string Names::choose(const std::string& wanted) {
  const auto taken = [&](const std::string& name) {
    return isReserved(name) || std::any_of(scopes_.begin(), scopes_.end(), [&](const auto& scope) { return scope.count(name) > 0; });
  };
  std::string base = wanted.empty() ? "unnamed" : wanted;
  if (base.starts_with(kInstructionPrefix) || hasForeignPrefix(base)) base = "local_" + base;
  std::string name = base;
  for (int n = 2; taken(name); ++n) name = base + "_" + std::to_string(n);
  scopes_.back().insert(name);
  return name;
}

const std::string& Names::declare(const void* id, int dim, const std::string& wanted) {
  return names_[{id, dim}] = choose(wanted);
}
const std::string& Names::declare(const void* id, const std::string& wanted) { return declare(id, -1, wanted); }
std::string Names::fresh(const std::string& wanted) { return choose(wanted); }

const std::string& Names::of(const void* id, int dim) const {
  const auto found = names_.find({id, dim});
  assert(found != names_.end() && "a name is declared before it is used");
  return found->second;
}
const std::string& Names::of(const void* id) const { return of(id, -1); }
bool Names::knows(const void* id) const { return names_.count({id, -1}) > 0; }

void Names::push() { scopes_.emplace_back(); }
void Names::pop() { scopes_.pop_back(); }

}  // namespace exogpu::cuda
