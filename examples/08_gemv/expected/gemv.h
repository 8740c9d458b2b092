/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_GEMV_H
#define EXOGPU_GEMV_H

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

/* gemv<exo::f16>
 * A: f16, A_extent0 x A_extent1, row-major
 * x: f16, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * requires x.has_shape(A.extent(1)) && y.has_shape(A.extent(0))
 * requires A.extent(1) % 8 == 0 && A.is_aligned(16) && x.is_aligned(16)
 */
struct exogpu_status gemv_f16(const void* A, int A_extent0, int A_extent1, const void* x, int x_extent0, float* y,
    int y_extent0, cudaStream_t stream);

/* gemv<exo::bf16>
 * A: bf16, A_extent0 x A_extent1, row-major
 * x: bf16, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * requires x.has_shape(A.extent(1)) && y.has_shape(A.extent(0))
 * requires A.extent(1) % 8 == 0 && A.is_aligned(16) && x.is_aligned(16)
 */
struct exogpu_status gemv_bf16(const void* A, int A_extent0, int A_extent1, const void* x, int x_extent0, float* y,
    int y_extent0, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
