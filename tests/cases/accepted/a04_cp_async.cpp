// A4: saxpy through shared memory filled by cp.async: commit, wait for it, then a fence, then the other threads' data.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void saxpy_staged(float a, cvec x, vec y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128))) {
    exo::shared<float[128]> s;
    exo::commit_group loads;
    for (int t : exo::threads(128)) exo::cp_async(exo::window<1>(s, t), x.window<1>(b * 128 + t));
    loads.commit();
    loads.wait<0>();
    exo::fence();
    for (int t : exo::threads(128))
      if (b * 128 + (127 - t) < n) y[b * 128 + (127 - t)] += a * s[127 - t];
  }
}

// Each thread reads back only what it copied itself: the wait is enough.
void saxpy_own(float a, cvec x, vec y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128))) {
    exo::shared<float[128]> s;
    exo::commit_group loads;
    for (int t : exo::threads(128)) exo::cp_async(exo::window<1>(s, t), x.window<1>(b * 128 + t));
    loads.commit();
    loads.wait<0>();
    for (int t : exo::threads(128))
      if (b * 128 + t < n) y[b * 128 + t] += a * s[t];
  }
}
