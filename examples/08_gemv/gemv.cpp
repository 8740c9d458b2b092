// Chapter 8: y = A·x with A and x in half precision and the sum in float.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

/// A warp a row, eight rows a block. Each lane reads 16 bytes at a time (8 elements), four of them in flight, widens
/// them to float, and the warp adds up its lanes. The rows' tail reads zeros.
template <class T>
void gemv(exo::tensor<const T, 2> A, exo::tensor<const T, 1> x, exo::tensor<float, 1> y) {
  exo::require(x.has_shape(A.extent(1)) && y.has_shape(A.extent(0)));
  exo::require(A.extent(1) % 8 == 0 && A.is_aligned(16) && x.is_aligned(16));
  const int M = A.extent(0), K = A.extent(1);
  for (int b : exo::blocks(exo::ceil_div(M, 8)))
    for (int w : exo::warps(8)) {
      const int r = b * 8 + w;
      if (r >= M) continue;  // a whole warp skips
      exo::reg<float[32]> part;
      for (int l : exo::lanes(32)) {
        float sum = 0.0f;
        for (int k0 = 0; k0 < K; k0 += 1024) {
          T a[4][8], v[4][8];
          for (int p : exo::unroll(0, 4)) {
            exo::copy(exo::window<8>(a[p], 0), exo::window<8>(A, r, k0 + (p * 32 + l) * 8));
            exo::copy(exo::window<8>(v[p], 0), exo::window<8>(x, k0 + (p * 32 + l) * 8));
          }
          for (int p : exo::unroll(0, 4))
            for (int e : exo::unroll(0, 8))
              sum = exo::fma(static_cast<float>(a[p][e]), static_cast<float>(v[p][e]), sum);
        }
        part[l] = sum;
      }
      const float sum = exo::warp_sum(part);
      if (exo::one_thread()) y[r] = sum;
    }
}

template void gemv<exo::f16>(exo::tensor<const exo::f16, 2>, exo::tensor<const exo::f16, 1>, exo::tensor<float, 1>);
template void gemv<exo::bf16>(exo::tensor<const exo::bf16, 2>, exo::tensor<const exo::bf16, 1>, exo::tensor<float, 1>);

template <class T>
static void check(int M, int K) {
  selfcheck::buffer<T> a(M * K), x(K);
  selfcheck::buffer<float> y(M, -7.0f);
  a.randomize(1), x.randomize(2);
  gemv<T>({a.data(), {M, K}}, {x.data(), {K}}, {y.data(), {M}});
  for (int r = 0; r < M; ++r) {
    double want = 0;
    for (int k = 0; k < K; ++k) want += double{a[r * K + k]} * double{x[k]};
    selfcheck::expect_near(double{y[r]}, want, 1e-4);
  }
}

int main() {
  for (int M : {0, 1, 8, 19})
    for (int K : {0, 8, 1000, 1032}) {
      check<exo::f16>(M, K);
      check<exo::bf16>(M, K);
    }
  return selfcheck::report("gemv");
}
