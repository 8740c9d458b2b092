// R27: shared memory declared inside a warp loop: storage belongs to the block. (A variable size is no C++: the alias
// takes an array type, whose extents are constants.)
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void bad(vec y) {
  exo::require(y.has_shape(128));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(4)) {
      // CHECK: :[[@LINE+1]]:
      exo::shared<float[32]> s;
      for (int l : exo::lanes(32)) s[l] = static_cast<float>(b + w + l);
      exo::fence();
      for (int l : exo::lanes(32)) y[w * 32 + l] = s[31 - l];
    }
}

void good(vec y) {
  exo::require(y.has_shape(128));
  for (int b : exo::blocks(1)) {
    exo::shared<float[4][32]> s;
    for (int w : exo::warps(4)) {
      for (int l : exo::lanes(32)) s[w][l] = static_cast<float>(b + w + l);
      exo::fence();
      for (int l : exo::lanes(32)) y[w * 32 + l] = s[w][31 - l];
    }
  }
}
