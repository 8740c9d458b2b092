#pragma once
// Collectives: called at the level of a warp, or of a group of N = 2, 4, 8, 16 lanes of one, on a `reg` row of N
// elements of which lane l owns v[l]. The plain run computes the very tree that the hardware runs, so float results
// are bitwise equal. They order no memory access.
#include <exogpu/copies.h>
#include <exogpu/loops.h>
#include <exogpu/math.h>

namespace exo {

namespace detail {
template <std::size_t N>
inline constexpr bool is_lane_count = N >= 2 && N <= 32 && (N & (N - 1)) == 0;

/// The xor butterfly with offsets N/2, N/4, …, 1; every lane ends with the same value.
template <class T, std::size_t N, class Op>
constexpr T butterfly(const T (&v)[N], Op op) {
  static_assert(is_lane_count<N>, "a collective works on 2, 4, 8, 16 or 32 lanes");
  T now[N] = {}, next[N] = {};
  for (std::size_t l = 0; l < N; ++l) now[l] = v[l];
  for (std::size_t offset = N / 2; offset > 0; offset /= 2) {
    for (std::size_t l = 0; l < N; ++l) next[l] = op(now[l], now[l ^ offset]);
    for (std::size_t l = 0; l < N; ++l) now[l] = next[l];
  }
  return now[0];
}
template <class T>
constexpr T maximum(T a, T b) {
  if constexpr (is_float<T>)
    return larger(a, b);
  else
    return a < b ? b : a;
}
template <class T>
constexpr T minimum(T a, T b) {
  if constexpr (is_float<T>)
    return smaller(a, b);
  else
    return b < a ? b : a;
}
/// dst[l] = src[from(l)] for all lanes at once; dst may be src.
template <class T, std::size_t N, class From>
constexpr void permute(T (&dst)[N], const T (&src)[N], int argument, From from) {
  static_assert(is_lane_count<N>, "a collective works on 2, 4, 8, 16 or 32 lanes");
  if (argument < 0 || argument >= static_cast<int>(N)) fail("shuffle: mask, delta or lane outside the group");
  T old[N] = {};
  for (std::size_t l = 0; l < N; ++l) old[l] = src[l];
  for (std::size_t l = 0; l < N; ++l) dst[l] = old[from(l)];
}
}  // namespace detail

/// v[0] + … + v[N-1], uniform. float, double, 32- and 64-bit integers (which wrap).
template <class T, std::size_t N>
constexpr T warp_sum(const T (&v)[N]) {
  return detail::butterfly(v, [](T a, T b) { return detail::plus(a, b); });
}
/// Largest of the N, uniform; a NaN gives way to a number.
template <class T, std::size_t N>
constexpr T warp_max(const T (&v)[N]) {
  return detail::butterfly(v, [](T a, T b) { return detail::maximum(a, b); });
}
/// Smallest of the N, uniform; a NaN gives way to a number.
template <class T, std::size_t N>
constexpr T warp_min(const T (&v)[N]) {
  return detail::butterfly(v, [](T a, T b) { return detail::minimum(a, b); });
}

/// dst[l] = src[l ^ mask], 0 <= mask < N.
template <class T, std::size_t N>
constexpr void shuffle_xor(T (&dst)[N], const T (&src)[N], int mask) {
  detail::permute(dst, src, mask, [mask](std::size_t l) { return l ^ static_cast<std::size_t>(mask); });
}
/// dst[l] = src[l - delta], and src[l] where there is no such lane; 0 <= delta < N.
template <class T, std::size_t N>
constexpr void shuffle_up(T (&dst)[N], const T (&src)[N], int delta) {
  detail::permute(dst, src, delta, [delta](std::size_t l) {
    const auto step = static_cast<std::size_t>(delta);
    return l >= step ? l - step : l;
  });
}
/// dst[l] = src[l + delta], and src[l] where there is no such lane; 0 <= delta < N.
template <class T, std::size_t N>
constexpr void shuffle_down(T (&dst)[N], const T (&src)[N], int delta) {
  detail::permute(dst, src, delta, [delta](std::size_t l) {
    const auto step = static_cast<std::size_t>(delta);
    return l + step < N ? l + step : l;
  });
}
/// dst[l] = src[lane] for every l, 0 <= lane < N.
template <class T, std::size_t N>
constexpr void shuffle_idx(T (&dst)[N], const T (&src)[N], int lane) {
  detail::permute(dst, src, lane, [lane](std::size_t) { return static_cast<std::size_t>(lane); });
}

// Block collectives are ordinary procs of the language, inlined and proved with their caller: called at block level, in
// a block of exactly W warps or more, with v[w][l] owned by lane l of warp w. The result is uniform in the block. First
// the butterfly inside each warp, then the warps in order.

/// Sum of all W·32 elements.
template <std::size_t W, class T>
T block_sum(const reg<T[W][32]>& v) {
  shared<T[W]> part;
  for (int w : warps(W)) {
    const T s = warp_sum(v[w]);
    if (one_thread()) part[w] = s;
  }
  fence();
  T total = part[0];
  for (int w : unroll(1, W)) total += part[w];
  fence();  // the next call may write part at once
  return total;
}
/// Largest of all W·32 elements.
template <std::size_t W, class T>
T block_max(const reg<T[W][32]>& v) {
  shared<T[W]> part;
  for (int w : warps(W)) {
    const T s = warp_max(v[w]);
    if (one_thread()) part[w] = s;
  }
  fence();
  T best = part[0];
  for (int w : unroll(1, W)) best = max(best, part[w]);
  fence();
  return best;
}
/// Smallest of all W·32 elements.
template <std::size_t W, class T>
T block_min(const reg<T[W][32]>& v) {
  shared<T[W]> part;
  for (int w : warps(W)) {
    const T s = warp_min(v[w]);
    if (one_thread()) part[w] = s;
  }
  fence();
  T best = part[0];
  for (int w : unroll(1, W)) best = min(best, part[w]);
  fence();
  return best;
}

}  // namespace exo
