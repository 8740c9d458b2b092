// A2: a scalar parameter is a constant of the launch: read by everyone, no synchronisation.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>

void saxpy(float a, exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128))
      if (b * 128 + t < n) y[b * 128 + t] += a * x[b * 128 + t];
}
