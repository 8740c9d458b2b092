#pragma once
// Two results of one proc, element by element.
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/driver/harness.h"

namespace exogpu::driver {

struct Comparison {
  std::string parameter;
  std::int64_t elements = 0;
  std::int64_t different_bits = 0;
  double worst_error = 0;             ///< |got - want| / max(1, |want|); infinite where one is a NaN and one is not
  std::vector<std::int64_t> first;    ///< indices of the first element that differs in bits
  std::string want, got;              ///< its values
};
/// `want` says which tensors count.
std::vector<Comparison> compareResults(const ir::Proc& proc, const TensorMap& want, const TensorMap& got);

}  // namespace exogpu::driver
