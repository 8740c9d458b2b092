// A20: a value of a warp, the same in all 32 lanes, written by a warp-wide statement and read by each lane.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void share_of_warp(cvec x, vec y) {
  exo::require(y.has_shape(x.extent(0)) && x.extent(0) % 128 == 0);
  for (int b : exo::blocks(x.extent(0) / 128))
    for (int w : exo::warps(4)) {
      exo::reg<float[32]> v;
      for (int l : exo::lanes(32)) v[l] = x[(b * 4 + w) * 32 + l];
      float total = exo::warp_sum(v);
      if (total == 0.0f) total = 1.0f;  // warp level: every lane holds the same
      for (int l : exo::lanes(32)) y[(b * 4 + w) * 32 + l] = v[l] / total;
    }
}
