// A9: half-precision operands, float sum; bfloat16 too, with a bfloat16 result.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>

template <class T, class Out>
void product(exo::tensor<const T, 2> A, exo::tensor<const T, 2> B, exo::tensor<Out, 2> C) {
  exo::require(B.extent(0) == A.extent(1) && C.has_shape(A.extent(0), B.extent(1)));
  const int M = A.extent(0), K = A.extent(1), N = B.extent(1);
  for (int bm : exo::blocks(exo::ceil_div(M, 16)))
    for (int bn : exo::blocks(exo::ceil_div(N, 16)))
      for (int i : exo::groups<16>(16))
        for (int j : exo::threads(16)) {
          const int r = bm * 16 + i, c = bn * 16 + j;
          if (r >= M || c >= N) continue;
          float sum = 0.0f;
          for (int k = 0; k < K; ++k) sum += static_cast<float>(A[r][k]) * static_cast<float>(B[k][c]);
          C[r][c] = static_cast<Out>(sum);
        }
}
template void product<exo::f16, float>(exo::tensor<const exo::f16, 2>, exo::tensor<const exo::f16, 2>,
                                       exo::tensor<float, 2>);
template void product<exo::bf16, exo::bf16>(exo::tensor<const exo::bf16, 2>, exo::tensor<const exo::bf16, 2>,
                                            exo::tensor<exo::bf16, 2>);
