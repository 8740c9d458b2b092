// A7: a ring of depth D filled by cp.async, D - 1 steps ahead; wait<D - 2> and one fence a step, for every K.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cmat = exo::tensor<const float, 2>;

/// y[j] = the sum of column block elements X[k][j], walked row by row; each thread reads what another one copied.
template <int D>
void column_sum(cmat X, vec y) {
  exo::require(y.has_shape(X.extent(1)));
  const int K = X.extent(0), N = X.extent(1);
  for (int b : exo::blocks(exo::ceil_div(N, 64))) {
    exo::shared<float[D][64]> ring;
    exo::reg<float[64]> sum = {};
    exo::commit_group loads;
    for (int s = 0; s < D - 1; ++s) {
      for (int t : exo::threads(64)) exo::cp_async(exo::window<1>(ring[s], t), X.window<1>(s, b * 64 + t));
      loads.commit();
    }
    for (int k = 0; k < K; ++k) {
      loads.wait<D - 2>();
      exo::fence();
      for (int t : exo::threads(64))
        exo::cp_async(exo::window<1>(ring[(k + D - 1) % D], t), X.window<1>(k + D - 1, b * 64 + t));
      loads.commit();
      for (int t : exo::threads(64)) sum[t] += ring[k % D][63 - t];
    }
    loads.wait<0>();
    for (int t : exo::threads(64))
      if (b * 64 + (63 - t) < N) y[b * 64 + (63 - t)] = sum[t];
  }
}
template void column_sum<2>(cmat, vec);
template void column_sum<3>(cmat, vec);
template void column_sum<4>(cmat, vec);
template void column_sum<5>(cmat, vec);
