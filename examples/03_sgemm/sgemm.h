#pragma once
// Chapter 3: C = A·B in float, three ways. What they share: the tile of a block is BM×BN, 256 threads, and each thread
// computes 8×8 elements that it keeps in registers.
#include <exogpu/exogpu.h>

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// Where thread t of 256 stands in the 16×16 grid of threads: a warp covers 4×8 of it, so that one access of a warp to
/// a tile reads 4 rows of A and 8 neighbouring float4 of B. Its elements are rows y, y+16, … and columns 4x … 4x+3 and
/// 64+4x … 64+4x+3.
constexpr int thread_y(int t) { return t / 64 * 4 + t % 32 / 8; }
constexpr int thread_x(int t) { return t / 32 % 2 * 8 + t % 8; }

/// acc += A·B for one staged step. Rows of As are padded to BK + 4 words: four rows 20 words apart lie in different
/// banks, so the four float4 of a warp come in one access.
template <int BM, int BN, int BK>
void multiply(float (&acc)[8][8], const exo::shared<float[BM][BK + 4]>& As, const exo::shared<float[BK][BN]>& Bs,
              int t) {
  const int y = thread_y(t), x = thread_x(t) * 4;
  for (int k0 : exo::unroll(0, BK / 4)) {
    float a[8][4];
    for (int i : exo::unroll(0, 8)) exo::copy(exo::window<4>(a[i], 0), exo::window<4>(As, y + i * 16, k0 * 4));
    for (int k : exo::unroll(0, 4)) {
      float b[8];
      exo::copy(exo::window<4>(b, 0), exo::window<4>(Bs, k0 * 4 + k, x));
      exo::copy(exo::window<4>(b, 4), exo::window<4>(Bs, k0 * 4 + k, 64 + x));
      for (int i : exo::unroll(0, 8))
        for (int j : exo::unroll(0, 8)) acc[i][j] = exo::fma(a[i][k], b[j], acc[i][j]);
    }
  }
}

/// Writes a thread's 8×8 elements; windows that reach over the edge of C drop what lies outside.
template <int BM, int BN>
void store(matrix C, const float (&acc)[8][8], int m0, int n0, int t) {
  const int y = thread_y(t), x = thread_x(t) * 4;
  for (int i : exo::unroll(0, 8))
    for (int h : exo::unroll(0, 2))
      exo::copy(C.window<4>(m0 + y + i * 16, n0 + h * 64 + x), exo::window<4>(acc[i], h * 4));
}

/// (1) One tile of A and one of B in shared memory; two fences a step: the tile is complete, the tile is free again.
template <int BM, int BN, int BK>
void sgemm_plain(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BM == 128 && BN == 128 && BK % 4 == 0 && BM * BK % 256 == 0 && BN * BK % 256 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[BM][BK + 4]> As;
      exo::shared<float[BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      for (int k0 = 0; k0 < K; k0 += BK) {
        for (int t : exo::threads(256)) {
          for (int s : exo::unroll(0, BM * BK / 256)) {
            const int i = (s * 256 + t) / BK, k = (s * 256 + t) % BK;
            As[i][k] = m0 + i < M && k0 + k < K ? A[m0 + i][k0 + k] : 0.0f;
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

/// (2) Two tiles of each: while one is multiplied, the next step travels through registers. One fence a step.
template <int BM, int BN, int BK>
void sgemm_double(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BM == 128 && BN == 128 && BK % 4 == 0 && BM * BK % 256 == 0 && BN * BK % 256 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  constexpr int PA = BM * BK / 256, PB = BN * BK / 256;
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[2][BM][BK + 4]> As;
      exo::shared<float[2][BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      for (int step = -1; step < steps; ++step) {  // step -1 only loads
        const int k0 = (step + 1) * BK;
        for (int t : exo::threads(256)) {
          float a[PA] = {}, b[PB] = {};
          for (int s : exo::unroll(0, PA)) {
            const int i = (s * 256 + t) / BK, k = (s * 256 + t) % BK;
            if (m0 + i < M && k0 + k < K) a[s] = A[m0 + i][k0 + k];
          }
          for (int s : exo::unroll(0, PB)) {
            const int k = (s * 256 + t) / BN, j = (s * 256 + t) % BN;
            if (k0 + k < K && n0 + j < N) b[s] = B[k0 + k][n0 + j];
          }
          if (step >= 0) multiply<BM, BN, BK>(acc[t], As[step % 2], Bs[step % 2], t);
          for (int s : exo::unroll(0, PA)) As[(step + 1) % 2][(s * 256 + t) / BK][(s * 256 + t) % BK] = a[s];
          for (int s : exo::unroll(0, PB)) Bs[(step + 1) % 2][(s * 256 + t) / BN][(s * 256 + t) % BN] = b[s];
        }
        exo::fence();
      }
      for (int t : exo::threads(256)) store<BM, BN>(C, acc[t], m0, n0, t);
    }
}

/// Issues the copies of one step; called at block level. What lies outside A and B arrives as zero.
template <int BM, int BN, int BK, int V>
void issue(exo::shared<float[BM][BK + 4]>& As, exo::shared<float[BK][BN]>& Bs, const_matrix A, const_matrix B, int m0,
           int n0, int k0) {
  for (int t : exo::threads(256)) {
    for (int s : exo::unroll(0, BM * BK / V / 256)) {
      const int e = (s * 256 + t) * V;
      exo::cp_async(exo::window<V>(As, e / BK, e % BK), A.window<V>(m0 + e / BK, k0 + e % BK));
    }
    for (int s : exo::unroll(0, BN * BK / V / 256)) {
      const int e = (s * 256 + t) * V;
      exo::cp_async(exo::window<V>(Bs, e / BN, e % BN), B.window<V>(k0 + e / BN, n0 + e % BN));
    }
  }
}

/// (3) A ring of D tiles filled by asynchronous copies of V elements, D - 1 steps ahead. One fence a step: behind the
/// wait it makes the landed tile visible to everyone, and it frees the slot that the copies issued next will fill.
template <int BM, int BN, int BK, int D, int V>
void sgemm_ring(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BM == 128 && BN == 128 && BK % 4 == 0 && BM * BK / V % 256 == 0 && BN * BK / V % 256 == 0);
  static_assert(D >= 2 && BK % V == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  exo::require(K % V == 0 && N % V == 0 && A.is_aligned(4 * V) && B.is_aligned(4 * V) && C.is_aligned(4 * V));
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, BM)))
    for (int bn : exo::blocks(exo::ceil_div(N, BN))) {
      const int m0 = bm * BM, n0 = bn * BN;
      exo::shared<float[D][BM][BK + 4]> As;
      exo::shared<float[D][BK][BN]> Bs;
      exo::reg<float[256][8][8]> acc = {};
      exo::commit_group loads;  // at block level: every thread has its own
      for (int s = 0; s < D - 1; ++s) {
        if (s < steps) issue<BM, BN, BK, V>(As[s], Bs[s], A, B, m0, n0, s * BK);
        loads.commit();  // an empty group counts too, so the lag below is a constant
      }
      for (int step = 0; step < steps; ++step) {
        loads.wait<D - 2>();
        exo::fence();
        const int next = step + D - 1;
        if (next < steps) issue<BM, BN, BK, V>(As[next % D], Bs[next % D], A, B, m0, n0, next * BK);
        loads.commit();
        for (int t : exo::threads(256)) multiply<BM, BN, BK>(acc[t], As[step % D], Bs[step % D], t);
      }
      for (int t : exo::threads(256)) store<BM, BN>(C, acc[t], m0, n0, t);
    }
}

/// The host picks: 16-byte copies where rows and addresses allow them, 4-byte ones otherwise.
inline void sgemm(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  if (K % 4 == 0 && N % 4 == 0 && A.is_aligned(16) && B.is_aligned(16) && C.is_aligned(16))
    sgemm_ring<128, 128, 16, 3, 4>(M, N, K, A, B, C);
  else
    sgemm_ring<128, 128, 16, 3, 1>(M, N, K, A, B, C);
}
