#pragma once
// makeInputs: takes a proc and some sizes, gives arguments for one run (simulator, compiled C++, GPU).
// Sizes that are not given follow from the contracts that state equalities (`A.has_shape(M, K)`), else a default.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"

namespace exogpu::witness {

/// Keys are names of scalar parameters ("M", "alpha") and extents ("X.extent(0)").
using Sizes = std::map<std::string, std::int64_t>;

struct MadeInputs {
  std::optional<simulate::Inputs> inputs;
  std::string problem{};  ///< why there are none: an unknown name, sizes that no contract allows, too much memory
  SourceRange violated{};  ///< the contract that they break, if that is why
};

/// Deterministic in (proc, sizes, seed, default_size). Tensor contents: floats uniform in [-1, 1), integers of 8 bits
/// over their whole range, wider ones in [0, 100).
MadeInputs makeInputs(const ir::Proc& proc, const Sizes& sizes, std::uint64_t seed, std::int64_t default_size = 64);

}  // namespace exogpu::witness
