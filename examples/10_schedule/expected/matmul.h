/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_MATMUL_H
#define EXOGPU_MATMUL_H

#include <cuda_runtime_api.h>

#ifndef EXOGPU_STATUS
#define EXOGPU_STATUS
enum exogpu_code { EXOGPU_OK = 0, EXOGPU_CONTRACT_VIOLATED = 1, EXOGPU_CUDA_ERROR = 2 };
/* What a launcher returns. The work itself runs on the stream afterwards: its errors appear where the stream is awaited. */
struct exogpu_status {
  enum exogpu_code code;
  const char* text; /* the violated contract, or CUDA's words for its error; never null, never freed */
  int cuda_error;   /* a cudaError_t */
};
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* matmul
 * A: f32, A_extent0 x A_extent1, row-major
 * B: f32, B_extent0 x B_extent1, row-major
 * C: f32, C_extent0 x C_extent1, row-major
 * requires A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N)
 */
struct exogpu_status matmul(int M, int N, int K, const float* A, int A_extent0, int A_extent1, const float* B,
    int B_extent0, int B_extent1, float* C, int C_extent0, int C_extent1, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
