// S3: C++ division truncates: tasks 1, 2 and 3 all write y[0 + 1]. In floor semantics only tasks 0 and 1 would share.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void bad(vec y) {
  exo::require(y.has_shape(3));
  for (int t : exo::tasks(8))
    // CHECK: :[[@LINE+1]]:
    if (exo::one_thread()) y[(t - 4) / 4 + 1] = static_cast<float>(t);
}

void good(vec y) {
  exo::require(y.has_shape(8));
  for (int t : exo::tasks(8))
    if (exo::one_thread()) y[t] = static_cast<float>((t - 4) / 4);
}
