/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_CENTER_H
#define EXOGPU_CENTER_H

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

/* column_mean
 * X: f32, X_extent0 x X_extent1, row-major
 * mean: f32, mean_extent0, row-major
 * requires mean.has_shape(X.extent(1))
 */
struct exogpu_status column_mean(const float* X, int X_extent0, int X_extent1, float* mean, int mean_extent0,
    cudaStream_t stream);

/* subtract
 * X: f32, X_extent0 x X_extent1, row-major
 * mean: f32, mean_extent0, row-major
 * Y: f32, Y_extent0 x Y_extent1, row-major
 * requires mean.has_shape(X.extent(1)) && Y.has_shape(X.extent(0), X.extent(1))
 */
struct exogpu_status subtract(const float* X, int X_extent0, int X_extent1, const float* mean, int mean_extent0,
    float* Y, int Y_extent0, int Y_extent1, cudaStream_t stream);

/* center
 * X: f32, X_extent0 x X_extent1, row-major
 * mean: f32, mean_extent0, row-major
 * Y: f32, Y_extent0 x Y_extent1, row-major
 * requires mean.has_shape(X.extent(1)) && Y.has_shape(X.extent(0), X.extent(1))
 */
struct exogpu_status center(const float* X, int X_extent0, int X_extent1, float* mean, int mean_extent0, float* Y,
    int Y_extent0, int Y_extent1, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
