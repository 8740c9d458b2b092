// Made by exogpu from gemv<exo::f16>, gemv<exo::bf16>.
// gemv<exo::f16>: proved for all sizes (22 of 22 obligations)
// equal bitwise to the sequential run
// gemv<exo::bf16>: proved for all sizes (22 of 22 obligations)
// equal bitwise to the sequential run
// Compile with: nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a (without --use_fast_math: it changes results)
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include "gemv.h"

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

/// Whether an address is a multiple of `bytes`, a power of two.
__host__ __device__ __forceinline__ bool is_aligned(const void* address, int bytes) {
  return (reinterpret_cast<unsigned long long>(address) & static_cast<unsigned long long>(bytes - 1)) == 0;
}

/// Sum over N lanes, Stride apart, by the xor butterfly: the same tree as in the source, the same bits in every lane.
template <int N, int Stride, class T>
__device__ __forceinline__ T lane_sum(unsigned lanes, T value) {
#pragma unroll
  for (int offset = N / 2; offset > 0; offset /= 2) value = value + __shfl_xor_sync(lanes, value, offset * Stride);
  return value;
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

#line 13 "gemv.cpp"
__global__ void __launch_bounds__(256) gemv_f16_kernel(const __half* __restrict__ A, int A_extent0, int A_extent1,
    const __half* __restrict__ x, int x_extent0, float* __restrict__ y, int M, int K) {
  refuse_fast_math();
  const int b = blockIdx.x;
#line 14 "gemv.cpp"
  const int w = threadIdx.x / 32;
  const int r = b * 8 + w;
  if (r < M) {
    float part;
    {
      const int l = threadIdx.x % 32;
#line 19 "gemv.cpp"
      float sum = 0.0f;
      for (int k0 = 0; k0 < K; k0 += 1024) {
        __half a[4][8];
#line 21 "gemv.cpp"
        __half v[4][8];
        #pragma unroll
        for (int p = 0; p < 4; ++p) {
#line 23 "gemv.cpp"
          load_or_zero<8>(&a[p][0], r < A_extent0 && k0 + (p * 32 + l) * 8 + 7 < A_extent1, &A[at(r, A_extent1, k0 + (p * 32 + l) * 8)]);
          load_or_zero<8>(&v[p][0], k0 + (p * 32 + l) * 8 + 7 < x_extent0, &x[k0 + (p * 32 + l) * 8]);
        }
        #pragma unroll
        for (int p = 0; p < 4; ++p) {
#line 27 "gemv.cpp"
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 28 "gemv.cpp"
            sum = __fmaf_rn(__half2float(a[p][e]), __half2float(v[p][e]), sum);
          }
        }
      }
#line 30 "gemv.cpp"
      part = sum;
    }
    float sum = lane_sum<32, 1>(0xffffffffu, part);
    if (threadIdx.x % 32 == 0) {
#line 33 "gemv.cpp"
      y[r] = sum;
    }
  }
}

#line 13 "gemv.cpp"
__global__ void __launch_bounds__(256) gemv_bf16_kernel(const __nv_bfloat16* __restrict__ A, int A_extent0,
    int A_extent1, const __nv_bfloat16* __restrict__ x, int x_extent0, float* __restrict__ y, int M, int K) {
  refuse_fast_math();
  const int b = blockIdx.x;
#line 14 "gemv.cpp"
  const int w = threadIdx.x / 32;
  const int r = b * 8 + w;
  if (r < M) {
    float part;
    {
      const int l = threadIdx.x % 32;
#line 19 "gemv.cpp"
      float sum = 0.0f;
      for (int k0 = 0; k0 < K; k0 += 1024) {
        __nv_bfloat16 a[4][8];
#line 21 "gemv.cpp"
        __nv_bfloat16 v[4][8];
        #pragma unroll
        for (int p = 0; p < 4; ++p) {
#line 23 "gemv.cpp"
          load_or_zero<8>(&a[p][0], r < A_extent0 && k0 + (p * 32 + l) * 8 + 7 < A_extent1, &A[at(r, A_extent1, k0 + (p * 32 + l) * 8)]);
          load_or_zero<8>(&v[p][0], k0 + (p * 32 + l) * 8 + 7 < x_extent0, &x[k0 + (p * 32 + l) * 8]);
        }
        #pragma unroll
        for (int p = 0; p < 4; ++p) {
#line 27 "gemv.cpp"
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 28 "gemv.cpp"
            sum = __fmaf_rn(__bfloat162float(a[p][e]), __bfloat162float(v[p][e]), sum);
          }
        }
      }
#line 30 "gemv.cpp"
      part = sum;
    }
    float sum = lane_sum<32, 1>(0xffffffffu, part);
    if (threadIdx.x % 32 == 0) {
#line 33 "gemv.cpp"
      y[r] = sum;
    }
  }
}

}  // namespace

#line 9 "gemv.cpp"
extern "C" exogpu_status gemv_f16(const void* A, int A_extent0, int A_extent1, const void* x, int x_extent0, float* y,
    int y_extent0, cudaStream_t stream) {
  if (!is_tensor(A, 2, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(x, 2, {x_extent0}))
    return violated("x: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(y, 4, {y_extent0}))
    return violated("y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 2ll * A_extent0 * A_extent1, y, 4ll * y_extent0))
    return violated("A and y do not overlap");
  if (!disjoint(x, 2ll * x_extent0, y, 4ll * y_extent0))
    return violated("x and y do not overlap");
#line 10 "gemv.cpp"
  if (!(x_extent0 == A_extent1 && y_extent0 == A_extent0))
    return violated("x.has_shape(A.extent(1)) && y.has_shape(A.extent(0))");
#line 11 "gemv.cpp"
  if (!(A_extent1 % 8 == 0 && is_aligned(A, 16) && is_aligned(x, 16)))
    return violated("A.extent(1) % 8 == 0 && A.is_aligned(16) && x.is_aligned(16)");
#line 12 "gemv.cpp"
  const int M = A_extent0;
#line 12 "gemv.cpp"
  const int K = A_extent1;
  {
    const int b_count = M / 8 + (M % 8 > 0 ? 1 : 0);
    if (b_count > 0) {
      gemv_f16_kernel<<<b_count, 256, 0, stream>>>(static_cast<const __half*>(A), A_extent0, A_extent1,
          static_cast<const __half*>(x), x_extent0, y, M, K);
      if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
        return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 9 "gemv.cpp"
extern "C" exogpu_status gemv_bf16(const void* A, int A_extent0, int A_extent1, const void* x, int x_extent0, float* y,
    int y_extent0, cudaStream_t stream) {
  if (!is_tensor(A, 2, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(x, 2, {x_extent0}))
    return violated("x: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(y, 4, {y_extent0}))
    return violated("y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 2ll * A_extent0 * A_extent1, y, 4ll * y_extent0))
    return violated("A and y do not overlap");
  if (!disjoint(x, 2ll * x_extent0, y, 4ll * y_extent0))
    return violated("x and y do not overlap");
#line 10 "gemv.cpp"
  if (!(x_extent0 == A_extent1 && y_extent0 == A_extent0))
    return violated("x.has_shape(A.extent(1)) && y.has_shape(A.extent(0))");
#line 11 "gemv.cpp"
  if (!(A_extent1 % 8 == 0 && is_aligned(A, 16) && is_aligned(x, 16)))
    return violated("A.extent(1) % 8 == 0 && A.is_aligned(16) && x.is_aligned(16)");
#line 12 "gemv.cpp"
  const int M = A_extent0;
#line 12 "gemv.cpp"
  const int K = A_extent1;
  {
    const int b_count = M / 8 + (M % 8 > 0 ? 1 : 0);
    if (b_count > 0) {
      gemv_bf16_kernel<<<b_count, 256, 0, stream>>>(static_cast<const __nv_bfloat16*>(A), A_extent0, A_extent1,
          static_cast<const __nv_bfloat16*>(x), x_extent0, y, M, K);
      if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
        return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
    }
  }
  return {EXOGPU_OK, "", 0};
}

