// Contracts, loops, atomics, mathematics and collectives in the plain run.
#include <exogpu/exogpu.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

std::vector<int> collect(exo::range range) {
  std::vector<int> v;
  for (int i : range) v.push_back(i);
  return v;
}
TEST(Loops, runInOrder) {
  EXPECT_EQ(collect(exo::blocks(3)), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(collect(exo::warps(2, 4)), (std::vector<int>{2, 3}));
  EXPECT_EQ(collect(exo::groups<8, 4>(2)), (std::vector<int>{0, 1}));
  EXPECT_EQ(collect(exo::seq(-1, 1)), (std::vector<int>{-1, 0}));
  EXPECT_EQ(collect(exo::unroll(5, 5)), (std::vector<int>{}));
  EXPECT_EQ(collect(exo::tasks(-3)), (std::vector<int>{}));
  EXPECT_TRUE(exo::one_thread());
}
TEST(Scalars, ceilDivCannotOverflow) {
  EXPECT_EQ(exo::ceil_div(0, 4), 0);
  EXPECT_EQ(exo::ceil_div(7, 4), 2);
  EXPECT_EQ(exo::ceil_div(8, 4), 2);
  EXPECT_EQ(exo::ceil_div(-7, 4), -1);
  EXPECT_EQ(exo::ceil_div(2147483647, 2), 1073741824);
}
TEST(ContractsDeath, namePlaceAndText) {
  exo::require(1 + 1 == 2);
  EXPECT_DEATH(exo::require(1 + 1 == 3), "vocabulary_test.cpp:[0-9]+: exogpu: contract violated");
  EXPECT_DEATH(exo::require(1 + 1 == 3), "require.1 \\+ 1 == 3");
#ifndef NDEBUG
  EXPECT_DEATH(exo::assume("ids are distinct", false), "assumption does not hold: ids are distinct");
#endif
}

TEST(Atomics, integersWrapAndFloatsAdd) {
  int i = std::numeric_limits<int>::max();
  exo::atomic_add(i, 1);
  EXPECT_EQ(i, std::numeric_limits<int>::min());
  exo::uint64 u = 5;
  exo::atomic_add(u, 7u);
  EXPECT_EQ(u, 12u);
  float f = 1.5f;
  exo::atomic_add(f, 2.0f);
  EXPECT_EQ(f, 3.5f);
  exo::atomic_min(i, -1), exo::atomic_max(i, 3);
  EXPECT_EQ(i, 3);
}

TEST(Math, maximumAndMinimumAreThoseOfTheHardware) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(exo::max(nan, 1.0f), 1.0f);
  EXPECT_EQ(exo::max(1.0f, nan), 1.0f);
  EXPECT_EQ(exo::min(nan, -exo::infinity), -exo::infinity);
  EXPECT_FALSE(std::signbit(exo::max(-0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(exo::max(0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(exo::min(0.0, -0.0)));
  EXPECT_EQ(exo::max(3, 4), 4);
  EXPECT_EQ(exo::min(3, 4), 3);
}
TEST(Math, functionsAreTheOnesOfTheStandardLibrary) {
  EXPECT_EQ(exo::fma(0x1.000002p0f, 0x1.000002p0f, -1.0f), std::fma(0x1.000002p0f, 0x1.000002p0f, -1.0f));
  EXPECT_EQ(exo::exp(1.25f), std::exp(1.25f));
  EXPECT_EQ(exo::log2(8.0), 3.0);
  EXPECT_EQ(exo::rint(2.5f), 2.0f);
  EXPECT_EQ(exo::rsqrt(4.0f), 0.5f);
  EXPECT_EQ(exo::pow(2.0f, 10.0f), 1024.0f);
  EXPECT_EQ(exo::erf(0.5), std::erf(0.5));
}

TEST(Collectives, sumIsTheButterfly) {
  float v[8];
  for (int l = 0; l < 8; ++l) v[l] = std::ldexp(1.0f, 3 * l) + 0.1f;
  const float a = (v[0] + v[4]) + (v[2] + v[6]), b = (v[1] + v[5]) + (v[3] + v[7]);
  EXPECT_EQ(exo::warp_sum(v), a + b);
  const int w[2] = {std::numeric_limits<int>::max(), 1};
  EXPECT_EQ(exo::warp_sum(w), std::numeric_limits<int>::min());
}
TEST(Collectives, largestAndSmallest) {
  float v[4] = {1, std::numeric_limits<float>::quiet_NaN(), 7, -2};
  EXPECT_EQ(exo::warp_max(v), 7);
  EXPECT_EQ(exo::warp_min(v), -2);
}
TEST(Collectives, shufflesPermuteAllLanesAtOnce) {
  const int v[4] = {10, 11, 12, 13};
  int d[4] = {};
  const auto result = [&] { return std::vector<int>(d, d + 4); };
  exo::shuffle_xor(d, v, 1);
  EXPECT_EQ(result(), (std::vector<int>{11, 10, 13, 12}));
  exo::shuffle_up(d, v, 1);
  EXPECT_EQ(result(), (std::vector<int>{10, 10, 11, 12}));
  exo::shuffle_down(d, v, 3);
  EXPECT_EQ(result(), (std::vector<int>{13, 11, 12, 13}));
  exo::shuffle_idx(d, v, 2);
  EXPECT_EQ(result(), (std::vector<int>{12, 12, 12, 12}));
  int x[4] = {0, 1, 2, 3};
  exo::shuffle_xor(x, x, 3);  // in place
  EXPECT_EQ((std::vector<int>(x, x + 4)), (std::vector<int>{3, 2, 1, 0}));
  EXPECT_DEATH(exo::shuffle_xor(d, v, 4), "outside the group");
}
TEST(Collectives, blockFormsCombineWarpsInOrder) {
  float v[3][32];
  for (int w = 0; w < 3; ++w)
    for (int l = 0; l < 32; ++l) v[w][l] = static_cast<float>(w * 100 + l) * 0.3f;
  EXPECT_EQ(exo::block_sum(v), (exo::warp_sum(v[0]) + exo::warp_sum(v[1])) + exo::warp_sum(v[2]));
  EXPECT_EQ(exo::block_max<3>(v), v[2][31]);
  EXPECT_EQ(exo::block_min(v), 0.0f);
}

}  // namespace
