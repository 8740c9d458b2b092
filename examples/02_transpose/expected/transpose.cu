// Made by exogpu from transpose_scalar, transpose_vector, transpose.
// transpose_scalar: proved for all sizes (20 of 20 obligations)
// equal bitwise to the sequential run
// transpose_vector: proved for all sizes (24 of 24 obligations)
// equal bitwise to the sequential run
// transpose: proved for all sizes (46 of 46 obligations)
// equal bitwise to the sequential run
// Compile with: nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a (without --use_fast_math: it changes results)
#include <cuda_runtime.h>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include "transpose.h"

namespace {

/// Row-major position of an element: at(i, columns, j) = i * columns + j, and so on. Single indices and extents fit an
/// int, positions may not.
__device__ __forceinline__ long long at(long long i) { return i; }
template <class... Rest>
__device__ __forceinline__ long long at(long long i, int extent, int j, Rest... rest) {
  return at(i * extent + j, rest...);
}

/// N adjacent elements that move in one access (several, when they take more than 16 bytes).
template <class T, int N>
struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) vec {
  T at[N];
};

/// What moves N elements in one access. Elements of less than 32 bits move as words, lest each take a register.
template <class T, int N>
using words_of = std::conditional_t<sizeof(T) * N % 16 == 0, uint4, std::conditional_t<sizeof(T) * N % 8 == 0, uint2, unsigned>>;

template <int N, class T>
__device__ __forceinline__ void store(T* to, const vec<T, N>& value) {
  if constexpr (sizeof(T) >= 4) {
    *reinterpret_cast<vec<T, N>*>(to) = value;
  } else {
    using word = words_of<T, N>;
#pragma unroll
    for (int i = 0; i < static_cast<int>(sizeof(value) / sizeof(word)); ++i) {
      word bits;
      memcpy(&bits, reinterpret_cast<const char*>(&value) + i * sizeof(word), sizeof(word));
      reinterpret_cast<word*>(to)[i] = bits;
    }
  }
}

/// Loads N adjacent elements into a private array; zeros where `inside` does not hold.
template <int N, class T>
__device__ __forceinline__ void load_or_zero(T* to, bool inside, const T* from) {
  using word = std::conditional_t<sizeof(T) >= 4, vec<T, N>, words_of<T, N>>;
#pragma unroll
  for (int i = 0; i < static_cast<int>(sizeof(T) * N / sizeof(word)); ++i) {
    word bits = {};
    if (inside) bits = reinterpret_cast<const word*>(from)[i];
    memcpy(reinterpret_cast<char*>(to) + i * sizeof(word), &bits, sizeof(word));
  }
}

/// Stores N adjacent elements of a private array.
template <int N, class T>
__device__ __forceinline__ void store(T* to, const T* from) {
  vec<T, N> value;
  memcpy(&value, from, sizeof(value));
  store(to, value);
}

/// Whether an address is a multiple of `bytes`, a power of two.
__host__ __device__ __forceinline__ bool is_aligned(const void* address, int bytes) {
  return (reinterpret_cast<unsigned long long>(address) & static_cast<unsigned long long>(bytes - 1)) == 0;
}

/// Stops a kernel that was compiled with --use_fast_math or -ftz=true, under which the verdict does not hold. Costs
/// nothing otherwise: the question is answered when the kernel is compiled.
extern "C" __device__ int __nvvm_reflect(const char*);
__device__ __forceinline__ void refuse_fast_math() {
  if (__nvvm_reflect("__CUDA_FTZ")) __trap();
}

/// Whether two ranges of bytes have none in common.
inline bool disjoint(const void* a, long long bytes_a, const void* b, long long bytes_b) {
  const auto start_a = reinterpret_cast<unsigned long long>(a), start_b = reinterpret_cast<unsigned long long>(b);
  return bytes_a == 0 || bytes_b == 0 || start_a + static_cast<unsigned long long>(bytes_a) <= start_b ||
         start_b + static_cast<unsigned long long>(bytes_b) <= start_a;
}

inline exogpu_status violated(const char* contract) { return {EXOGPU_CONTRACT_VIOLATED, contract, 0}; }

/// Whether an argument can be a dense or strided array of elements of `bytes` bytes with these extents.
inline bool is_tensor(const void* data, int bytes, std::initializer_list<int> extents) {
  long long size = bytes;
  for (const int extent : extents) {
    if (extent < 0 || extent > 2147418112) return false;
    if (extent > 0 && size > 4611686018427387904ll / extent) return false;
    size *= extent;
  }
  return size == 0 || (data != nullptr && is_aligned(data, bytes));
}

inline unsigned at_most(long long limit, long long n) { return static_cast<unsigned>(n < limit ? n : limit); }

#line 15 "transpose.cpp"
__global__ void __launch_bounds__(256) transpose_scalar_kernel(const float* __restrict__ A, int A_extent1,
    float* __restrict__ B, int B_extent1, int rows, int columns, int bj_first) {
  refuse_fast_math();
  const int bj = bj_first + blockIdx.y;
  const int bi = blockIdx.x;
#line 17 "transpose.cpp"
  __shared__ __align__(16) float tile[64][65];
  {
    const int w = threadIdx.x / 32;
#line 19 "transpose.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int s = 0; s < 8; ++s) {
#line 21 "transpose.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 22 "transpose.cpp"
        const int i = s * 8 + w;
#line 22 "transpose.cpp"
        const int j = h * 32 + l;
        tile[i][j] = bi * 64 + i < rows && bj * 64 + j < columns ? A[at(bi * 64 + i, A_extent1, bj * 64 + j)] : 0.0f;
      }
    }
  }
#line 25 "transpose.cpp"
  __syncthreads();
  {
    const int w = threadIdx.x / 32;
#line 27 "transpose.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int s = 0; s < 8; ++s) {
#line 29 "transpose.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 30 "transpose.cpp"
        const int j = s * 8 + w;
#line 30 "transpose.cpp"
        const int i = h * 32 + l;
        if (bi * 64 + i < rows && bj * 64 + j < columns) {
#line 31 "transpose.cpp"
          B[at(bj * 64 + j, B_extent1, bi * 64 + i)] = tile[i][j];
        }
      }
    }
  }
}

#line 42 "transpose.cpp"
__global__ void __launch_bounds__(256) transpose_vector_kernel(const float* __restrict__ A, int A_extent0,
    int A_extent1, float* __restrict__ B, int B_extent0, int B_extent1, int bj_first) {
  refuse_fast_math();
  const int bj = bj_first + blockIdx.y;
  const int bi = blockIdx.x;
#line 44 "transpose.cpp"
  __shared__ __align__(16) float tile[64][65];
  {
    const int y = threadIdx.x / 16;
#line 46 "transpose.cpp"
    const int x = threadIdx.x % 16;
    #pragma unroll
    for (int s = 0; s < 4; ++s) {
#line 48 "transpose.cpp"
      float row[4];
      load_or_zero<4>(&row[0], bi * 64 + s * 16 + y < A_extent0 && bj * 64 + x * 4 + 3 < A_extent1, &A[at(bi * 64 + s * 16 + y, A_extent1, bj * 64 + x * 4)]);
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 50 "transpose.cpp"
        tile[s * 16 + y][x * 4 + e] = row[e];
      }
    }
  }
#line 52 "transpose.cpp"
  __syncthreads();
  {
    const int y = threadIdx.x / 16;
#line 54 "transpose.cpp"
    const int x = threadIdx.x % 16;
    #pragma unroll
    for (int s = 0; s < 4; ++s) {
#line 56 "transpose.cpp"
      float row[4];
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 57 "transpose.cpp"
        row[e] = tile[x * 4 + e][s * 16 + y];
      }
#line 58 "transpose.cpp"
      if (bj * 64 + s * 16 + y < B_extent0 && bi * 64 + x * 4 + 3 < B_extent1) {
        store<4>(&B[at(bj * 64 + s * 16 + y, B_extent1, bi * 64 + x * 4)], &row[0]);
      }
    }
  }
}

#line 42 "transpose.cpp"
__global__ void __launch_bounds__(256) transpose_kernel1(const float* __restrict__ A, int A_extent0, int A_extent1,
    float* __restrict__ B, int B_extent0, int B_extent1, int bj_first) {
  refuse_fast_math();
  const int bj = bj_first + blockIdx.y;
  const int bi = blockIdx.x;
#line 44 "transpose.cpp"
  __shared__ __align__(16) float tile[64][65];
  {
    const int y = threadIdx.x / 16;
#line 46 "transpose.cpp"
    const int x = threadIdx.x % 16;
    #pragma unroll
    for (int s = 0; s < 4; ++s) {
#line 48 "transpose.cpp"
      float row[4];
      load_or_zero<4>(&row[0], bi * 64 + s * 16 + y < A_extent0 && bj * 64 + x * 4 + 3 < A_extent1, &A[at(bi * 64 + s * 16 + y, A_extent1, bj * 64 + x * 4)]);
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 50 "transpose.cpp"
        tile[s * 16 + y][x * 4 + e] = row[e];
      }
    }
  }
#line 52 "transpose.cpp"
  __syncthreads();
  {
    const int y = threadIdx.x / 16;
#line 54 "transpose.cpp"
    const int x = threadIdx.x % 16;
    #pragma unroll
    for (int s = 0; s < 4; ++s) {
#line 56 "transpose.cpp"
      float row[4];
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 57 "transpose.cpp"
        row[e] = tile[x * 4 + e][s * 16 + y];
      }
#line 58 "transpose.cpp"
      if (bj * 64 + s * 16 + y < B_extent0 && bi * 64 + x * 4 + 3 < B_extent1) {
        store<4>(&B[at(bj * 64 + s * 16 + y, B_extent1, bi * 64 + x * 4)], &row[0]);
      }
    }
  }
}

#line 15 "transpose.cpp"
__global__ void __launch_bounds__(256) transpose_kernel2(const float* __restrict__ A, int A_extent1,
    float* __restrict__ B, int B_extent1, int rows, int columns, int bj_first) {
  refuse_fast_math();
  const int bj = bj_first + blockIdx.y;
  const int bi = blockIdx.x;
#line 17 "transpose.cpp"
  __shared__ __align__(16) float tile[64][65];
  {
    const int w = threadIdx.x / 32;
#line 19 "transpose.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int s = 0; s < 8; ++s) {
#line 21 "transpose.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 22 "transpose.cpp"
        const int i = s * 8 + w;
#line 22 "transpose.cpp"
        const int j = h * 32 + l;
        tile[i][j] = bi * 64 + i < rows && bj * 64 + j < columns ? A[at(bi * 64 + i, A_extent1, bj * 64 + j)] : 0.0f;
      }
    }
  }
#line 25 "transpose.cpp"
  __syncthreads();
  {
    const int w = threadIdx.x / 32;
#line 27 "transpose.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int s = 0; s < 8; ++s) {
#line 29 "transpose.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 30 "transpose.cpp"
        const int j = s * 8 + w;
#line 30 "transpose.cpp"
        const int i = h * 32 + l;
        if (bi * 64 + i < rows && bj * 64 + j < columns) {
#line 31 "transpose.cpp"
          B[at(bj * 64 + j, B_extent1, bi * 64 + i)] = tile[i][j];
        }
      }
    }
  }
}

}  // namespace

#line 12 "transpose.cpp"
extern "C" exogpu_status transpose_scalar(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0,
    int B_extent1, cudaStream_t stream) {
  if (!is_tensor(A, 4, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(B, 4, {B_extent0, B_extent1}))
    return violated("B: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 4ll * A_extent0 * A_extent1, B, 4ll * B_extent0 * B_extent1))
    return violated("A and B do not overlap");
#line 13 "transpose.cpp"
  if (!(B_extent0 == A_extent1 && B_extent1 == A_extent0))
    return violated("B.has_shape(A.extent(1), A.extent(0))");
#line 14 "transpose.cpp"
  const int rows = A_extent0;
#line 14 "transpose.cpp"
  const int columns = A_extent1;
  {
    const int bj_count = columns / 64 + (columns % 64 > 0 ? 1 : 0);
    const int bi_count = rows / 64 + (rows % 64 > 0 ? 1 : 0);
    if (bj_count > 0 && bi_count > 0) {
      for (long long bj_first = 0; bj_first < bj_count; bj_first += 65535) {
        transpose_scalar_kernel<<<dim3(bi_count, at_most(65535, bj_count - bj_first)), 256, 0, stream>>>(A, A_extent1,
            B, B_extent1, rows, columns, static_cast<int>(bj_first));
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 38 "transpose.cpp"
extern "C" exogpu_status transpose_vector(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0,
    int B_extent1, cudaStream_t stream) {
  if (!is_tensor(A, 4, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(B, 4, {B_extent0, B_extent1}))
    return violated("B: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 4ll * A_extent0 * A_extent1, B, 4ll * B_extent0 * B_extent1))
    return violated("A and B do not overlap");
#line 39 "transpose.cpp"
  if (!(B_extent0 == A_extent1 && B_extent1 == A_extent0 && A_extent0 % 4 == 0 && A_extent1 % 4 == 0))
    return violated("B.has_shape(A.extent(1), A.extent(0)) && A.extent(0) % 4 == 0 && A.extent(1) % 4 == 0");
#line 40 "transpose.cpp"
  if (!(is_aligned(A, 16) && is_aligned(B, 16)))
    return violated("A.is_aligned(16) && B.is_aligned(16)");
#line 41 "transpose.cpp"
  const int rows = A_extent0;
#line 41 "transpose.cpp"
  const int columns = A_extent1;
  {
    const int bj_count = columns / 64 + (columns % 64 > 0 ? 1 : 0);
    const int bi_count = rows / 64 + (rows % 64 > 0 ? 1 : 0);
    if (bj_count > 0 && bi_count > 0) {
      for (long long bj_first = 0; bj_first < bj_count; bj_first += 65535) {
        transpose_vector_kernel<<<dim3(bi_count, at_most(65535, bj_count - bj_first)), 256, 0, stream>>>(A, A_extent0,
            A_extent1, B, B_extent0, B_extent1, static_cast<int>(bj_first));
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 64 "transpose.cpp"
extern "C" exogpu_status transpose(const float* A, int A_extent0, int A_extent1, float* B, int B_extent0, int B_extent1,
    cudaStream_t stream) {
  if (!is_tensor(A, 4, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(B, 4, {B_extent0, B_extent1}))
    return violated("B: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 4ll * A_extent0 * A_extent1, B, 4ll * B_extent0 * B_extent1))
    return violated("A and B do not overlap");
#line 65 "transpose.cpp"
  if (!(B_extent0 == A_extent1 && B_extent1 == A_extent0))
    return violated("B.has_shape(A.extent(1), A.extent(0))");
#line 66 "transpose.cpp"
  if (A_extent0 % 4 == 0 && A_extent1 % 4 == 0 && is_aligned(A, 16) && is_aligned(B, 16)) {
#line 39 "transpose.cpp"
    if (!(B_extent0 == A_extent1 && B_extent1 == A_extent0 && A_extent0 % 4 == 0 && A_extent1 % 4 == 0))
      return violated("B.has_shape(A.extent(1), A.extent(0)) && A.extent(0) % 4 == 0 && A.extent(1) % 4 == 0");
#line 40 "transpose.cpp"
    if (!(is_aligned(A, 16) && is_aligned(B, 16)))
      return violated("A.is_aligned(16) && B.is_aligned(16)");
#line 41 "transpose.cpp"
    const int rows = A_extent0;
#line 41 "transpose.cpp"
    const int columns = A_extent1;
    {
      const int bj_count = columns / 64 + (columns % 64 > 0 ? 1 : 0);
      const int bi_count = rows / 64 + (rows % 64 > 0 ? 1 : 0);
      if (bj_count > 0 && bi_count > 0) {
        for (long long bj_first = 0; bj_first < bj_count; bj_first += 65535) {
          transpose_kernel1<<<dim3(bi_count, at_most(65535, bj_count - bj_first)), 256, 0, stream>>>(A, A_extent0,
              A_extent1, B, B_extent0, B_extent1, static_cast<int>(bj_first));
          if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
            return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
        }
      }
    }
  } else {
#line 69 "transpose.cpp"
#line 13 "transpose.cpp"
    if (!(B_extent0 == A_extent1 && B_extent1 == A_extent0))
      return violated("B.has_shape(A.extent(1), A.extent(0))");
#line 14 "transpose.cpp"
    const int rows = A_extent0;
#line 14 "transpose.cpp"
    const int columns = A_extent1;
    {
      const int bj_count = columns / 64 + (columns % 64 > 0 ? 1 : 0);
      const int bi_count = rows / 64 + (rows % 64 > 0 ? 1 : 0);
      if (bj_count > 0 && bi_count > 0) {
        for (long long bj_first = 0; bj_first < bj_count; bj_first += 65535) {
          transpose_kernel2<<<dim3(bi_count, at_most(65535, bj_count - bj_first)), 256, 0, stream>>>(A, A_extent1, B,
              B_extent1, rows, columns, static_cast<int>(bj_first));
          if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
            return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
        }
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

