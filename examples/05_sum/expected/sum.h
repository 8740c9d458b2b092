/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_SUM_H
#define EXOGPU_SUM_H

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

/* sum_vector
 * x: f32, x_extent0, row-major
 * total: f32, total_extent0, row-major
 * requires total.has_shape(1) && x.is_aligned(16)
 */
struct exogpu_status sum_vector(const float* x, int x_extent0, float* total, int total_extent0, cudaStream_t stream);

/* sum_scalar
 * x: f32, x_extent0, row-major
 * total: f32, total_extent0, row-major
 * requires total.has_shape(1)
 */
struct exogpu_status sum_scalar(const float* x, int x_extent0, float* total, int total_extent0, cudaStream_t stream);

/* sum
 * x: f32, x_extent0, row-major
 * total: f32, total_extent0, row-major
 * requires total.has_shape(1)
 */
struct exogpu_status sum(const float* x, int x_extent0, float* total, int total_extent0, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
