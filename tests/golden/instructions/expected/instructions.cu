// Made by exogpu from count_bits.
// count_bits: proved for all sizes (16 of 16 obligations)
// assuming: instruction popcount: its body is trusted to be its meaning
// assuming: instruction leading_zeros: its body is trusted to be its meaning
// assuming: instruction byte_of: its body is trusted to be its meaning
// equal bitwise to the sequential run
// Compile with: nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a (without --use_fast_math: it changes results)
#include <cuda_runtime.h>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include "instructions.h"

namespace {

/// Whether an address is a multiple of `bytes`, a power of two.
__host__ __device__ __forceinline__ bool is_aligned(const void* address, int bytes) {
  return (reinterpret_cast<unsigned long long>(address) & static_cast<unsigned long long>(bytes - 1)) == 0;
}

/// Sums modulo 2^32 and 2^64: data of integer type wraps.
template <class T>
__host__ __device__ __forceinline__ T wrapping_add(T a, T b) {
  using bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<bits>(a) + static_cast<bits>(b));
}

/// Products modulo 2^32 and 2^64: data of integer type wraps.
template <class T>
__host__ __device__ __forceinline__ T wrapping_mul(T a, T b) {
  using bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<bits>(a) * static_cast<bits>(b));
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

/// The instruction popcount: the body that stands for it in the source is trusted to be its meaning.
__device__ __forceinline__ int instruction_popcount(unsigned x) {
  return __popc(static_cast<int>(x));
}

/// The instruction leading_zeros: the body that stands for it in the source is trusted to be its meaning.
__device__ __forceinline__ int instruction_leading_zeros(unsigned x) {
  int result;
  asm volatile("clz.b32 %0, %1;" : "=r"(result) : "r"(x));
  return result;
}

/// The instruction byte_of: the body that stands for it in the source is trusted to be its meaning.
__device__ __forceinline__ int instruction_byte_of(int x) {
  int result;
  asm volatile("{ .reg .s32 %%t; shl.b32 %%t, %1, 24 - 8 * 1; shr.s32 %0, %%t, 24; }" : "=r"(result) : "r"(x));
  return result;
}

/// The instruction byte_of: the body that stands for it in the source is trusted to be its meaning.
__device__ __forceinline__ int instruction_byte_of_2(int x) {
  int result;
  asm volatile("{ .reg .s32 %%t; shl.b32 %%t, %1, 24 - 8 * 3; shr.s32 %0, %%t, 24; }" : "=r"(result) : "r"(x));
  return result;
}

#line 37 "instructions.cpp"
__global__ void __launch_bounds__(64) count_bits_kernel(const unsigned* __restrict__ x, int* __restrict__ y) {
  const int b = blockIdx.x;
#line 38 "instructions.cpp"
  const int t = threadIdx.x;
  const int i = b * 64 + t;
  const unsigned x_2 = x[i];
#line 40 "instructions.cpp"
  int bits;
#line 40 "instructions.cpp"
  bits = instruction_popcount(x_2);
  const unsigned x_3 = x[i] ^ 5u;
#line 41 "instructions.cpp"
  int leading_zeros_result;
#line 41 "instructions.cpp"
  leading_zeros_result = instruction_leading_zeros(x_3);
#line 41 "instructions.cpp"
  const int x_4 = y[i];
#line 41 "instructions.cpp"
  int byte_of_result;
#line 41 "instructions.cpp"
  byte_of_result = instruction_byte_of(x_4);
#line 41 "instructions.cpp"
  const int x_5 = y[i];
#line 41 "instructions.cpp"
  int byte_of_result_2;
#line 41 "instructions.cpp"
  byte_of_result_2 = instruction_byte_of_2(x_5);
#line 41 "instructions.cpp"
  y[i] = wrapping_add(wrapping_add(wrapping_add(bits, wrapping_mul(100, leading_zeros_result)), byte_of_result), byte_of_result_2);
}

}  // namespace

#line 35 "instructions.cpp"
extern "C" exogpu_status count_bits(const unsigned* x, int x_extent0, int* y, int y_extent0, cudaStream_t stream) {
  if (!is_tensor(x, 4, {x_extent0}))
    return violated("x: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(y, 4, {y_extent0}))
    return violated("y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(x, 4ll * x_extent0, y, 4ll * y_extent0))
    return violated("x and y do not overlap");
#line 36 "instructions.cpp"
  if (!(y_extent0 == x_extent0 && x_extent0 % 64 == 0))
    return violated("y.has_shape(x.extent(0)) && x.extent(0) % 64 == 0");
#line 37 "instructions.cpp"
  {
    const int b_count = x_extent0 / 64;
    if (b_count > 0) {
      count_bits_kernel<<<b_count, 64, 0, stream>>>(x, y);
      if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
        return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
    }
  }
  return {EXOGPU_OK, "", 0};
}

