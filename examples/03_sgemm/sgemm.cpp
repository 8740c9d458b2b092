// Chapter 3: a matrix product, plain, double-buffered, and as a ring of asynchronous copies.
#include "sgemm.h"

#include "../support/selfcheck.h"

// What is compiled: explicit instantiations, each proved for all sizes.
template void sgemm_plain<16>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_double<8>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 2, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 3, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 4, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 5, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 6, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<32, 2, 1>(int, int, int, const_matrix, const_matrix, matrix);

/// The host picks: 16-byte copies where rows and addresses allow them, 4-byte ones otherwise. Two tiles of 32 steps
/// each leave room for two blocks on a multiprocessor.
void sgemm(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  if (K % 4 == 0 && N % 4 == 0 && A.is_aligned(16) && B.is_aligned(16) && C.is_aligned(16))
    sgemm_ring<32, 2, 4>(M, N, K, A, B, C);
  else
    sgemm_ring<32, 2, 1>(M, N, K, A, B, C);
}

template <class Product>
static void check(Product product, int M, int N, int K) {
  selfcheck::buffer<float> a(M * K), b(K * N), c(M * N, -7.0f);
  a.randomize(1), b.randomize(2);
  product(M, N, K, const_matrix{a.data(), {M, K}}, const_matrix{b.data(), {K, N}}, matrix{c.data(), {M, N}});
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;  // the same order as in the kernels: bitwise equal
      for (int k = 0; k < K; ++k) sum = exo::fma(a[i * K + k], b[k * N + j], sum);
      selfcheck::expect(c[i * N + j] == sum);
    }
}

int main() {
  constexpr int shapes[][3] = {{0, 5, 5}, {1, 1, 1}, {5, 7, 0}, {129, 130, 33}, {64, 300, 100}};
  for (const auto& s : shapes) {
    check(sgemm_plain<16>, s[0], s[1], s[2]);
    check(sgemm_double<8>, s[0], s[1], s[2]);
    check(sgemm_ring<32, 2, 1>, s[0], s[1], s[2]);
    check(sgemm, s[0], s[1], s[2]);
  }
  check(sgemm_ring<32, 3, 4>, 130, 132, 36);
  check(sgemm_ring<32, 5, 4>, 130, 132, 36);
  check(sgemm_ring<32, 6, 4>, 130, 132, 36);
  check(sgemm, 130, 132, 36);
  return selfcheck::report("sgemm");
}
