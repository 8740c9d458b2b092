/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_SAXPY_H
#define EXOGPU_SAXPY_H

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

/* vector_add
 * x: f32, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * z: f32, z_extent0, row-major
 * requires y.has_shape(x.extent(0)) && z.has_shape(x.extent(0))
 */
struct exogpu_status vector_add(const float* x, int x_extent0, const float* y, int y_extent0, float* z, int z_extent0,
    cudaStream_t stream);

/* saxpy_scalar
 * x: f32, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * requires y.has_shape(x.extent(0))
 */
struct exogpu_status saxpy_scalar(float a, const float* x, int x_extent0, float* y, int y_extent0, cudaStream_t stream);

/* saxpy_vector
 * x: f32, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * requires y.has_shape(x.extent(0)) && x.is_aligned(16) && y.is_aligned(16)
 */
struct exogpu_status saxpy_vector(float a, const float* x, int x_extent0, float* y, int y_extent0, cudaStream_t stream);

/* saxpy
 * x: f32, x_extent0, row-major
 * y: f32, y_extent0, row-major
 * requires y.has_shape(x.extent(0))
 */
struct exogpu_status saxpy(float a, const float* x, int x_extent0, float* y, int y_extent0, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
