// R3: A7 with wait<D - 1>: the tile that is read may still be on its way.
// RUN: %exogpu check -k 'good<3>' %s
// RUN: %exogpu check -k 'good<4>' %s
// RUN: %exits 1 %exogpu check -k 'bad<3>' %s 2>&1 | FileCheck %s
// RUN: %exits 1 %exogpu check -k 'bad<4>' %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cmat = exo::tensor<const float, 2>;

template <int D>
void bad(cmat X, vec y) {
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
      loads.wait<D - 1>();
      exo::fence();
      for (int t : exo::threads(64))
        exo::cp_async(exo::window<1>(ring[(k + D - 1) % D], t), X.window<1>(k + D - 1, b * 64 + t));
      loads.commit();
      // CHECK-DAG: :[[@LINE+1]]:
      for (int t : exo::threads(64)) sum[t] += ring[k % D][63 - t];
    }
    loads.wait<0>();
    for (int t : exo::threads(64))
      if (b * 64 + (63 - t) < N) y[b * 64 + (63 - t)] = sum[t];
  }
}
template void bad<3>(cmat, vec);
template void bad<4>(cmat, vec);

template <int D>
void good(cmat X, vec y) {
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
template void good<3>(cmat, vec);
template void good<4>(cmat, vec);
