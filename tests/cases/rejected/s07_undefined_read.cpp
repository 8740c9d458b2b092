// S7: shared memory read before anyone wrote it; half of it written; a register row never set.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k never_written %s 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: %exits 1 %exogpu check -k half_written %s 2>&1 | FileCheck --check-prefix=HALF %s
// RUN: %exits 1 %exogpu check -k registers %s 2>&1 | FileCheck --check-prefix=REG %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void never_written(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1)) {
    exo::shared<float[32]> s;
    // NEVER: :[[@LINE+1]]:
    for (int t : exo::threads(32)) y[b + t] = s[t];
  }
}
void half_written(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(32)) s[t] = static_cast<float>(b + t);
    exo::fence();
    // HALF: :[[@LINE+1]]:
    for (int t : exo::threads(64)) y[t] = s[t];
  }
}
void registers(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1)) {
    exo::reg<float[32]> r;
    // REG: :[[@LINE+1]]:
    for (int t : exo::threads(32)) r[t] += static_cast<float>(b + t);
    for (int t : exo::threads(32)) y[t] = r[t];
  }
}

void good(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    exo::reg<float[64]> r = {};
    for (int t : exo::threads(64)) s[t] = static_cast<float>(b + t);
    exo::fence();
    for (int t : exo::threads(64)) {
      r[t] += s[63 - t];
      y[t] = r[t];
    }
  }
}
