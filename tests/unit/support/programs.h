#pragma once
// Programs in the text form that several tests of the prover share.
#include <string>

namespace exogpu::test {

/// Tiled sgemm; `guard_m` guards the rows of A, the fences can be left out.
inline std::string sgemmText(const std::string& guard_m = "m0 + i < M && ", const std::string& fence1 = "fence;",
                             const std::string& fence2 = "fence;") {
  return R"ir(proc sgemm(i32 M, i32 N, i32 K, tensor<const f32, 2> A, tensor<const f32, 2> B, tensor<f32, 2> C) {
  require extent(A, 0) == M && extent(A, 1) == K, "A.has_shape(M, K)";
  require extent(B, 0) == K && extent(B, 1) == N, "B.has_shape(K, N)";
  require extent(C, 0) == M && extent(C, 1) == N, "C.has_shape(M, N)";
  for bm in blocks(0, M / 128 + (M % 128 > 0 ? 1 : 0)) {
    for bn in blocks(0, N / 128 + (N % 128 > 0 ? 1 : 0)) {
      let i32 m0 = bm * 128;
      let i32 n0 = bn * 128;
      alloc f32 As[16][128] @shared;
      alloc f32 Bs[16][128] @shared;
      alloc f32 acc[256][8][8] @reg = 0;
      for k0 in seq(0, K) step 16 {
        for t in threads(0, 256) {
          for s in unroll(0, 8) {
            let i32 i = (s * 256 + t) / 16;
            let i32 k = (s * 256 + t) % 16;
            As[k][i] = )ir" + guard_m + R"ir(k0 + k < K ? A[m0 + i][k0 + k] : 0.0f;
          }
          for s in unroll(0, 8) {
            let i32 k = (s * 256 + t) / 128;
            let i32 j = (s * 256 + t) % 128;
            Bs[k][j] = k0 + k < K && n0 + j < N ? B[k0 + k][n0 + j] : 0.0f;
          }
        }
        )ir" + fence1 + R"ir(
        for t in threads(0, 256) {
          scope "multiply" {
            let i32 ty = t / 16 * 8;
            let i32 tx = t % 16 * 8;
            for k in seq(0, 16) {
              alloc f32 a[8] @local;
              alloc f32 b[8] @local;
              for i in unroll(0, 8) { a[i] = As[k][ty + i]; }
              for j in unroll(0, 8) { b[j] = Bs[k][tx + j]; }
              for i in unroll(0, 8) {
                for j in unroll(0, 8) {
                  acc[t][i][j] = fma(a[i], b[j], acc[t][i][j]);
                }
              }
            }
          }
        }
        )ir" + fence2 + R"ir(
      }
      for t in threads(0, 256) {
        let i32 ty = t / 16 * 8;
        let i32 tx = t % 16 * 8;
        for i in unroll(0, 8) {
          for j in unroll(0, 8) {
            if m0 + ty + i < extent(C, 0) && n0 + tx + j < extent(C, 1) {
              C[m0 + ty + i][n0 + tx + j] = acc[t][i][j];
            }
          }
        }
      }
    }
  }
}
)ir";
}

}  // namespace exogpu::test
