// R1: A5 without the second fence: step k + 1 overwrites the tile while others still read it.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k bad %s 2>&1 | FileCheck %s
#include <exogpu/exogpu.h>
using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

void bad(const_matrix A, const_matrix B, matrix C) {
  exo::require(B.extent(0) == A.extent(1) && C.has_shape(A.extent(0), B.extent(1)));
  const int M = A.extent(0), K = A.extent(1), N = B.extent(1);
  for (int bm : exo::blocks(exo::ceil_div(M, 16)))
    for (int bn : exo::blocks(exo::ceil_div(N, 16))) {
      exo::shared<float[16][16]> a, b;
      exo::reg<float[16][16]> acc = {};
      for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i : exo::groups<16>(16))
          for (int j : exo::threads(16)) {
            // CHECK-DAG: :[[@LINE+1]]:
            a[i][j] = bm * 16 + i < M && k0 + j < K ? A[bm * 16 + i][k0 + j] : 0.0f;
            b[i][j] = k0 + i < K && bn * 16 + j < N ? B[k0 + i][bn * 16 + j] : 0.0f;
          }
        exo::fence();
        for (int i : exo::groups<16>(16))
          for (int j : exo::threads(16))
            // CHECK-DAG: :[[@LINE+1]]:
            for (int k = 0; k < 16; ++k) acc[i][j] += a[i][k] * b[k][j];
      }
      for (int i : exo::groups<16>(16))
        for (int j : exo::threads(16))
          if (bm * 16 + i < M && bn * 16 + j < N) C[bm * 16 + i][bn * 16 + j] = acc[i][j];
    }
}

void good(const_matrix A, const_matrix B, matrix C) {
  exo::require(B.extent(0) == A.extent(1) && C.has_shape(A.extent(0), B.extent(1)));
  const int M = A.extent(0), K = A.extent(1), N = B.extent(1);
  for (int bm : exo::blocks(exo::ceil_div(M, 16)))
    for (int bn : exo::blocks(exo::ceil_div(N, 16))) {
      exo::shared<float[16][16]> a, b;
      exo::reg<float[16][16]> acc = {};
      for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i : exo::groups<16>(16))
          for (int j : exo::threads(16)) {
            a[i][j] = bm * 16 + i < M && k0 + j < K ? A[bm * 16 + i][k0 + j] : 0.0f;
            b[i][j] = k0 + i < K && bn * 16 + j < N ? B[k0 + i][bn * 16 + j] : 0.0f;
          }
        exo::fence();
        for (int i : exo::groups<16>(16))
          for (int j : exo::threads(16))
            for (int k = 0; k < 16; ++k) acc[i][j] += a[i][k] * b[k][j];
        exo::fence();
      }
      for (int i : exo::groups<16>(16))
        for (int j : exo::threads(16))
          if (bm * 16 + i < M && bn * 16 + j < N) C[bm * 16 + i][bn * 16 + j] = acc[i][j];
    }
}
