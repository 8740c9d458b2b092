// S8: the guard is gone and the last block stores past the end; a load past the end.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k stores %s 2>&1 | FileCheck --check-prefix=STORES %s
// RUN: %exits 1 %exogpu check -k loads %s 2>&1 | FileCheck --check-prefix=LOADS %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void stores(vec y) {
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 128)))
    // STORES: :[[@LINE+1]]:
    for (int t : exo::threads(128)) y[b * 128 + t] = 1.0f;
}
void loads(cvec x, vec y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128)) {
      const int i = b * 128 + t;
      // LOADS: :[[@LINE+1]]:
      if (i < n) y[i] = x[i + 1];
    }
}

void good(cvec x, vec y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128)) {
      const int i = b * 128 + t;
      if (i < n) y[i] = i + 1 < n ? x[i + 1] : 0.0f;
    }
}
