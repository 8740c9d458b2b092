/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_TRANSPOSE_H
#define EXOGPU_TRANSPOSE_H

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

/* transpose_scalar
 * A: f32, A_extent0 x A_extent1, row-major
 * B: f32, B_extent0 x B_extent1, row-major
 * requires B.has_shape(A.extent(1), A.extent(0))
 */
struct exogpu_status transpose_scalar(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0,
    int B_extent1, cudaStream_t stream);

/* transpose_vector
 * A: f32, A_extent0 x A_extent1, row-major
 * B: f32, B_extent0 x B_extent1, row-major
 * requires B.has_shape(A.extent(1), A.extent(0)) && A.extent(0) % 4 == 0 && A.extent(1) % 4 == 0
 * requires A.is_aligned(16) && B.is_aligned(16)
 */
struct exogpu_status transpose_vector(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0,
    int B_extent1, cudaStream_t stream);

/* transpose
 * A: f32, A_extent0 x A_extent1, row-major
 * B: f32, B_extent0 x B_extent1, row-major
 * requires B.has_shape(A.extent(1), A.extent(0))
 */
struct exogpu_status transpose(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0, int B_extent1,
    cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
