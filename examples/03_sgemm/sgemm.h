#pragma once
// Chapter 3: C = A·B in float, three ways. What they share: a block of 128 threads computes a tile of 128×128 elements
// of C, and each thread keeps 16×8 of them in registers.
#include <exogpu/exogpu.h>

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// Where thread t stands: the 32 lanes of a warp form a 4×8 grid, the four warps a 2×2 grid around it. A thread owns
/// rows y, y+4, …, y+60 and columns x … x+3 and x+64 … x+67. So one access of a warp reads 4 neighbouring rows of the
/// tile of A, and 8 neighbouring float4 of the tile of B.
constexpr int thread_row(int t) { return t / 64 * 64 + t % 32 / 8; }
constexpr int thread_column(int t) { return t / 32 % 2 * 32 + t % 8 * 4; }

/// acc += As·Bs for one staged step. Rows of As are padded to BK + 4 words: the float4 that four neighbouring rows hold
/// in one column group then lie in different banks. Per four values of k: 8 float4 of B stay in registers while 16 rows of
/// A pass by, a float4 each, the next one on its way while one is used: 512 fused products.
template <int BK>
void multiply(float (&acc)[16][8], const exo::shared<float[128][BK + 4]>& As, const exo::shared<float[BK][128]>& Bs,
              int t) {
  const int y = thread_row(t), x = thread_column(t);
  float a[2][4];
  exo::copy(exo::window<4>(a[0], 0), exo::window<4>(As, y, 0));
  for (int q : exo::unroll(0, BK / 4)) {
    float b[4][8];
    for (int k : exo::unroll(0, 4))
      for (int half : exo::unroll(0, 2))
        exo::copy(exo::window<4>(b[k], half * 4), exo::window<4>(Bs, q * 4 + k, x + half * 64));
    for (int i : exo::unroll(0, 16)) {
      const int next = q * 16 + i + 1;  // of all the rows of all q
      if (next < BK / 4 * 16)
        exo::copy(exo::window<4>(a[next % 2], 0), exo::window<4>(As, y + next % 16 * 4, next / 16 * 4));
      for (int k : exo::unroll(0, 4))
        for (int j : exo::unroll(0, 8)) acc[i][j] = exo::fma(a[i % 2][k], b[k][j], acc[i][j]);
    }
  }
}

/// Writes a thread's elements; a window that reaches over the edge of C drops what lies outside.
inline void store(matrix C, const float (&acc)[16][8], int m0, int n0, int t) {
  const int row = m0 + thread_row(t), column = n0 + thread_column(t);
  for (int i : exo::unroll(0, 16)) {
    exo::copy(C.window<4>(row + i * 4, column), exo::window<4>(acc[i], 0));
    exo::copy(C.window<4>(row + i * 4, column + 64), exo::window<4>(acc[i], 4));
  }
}

/// (1) One tile of A and one of B in shared memory; two fences a step: the tile is complete, the tile is free again.
template <int BK>
void sgemm_plain(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BK % 4 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  for (int bm : exo::blocks(exo::ceil_div(M, 128)))
    for (int bn : exo::blocks(exo::ceil_div(N, 128))) {
      const int m0 = bm * 128, n0 = bn * 128;
      exo::shared<float[128][BK + 4]> As;
      exo::shared<float[BK][128]> Bs;
      exo::reg<float[128][16][8]> acc = {};
      for (int k0 = 0; k0 < K; k0 += BK) {
        for (int t : exo::threads(128)) {
          for (int s : exo::unroll(0, BK)) {
            const int i = (s * 128 + t) / BK, k = (s * 128 + t) % BK;
            As[i][k] = m0 + i < M && k0 + k < K ? A[m0 + i][k0 + k] : 0.0f;
          }
          for (int k : exo::unroll(0, BK)) Bs[k][t] = k0 + k < K && n0 + t < N ? B[k0 + k][n0 + t] : 0.0f;
        }
        exo::fence();
        for (int t : exo::threads(128)) multiply<BK>(acc[t], As, Bs, t);
        exo::fence();
      }
      for (int t : exo::threads(128)) store(C, acc[t], m0, n0, t);
    }
}

/// (2) Two tiles of each: while one is multiplied, the next step travels through registers. One fence a step.
template <int BK>
void sgemm_double(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(BK % 4 == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, 128)))
    for (int bn : exo::blocks(exo::ceil_div(N, 128))) {
      const int m0 = bm * 128, n0 = bn * 128;
      exo::shared<float[2][128][BK + 4]> As;
      exo::shared<float[2][BK][128]> Bs;
      exo::reg<float[128][16][8]> acc = {};
      for (int step = -1; step < steps; ++step) {  // step -1 only loads
        const int k0 = (step + 1) * BK;
        for (int t : exo::threads(128)) {
          float a[BK] = {}, b[BK] = {};
          for (int s : exo::unroll(0, BK)) {
            const int i = (s * 128 + t) / BK, k = (s * 128 + t) % BK;
            if (m0 + i < M && k0 + k < K) a[s] = A[m0 + i][k0 + k];
          }
          for (int k : exo::unroll(0, BK))
            if (k0 + k < K && n0 + t < N) b[k] = B[k0 + k][n0 + t];
          if (step >= 0) multiply<BK>(acc[t], As[step % 2], Bs[step % 2], t);
          for (int s : exo::unroll(0, BK)) As[(step + 1) % 2][(s * 128 + t) / BK][(s * 128 + t) % BK] = a[s];
          for (int k : exo::unroll(0, BK)) Bs[(step + 1) % 2][k][t] = b[k];
        }
        exo::fence();
      }
      for (int t : exo::threads(128)) store(C, acc[t], m0, n0, t);
    }
}

/// Issues the copies of one step, V elements each; called at block level. What lies outside A and B arrives as zero.
template <int BK, int V>
void issue(exo::shared<float[128][BK + 4]>& As, exo::shared<float[BK][128]>& Bs, const_matrix A, const_matrix B, int m0,
           int n0, int k0) {
  static_assert(128 * V % BK == 0);
  for (int t : exo::threads(128)) {
    const int ai = t / (BK / V), ak = t % (BK / V) * V;    // a row of As takes BK / V threads,
    const int bk = t / (128 / V), bj = t % (128 / V) * V;  // a row of Bs 128 / V
    for (int s : exo::unroll(0, BK / V)) {
      const int i = s * (128 * V / BK) + ai, k = s * V + bk;
      exo::cp_async(exo::window<V>(As, i, ak), A.window<V>(m0 + i, k0 + ak));
      exo::cp_async(exo::window<V>(Bs, k, bj), B.window<V>(k0 + k, n0 + bj));
    }
  }
}

/// (3) A ring of D tiles filled by asynchronous copies, D - 1 steps ahead. One fence a step: behind the wait it makes
/// the landed tile visible to everyone, and it frees the slot that the copies issued next will fill.
template <int BK, int D, int V>
void sgemm_ring(int M, int N, int K, const_matrix A, const_matrix B, matrix C) {
  static_assert(D >= 2 && BK % 4 == 0 && BK % V == 0);
  exo::require(A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N));
  exo::require(K % V == 0 && N % V == 0 && A.is_aligned(4 * V) && B.is_aligned(4 * V) && C.is_aligned(4 * V));
  const int steps = exo::ceil_div(K, BK);
  for (int bm : exo::blocks(exo::ceil_div(M, 128)))
    for (int bn : exo::blocks(exo::ceil_div(N, 128))) {
      const int m0 = bm * 128, n0 = bn * 128;
      exo::shared<float[D][128][BK + 4]> As;
      exo::shared<float[D][BK][128]> Bs;
      exo::reg<float[128][16][8]> acc = {};
      exo::commit_group loads;  // at block level: every thread has its own
      for (int s = 0; s < D - 1; ++s) {
        if (s < steps) issue<BK, V>(As[s], Bs[s], A, B, m0, n0, s * BK);
        loads.commit();  // an empty group counts too, so the lag below is a constant
      }
      for (int step = 0; step < steps; ++step) {
        loads.wait<D - 2>();
        exo::fence();
        const int next = step + D - 1;
        if (next < steps) issue<BK, V>(As[next % D], Bs[next % D], A, B, m0, n0, next * BK);
        loads.commit();
        for (int t : exo::threads(128)) multiply<BK>(acc[t], As[step % D], Bs[step % D], t);
      }
      for (int t : exo::threads(128)) store(C, acc[t], m0, n0, t);
    }
}
