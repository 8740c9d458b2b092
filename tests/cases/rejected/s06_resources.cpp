// S6: what cannot launch: a block of 2048 threads, 400 KB of shared memory.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k threads %s 2>&1 | FileCheck --check-prefix=THREADS %s
// RUN: %exits 1 %exogpu check -k memory %s 2>&1 | FileCheck --check-prefix=MEMORY %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void threads(vec y) {
  exo::require(y.has_shape(2048));
  for (int b : exo::blocks(1))
    // THREADS: :[[@LINE+1]]:{{.*}}1024
    for (int w : exo::warps(64))
      for (int l : exo::lanes(32)) y[b + w * 32 + l] = 1.0f;
}
void memory(vec y) {
  exo::require(y.has_shape(256));
  for (int b : exo::blocks(1)) {
    // MEMORY: :[[@LINE+1]]:
    exo::shared<float[400][256]> s;
    for (int t : exo::threads(256)) {
      for (int i = 0; i < 400; ++i) s[i][t] = static_cast<float>(b + i);
      y[t] = s[t][t];
    }
  }
}

void good(vec y) {
  exo::require(y.has_shape(256));
  for (int b : exo::blocks(1)) {
    exo::shared<float[200][256]> s;
    for (int t : exo::threads(256)) {
      for (int i = 0; i < 200; ++i) s[i][t] = static_cast<float>(b + i);
      y[t] = s[t % 200][t];
    }
  }
}
