/* Made by exogpu. For C and C++. All tensors are device memory of the current device. */
#ifndef EXOGPU_HISTOGRAM_H
#define EXOGPU_HISTOGRAM_H

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

/* histogram_bytes<8>
 * X: u8, X_extent0, row-major
 * H: i32, H_extent0, row-major
 * requires H.has_shape(256) && X.is_aligned(16) && X.extent(0) <= 2000000000
 */
struct exogpu_status histogram_bytes_8(const unsigned char* X, int X_extent0, int* H, int H_extent0,
    cudaStream_t stream);

/* histogram_words<8>
 * X: i32, X_extent0, row-major
 * H: i32, H_extent0, row-major
 * requires H.has_shape(256) && X.is_aligned(16) && X.extent(0) <= 2000000000
 */
struct exogpu_status histogram_words_8(const int* X, int X_extent0, int* H, int H_extent0, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
