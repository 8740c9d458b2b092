#pragma once
// The half type of CUDA with its conversions, by the compiler's _Float16: round to nearest even.
#include <cstdint>
#include <cstring>
struct __half { std::uint16_t bits; };
inline float __half2float(__half x) {
  _Float16 half;
  std::memcpy(&half, &x.bits, sizeof half);
  return static_cast<float>(half);
}
inline __half __float2half_rn(float x) {
  if (x != x) return {0x7fff};
  const auto half = static_cast<_Float16>(x);
  __half result;
  std::memcpy(&result.bits, &half, sizeof half);
  return result;
}
