#pragma once
// Loops that say who runs them. In the plain run each is `for (int i = lo; i < hi; ++i)`. On the GPU iterations of a
// parallel loop run on different units, in any order, and the end of the loop synchronises nothing: that is `fence()`.

namespace exo {

/// The integers lo, lo+1, …, hi-1; empty if hi <= lo. What every loop function gives.
struct range {
  struct iterator {
    int value;
    constexpr int operator*() const { return value; }
    constexpr iterator& operator++() {
      ++value;
      return *this;
    }
    constexpr bool operator!=(const iterator& other) const { return value != other.value; }
  };
  int lo, hi;
  constexpr iterator begin() const { return {lo}; }
  constexpr iterator end() const { return {hi < lo ? lo : hi}; }
};

/// One thread block per iteration. At host level only; perfectly nested ones give a grid. `n` is any scalar, 0
/// included.
constexpr range blocks(int n) { return {0, n}; }
/// Persistent blocks draw the iterations, each an unknown subset in an unknown order. At host level only. Two tasks may
/// run one after another in the same shared memory: end the body with `fence()` if it uses any.
constexpr range tasks(int n) { return {0, n}; }

/// Iteration i runs on the i-th warpgroup (128 threads) of the executing group. `n` is a constant.
constexpr range warpgroups(int n) { return {0, n}; }
/// Iteration i runs on the i-th warp (32 threads) of the executing group. `n` is a constant.
constexpr range warps(int n) { return {0, n}; }
/// Iterations lo..hi-1 on those warps of the executing group; the others skip the loop. Both are constants.
constexpr range warps(int lo, int hi) { return {lo, hi}; }
/// Iteration i = q·Stride + r runs on `Size` threads, `Stride` apart: threads r, r+Stride, … of the q-th run of
/// Size·Stride threads of the executing group. `n` is a constant.
template <int Size, int Stride = 1>
constexpr range groups(int n) {
  static_assert(Size >= 1 && Stride >= 1, "groups<Size, Stride>: both are positive");
  return {0, n};
}
/// Iteration i runs on the i-th thread of the executing group alone. `n` is a constant, at most the group's size.
constexpr range threads(int n) { return {0, n}; }
/// Iteration i runs on lane i of the executing warp. `n` is a constant, at most 32.
constexpr range lanes(int n) { return {0, n}; }
/// `if (exo::one_thread()) …` runs on the first thread of the executing group alone.
constexpr bool one_thread() { return true; }

/// lo, lo+1, …, hi-1 one after another: the same as a plain `for`.
constexpr range seq(int lo, int hi) { return {lo, hi}; }
/// The same under `#pragma unroll` in the generated code: written out when both bounds are constants, as indices of
/// `exo::reg` need it; else nvcc chooses how far.
constexpr range unroll(int lo, int hi) { return {lo, hi}; }

}  // namespace exo
