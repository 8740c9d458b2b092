// Chapter 10: an algorithm as three plain loops, and a schedule that makes it a kernel.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// C = A·B. There is no block, no thread and no shared memory here: that is what the schedule adds.
void matmul(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      C[i][j] = 0.0f;
      for (int k = 0; k < K; ++k) C[i][j] = exo::fma(A[i][k], B[k][j], C[i][j]);
    }
}

int main() {
  constexpr int M = 5, N = 7, K = 9;
  selfcheck::buffer<float> a(M * K), b(K * N), c(M * N, -7.0f);
  a.randomize(1), b.randomize(2);
  matmul(M, N, K, {a.data(), {M, K}}, {b.data(), {K, N}}, {c.data(), {M, N}});
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum = exo::fma(a[i * K + k], b[k * N + j], sum);
      selfcheck::expect(c[i * N + j] == sum);
    }
  return selfcheck::report("matmul");
}
