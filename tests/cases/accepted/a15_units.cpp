// A15: unusual units: one thread of every eight; the eight strided units of four threads in a warp; pairs of threads
// from neighbouring quads.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void one_of_eight(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int g : exo::groups<8>(32))
      if (exo::one_thread()) y[g] = static_cast<float>(b + g);
}
// Unit r of a warp: lanes r, r + 8, r + 16, r + 24.
void strided_units(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1))
      for (int r : exo::groups<4, 8>(8))
        for (int i : exo::threads(4)) y[(b + w) * 32 + i * 8 + r] = static_cast<float>(i);
}
// Unit q·4 + r: threads r and r + 4 of the q-th run of eight; each pair sums by one shuffle.
void quad_pairs(exo::tensor<const float, 1> x, vec y) {
  exo::require(x.has_shape(64) && y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int u : exo::groups<2, 4>(32)) {
      exo::reg<float[2]> v;
      for (int i : exo::threads(2)) v[i] = x[u / 4 * 8 + i * 4 + u % 4];
      const float sum = exo::warp_sum(v);
      if (exo::one_thread()) y[b + u] = sum;
    }
}
