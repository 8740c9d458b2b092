// R25: registers touched by a thread that does not own them: another warp range, a constant lane, a sequential index.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k other_warps %s 2>&1 | FileCheck --check-prefix=WARPS %s
// RUN: %exits 1 %exogpu check -k constant_lane %s 2>&1 | FileCheck --check-prefix=LANE %s
// RUN: %exits 1 %exogpu check -k sequential_index %s 2>&1 | FileCheck --check-prefix=INDEX %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void other_warps(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::reg<float[2][32]> r;
    for (int w : exo::warps(0, 2))
      // WARPS-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) r[w][l] = static_cast<float>(b + w + l);
    for (int w : exo::warps(2, 4))
      // WARPS-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) y[(w - 2) * 32 + l] = r[w - 2][l];
  }
}
void constant_lane(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1)) {
      exo::reg<float[32]> r;
      // LANE-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) r[l] = static_cast<float>(b + w + l);
      // LANE-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) y[l] = r[0];
    }
}
void sequential_index(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1)) {
    exo::reg<float[32]> r;
    // INDEX-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(32)) r[t] = static_cast<float>(b + t);
    for (int t : exo::threads(32)) {
      float sum = 0.0f;
      // INDEX-DAG: :[[@LINE+1]]:
      for (int i = 0; i < 32; ++i) sum += r[i];
      y[t] = sum;
    }
  }
}

// Crossing threads is what collectives and shared memory are for.
void good(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1)) {
      exo::reg<float[32]> r, first;
      for (int l : exo::lanes(32)) r[l] = static_cast<float>(b + w + l);
      exo::shuffle_idx(first, r, 0);
      const float sum = exo::warp_sum(r);
      for (int l : exo::lanes(32)) y[l] = first[l] + sum;
    }
}
