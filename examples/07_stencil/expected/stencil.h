/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_STENCIL_H
#define EXOGPU_STENCIL_H

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

/* stencil5
 * u: f32, u_extent0 x u_extent1, row-major
 * v: f32, v_extent0 x v_extent1, row-major
 * requires v.has_shape(u.extent(0), u.extent(1))
 * requires u.extent(1) % 4 == 0 && u.is_aligned(16) && v.is_aligned(16)
 */
struct exogpu_status stencil5(const float* u, int u_extent0, int u_extent1, float* v, int v_extent0, int v_extent1,
    cudaStream_t stream);

/* stencil5_scalar
 * u: f32, u_extent0 x u_extent1, row-major
 * v: f32, v_extent0 x v_extent1, row-major
 * requires v.has_shape(u.extent(0), u.extent(1))
 */
struct exogpu_status stencil5_scalar(const float* u, int u_extent0, int u_extent1, float* v, int v_extent0,
    int v_extent1, cudaStream_t stream);

/* stencil7
 * u: f32, u_extent0 x u_extent1 x u_extent2, row-major
 * v: f32, v_extent0 x v_extent1 x v_extent2, row-major
 * requires v.has_shape(u.extent(0), u.extent(1), u.extent(2))
 * requires u.extent(2) % 4 == 0 && u.is_aligned(16) && v.is_aligned(16)
 */
struct exogpu_status stencil7(float a, const float* u, int u_extent0, int u_extent1, int u_extent2, float* v,
    int v_extent0, int v_extent1, int v_extent2, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
