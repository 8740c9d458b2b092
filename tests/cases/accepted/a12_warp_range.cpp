// A12: only warps 2 and 3 of the block work, and of those only the second in an inner range: numbers are relative.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void some_warps(vec y) {
  exo::require(y.has_shape(192));
  for (int b : exo::blocks(1)) {
    for (int t : exo::threads(192)) y[t] = static_cast<float>(b);
    exo::fence();
    for (int w : exo::warps(2, 4))
      for (int l : exo::lanes(32)) y[w * 32 + l] += 1.0f;
  }
}
// A warpgroup, its upper two warps, and of those the second.
void nested_ranges(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int g : exo::warpgroups(1))
      for (int w : exo::warps(3, 4))
        for (int l : exo::lanes(32)) y[(b + g + w - 3) * 32 + l] = 2.0f;
}
