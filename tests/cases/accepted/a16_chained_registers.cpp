// A16: registers r[m][n][b] spread over nested loops (m by units of 16 threads, n by thread), used again in another nest
// under other names, and in one flat nest: the same pitch means the same owner.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void chained(vec y) {
  exo::require(y.has_shape(512));
  for (int block : exo::blocks(1)) {
    exo::reg<float[16][16][2]> r;
    for (int m : exo::groups<16>(16))
      for (int n : exo::threads(16))
        for (int b : exo::unroll(0, 2)) r[m][n][b] = static_cast<float>(block + m + n + b);
    for (int p : exo::groups<16>(16))
      for (int q : exo::threads(16)) r[p][q][0] += r[p][q][1];
    for (int t : exo::threads(256)) y[t] = r[t / 16][t % 16][0];
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32)) y[256 + w * 32 + l] = r[w * 2 + l / 16][l % 16][1];
  }
}
