#include <bit>
#include <cmath>

#include "verify/simulate/value.h"

namespace exogpu::simulate {
namespace {
constexpr std::uint16_t kNaN = 0x7fff;

/// `value` without its lowest `drop` bits, rounded to nearest, ties to even.
std::uint32_t roundShift(std::uint32_t value, int drop) {
  const std::uint32_t kept = value >> drop, half = 1u << (drop - 1), rest = value & ((1u << drop) - 1);
  return kept + ((rest > half || (rest == half && (kept & 1u) != 0)) ? 1u : 0u);
}
}  // namespace

std::uint16_t halfFromFloat(float value) {
  if (std::isnan(value)) return kNaN;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7fffffffu;
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  std::uint32_t result = 0;
  if (exponent > 15) {
    result = 0x7c00;
  } else if (exponent >= -14) {
    // A carry out of the mantissa moves into the exponent, up to infinity, as it should.
    result = roundShift(magnitude - ((127u - 15u) << 23), 13);
  } else if (exponent >= -25) {
    // Subnormal: units of 2^-24. The mantissa (with its leading one) counts units of 2^(exponent - 23).
    result = roundShift((magnitude & 0x7fffffu) | 0x800000u, -exponent - 1);
  }
  return static_cast<std::uint16_t>(sign | result);
}

float floatFromHalf(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f, mantissa = bits & 0x3ff;
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  if (exponent < 31) return sign * std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  const auto raw = (static_cast<std::uint32_t>(bits & 0x8000) << 16) | 0x7f800000u | (static_cast<std::uint32_t>(mantissa) << 13);
  return std::bit_cast<float>(raw);
}

std::uint16_t bfloatFromFloat(float value) {
  if (std::isnan(value)) return kNaN;
  return static_cast<std::uint16_t>(roundShift(std::bit_cast<std::uint32_t>(value), 16));
}
float floatFromBfloat(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

}  // namespace exogpu::simulate
