/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_ROWS_H
#define EXOGPU_ROWS_H

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

/* row_sum<float, 8>
 * X: f32, X_extent0 x X_extent1, row-major
 * y: f32, y_extent0, row-major
 * requires y.has_shape(X.extent(0)) && X.extent(1) % V == 0 && X.is_aligned(16)
 */
struct exogpu_status row_sum_float_8(const float* X, int X_extent0, int X_extent1, float* y, int y_extent0,
    cudaStream_t stream);

/* row_sum<exo::bf16, 8>
 * X: bf16, X_extent0 x X_extent1, row-major
 * y: f32, y_extent0, row-major
 * requires y.has_shape(X.extent(0)) && X.extent(1) % V == 0 && X.is_aligned(16)
 */
struct exogpu_status row_sum_bf16_8(const void* X, int X_extent0, int X_extent1, float* y, int y_extent0,
    cudaStream_t stream);

/* softmax<float>
 * X: f32, X_extent0 x X_extent1, row-major
 * Y: f32, Y_extent0 x Y_extent1, row-major
 * requires Y.has_shape(X.extent(0), X.extent(1))
 */
struct exogpu_status softmax_float(const float* X, int X_extent0, int X_extent1, float* Y, int Y_extent0, int Y_extent1,
    cudaStream_t stream);

/* softmax<exo::bf16>
 * X: bf16, X_extent0 x X_extent1, row-major
 * Y: bf16, Y_extent0 x Y_extent1, row-major
 * requires Y.has_shape(X.extent(0), X.extent(1))
 */
struct exogpu_status softmax_bf16(const void* X, int X_extent0, int X_extent1, void* Y, int Y_extent0, int Y_extent1,
    cudaStream_t stream);

/* layernorm<float>
 * X: f32, X_extent0 x X_extent1, row-major
 * gamma: f32, gamma_extent0, row-major
 * beta: f32, beta_extent0, row-major
 * Y: f32, Y_extent0 x Y_extent1, row-major
 * requires Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))
 * requires X.extent(1) % V == 0 && X.extent(1) <= 8 * 32 * 4 * V
 * requires X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)
 */
struct exogpu_status layernorm_float(float epsilon, const float* X, int X_extent0, int X_extent1, const float* gamma,
    int gamma_extent0, const float* beta, int beta_extent0, float* Y, int Y_extent0, int Y_extent1,
    cudaStream_t stream);

/* layernorm<exo::bf16>
 * X: bf16, X_extent0 x X_extent1, row-major
 * gamma: bf16, gamma_extent0, row-major
 * beta: bf16, beta_extent0, row-major
 * Y: bf16, Y_extent0 x Y_extent1, row-major
 * requires Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))
 * requires X.extent(1) % V == 0 && X.extent(1) <= 8 * 32 * 4 * V
 * requires X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)
 */
struct exogpu_status layernorm_bf16(float epsilon, const void* X, int X_extent0, int X_extent1, const void* gamma,
    int gamma_extent0, const void* beta, int beta_extent0, void* Y, int Y_extent0, int Y_extent1, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
