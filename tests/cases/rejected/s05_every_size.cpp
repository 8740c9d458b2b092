// S5: a race that only sizes above 1024 show: block 32 writes where block 0 wrote. Judged for all sizes at once.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void bad(int n, vec y) {
  exo::require(n >= 0 && n <= 1056 && y.has_shape(1024));
  for (int b : exo::blocks(exo::ceil_div(n, 32)))
    // CHECK: :[[@LINE+1]]:
    for (int t : exo::threads(32)) y[b % 32 * 32 + t] = static_cast<float>(b);
}

void good(int n, vec y) {
  exo::require(n >= 0 && n <= 1024 && y.has_shape(1024));
  for (int b : exo::blocks(exo::ceil_div(n, 32)))
    for (int t : exo::threads(32)) y[b % 32 * 32 + t] = static_cast<float>(b);
}
