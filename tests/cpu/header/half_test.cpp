// f16 and bf16: every bit pattern, and floats on and around every rounding boundary, against a conversion by value.
#include <exogpu/exogpu.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#if __has_include(<cuda_fp16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define EXOGPU_HAS_CUDA_HALF
#endif

namespace {

std::uint32_t bitsOf(float x) { return __builtin_bit_cast(std::uint32_t, x); }
float floatOf(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

/// A small binary format: `exponent_bits`, `fraction_bits`, IEEE encoding.
struct Format {
  int exponent_bits, fraction_bits;
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  double valueOf(std::uint32_t bits) const {
    const int exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const double fraction = std::ldexp(bits & ((1u << fraction_bits) - 1), -fraction_bits);
    const double sign = (bits >> (exponent_bits + fraction_bits)) != 0 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1) return fraction != 0 ? std::nan("") : sign * INFINITY;
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias()) : sign * std::ldexp(1 + fraction, exponent - bias());
  }
  /// The value nearest to x, ties to even, by scaling to an integer; infinity beyond the largest finite value.
  double round(double x) const {
    if (std::isnan(x) || std::isinf(x) || x == 0) return x;
    const int exponent = std::max(std::ilogb(x), 1 - bias());
    const double quantum = std::ldexp(1.0, exponent - fraction_bits);
    const double rounded = std::nearbyint(x / quantum) * quantum;
    return std::fabs(rounded) >= std::ldexp(1.0, bias() + 1) ? std::copysign(INFINITY, x) : rounded;
  }
};
constexpr Format kF16{5, 10}, kBf16{8, 7};

/// Every sign, exponent and upper fraction, with lower bits at and beside the places where rounding decides.
template <class Check>
void forEachInterestingFloat(Check check) {
  for (std::uint32_t high = 0; high < 0x10000; ++high)
    for (const std::uint32_t low : {0x0000u, 0x0001u, 0x0fffu, 0x1000u, 0x1001u, 0x2fffu, 0x3000u, 0x7fffu, 0x8000u,
                                    0x8001u, 0xefffu, 0xf000u, 0xf001u, 0xffffu})
      check(floatOf(high << 16 | low));
}

template <class Half>
void checkFormat(const Format& format) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    Half narrow;
    narrow.bits = static_cast<std::uint16_t>(bits);
    const double value = format.valueOf(bits), widened = static_cast<double>(static_cast<float>(narrow));
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(widened)) << bits;
    } else {
      ASSERT_EQ(value, widened) << bits;
    }
    if (!std::isnan(value)) { ASSERT_EQ(std::signbit(value), std::signbit(widened)) << bits; }
    if (!std::isnan(value)) { ASSERT_EQ(Half(static_cast<float>(narrow)).bits, bits); }
  }
  forEachInterestingFloat([&](float x) {
    const Half rounded(x);
    const double want = format.round(static_cast<double>(x)), got = static_cast<double>(static_cast<float>(rounded));
    if (std::isnan(want)) {
      ASSERT_EQ(rounded.bits, 0x7fff);
      return;
    }
    ASSERT_EQ(want, got) << x;
    ASSERT_EQ(std::signbit(want), std::signbit(got)) << x;
  });
}

TEST(Half, f16AgreesWithConversionByValue) { checkFormat<exo::f16>(kF16); }
TEST(Half, bf16AgreesWithConversionByValue) { checkFormat<exo::bf16>(kBf16); }

TEST(Half, conversionsAreConstants) {
  static_assert(exo::f16(1.0f).bits == 0x3c00 && static_cast<float>(exo::f16(65504.0f)) == 65504.0f);
  static_assert(exo::bf16(1.0f).bits == 0x3f80 && exo::f16(65520.0f).bits == 0x7c00);
  static_assert(exo::f16(0x1p-24f).bits == 1 && exo::f16(0x1p-25f).bits == 0 && exo::f16(0x1.8p-25f).bits == 1);
}
TEST(Half, arithmeticIsInFloat) {
  const exo::f16 a(2049.0f), b(1.0f);  // 2049 is no f16: 2048
  static_assert(std::is_same_v<decltype(a * b), float>);
  EXPECT_EQ(a + b, 2049.0f);
  EXPECT_EQ(exo::fma(a, b, b), 2049.0f);
}

#ifdef EXOGPU_HAS_CUDA_HALF
template <class T>
std::uint16_t bits16(const T& x) {
  std::uint16_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
TEST(Half, agreesBitwiseWithCudasHostConversions) {
  forEachInterestingFloat([](float x) {
    ASSERT_EQ(exo::f16(x).bits, bits16(__float2half_rn(x))) << x;
    ASSERT_EQ(exo::bf16(x).bits, bits16(__float2bfloat16_rn(x))) << x;
  });
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    exo::f16 f16;
    exo::bf16 bf16;
    f16.bits = bf16.bits = static_cast<std::uint16_t>(bits);
    ASSERT_EQ(bitsOf(f16), bitsOf(__half2float(__ushort_as_half(f16.bits)))) << bits;
    ASSERT_EQ(bitsOf(bf16), bitsOf(__bfloat162float(__ushort_as_bfloat16(bf16.bits)))) << bits;
  }
}
#endif

}  // namespace
