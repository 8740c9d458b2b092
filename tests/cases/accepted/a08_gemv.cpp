// A8: a matrix-vector product with 8 lanes a row, reduced by xor shuffles 4, 2, 1; one lane writes.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;
using cmat = exo::tensor<const float, 2>;

void gemv(cmat A, cvec x, vec y) {
  exo::require(x.has_shape(A.extent(1)) && y.has_shape(A.extent(0)));
  for (int b : exo::blocks(exo::ceil_div(A.extent(0), 32)))
    for (int g : exo::groups<8>(32)) {
      const int r = b * 32 + g;
      exo::reg<float[8]> v, other;
      for (int l : exo::threads(8)) {
        v[l] = 0.0f;
        if (r < A.extent(0))
          for (int c = l; c < A.extent(1); c += 8) v[l] = exo::fma(A[r][c], x[c], v[l]);
      }
      exo::shuffle_xor(other, v, 4);
      for (int l : exo::threads(8)) v[l] += other[l];
      exo::shuffle_xor(other, v, 2);
      for (int l : exo::threads(8)) v[l] += other[l];
      exo::shuffle_xor(other, v, 1);
      for (int l : exo::threads(8))
        if (l == 0 && r < A.extent(0)) y[r] = v[l] + other[l];
    }
}
