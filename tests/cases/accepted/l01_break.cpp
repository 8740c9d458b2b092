// L1: loops that are left early: a search per thread, a relaxation of a block until it has converged, an unrolled loop,
// a loop of launches, copies of which only some are made. The emitted loops are left too.
// RUN: %exogpu check %s
// RUN: %exogpu compile %s -o %t.cu && FileCheck %s < %t.cu
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

// CHECK-LABEL: search_kernel(
// CHECK: for (int i = 0; !done && i < n; ++i)
void search(int n, int m, exo::tensor<const float, 2> x, exo::tensor<int, 1> at) {
  exo::require(x.has_shape(m, n) && at.has_shape(m));
  for (int b : exo::blocks(exo::ceil_div(m, 64)))
    for (int t : exo::threads(64)) {
      const int r = b * 64 + t;
      if (r >= m) continue;
      int found = n;
      for (int i = 0; i < n; ++i)
        if (x[r][i] > 1.0f) {
          found = i;
          break;
        }
      at[r] = found;
    }
}

// CHECK-LABEL: relax_kernel(
// CHECK: for (int k = 0; !done && k < steps; ++k)
void relax(int steps, cvec limit, vec y) {
  exo::require(steps >= 0 && y.has_shape(64) && limit.has_shape(steps));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = y[t];
    exo::fence();
    for (int k = 0; k < steps; ++k) {
      if (s[b] < limit[k]) break;
      exo::reg<float[64]> v;
      for (int t : exo::threads(64)) v[t] = s[63 - t] * 0.5f;
      exo::fence();
      for (int t : exo::threads(64)) s[t] = v[t];
      exo::fence();
    }
    for (int t : exo::threads(64)) y[t] = s[t];
  }
}

// An unrolled loop keeps its constant trip count; the guard is inside.
// CHECK-LABEL: unrolled_kernel(
// CHECK: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < 4; ++i)
// CHECK: if (!done)
void unrolled(cvec x, vec y) {
  exo::require(x.has_shape(256) && y.has_shape(64));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) {
      float sum = static_cast<float>(b);
      for (int i : exo::unroll(0, 4)) {
        if (x[t * 4 + i] < 0.0f) break;
        sum += x[t * 4 + i];
      }
      y[t] = sum;
    }
}

// CHECK: exogpu_status launches(
// CHECK: for (int k = 0; !done && k < steps; ++k)
void launches(int steps, int last, vec y) {
  exo::require(y.has_shape(64));
  for (int k = 0; k < steps; ++k) {
    for (int b : exo::blocks(2))
      for (int t : exo::threads(32)) y[b * 32 + t] += 1.0f;
    if (k == last) break;
  }
}

void copies(cvec x, vec y) {
  exo::require(x.has_shape(256) && y.has_shape(64) && x.is_aligned(16));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    exo::commit_group g;
    for (int t : exo::threads(64)) s[t] = static_cast<float>(b);
    exo::fence();
    for (int k = 0; k < 4; ++k) {
      if (x[k] < 0.0f) break;
      for (int t : exo::threads(64)) exo::cp_async(exo::window<1>(s, t), x.window<1>(k * 64 + t));
      g.commit();
      g.wait<0>();
    }
    exo::fence();
    for (int t : exo::threads(64)) y[t] = s[63 - t];
  }
}
