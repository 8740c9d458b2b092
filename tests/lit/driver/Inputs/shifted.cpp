#include <exogpu/exogpu.h>

// Reads one element past the end; a staged window would read a zero there.
void past(exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {
  exo::require(x.has_shape(y.extent(0)));
  for (int i = 0; i < y.extent(0); ++i) y[i] = x[i + 1];
}
void inside(exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {
  exo::require(x.extent(0) > y.extent(0));
  for (int i = 0; i < y.extent(0); ++i) y[i] = x[i + 1];
}
// The element of each iteration but the first is read before it is written; lifted, it would keep the first one.
void unwritten(exo::tensor<float, 1> y) {
  for (int b = 0; b < 1; ++b)
    for (int t = 0; t < 1; ++t)
      for (int i = 0; i < y.extent(0); ++i) {
        float a[1];
        if (i == 0) a[0] = 1.0f;
        y[i] = a[0];
      }
}
// The condition is false once k + 1 wraps.
void wraps(exo::tensor<float, 1> y, int k) {
  for (int i = 0; i < y.extent(0); ++i)
    if (k + 1 > k) y[i] = 1.0f;
}
