// A3: the second launch reads what the first wrote, by other threads: the boundary between launches orders them.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void two_kernels(cvec x, vec scratch, vec y) {
  exo::require(scratch.has_shape(x.extent(0)) && y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128))
      if (b * 128 + t < n) scratch[b * 128 + t] = x[b * 128 + t] * 2.0f;
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128))
      if (b * 128 + t < n) y[b * 128 + t] = scratch[n - 1 - (b * 128 + t)];
}
