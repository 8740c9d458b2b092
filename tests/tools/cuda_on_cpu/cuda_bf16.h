#pragma once
// The bf16 type of CUDA with its conversions: round to nearest even, NaN becomes 0x7fff.
#include <cstdint>
#include <cstring>
struct __nv_bfloat16 { std::uint16_t bits; };
inline float __bfloat162float(__nv_bfloat16 x) {
  const std::uint32_t wide = static_cast<std::uint32_t>(x.bits) << 16;
  float result;
  std::memcpy(&result, &wide, sizeof result);
  return result;
}
inline __nv_bfloat16 __float2bfloat16_rn(float x) {
  if (x != x) return {0x7fff};
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits += 0x7fff + (bits >> 16 & 1);
  return {static_cast<std::uint16_t>(bits >> 16)};
}
