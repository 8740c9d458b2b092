#pragma once
// Exact small arithmetic that the rooms of the prover share.
#include <cstdint>
#include <optional>

namespace exogpu::smt {

inline std::optional<std::int64_t> narrow(__int128 value) {
  if (value < INT64_MIN || value > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(value);
}
/// ⌊a / b⌋ for b ≠ 0 (SMT-LIB's `div` for positive b; C++ truncates).
inline std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  const auto q = a / b;
  return a % b != 0 && (a % b < 0) != (b < 0) ? q - 1 : q;
}
inline std::int64_t floorModulo(std::int64_t a, std::int64_t b) { return a - b * floorDivide(a, b); }

}  // namespace exogpu::smt
