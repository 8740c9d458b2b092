// The newcomer's kernel: a 1-D convolution with a halo in shared memory. Without the fence it is refused.
// RUN: %exogpu check -k 'convolve<128, 2>' %s
// RUN: %exits 1 %exogpu check -k 'unfenced<128, 2>' %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

/// y[i] = Σ w[q]·x[i + q - R], zero outside; T elements a block, which stages T + 2R of them.
template <int T, int R>
void convolve(cvec x, cvec w, vec y) {
  exo::require(w.has_shape(2 * R + 1) && y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, T))) {
    exo::shared<float[T + 2 * R]> s;
    for (int t : exo::threads(T))
      for (int e = t; e < T + 2 * R; e += T) {
        const int i = b * T + e - R;
        s[e] = i >= 0 && i < n ? x[i] : 0.0f;
      }
    exo::fence();
    for (int t : exo::threads(T)) {
      float sum = 0.0f;
      for (int q : exo::unroll(0, 2 * R + 1)) sum = exo::fma(s[t + q], w[q], sum);
      if (b * T + t < n) y[b * T + t] = sum;
    }
  }
}

template <int T, int R>
void unfenced(cvec x, cvec w, vec y) {
  exo::require(w.has_shape(2 * R + 1) && y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, T))) {
    exo::shared<float[T + 2 * R]> s;
    for (int t : exo::threads(T))
      for (int e = t; e < T + 2 * R; e += T) {
        const int i = b * T + e - R;
        // CHECK-DAG: :[[@LINE+1]]:
        s[e] = i >= 0 && i < n ? x[i] : 0.0f;
      }
    for (int t : exo::threads(T)) {
      float sum = 0.0f;
      // CHECK-DAG: :[[@LINE+1]]:
      for (int q : exo::unroll(0, 2 * R + 1)) sum = exo::fma(s[t + q], w[q], sum);
      if (b * T + t < n) y[b * T + t] = sum;
    }
  }
}
template void convolve<128, 2>(cvec, cvec, vec);
template void unfenced<128, 2>(cvec, cvec, vec);
