// Tensors, windows and copies: shapes, clipping, and what aborts.
#include <exogpu/exogpu.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace {

template <class T>
std::vector<T> iota(int n) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = static_cast<T>(i);
  return v;
}

TEST(Tensor, isRowMajorInEveryRank) {
  auto v = iota<int>(120);
  EXPECT_EQ((exo::tensor<int, 1>{v.data(), {120}}[119]), 119);
  EXPECT_EQ((exo::tensor<int, 2>{v.data(), {8, 15}}[3][4]), 3 * 15 + 4);
  EXPECT_EQ((exo::tensor<int, 3>{v.data(), {2, 4, 15}}[1][2][3]), 60 + 2 * 15 + 3);
  const exo::tensor<int, 4> t{v.data(), {2, 3, 4, 5}};
  EXPECT_EQ(t[1][2][3][4], 119);
  EXPECT_TRUE(t.has_shape(2, 3, 4, 5));
  EXPECT_EQ(t.size(), 120);
  t[1][0][0][0] = -1;
  EXPECT_EQ(v[60], -1);
}
TEST(Tensor, convertsToConstAndStrided) {
  auto v = iota<float>(12);
  const exo::tensor<float, 2> a{v.data(), {3, 4}};
  const exo::tensor<const float, 2> c = a;
  const exo::tensor<float, 2, exo::strided> s = a;
  const exo::tensor<const float, 2, exo::strided> cs = s, ca = a;
  EXPECT_EQ(c[2][1], 9);
  EXPECT_EQ(s[2][1], 9);
  EXPECT_EQ(cs[2][1], 9);
  EXPECT_EQ(ca[2][1], 9);
  static_assert(!std::is_convertible_v<exo::tensor<const float, 2>, exo::tensor<float, 2>>);
  static_assert(!std::is_convertible_v<exo::tensor<float, 2, exo::strided>, exo::tensor<float, 2>>);
  static_assert(!std::is_convertible_v<exo::tensor<float, 2>, exo::tensor<float, 1>>);
}
TEST(Tensor, countsIn64Bits) {
  int word = 0;
  const exo::tensor<int, 2> a{&word, {1 << 20, 1 << 20}};
  EXPECT_EQ(a.size(), std::int64_t{1} << 40);
}
TEST(Tensor, strides) {
  auto v = iota<int>(100);
  const exo::tensor<int, 2, exo::strided> a{v.data(), {3, 4}, {10}};
  EXPECT_EQ(a[2][3], 23);
  const exo::tensor<int, 3, exo::strided> b{v.data(), {2, 3, 4}, {50, 10}};
  EXPECT_EQ(b[1][2][3], 73);
}
TEST(Tensor, emptyMayBeNull) {
  const exo::tensor<float, 2> a{nullptr, {0, 5}};
  EXPECT_EQ(a.extent(1), 5);
  EXPECT_TRUE(a.is_aligned(16));
}
TEST(Tensor, alignment) {
  alignas(16) float v[8] = {};
  EXPECT_TRUE((exo::tensor<float, 1>{v, {8}}.is_aligned(16)));
  EXPECT_FALSE((exo::tensor<float, 1>{v + 1, {7}}.is_aligned(8)));
  EXPECT_TRUE((exo::tensor<float, 1>{v + 2, {6}}.is_aligned(8)));
}
TEST(TensorDeath, whatIsWrongAborts) {
  int v[6] = {};
  const exo::tensor<int, 2> a{v, {2, 3}};
  EXPECT_DEATH(a[0][3] = 1, "index 3 of dimension 1 is outside 0 .. 2");
  EXPECT_DEATH(a[-1][0] = 1, "index -1 of dimension 0 is outside 0 .. 1");
  EXPECT_DEATH((exo::tensor<int, 1>{v, {-1}}), "extent outside");
  EXPECT_DEATH((exo::tensor<int, 1>{v, {exo::max_extent + 1}}), "extent outside");
  EXPECT_DEATH((exo::tensor<int, 1>{nullptr, {1}}), "without memory");
  EXPECT_DEATH((exo::tensor<int, 2, exo::strided>{v, {2, 3}, {2}}), "rows overlap");
  EXPECT_DEATH(a.window(1, 0, 2, 1), "window outside its tensor");
}
TEST(Tensor, windowThatMustLieInside) {
  auto v = iota<int>(20);
  const exo::tensor<int, 2> a{v.data(), {4, 5}};
  const auto w = a.window(1, 2, 3, 2);
  EXPECT_EQ(w[2][1], 3 * 5 + 3);
  EXPECT_EQ(w.extent(0), 3);
  EXPECT_TRUE(a.window(4, 5, 0, 0).has_shape(0, 0));
  EXPECT_EQ((exo::tensor<int, 1>{v.data(), {20}}.window(5, 3)[2]), 7);
}

/// Copies the window's elements out, so that zeros show where it is outside.
template <class T, int R, int C>
std::vector<T> read(exo::window_view<T, R, C> window) {
  T a[R][C];
  exo::copy(exo::window<R, C>(a, 0, 0), window);
  return std::vector<T>(&a[0][0], &a[0][0] + R * C);
}
TEST(Window, clippedReadsZeroOutside) {
  auto v = iota<int>(6);  // 0 1 2 / 3 4 5
  const exo::tensor<int, 2> a{v.data(), {2, 3}};
  EXPECT_EQ(read(a.window<2, 2>(0, 1)), (std::vector<int>{1, 2, 4, 5}));
  EXPECT_EQ(read(a.window<2, 2>(1, 2)), (std::vector<int>{5, 0, 0, 0}));
  EXPECT_EQ(read(a.window<2, 2>(-1, -1)), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(read(exo::window<2, 2>(a, 0, -1)), (std::vector<int>{0, 0, 0, 3}));
  EXPECT_EQ(read(a.window<4>(1, 1)), (std::vector<int>{4, 5, 0, 0}));
  EXPECT_EQ(read(a.window<1, 2>(exo::max_extent, -exo::max_extent)), (std::vector<int>{0, 0}));
  const exo::tensor<int, 1> x{v.data(), {6}};
  EXPECT_EQ(read(x.window<4>(4)), (std::vector<int>{4, 5, 0, 0}));
  EXPECT_EQ(read(x.window<2>(-1)), (std::vector<int>{0, 0}));
}
TEST(Window, clippedWritesAreDroppedOutside) {
  int v[6] = {0, 1, 2, 3, 4, 5};
  const int ones[2][2] = {{-1, -1}, {-1, -1}};
  const exo::tensor<int, 2> a{v, {2, 3}};
  exo::copy(a.window<2, 2>(1, 2), exo::window<2, 2>(ones, 0, 0));
  EXPECT_EQ((std::vector<int>(v, v + 6)), (std::vector<int>{0, 1, 2, 3, 4, -1}));
}
TEST(Window, leadingIndicesAreClippedToo) {
  auto v = iota<int>(16);
  const exo::tensor<int, 3> a{v.data(), {2, 2, 4}};
  EXPECT_EQ(read(a.window<1, 4>(1, 1, 2)), (std::vector<int>{14, 15, 0, 0}));
  EXPECT_EQ(read(a.window<1, 4>(2, 0, 0)), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(read(a.window<1, 4>(-1, 0, 0)), (std::vector<int>{0, 0, 0, 0}));
  const exo::tensor<int, 4> b{v.data(), {2, 2, 2, 2}};
  EXPECT_EQ(read(b.window<2, 2>(1, 1, 0, 0)), (std::vector<int>{12, 13, 14, 15}));
  EXPECT_EQ(read(b.window<2, 2>(1, 2, 0, 0)), (std::vector<int>{0, 0, 0, 0}));
}
TEST(Window, ofStridedTensor) {
  auto v = iota<int>(20);
  const exo::tensor<int, 2, exo::strided> a{v.data(), {2, 3}, {10}};
  EXPECT_EQ(read(a.window<2, 2>(0, 2)), (std::vector<int>{2, 0, 12, 0}));
}
TEST(Window, ofEmptyTensorReadsZero) {
  const exo::tensor<int, 2> a{nullptr, {0, 0}};
  EXPECT_EQ(read(a.window<1, 2>(0, 0)), (std::vector<int>{0, 0}));
}
TEST(WindowDeath, ofAnArrayLiesInside) {
  int a[4][8] = {};
  EXPECT_DEATH((exo::window<2, 4>(a, 3, 0)), "window outside its array");
  EXPECT_DEATH((exo::window<4>(a[0], 5)), "window outside its array");
  EXPECT_DEATH((exo::window<4>(a[0], -1)), "window outside its array");
}
TEST(Copy, takesReadOnlySourcesOfBothKinds) {
  const float v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float s[2][8] = {};
  const exo::tensor<const float, 1> x{v, {8}};
  exo::cp_async(exo::window<4>(s, 1, 4), x.window<4>(2));
  exo::cp_async(exo::window<1, 4>(s, 0, 0), exo::window<4>(x, 6));
  EXPECT_EQ((std::vector<float>(&s[0][0], &s[0][0] + 16)),
            (std::vector<float>{7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6}));
}
TEST(Aliasing, sameIsChecked) {
  float v[4] = {};
  const exo::tensor<float, 1> a{v, {4}}, b{v, {3}};
  const exo::tensor<const float, 1> c = a;
  exo::same(a, c);
  exo::may_alias(a, b);
  EXPECT_DEATH(exo::same(a, b), "tensor_test.cpp:[0-9]+: exogpu: the tensors are not the same");
}

}  // namespace
