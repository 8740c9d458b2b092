// R18: two live groups of cp.async: the hardware has one counter, so waiting for one waits for a number that the other
// also changes. One after the other is fine.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void bad(cvec x, vec y) {
  exo::require(x.extent(0) == 64 && y.has_shape(32));
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][32]> s;
    exo::commit_group first;
    // CHECK-DAG: :[[@LINE+1]]:
    exo::commit_group second;
    for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[0], t), x.window<1>(b + t));
    first.commit();
    for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[1], t), x.window<1>(32 + t));
    second.commit();
    first.wait<0>();
    second.wait<0>();
    for (int t : exo::threads(32)) y[t] = s[0][t] + s[1][t];
  }
}

void good(cvec x, vec y) {
  exo::require(x.extent(0) == 64 && y.has_shape(32));
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][32]> s;
    {
      exo::commit_group first;
      for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[0], t), x.window<1>(b + t));
      first.commit();
      first.wait<0>();
    }
    {
      exo::commit_group second;
      for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[1], t), x.window<1>(32 + t));
      second.commit();
      second.wait<0>();
    }
    for (int t : exo::threads(32)) y[t] = s[0][t] + s[1][t];
  }
}
