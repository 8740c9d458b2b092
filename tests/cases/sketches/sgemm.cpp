// The three sgemm sketches: plain, double-buffered, a ring of depth D. Proved for all sizes.
// RUN: %exogpu check -k 'sgemm<128, 128, 16>' %s
// RUN: %exogpu check -k 'sgemm_double<128, 128, 16>' %s
// RUN: %exogpu check -k 'sgemm_ring<128, 128, 16, 2, 1>' -k 'sgemm_ring<128, 128, 16, 3, 4>' %s
// RUN: %exogpu check -k 'sgemm_ring<128, 128, 16, 4, 4>' %s
// RUN: %exogpu check -k sgemm_any %s
#include <exogpu/exogpu.h>
using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// One thread's 8×8 product of a staged step. As is k-major.
template <int BM, int BN, int BK>
void multiply(float (&acc)[8][8], const exo::shared<float[BK][BM]>& As, const exo::shared<float[BK][BN]>& Bs, int t) {
  const int ty = t / (BN / 8) * 8, tx = t % (BN / 8) * 8;
  for (int k = 0; k < BK; ++k) {
    float a[8], b[8];
    for (int i : exo::unroll(0, 8)) a[i] = As[k][ty + i];
    for (int j : exo::unroll(0, 8)) b[j] = Bs[k][tx + j];
    for (int i : exo::unroll(0, 8))
      for (int j : exo::unroll(0, 8)) acc[i][j] = exo::fma(a[i], b[j], acc[i][j]);
  }
}
template <int BM, int BN>
void store(matrix C, const float (&acc)[8][8], int m0, int n0, int t) {
  const int ty = t / (BN / 8) * 8, tx = t % (BN / 8) * 8;
  for (int i : exo::unroll(0, 8))
    for (int j : exo::unroll(0, 8))
      if (m0 + ty + i < C.extent(0) && n0 + tx + j < C.extent(1)) C[m0 + ty + i][n0 + tx + j] = acc[i][j];
}

/// (1) The skeleton of language.md, written out.
template <int BM, int BN, int BK>
void sgemm(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BM * BN == 256 * 64 && BM * BK % 256 == 0 && BN * BK % 256 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[BK][BM]> As;
      exo::shared<float[BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      for (int k0 = 0; k0 < K; k0 += BK) {
        for (int t : exo::threads(256)) {
          for (int s : exo::unroll(0, BM * BK / 256)) {
            const int i = (s * 256 + t) / BK, k = (s * 256 + t) % BK;
            As[k][i] = m0 + i < M && k0 + k < K ? A[m0 + i][k0 + k] : 0.0f;
          }
          for (int s : exo::unroll(0, BN * BK / 256)) {
            const int k = (s * 256 + t) / BN, j = (s * 256 + t) % BN;
            Bs[k][j] = k0 + k < K && n0 + j < N ? B[k0 + k][n0 + j] : 0.0f;
          }
        }
        exo::fence();
        for (int t : exo::threads(256)) multiply<BM, BN, BK>(acc[t], As, Bs, t);
        exo::fence();
      }
      for (int t : exo::threads(256)) store<BM, BN>(C, acc[t], m0, n0, t);
    }
}

/// (2) Double buffer, one fence a step: the next step travels through per-thread locals.
template <int BM, int BN, int BK>
void sgemm_double(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BM * BN == 256 * 64 && BM * BK % 256 == 0 && BN * BK % 256 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  constexpr int PA = BM * BK / 256, PB = BN * BK / 256;
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[2][BK][BM]> As;
      exo::shared<float[2][BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      for (int step = -1; step < steps; ++step) {  // step -1 only loads
        for (int t : exo::threads(256)) {
          float a[PA] = {}, b[PB] = {};
          const int k0 = (step + 1) * BK;
          for (int s : exo::unroll(0, PA)) {
            const int i = (s * 256 + t) / BK, k = (s * 256 + t) % BK;
            if (m0 + i < M && k0 + k < K) a[s] = A[m0 + i][k0 + k];
          }
          for (int s : exo::unroll(0, PB)) {
            const int k = (s * 256 + t) / BN, j = (s * 256 + t) % BN;
            if (k0 + k < K && n0 + j < N) b[s] = B[k0 + k][n0 + j];
          }
          if (step >= 0) multiply<BM, BN, BK>(acc[t], As[step % 2], Bs[step % 2], t);
          for (int s : exo::unroll(0, PA)) As[(step + 1) % 2][(s * 256 + t) % BK][(s * 256 + t) / BK] = a[s];
          for (int s : exo::unroll(0, PB)) Bs[(step + 1) % 2][(s * 256 + t) / BN][(s * 256 + t) % BN] = b[s];
        }
        exo::fence();
      }
      for (int t : exo::threads(256)) store<BM, BN>(C, acc[t], m0, n0, t);
    }
}

/// Issues the copies of one step; called at block level.
template <int BM, int BN, int BK, int V>
void issue(exo::shared<float[BM][BK + 4]>& As, exo::shared<float[BK][BN]>& Bs, const_matrix A, const_matrix B, int m0,
           int n0, int k0) {
  for (int t : exo::threads(256)) {
    for (int s : exo::unroll(0, BM * BK / V / 256)) {
      const int e = (s * 256 + t) * V;
      exo::cp_async(exo::window<1, V>(As, e / BK, e % BK), A.window<1, V>(m0 + e / BK, k0 + e % BK));
    }
    for (int s : exo::unroll(0, BN * BK / V / 256)) {
      const int e = (s * 256 + t) * V;
      exo::cp_async(exo::window<1, V>(Bs, e / BN, e % BN), B.window<1, V>(k0 + e / BN, n0 + e % BN));
    }
  }
}
/// (3) cp.async ring of depth D, V elements a copy. One fence a step.
template <int BM, int BN, int BK, int D, int V>
void sgemm_ring(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(D >= 2 && BM * BN == 256 * 64 && BM * BK / V % 256 == 0 && BN * BK / V % 256 == 0 && BK % V == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  exo::require(K % V == 0 && N % V == 0 && A.is_aligned(4 * V) && B.is_aligned(4 * V));
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[D][BM][BK + 4]> As;
      exo::shared<float[D][BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      exo::commit_group loads;  // block level: every thread has its own
      for (int s = 0; s < D - 1; ++s) {
        if (s < steps) issue<BM, BN, BK, V>(As[s], Bs[s], A, B, m0, n0, s * BK);
        loads.commit();  // an empty group counts, so the lag below is a constant
      }
      for (int step = 0; step < steps; ++step) {
        loads.wait<D - 2>();
        exo::fence();
        const int next = step + D - 1;
        if (next < steps) issue<BM, BN, BK, V>(As[next % D], Bs[next % D], A, B, m0, n0, next * BK);
        loads.commit();
        for (int t : exo::threads(256)) {
          const int ty = t / (BN / 8) * 8, tx = t % (BN / 8) * 8;
          for (int k = 0; k < BK; ++k)
            for (int i : exo::unroll(0, 8))
              for (int j : exo::unroll(0, 8))
                acc[t][i][j] = exo::fma(As[step % D][ty + i][k], Bs[step % D][k][tx + j], acc[t][i][j]);
        }
      }
      for (int t : exo::threads(256)) store<BM, BN>(C, acc[t], m0, n0, t);
    }
}
/// Host proc: one launch, chosen by a branch on sizes and alignment.
void sgemm_any(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  if (K % 4 == 0 && N % 4 == 0 && A.is_aligned(16) && B.is_aligned(16))
    sgemm_ring<128, 128, 16, 3, 4>(M, N, K, A, B, C);
  else
    sgemm_ring<128, 128, 16, 3, 1>(M, N, K, A, B, C);
}

template void sgemm<128, 128, 16>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_double<128, 128, 16>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 2, 1>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 3, 4>(int, int, int, const_matrix, const_matrix, matrix);
template void sgemm_ring<128, 128, 16, 4, 4>(int, int, int, const_matrix, const_matrix, matrix);
