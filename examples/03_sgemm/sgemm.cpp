// Chapter 3: a matrix product, plain, double-buffered, and as a ring of asynchronous copies.
#include "sgemm.h"

#include "../support/selfcheck.h"

// What is compiled: explicit instantiations, each proved for all sizes.
template void sgemm_plain<128, 128, 16>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_double<128, 128, 16>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 2, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 3, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 4, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 5, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 6, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 3, 1>(int, int, int, const_matrix, const_matrix, matrix);

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
    check(sgemm_plain<128, 128, 16>, s[0], s[1], s[2]);
    check(sgemm_double<128, 128, 16>, s[0], s[1], s[2]);
    check(sgemm_ring<128, 128, 16, 3, 1>, s[0], s[1], s[2]);
    check(sgemm, s[0], s[1], s[2]);
  }
  check(sgemm_ring<128, 128, 16, 2, 4>, 130, 132, 36);
  check(sgemm_ring<128, 128, 16, 5, 4>, 130, 132, 36);
  check(sgemm_ring<128, 128, 16, 6, 4>, 130, 132, 36);
  check(sgemm, 130, 132, 36);
  return selfcheck::report("sgemm");
}
