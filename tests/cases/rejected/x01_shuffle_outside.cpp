// X1: a shuffle whose mask may be no lane of the group: the sequential run ends there, the hardware takes what it finds.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>

void bad(exo::tensor<const float, 1> x, exo::tensor<float, 1> y, int mask) {
  exo::require(x.has_shape(32) && y.has_shape(32) && mask >= 0 && mask <= 32);
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1)) {
      exo::reg<float[32]> from, to;
      for (int l : exo::lanes(32)) from[l] = x[l];
      // CHECK-DAG: :[[@LINE+1]]:{{.*}} with mask = 32
      exo::shuffle_xor(to, from, mask);
      for (int l : exo::lanes(32)) y[w + b + l] = to[l];
    }
}

void good(exo::tensor<const float, 1> x, exo::tensor<float, 1> y, int mask) {
  exo::require(x.has_shape(32) && y.has_shape(32) && mask >= 0 && mask < 32);
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1)) {
      exo::reg<float[32]> from, to;
      for (int l : exo::lanes(32)) from[l] = x[l];
      exo::shuffle_xor(to, from, mask);
      for (int l : exo::lanes(32)) y[w + b + l] = to[l];
    }
}
