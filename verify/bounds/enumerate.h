#pragma once
// Exact enumeration of small iteration sets.
#include <optional>
#include <vector>

#include "verify/bounds/writers.h"

namespace exogpu::bounds {

struct Box {
  std::vector<std::int64_t> lo, hi;  ///< closed, a dimension each
};
/// The values that `tuple` takes over all iterations of `loops` in which `filter` holds, if they are exactly a box.
/// Nothing when they are not, when there are none, or when there are too many iterations.
std::optional<Box> coveredBox(const smt::Terms& terms, const std::vector<WriterLoop>& loops,
                              const std::vector<smt::Term>& filter, const std::vector<smt::Term>& tuple);

}  // namespace exogpu::bounds
