// A1: z = x + y, 128 elements a task or a block; the last one is partly idle.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

void add_blocks(cvec x, cvec y, vec z) {
  exo::require(y.has_shape(x.extent(0)) && z.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128))
      if (b * 128 + t < n) z[b * 128 + t] = x[b * 128 + t] + y[b * 128 + t];
}

void add_tasks(cvec x, cvec y, vec z) {
  exo::require(y.has_shape(x.extent(0)) && z.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::tasks(exo::ceil_div(n, 128)))
    for (int t : exo::threads(128))
      if (b * 128 + t < n) z[b * 128 + t] = x[b * 128 + t] + y[b * 128 + t];
}

// No guard where the contract makes n a multiple of 128.
void add_whole(cvec x, cvec y, vec z) {
  exo::require(y.has_shape(x.extent(0)) && z.has_shape(x.extent(0)) && x.extent(0) % 128 == 0);
  for (int b : exo::blocks(x.extent(0) / 128))
    for (int t : exo::threads(128)) z[b * 128 + t] = x[b * 128 + t] + y[b * 128 + t];
}
