// A bound is proposed only where the contracts leave room for it.
// RUN: exits.sh 1 %exogpu check %s 2> %t.err
// RUN: FileCheck %s < %t.err
#include <exogpu/exogpu.h>

// CHECK: error: {{.*}}can leave int{{.*}}[EXG3003]
// CHECK: help: state how large it may be: `exo::require({{.*}}n <= 536870912)` is enough
// CHECK-NOT: is enough
void open(int n, exo::tensor<float, 1> y) {
  exo::require(y.has_shape(1));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(1))
      if (n + n > 5) y[b + t] = 1.0f;
}

// CHECK: error: {{.*}}can leave int{{.*}}[EXG3003]
// CHECK: help: state how large the operands can be with exo::require
void closed(int n, exo::tensor<float, 1> y) {
  exo::require(y.has_shape(1) && n >= 2000000000);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(1))
      if (n + n > 5) y[b + t] = 1.0f;
}
