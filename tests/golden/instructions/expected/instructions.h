/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_INSTRUCTIONS_H
#define EXOGPU_INSTRUCTIONS_H

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

/* count_bits
 * x: u32, x_extent0, row-major
 * y: i32, y_extent0, row-major
 * requires y.has_shape(x.extent(0)) && x.extent(0) % 64 == 0
 */
struct exogpu_status count_bits(const unsigned* x, int x_extent0, int* y, int y_extent0, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
