#pragma once
// Moving data, ordering it, and combining it: copies, fences, commit groups, atomics.
#include <exogpu/tensor.h>

namespace exo {

/// Every thread of the executing group meets here; what each did before is visible to all of them afterwards. Block:
/// __syncthreads; warp or part of one: __syncwarp; warpgroups and warp ranges: a named barrier. Stands outside thread
/// loops. Never completes an asynchronous copy.
inline void fence() {}

/// Copies R×C elements between windows of one element type: zero where the source is outside its tensor, nothing where
/// the destination is. By one thread, in one access of R·C elements where the proof shows alignment.
template <class T, class S, int R, int C>
constexpr void copy(window_view<T, R, C> destination, window_view<S, R, C> source) {
  static_assert(detail::same_type<const T, const S>, "copy: both windows have the same element type");
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j)
      if (destination.contains(i, j)) destination.at(i, j) = source.contains(i, j) ? source.at(i, j) : T{};
}

/// The same, asynchronously: 4, 8 or 16 bytes from global to shared memory, by one thread. The plain run copies at
/// once. On the GPU the copy is complete, for the issuing thread, after the `wait` of its commit group; for others
/// after a `fence` behind that. The source is zero-filled outside its tensor; the destination lies inside.
template <class T, class S, int C>
constexpr void cp_async(window_view<T, 1, C> destination, window_view<S, 1, C> source) {
  static_assert(sizeof(T) * C == 4 || sizeof(T) * C == 8 || sizeof(T) * C == 16, "cp_async moves 4, 8 or 16 bytes");
  copy(destination, source);
}

/// Completion of asynchronous copies. Declared at a group level, where commit and wait stand too: each thread of the
/// group closes, and waits for, its own copies.
class commit_group {
 public:
  /// Closes the open group of copies, which may be empty.
  void commit() {}
  /// Completes all committed groups but the last `Pending`.
  template <int Pending>
  void wait() {
    static_assert(Pending >= 0, "wait<N>: N groups may stay pending");
  }
};

namespace detail {
template <class T>
struct exactly {
  using type = T;
};
template <class T>
inline constexpr bool is_float = same_type<T, float> || same_type<T, double>;
template <class T>
inline constexpr bool is_atomic_integer =
    same_type<T, int> || same_type<T, unsigned> || same_type<T, std::int64_t> || same_type<T, std::uint64_t>;
/// Sum; integers wrap.
template <class T>
constexpr T plus(T a, T b) {
  if constexpr (is_float<T>)
    return a + b;
  else
    return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
}  // namespace detail

// Atomics. They return nothing: an old value would depend on the order. They commute with the same operation only, and
// on floats need `exo::fp(exo::policy::reassociate)`.

/// place += value. float, double, and 32- or 64-bit integers (which wrap).
template <class T>
constexpr void atomic_add(T& place, typename detail::exactly<T>::type value) {
  static_assert(detail::is_float<T> || detail::is_atomic_integer<T>,
                "atomic_add: float, double, 32- or 64-bit integer");
  place = detail::plus(place, value);
}
/// place = the smaller of place and value. 32- or 64-bit integers.
template <class T>
constexpr void atomic_min(T& place, typename detail::exactly<T>::type value) {
  static_assert(detail::is_atomic_integer<T>, "atomic_min: 32- or 64-bit integer");
  if (value < place) place = value;
}
/// place = the larger of place and value. 32- or 64-bit integers.
template <class T>
constexpr void atomic_max(T& place, typename detail::exactly<T>::type value) {
  static_assert(detail::is_atomic_integer<T>, "atomic_max: 32- or 64-bit integer");
  if (place < value) place = value;
}

}  // namespace exo
