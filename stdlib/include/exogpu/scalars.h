#pragma once
// Scalar types of the language beyond int, float, double and bool.
#include <cstdint>

namespace exo {

// Storage types: read and written as elements of tensors and arrays, widened to int (or a 64-bit type) by arithmetic.
using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;

/// Ceiling of a/b for b > 0. Cannot overflow; the prover knows its two inequalities.
constexpr int ceil_div(int a, int b) { return a / b + (a % b > 0 ? 1 : 0); }

namespace detail {
/// The float nearest to `x` in binary16, ties to even; bitwise CUDA's __float2half_rn: NaN becomes 0x7fff, what rounds
/// beyond 65504 becomes infinity, subnormals are kept.
constexpr std::uint16_t to_f16_bits(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fffu;
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520 and more, infinity
  if (magnitude < 0x33000001u) return static_cast<std::uint16_t>(sign);             // at most 2^-25: ties to zero
  const std::uint32_t exponent = magnitude >> 23;
  const bool normal = exponent >= 113;  // 2^-14 and more
  const std::uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
  const std::uint32_t drop = normal ? 13u : 126u - exponent;  // bits below the last one that is kept
  const std::uint32_t rest = significand & ((1u << drop) - 1u), half = 1u << (drop - 1u);
  std::uint32_t kept = significand >> drop;
  if (rest > half || (rest == half && (kept & 1u) != 0)) ++kept;  // a carry moves into the exponent by itself
  return static_cast<std::uint16_t>(sign | (normal ? kept + ((exponent - 113u) << 10) : kept));
}
/// Exact. Every NaN becomes 0x7fffffff, as on the GPU.
constexpr float from_f16_bits(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 0x1fu, fraction = bits & 0x3ffu;
  if (exponent == 0x1fu && fraction != 0) return __builtin_bit_cast(float, 0x7fffffffu);
  if (exponent == 0x1fu) return __builtin_bit_cast(float, sign | 0x7f800000u);
  if (exponent != 0) return __builtin_bit_cast(float, sign | (exponent + 112u) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
  return sign != 0 ? -magnitude : magnitude;
}
/// The float nearest to `x` in bfloat16, ties to even; bitwise CUDA's __float2bfloat16_rn: NaN becomes 0x7fff.
constexpr std::uint16_t to_bf16_bits(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
/// Exact; a NaN keeps its payload.
constexpr float from_bf16_bits(std::uint16_t bits) {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
}
}  // namespace detail

/// IEEE binary16 as a storage type. Arithmetic happens in float: reading converts by itself and exactly; writing back
/// is said out loud, `y = exo::f16(a * b)`, and rounds to nearest even. Uninitialised unless given a value.
struct f16 {
  std::uint16_t bits;
  f16() = default;
  constexpr explicit f16(float x) : bits(detail::to_f16_bits(x)) {}
  constexpr operator float() const { return detail::from_f16_bits(bits); }
};

/// bfloat16 (8 bits of exponent, 7 of fraction) as a storage type, with the same rules as f16.
struct bf16 {
  std::uint16_t bits;
  bf16() = default;
  constexpr explicit bf16(float x) : bits(detail::to_bf16_bits(x)) {}
  constexpr operator float() const { return detail::from_bf16_bits(bits); }
};

static_assert(sizeof(f16) == 2 && sizeof(bf16) == 2);

}  // namespace exo
