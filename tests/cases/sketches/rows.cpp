// The row sketches: a warp and a block softmax, a histogram, an 8-lane product, a convolution with a halo.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// Row softmax, one warp a row.
void softmax_warp(const_matrix X, matrix Y) {
  exo::require(Y.has_shape(X.extent(0), X.extent(1)));
  const int R = X.extent(0), N = X.extent(1);
  for (int b : exo::blocks(exo::ceil_div(R, 4)))
    for (int w : exo::warps(4)) {
      const int r = b * 4 + w;
      if (r >= R) continue;  // warp level: uniform
      exo::reg<float[32]> m, s;
      for (int l : exo::lanes(32)) {
        float best = -exo::infinity;
        for (int c = l; c < N; c += 32) best = exo::max(best, X[r][c]);
        m[l] = best;
      }
      const float top = exo::warp_max(m);
      for (int l : exo::lanes(32)) {
        float sum = 0.0f;
        for (int c = l; c < N; c += 32) sum += exo::exp(X[r][c] - top);
        s[l] = sum;
      }
      const float inv = 1.0f / exo::warp_sum(s);
      for (int l : exo::lanes(32))
        for (int c = l; c < N; c += 32) Y[r][c] = exo::exp(X[r][c] - top) * inv;
    }
}
/// Row softmax, one block a row, the row kept in registers: at most Cap columns.
template <int W, int Cap>
void softmax_block(const_matrix X, matrix Y) {
  constexpr int T = 32 * W, P = Cap / T;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && X.extent(1) <= Cap);
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[P][W][32]> x;  // owner of x[*][w][l] is lane l of warp w
    exo::reg<float[W][32]> part;
    for (int t : exo::threads(T)) {
      float best = -exo::infinity;
      for (int p : exo::unroll(0, P)) {
        x[p][t / 32][t % 32] = p * T + t < N ? X[r][p * T + t] : -exo::infinity;
        best = exo::max(best, x[p][t / 32][t % 32]);
      }
      part[t / 32][t % 32] = best;
    }
    const float top = exo::block_max<W>(part);
    for (int t : exo::threads(T)) {
      float sum = 0.0f;
      for (int p : exo::unroll(0, P)) {
        float& v = x[p][t / 32][t % 32];
        v = p * T + t < N ? exo::exp(v - top) : 0.0f;
        sum += v;
      }
      part[t / 32][t % 32] = sum;
    }
    const float inv = 1.0f / exo::block_sum<W>(part);
    for (int t : exo::threads(T))
      for (int p : exo::unroll(0, P))
        if (p * T + t < N) Y[r][p * T + t] = x[p][t / 32][t % 32] * inv;
  }
}
/// 256-bin histogram of bytes with C private copies in shared memory.
template <int C>
void histogram(exo::tensor<const exo::uint8, 1> X, exo::tensor<int, 1> H) {
  exo::require(H.has_shape(256));
  constexpr int Chunk = 4096;
  const int n = X.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, Chunk))) {
    exo::shared<int[C][256]> h;
    for (int t : exo::threads(256))
      for (int c : exo::unroll(0, C)) h[c][t] = 0;
    exo::fence();
    for (int t : exo::threads(256))
      for (int s = 0; s < Chunk / 256; ++s) {
        const int i = b * Chunk + s * 256 + t;
        if (i < n) exo::atomic_add(h[t % C][X[i]], 1);  // in range by type
      }
    exo::fence();
    for (int t : exo::threads(256)) {
      int sum = 0;
      for (int c : exo::unroll(0, C)) sum += h[c][t];
      exo::atomic_add(H[t], sum);
    }
  }
}
/// GEMV, 8 threads a row (case A8): groups of 8 lanes, one lane writes.
void gemv8(const_matrix A, exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {
  exo::require(x.has_shape(A.extent(1)) && y.has_shape(A.extent(0)));
  for (int b : exo::blocks(exo::ceil_div(A.extent(0), 32)))
    for (int g : exo::groups<8>(32)) {
      const int r = b * 32 + g;
      exo::reg<float[8]> v;
      for (int l : exo::threads(8)) {
        v[l] = 0.0f;
        if (r < A.extent(0))
          for (int c = l; c < A.extent(1); c += 8) v[l] = exo::fma(A[r][c], x[c], v[l]);
      }
      const float s = exo::warp_sum(v);
      if (exo::one_thread())
        if (r < A.extent(0)) y[r] = s;
    }
}
/// 1-D convolution with halo in shared memory (the newcomer's kernel).
template <int T, int Rad>
void conv(exo::tensor<const float, 1> x, exo::tensor<const float, 1> w, exo::tensor<float, 1> y) {
  exo::require(w.has_shape(2 * Rad + 1) && y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, T))) {
    exo::shared<float[T + 2 * Rad]> s;
    for (int t : exo::threads(T))
      for (int e = t; e < T + 2 * Rad; e += T) {
        const int i = b * T + e - Rad;
        s[e] = i >= 0 && i < n ? x[i] : 0.0f;
      }
    exo::fence();
    for (int t : exo::threads(T)) {
      float a = 0.0f;
      for (int q = 0; q <= 2 * Rad; ++q) a = exo::fma(s[t + q], w[q], a);
      if (b * T + t < n) y[b * T + t] = a;
    }
  }
}

template void softmax_block<8, 1024>(const_matrix, matrix);
template void histogram<4>(exo::tensor<const exo::uint8, 1>, exo::tensor<int, 1>);
template void conv<128, 2>(exo::tensor<const float, 1>, exo::tensor<const float, 1>, exo::tensor<float, 1>);
