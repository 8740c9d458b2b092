#include <bit>
#include <cmath>
#include <limits>

#include "tests/unit/simulate/sim.h"
#include "verify/simulate/value.h"

namespace {
using namespace exogpu;
using namespace exogpu::simulate;
using ir::BinaryOp;
using ir::ScalarType;

TEST(Values, EveryHalfSurvivesTheWayThroughFloat) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float wide = floatFromHalf(half), bwide = floatFromBfloat(half);
    EXPECT_EQ(halfFromFloat(wide), std::isnan(wide) ? 0x7fff : half) << bits;
    EXPECT_EQ(bfloatFromFloat(bwide), std::isnan(bwide) ? 0x7fff : half) << bits;
  }
}

/// Checks that `narrow` gives the nearest of two neighbours, the even one at a tie.
template <class Narrow, class Wide>
void expectNearest(Narrow narrow, Wide wide, std::uint16_t infinity) {
  for (std::uint32_t low = 0; low + 1 < infinity; ++low) {
    const double a = static_cast<double>(wide(static_cast<std::uint16_t>(low)));
    const double b = static_cast<double>(wide(static_cast<std::uint16_t>(low + 1)));
    const auto middle = static_cast<float>((a + b) / 2);
    const std::uint32_t even = low % 2 == 0 ? low : low + 1;
    ASSERT_EQ(narrow(middle), even);
    ASSERT_EQ(narrow(-middle), 0x8000u | even);
    ASSERT_EQ(narrow(std::nextafter(middle, 0.0f)), low);
    ASSERT_EQ(narrow(std::nextafter(middle, std::numeric_limits<float>::infinity())), low + 1);
  }
}
TEST(Values, ConversionsRoundToNearestEven) {
  expectNearest(halfFromFloat, floatFromHalf, 0x7c00);
  expectNearest(bfloatFromFloat, floatFromBfloat, 0x7f80);
  EXPECT_EQ(halfFromFloat(65519.0f), 0x7bff);
  EXPECT_EQ(halfFromFloat(65520.0f), 0x7c00);
  EXPECT_EQ(halfFromFloat(1e30f), 0x7c00);
  EXPECT_EQ(halfFromFloat(std::ldexp(1.0f, -25)), 0);
  EXPECT_EQ(halfFromFloat(std::nextafter(std::ldexp(1.0f, -25), 1.0f)), 1);
  EXPECT_EQ(halfFromFloat(1e-30f), 0);
  EXPECT_EQ(bfloatFromFloat(std::numeric_limits<float>::max()), 0x7f80);
}

std::int64_t integer(BinaryOp op, ScalarType type, std::int64_t a, std::int64_t b) {
  Trouble trouble = Trouble::None;
  return applyBinary(op, type, makeInt(a), makeInt(b), trouble).i;
}
TEST(Values, IntegersWrapAndTruncate) {
  EXPECT_EQ(integer(BinaryOp::Div, ScalarType::I32, -7, 2), -3);
  EXPECT_EQ(integer(BinaryOp::Rem, ScalarType::I32, -7, 2), -1);
  EXPECT_EQ(integer(BinaryOp::Add, ScalarType::I32, 2147483647, 1), -2147483648LL);
  EXPECT_EQ(integer(BinaryOp::Mul, ScalarType::U32, 0x10001, 0x10001), 0x20001);
  EXPECT_EQ(integer(BinaryOp::Sub, ScalarType::U32, 0, 1), 0xffffffffLL);
  EXPECT_EQ(integer(BinaryOp::Lt, ScalarType::U64, -1, 1), 0);
  EXPECT_EQ(integer(BinaryOp::Div, ScalarType::U64, -1, 2), 0x7fffffffffffffffLL);
  EXPECT_EQ(integer(BinaryOp::Shr, ScalarType::I32, -8, 1), -4);
  EXPECT_EQ(integer(BinaryOp::Shl, ScalarType::U8, 0x81, 1), 0x02);
  EXPECT_EQ(integer(BinaryOp::Div, ScalarType::I64, std::numeric_limits<std::int64_t>::min(), -1),
            std::numeric_limits<std::int64_t>::min());
}
TEST(Values, OverflowTaints) {
  Trouble trouble = Trouble::None;
  EXPECT_TRUE(applyBinary(BinaryOp::Add, ScalarType::I32, makeInt(2147483647), makeInt(1), trouble).overflowed);
  EXPECT_FALSE(applyBinary(BinaryOp::Add, ScalarType::U32, makeInt(0xffffffff), makeInt(1), trouble).overflowed);
  EXPECT_TRUE(applyUnary(ir::UnaryOp::Neg, ScalarType::I32, makeInt(-2147483648LL)).overflowed);
  EXPECT_TRUE(applyCast(ScalarType::I64, ScalarType::I32, makeInt(1LL << 40), trouble).overflowed);
  EXPECT_FALSE(applyCast(ScalarType::I32, ScalarType::U8, makeInt(300), trouble).overflowed);
  EXPECT_EQ(trouble, Trouble::None);
}
TEST(Values, CastsFollowCpp) {
  Trouble trouble = Trouble::None;
  EXPECT_EQ(applyCast(ScalarType::I32, ScalarType::I8, makeInt(200), trouble).i, -56);
  EXPECT_EQ(applyCast(ScalarType::I32, ScalarType::U64, makeInt(-1), trouble).i, -1);
  EXPECT_EQ(applyCast(ScalarType::U64, ScalarType::F32, makeInt(-1), trouble).f, 18446744073709551615.0f);
  EXPECT_EQ(applyCast(ScalarType::I64, ScalarType::F32, makeInt((1LL << 53) + (1LL << 29) + 1), trouble).f,
            static_cast<float>((1LL << 53) + (1LL << 29) + 1));
  EXPECT_EQ(applyCast(ScalarType::F32, ScalarType::I32, makeFloat(ScalarType::F32, -2.9), trouble).i, -2);
  EXPECT_EQ(applyCast(ScalarType::F64, ScalarType::Bool, makeFloat(ScalarType::F64, 0.25), trouble).i, 1);
  EXPECT_EQ(trouble, Trouble::None);
  applyCast(ScalarType::F32, ScalarType::I32, makeFloat(ScalarType::F32, 2147483648.0), trouble);
  EXPECT_EQ(trouble, Trouble::FloatToInt);
}
TEST(Values, FloatsRoundEachOperation) {
  Trouble trouble = Trouble::None;
  const Value big = makeFloat(ScalarType::F32, 16777216.0), one = makeFloat(ScalarType::F32, 1.0);
  EXPECT_EQ(applyBinary(BinaryOp::Add, ScalarType::F32, big, one, trouble).f, 16777216.0f);
  const Value nan = makeFloat(ScalarType::F32, NAN);
  EXPECT_EQ(applyBinary(BinaryOp::Ne, ScalarType::F32, nan, nan, trouble).i, 1);
  EXPECT_EQ(applyBinary(BinaryOp::Le, ScalarType::F32, nan, one, trouble).i, 0);
  const Value arguments[] = {makeFloat(ScalarType::F32, 1.0 + 1.0 / 4096), makeFloat(ScalarType::F32, 1.0 + 1.0 / 4096),
                             makeFloat(ScalarType::F32, -1.0)};
  EXPECT_EQ(applyMath(ir::Function::Fma, ScalarType::F32, arguments).f, std::fma(1.0f + 1.0f / 4096, 1.0f + 1.0f / 4096, -1.0f));
  EXPECT_EQ(applyMath(ir::Function::Exp, ScalarType::F32, arguments).f, std::exp(1.0f + 1.0f / 4096));
}
TEST(Values, BytesKeepEveryNaN) {
  for (const auto type : {ScalarType::F16, ScalarType::BF16, ScalarType::F32, ScalarType::F64}) {
    const std::uint8_t bytes[8] = {0x01, 0x7c, 0xa1, 0x7f, 0x05, 0x06, 0xf1, 0x7f};
    std::uint8_t copy[8] = {};
    storeBytes(type, loadBytes(type, bytes), copy);
    for (int b = 0; b < ir::sizeInBytes(type); ++b) EXPECT_EQ(copy[b], bytes[b]);
  }
}

}  // namespace
