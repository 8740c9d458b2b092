// Made by exogpu from row_sum<float, 8>, row_sum<exo::bf16, 8>, softmax<float>, softmax<exo::bf16>, layernorm<float>, layernorm<exo::bf16>.
// row_sum<float, 8>: proved for all sizes (43 of 43 obligations)
// equal bitwise to the sequential run
// row_sum<exo::bf16, 8>: proved for all sizes (43 of 43 obligations)
// equal bitwise to the sequential run
// softmax<float>: proved for all sizes (497 of 497 obligations)
// equal bitwise except: exp (line 77, at most 1 ulp on the host, 2 on the device), exp (line 124, at most 1 ulp on the host, 2 on the device), exp (line 191, at most 1 ulp on the host, 2 on the device), exp (line 198, at most 1 ulp on the host, 2 on the device), exp (line 208, at most 1 ulp on the host, 2 on the device), exp (line 237, at most 1 ulp on the host, 2 on the device), exp (line 244, at most 1 ulp on the host, 2 on the device)
// softmax<exo::bf16>: proved for all sizes (497 of 497 obligations)
// equal bitwise except: exp (line 77, at most 1 ulp on the host, 2 on the device), exp (line 124, at most 1 ulp on the host, 2 on the device), exp (line 191, at most 1 ulp on the host, 2 on the device), exp (line 198, at most 1 ulp on the host, 2 on the device), exp (line 208, at most 1 ulp on the host, 2 on the device), exp (line 237, at most 1 ulp on the host, 2 on the device), exp (line 244, at most 1 ulp on the host, 2 on the device)
// layernorm<float>: proved for all sizes (247 of 247 obligations)
// equal bitwise to the sequential run
// layernorm<exo::bf16>: proved for all sizes (247 of 247 obligations)
// equal bitwise to the sequential run
// Compile with: nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a (without --use_fast_math: it changes results)
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include "rows.h"

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
__device__ __forceinline__ vec<T, N> load(const T* from) {
  if constexpr (sizeof(T) >= 4) {
    return *reinterpret_cast<const vec<T, N>*>(from);
  } else {
    vec<T, N> value;
    using word = words_of<T, N>;
#pragma unroll
    for (int i = 0; i < static_cast<int>(sizeof(value) / sizeof(word)); ++i) {
      const word bits = reinterpret_cast<const word*>(from)[i];
      memcpy(reinterpret_cast<char*>(&value) + i * sizeof(word), &bits, sizeof(word));
    }
    return value;
  }
}

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

/// Loads N adjacent elements into a private array.
template <int N, class T>
__device__ __forceinline__ void load(T* to, const T* from) {
  load_or_zero<N>(to, true, from);
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

/// Starts copying Bytes bytes to shared memory: `valid` of them come from global memory, the rest become zero.
template <int Bytes>
__device__ __forceinline__ void cp_async(void* to, const void* from, int valid = Bytes) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(valid) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from), "n"(Bytes), "r"(valid)
                 : "memory");
}

/// Closes the thread's group of copies.
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/// Waits until all but the thread's last Pending groups have arrived, for this thread only.
template <int Pending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Sum over N lanes, Stride apart, by the xor butterfly: the same tree as in the source, the same bits in every lane.
template <int N, int Stride, class T>
__device__ __forceinline__ T lane_sum(unsigned lanes, T value) {
#pragma unroll
  for (int offset = N / 2; offset > 0; offset /= 2) value = value + __shfl_xor_sync(lanes, value, offset * Stride);
  return value;
}

/// Maximum over N lanes, Stride apart; a NaN gives way to a number.
template <int N, int Stride, class T>
__device__ __forceinline__ T lane_max(unsigned lanes, T value) {
#pragma unroll
  for (int offset = N / 2; offset > 0; offset /= 2) value = max(value, __shfl_xor_sync(lanes, value, offset * Stride));
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

#line 25 "rows.cpp"
__global__ void __launch_bounds__(256) row_sum_float_8_kernel(const float* __restrict__ X, int X_extent0, int X_extent1,
    float* __restrict__ y, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 26 "rows.cpp"
  float part;
  {
    const int w = threadIdx.x / 32;
#line 28 "rows.cpp"
    const int l = threadIdx.x % 32;
    float sum[4] = {};
    for (int c0 = 0; c0 < N; c0 += 8192) {
      float x[8][4];
      #pragma unroll
      for (int p = 0; p < 8; ++p) {
#line 33 "rows.cpp"
        load_or_zero<4>(&x[p][0], r < X_extent0 && c0 + ((p * 8 + w) * 32 + l) * 4 + 3 < X_extent1, &X[at(r, X_extent1, c0 + ((p * 8 + w) * 32 + l) * 4)]);
      }
#line 34 "rows.cpp"
      #pragma unroll
      for (int p = 0; p < 8; ++p) {
#line 35 "rows.cpp"
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
#line 35 "rows.cpp"
          sum[e % 4] = sum[e % 4] + x[p][e];
        }
      }
    }
#line 37 "rows.cpp"
    part = sum[0] + sum[1] + (sum[2] + sum[3]);
  }
  float total;
#line 39 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total_2 = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total_2 = total_2 + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    total = total_2;
  }
#line 40 "rows.cpp"
  if (threadIdx.x == 0) {
#line 40 "rows.cpp"
    y[r] = total;
  }
}

#line 25 "rows.cpp"
__global__ void __launch_bounds__(256) row_sum_bf16_8_kernel(const __nv_bfloat16* __restrict__ X, int X_extent0,
    int X_extent1, float* __restrict__ y, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 26 "rows.cpp"
  float part;
  {
    const int w = threadIdx.x / 32;
#line 28 "rows.cpp"
    const int l = threadIdx.x % 32;
    float sum[4] = {};
    for (int c0 = 0; c0 < N; c0 += 16384) {
      __nv_bfloat16 x[8][8];
      #pragma unroll
      for (int p = 0; p < 8; ++p) {
#line 33 "rows.cpp"
        load_or_zero<8>(&x[p][0], r < X_extent0 && c0 + ((p * 8 + w) * 32 + l) * 8 + 7 < X_extent1, &X[at(r, X_extent1, c0 + ((p * 8 + w) * 32 + l) * 8)]);
      }
#line 34 "rows.cpp"
      #pragma unroll
      for (int p = 0; p < 8; ++p) {
#line 35 "rows.cpp"
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
#line 35 "rows.cpp"
          sum[e % 4] = sum[e % 4] + __bfloat162float(x[p][e]);
        }
      }
    }
#line 37 "rows.cpp"
    part = sum[0] + sum[1] + (sum[2] + sum[3]);
  }
  float total;
#line 39 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total_2 = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total_2 = total_2 + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    total = total_2;
  }
#line 40 "rows.cpp"
  if (threadIdx.x == 0) {
#line 40 "rows.cpp"
    y[r] = total;
  }
}

#line 54 "rows.cpp"
__global__ void __launch_bounds__(32) softmax_float_kernel1(const float* __restrict__ X, int X_extent1,
    float* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 55 "rows.cpp"
  float x[4][4];
  float part;
  {
    const int l = threadIdx.x;
#line 58 "rows.cpp"
    float in[4][4];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 60 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 60 "rows.cpp"
        in[p][e] = -INFINITY;
      }
#line 61 "rows.cpp"
      if ((p * 32 + l) * 4 < N) load<4>(&in[p][0], &X[at(r, X_extent1, (p * 32 + l) * 4)]);
    }
#line 64 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 66 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 67 "rows.cpp"
        x[p][e] = in[p][e];
        best = fmaxf(best, x[p][e]);
      }
    }
#line 70 "rows.cpp"
    part = best;
  }
  float top = lane_max<32, 1>(0xffffffffu, part);
  {
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 76 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 77 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 80 "rows.cpp"
    part = sum;
  }
  float warp_sum_result = lane_sum<32, 1>(0xffffffffu, part);
#line 82 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, warp_sum_result);
  {
    const int l = threadIdx.x;
#line 84 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 85 "rows.cpp"
      if ((p * 32 + l) * 4 < N) {
        {
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 86 "rows.cpp"
            Y_4.at[e] = __fmul_rn(x[p][e], scale);
          }
          store(&Y[at(r, Y_extent1, (p * 32 + l) * 4)], Y_4);
        }
      }
    }
  }
}

#line 98 "rows.cpp"
__global__ void __launch_bounds__(256) softmax_float_kernel2(const float* __restrict__ X, int X_extent1,
    float* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 99 "rows.cpp"
  float x[4][4];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 102 "rows.cpp"
    const int l = threadIdx.x % 32;
    float in[4][4];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 105 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 106 "rows.cpp"
        in[p][e] = -INFINITY;
      }
#line 107 "rows.cpp"
      if (c < N) load<4>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 110 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 112 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 113 "rows.cpp"
        x[p][e] = in[p][e];
        best = fmaxf(best, x[p][e]);
      }
    }
#line 116 "rows.cpp"
    part = best;
  }
  float top;
#line 118 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 119 "rows.cpp"
  {
#line 121 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 123 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 124 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 127 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 129 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 129 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 131 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 133 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 4;
      if (c < N) {
        {
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 135 "rows.cpp"
            Y_4.at[e] = __fmul_rn(x[p][e], scale);
          }
          store(&Y[at(r, Y_extent1, c)], Y_4);
        }
      }
    }
  }
}

#line 98 "rows.cpp"
__global__ void __launch_bounds__(512) softmax_float_kernel3(const float* __restrict__ X, int X_extent1,
    float* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 99 "rows.cpp"
  float x[8][4];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 102 "rows.cpp"
    const int l = threadIdx.x % 32;
    float in[8][4];
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 105 "rows.cpp"
      const int c = ((p * 16 + w) * 32 + l) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 106 "rows.cpp"
        in[p][e] = -INFINITY;
      }
#line 107 "rows.cpp"
      if (c < N) load<4>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 110 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 112 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 113 "rows.cpp"
        x[p][e] = in[p][e];
        best = fmaxf(best, x[p][e]);
      }
    }
#line 116 "rows.cpp"
    part = best;
  }
  float top;
#line 118 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[16];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 16; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 119 "rows.cpp"
  {
#line 121 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 123 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 124 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 127 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 129 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[16];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 16; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 129 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 131 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 133 "rows.cpp"
      const int c = ((p * 16 + w) * 32 + l) * 4;
      if (c < N) {
        {
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 135 "rows.cpp"
            Y_4.at[e] = __fmul_rn(x[p][e], scale);
          }
          store(&Y[at(r, Y_extent1, c)], Y_4);
        }
      }
    }
  }
}

#line 149 "rows.cpp"
__global__ void __launch_bounds__(1024) softmax_float_kernel4(const float* __restrict__ X, int X_extent0, int X_extent1,
    float* __restrict__ Y, int Y_extent0, int Y_extent1, int N) {
  extern __shared__ __align__(16) unsigned char dynamic_shared[];
  refuse_fast_math();
  const int r = blockIdx.x;
#line 150 "rows.cpp"
  float (&kept)[13312][4] = *reinterpret_cast<float (*)[13312][4]>(dynamic_shared + 0);
  float x[3][4];
  float part;
#line 154 "rows.cpp"
  {
    const int t = threadIdx.x;
#line 155 "rows.cpp"
    #pragma unroll
    for (int s = 0; s < 13; ++s) {
#line 156 "rows.cpp"
      {
        const int valid = r < X_extent0 && (s * 32 * 32 + t) * 4 < X_extent1 ? 4 : 0;
        cp_async<16>(&kept[s * 32 * 32 + t][0], &X[at(r, X_extent1, (s * 32 * 32 + t) * 4)], valid * 4);
      }
    }
  }
#line 157 "rows.cpp"
  cp_async_commit();
  {
    const int t = threadIdx.x;
#line 159 "rows.cpp"
    float in[3][4];
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 161 "rows.cpp"
      const int c = ((13 + p) * 32 * 32 + t) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 162 "rows.cpp"
        in[p][e] = -INFINITY;
      }
#line 163 "rows.cpp"
      if (c < N) load<4>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 166 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 167 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 167 "rows.cpp"
        x[p][e] = in[p][e];
      }
    }
  }
#line 169 "rows.cpp"
  cp_async_wait<0>();
  {
    const int w = threadIdx.x / 32;
#line 171 "rows.cpp"
    const int l = threadIdx.x % 32;
    const int t = w * 32 + l;
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 175 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 175 "rows.cpp"
        best = fmaxf(best, x[p][e]);
      }
    }
#line 176 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      if ((s * 32 * 32 + t) * 4 < N) {
        float in[4];
        load<4>(&in[0], &kept[s * 32 * 32 + t][0]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
#line 180 "rows.cpp"
          best = fmaxf(best, in[e]);
        }
      }
    }
#line 182 "rows.cpp"
    part = best;
  }
  float top;
#line 184 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    float (&part_2)[32] = *reinterpret_cast<float (*)[32]>(dynamic_shared + 212992);
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 32; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 185 "rows.cpp"
  {
    const int w = threadIdx.x / 32;
#line 186 "rows.cpp"
    const int l = threadIdx.x % 32;
    const int t = w * 32 + l;
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 190 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 191 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 194 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      if ((s * 32 * 32 + t) * 4 < N) {
        float in[4];
        load<4>(&in[0], &kept[s * 32 * 32 + t][0]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
#line 198 "rows.cpp"
          sum = sum + expf(in[e] - top);
        }
      }
    }
#line 200 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 202 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    float (&part_2)[32] = *reinterpret_cast<float (*)[32]>(dynamic_shared + 213120);
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 32; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 202 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int t = threadIdx.x;
#line 204 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      float in[4];
#line 205 "rows.cpp"
      float out[4];
      load<4>(&in[0], &kept[s * 32 * 32 + t][0]);
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 208 "rows.cpp"
        out[e] = __fmul_rn(expf(in[e] - top), scale);
      }
#line 209 "rows.cpp"
      if (r < Y_extent0 && (s * 32 * 32 + t) * 4 + 3 < Y_extent1) {
        store<4>(&Y[at(r, Y_extent1, (s * 32 * 32 + t) * 4)], &out[0]);
      }
    }
#line 211 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 212 "rows.cpp"
      const int c = ((13 + p) * 32 * 32 + t) * 4;
      if (c < N) {
        {
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 214 "rows.cpp"
            Y_4.at[e] = __fmul_rn(x[p][e], scale);
          }
          store(&Y[at(r, Y_extent1, c)], Y_4);
        }
      }
    }
  }
}

#line 225 "rows.cpp"
__global__ void __launch_bounds__(256) softmax_float_kernel5(const float* __restrict__ X, int X_extent1,
    float* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 226 "rows.cpp"
  float part;
  {
    const int w = threadIdx.x / 32;
#line 228 "rows.cpp"
    const int l = threadIdx.x % 32;
    float best = -INFINITY;
    for (int c = w * 32 + l; c < N; c += 256) {
#line 230 "rows.cpp"
      best = fmaxf(best, X[at(r, X_extent1, c)]);
    }
#line 231 "rows.cpp"
    part = best;
  }
  float top;
#line 233 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 234 "rows.cpp"
  {
    const int w = threadIdx.x / 32;
#line 235 "rows.cpp"
    const int l = threadIdx.x % 32;
    float sum = 0.0f;
    for (int c = w * 32 + l; c < N; c += 256) {
#line 237 "rows.cpp"
      sum = sum + expf(X[at(r, X_extent1, c)] - top);
    }
#line 238 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 240 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 240 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 242 "rows.cpp"
    const int l = threadIdx.x % 32;
    for (int c = w * 32 + l; c < N; c += 256) {
      Y[at(r, Y_extent1, c)] = __fmul_rn(expf(X[at(r, X_extent1, c)] - top), scale);
    }
  }
}

#line 54 "rows.cpp"
__global__ void __launch_bounds__(32) softmax_bf16_kernel1(const __nv_bfloat16* __restrict__ X, int X_extent1,
    __nv_bfloat16* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 55 "rows.cpp"
  float x[4][8];
  float part;
  {
    const int l = threadIdx.x;
#line 58 "rows.cpp"
    __nv_bfloat16 in[4][8];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 60 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 60 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(-INFINITY);
      }
#line 61 "rows.cpp"
      if ((p * 32 + l) * 8 < N) load<8>(&in[p][0], &X[at(r, X_extent1, (p * 32 + l) * 8)]);
    }
#line 64 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 66 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 67 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
        best = fmaxf(best, x[p][e]);
      }
    }
#line 70 "rows.cpp"
    part = best;
  }
  float top = lane_max<32, 1>(0xffffffffu, part);
  {
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 76 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 77 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 80 "rows.cpp"
    part = sum;
  }
  float warp_sum_result = lane_sum<32, 1>(0xffffffffu, part);
#line 82 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, warp_sum_result);
  {
    const int l = threadIdx.x;
#line 84 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 85 "rows.cpp"
      if ((p * 32 + l) * 8 < N) {
        {
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 86 "rows.cpp"
            Y_8.at[e] = __float2bfloat16_rn(__fmul_rn(x[p][e], scale));
          }
          store(&Y[at(r, Y_extent1, (p * 32 + l) * 8)], Y_8);
        }
      }
    }
  }
}

#line 98 "rows.cpp"
__global__ void __launch_bounds__(256) softmax_bf16_kernel2(const __nv_bfloat16* __restrict__ X, int X_extent1,
    __nv_bfloat16* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 99 "rows.cpp"
  float x[4][8];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 102 "rows.cpp"
    const int l = threadIdx.x % 32;
    __nv_bfloat16 in[4][8];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 105 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 8;
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 106 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(-INFINITY);
      }
#line 107 "rows.cpp"
      if (c < N) load<8>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 110 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 112 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 113 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
        best = fmaxf(best, x[p][e]);
      }
    }
#line 116 "rows.cpp"
    part = best;
  }
  float top;
#line 118 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 119 "rows.cpp"
  {
#line 121 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 123 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 124 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 127 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 129 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 129 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 131 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 133 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 8;
      if (c < N) {
        {
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 135 "rows.cpp"
            Y_8.at[e] = __float2bfloat16_rn(__fmul_rn(x[p][e], scale));
          }
          store(&Y[at(r, Y_extent1, c)], Y_8);
        }
      }
    }
  }
}

#line 98 "rows.cpp"
__global__ void __launch_bounds__(512) softmax_bf16_kernel3(const __nv_bfloat16* __restrict__ X, int X_extent1,
    __nv_bfloat16* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 99 "rows.cpp"
  float x[8][8];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 102 "rows.cpp"
    const int l = threadIdx.x % 32;
    __nv_bfloat16 in[8][8];
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 105 "rows.cpp"
      const int c = ((p * 16 + w) * 32 + l) * 8;
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 106 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(-INFINITY);
      }
#line 107 "rows.cpp"
      if (c < N) load<8>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 110 "rows.cpp"
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 112 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 113 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
        best = fmaxf(best, x[p][e]);
      }
    }
#line 116 "rows.cpp"
    part = best;
  }
  float top;
#line 118 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[16];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 16; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 119 "rows.cpp"
  {
#line 121 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 123 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 124 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 127 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 129 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[16];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 16; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 129 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 131 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
#line 133 "rows.cpp"
      const int c = ((p * 16 + w) * 32 + l) * 8;
      if (c < N) {
        {
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 135 "rows.cpp"
            Y_8.at[e] = __float2bfloat16_rn(__fmul_rn(x[p][e], scale));
          }
          store(&Y[at(r, Y_extent1, c)], Y_8);
        }
      }
    }
  }
}

#line 149 "rows.cpp"
__global__ void __launch_bounds__(1024) softmax_bf16_kernel4(const __nv_bfloat16* __restrict__ X, int X_extent0,
    int X_extent1, __nv_bfloat16* __restrict__ Y, int Y_extent0, int Y_extent1, int N) {
  extern __shared__ __align__(16) unsigned char dynamic_shared[];
  refuse_fast_math();
  const int r = blockIdx.x;
#line 150 "rows.cpp"
  __nv_bfloat16 (&kept)[13312][8] = *reinterpret_cast<__nv_bfloat16 (*)[13312][8]>(dynamic_shared + 0);
  float x[3][8];
  float part;
#line 154 "rows.cpp"
  {
    const int t = threadIdx.x;
#line 155 "rows.cpp"
    #pragma unroll
    for (int s = 0; s < 13; ++s) {
#line 156 "rows.cpp"
      {
        const int valid = r < X_extent0 && (s * 32 * 32 + t) * 8 < X_extent1 ? 8 : 0;
        cp_async<16>(&kept[s * 32 * 32 + t][0], &X[at(r, X_extent1, (s * 32 * 32 + t) * 8)], valid * 2);
      }
    }
  }
#line 157 "rows.cpp"
  cp_async_commit();
  {
    const int t = threadIdx.x;
#line 159 "rows.cpp"
    __nv_bfloat16 in[3][8];
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 161 "rows.cpp"
      const int c = ((13 + p) * 32 * 32 + t) * 8;
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 162 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(-INFINITY);
      }
#line 163 "rows.cpp"
      if (c < N) load<8>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 166 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 167 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 167 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
      }
    }
  }
#line 169 "rows.cpp"
  cp_async_wait<0>();
  {
    const int w = threadIdx.x / 32;
#line 171 "rows.cpp"
    const int l = threadIdx.x % 32;
    const int t = w * 32 + l;
    float best = -INFINITY;
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 175 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 175 "rows.cpp"
        best = fmaxf(best, x[p][e]);
      }
    }
#line 176 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      if ((s * 32 * 32 + t) * 8 < N) {
        __nv_bfloat16 in[8];
        load<8>(&in[0], &kept[s * 32 * 32 + t][0]);
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
#line 180 "rows.cpp"
          best = fmaxf(best, __bfloat162float(in[e]));
        }
      }
    }
#line 182 "rows.cpp"
    part = best;
  }
  float top;
#line 184 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    float (&part_2)[32] = *reinterpret_cast<float (*)[32]>(dynamic_shared + 212992);
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 32; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 185 "rows.cpp"
  {
    const int w = threadIdx.x / 32;
#line 186 "rows.cpp"
    const int l = threadIdx.x % 32;
    const int t = w * 32 + l;
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 190 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 191 "rows.cpp"
        x[p][e] = expf(x[p][e] - top);
        sum = sum + x[p][e];
      }
    }
#line 194 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      if ((s * 32 * 32 + t) * 8 < N) {
        __nv_bfloat16 in[8];
        load<8>(&in[0], &kept[s * 32 * 32 + t][0]);
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
#line 198 "rows.cpp"
          sum = sum + expf(__bfloat162float(in[e]) - top);
        }
      }
    }
#line 200 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 202 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    float (&part_2)[32] = *reinterpret_cast<float (*)[32]>(dynamic_shared + 213120);
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 32; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 202 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int t = threadIdx.x;
#line 204 "rows.cpp"
    for (int s = 0; s < 13; ++s) {
      __nv_bfloat16 in[8];
#line 205 "rows.cpp"
      __nv_bfloat16 out[8];
      load<8>(&in[0], &kept[s * 32 * 32 + t][0]);
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 208 "rows.cpp"
        out[e] = __float2bfloat16_rn(__fmul_rn(expf(__bfloat162float(in[e]) - top), scale));
      }
#line 209 "rows.cpp"
      if (r < Y_extent0 && (s * 32 * 32 + t) * 8 + 7 < Y_extent1) {
        store<8>(&Y[at(r, Y_extent1, (s * 32 * 32 + t) * 8)], &out[0]);
      }
    }
#line 211 "rows.cpp"
    #pragma unroll
    for (int p = 0; p < 3; ++p) {
#line 212 "rows.cpp"
      const int c = ((13 + p) * 32 * 32 + t) * 8;
      if (c < N) {
        {
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 214 "rows.cpp"
            Y_8.at[e] = __float2bfloat16_rn(__fmul_rn(x[p][e], scale));
          }
          store(&Y[at(r, Y_extent1, c)], Y_8);
        }
      }
    }
  }
}

#line 225 "rows.cpp"
__global__ void __launch_bounds__(256) softmax_bf16_kernel5(const __nv_bfloat16* __restrict__ X, int X_extent1,
    __nv_bfloat16* __restrict__ Y, int Y_extent1, int N) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 226 "rows.cpp"
  float part;
  {
    const int w = threadIdx.x / 32;
#line 228 "rows.cpp"
    const int l = threadIdx.x % 32;
    float best = -INFINITY;
    for (int c = w * 32 + l; c < N; c += 256) {
#line 230 "rows.cpp"
      best = fmaxf(best, __bfloat162float(X[at(r, X_extent1, c)]));
    }
#line 231 "rows.cpp"
    part = best;
  }
  float top;
#line 233 "rows.cpp"
  /* block_max */ {
#line 116 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 118 "exogpu/collectives.h"
      float s = lane_max<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 119 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 121 "exogpu/collectives.h"
    __syncthreads();
    float best = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 123 "exogpu/collectives.h"
      best = fmaxf(best, part_2[w]);
    }
#line 124 "exogpu/collectives.h"
    __syncthreads();
    top = best;
  }
#line 234 "rows.cpp"
  {
    const int w = threadIdx.x / 32;
#line 235 "rows.cpp"
    const int l = threadIdx.x % 32;
    float sum = 0.0f;
    for (int c = w * 32 + l; c < N; c += 256) {
#line 237 "rows.cpp"
      sum = sum + expf(__bfloat162float(X[at(r, X_extent1, c)]) - top);
    }
#line 238 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 240 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 240 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, block_sum_result);
  {
    const int w = threadIdx.x / 32;
#line 242 "rows.cpp"
    const int l = threadIdx.x % 32;
    for (int c = w * 32 + l; c < N; c += 256) {
      Y[at(r, Y_extent1, c)] = __float2bfloat16_rn(__fmul_rn(expf(__bfloat162float(X[at(r, X_extent1, c)]) - top), scale));
    }
  }
}

#line 279 "rows.cpp"
__global__ void __launch_bounds__(64) layernorm_float_kernel1(const float* __restrict__ X, int X_extent1,
    const float* __restrict__ gamma, const float* __restrict__ beta, float* __restrict__ Y, int Y_extent1, int N,
    float epsilon) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 280 "rows.cpp"
  float x[2][4];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 283 "rows.cpp"
    const int l = threadIdx.x % 32;
    float in[2][4];
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 286 "rows.cpp"
      const int c = ((p * 2 + w) * 32 + l) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 287 "rows.cpp"
        in[p][e] = 0.0f;
      }
#line 288 "rows.cpp"
      if (c < N) load<4>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 291 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 293 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 294 "rows.cpp"
        x[p][e] = in[p][e];
        sum = sum + x[p][e];
      }
    }
#line 297 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 299 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[2];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 2; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 299 "rows.cpp"
  const float mean = __fdiv_rn(block_sum_result, static_cast<float>(N));
  {
    const int w = threadIdx.x / 32;
#line 301 "rows.cpp"
    const int l = threadIdx.x % 32;
    float squares = 0.0f;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 304 "rows.cpp"
      if (((p * 2 + w) * 32 + l) * 4 < N) {
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
#line 306 "rows.cpp"
          x[p][e] = x[p][e] - mean;
          squares = __fmaf_rn(x[p][e], x[p][e], squares);
        }
      }
    }
#line 309 "rows.cpp"
    part = squares;
  }
  float block_sum_result_2;
#line 311 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[2];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 2; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result_2 = total;
  }
#line 311 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, __fsqrt_rn(__fdiv_rn(block_sum_result_2, static_cast<float>(N)) + epsilon));
  {
    const int w = threadIdx.x / 32;
#line 313 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 315 "rows.cpp"
      const int c = ((p * 2 + w) * 32 + l) * 4;
      if (c < N) {
        {
          const auto gamma_4 = load<4>(&gamma[c]);
          const auto beta_4 = load<4>(&beta[c]);
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 318 "rows.cpp"
            const float g = gamma_4.at[e];
#line 318 "rows.cpp"
            const float b = beta_4.at[e];
            Y_4.at[e] = __fmaf_rn(__fmul_rn(x[p][e], scale), g, b);
          }
          store(&Y[at(r, Y_extent1, c)], Y_4);
        }
      }
    }
  }
}

#line 279 "rows.cpp"
__global__ void __launch_bounds__(256) layernorm_float_kernel2(const float* __restrict__ X, int X_extent1,
    const float* __restrict__ gamma, const float* __restrict__ beta, float* __restrict__ Y, int Y_extent1, int N,
    float epsilon) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 280 "rows.cpp"
  float x[4][4];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 283 "rows.cpp"
    const int l = threadIdx.x % 32;
    float in[4][4];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 286 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 287 "rows.cpp"
        in[p][e] = 0.0f;
      }
#line 288 "rows.cpp"
      if (c < N) load<4>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 291 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 293 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
#line 294 "rows.cpp"
        x[p][e] = in[p][e];
        sum = sum + x[p][e];
      }
    }
#line 297 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 299 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 299 "rows.cpp"
  const float mean = __fdiv_rn(block_sum_result, static_cast<float>(N));
  {
    const int w = threadIdx.x / 32;
#line 301 "rows.cpp"
    const int l = threadIdx.x % 32;
    float squares = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 304 "rows.cpp"
      if (((p * 8 + w) * 32 + l) * 4 < N) {
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
#line 306 "rows.cpp"
          x[p][e] = x[p][e] - mean;
          squares = __fmaf_rn(x[p][e], x[p][e], squares);
        }
      }
    }
#line 309 "rows.cpp"
    part = squares;
  }
  float block_sum_result_2;
#line 311 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result_2 = total;
  }
#line 311 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, __fsqrt_rn(__fdiv_rn(block_sum_result_2, static_cast<float>(N)) + epsilon));
  {
    const int w = threadIdx.x / 32;
#line 313 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 315 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 4;
      if (c < N) {
        {
          const auto gamma_4 = load<4>(&gamma[c]);
          const auto beta_4 = load<4>(&beta[c]);
          vec<float, 4> Y_4;
          #pragma unroll
          for (int e = 0; e < 4; ++e) {
#line 318 "rows.cpp"
            const float g = gamma_4.at[e];
#line 318 "rows.cpp"
            const float b = beta_4.at[e];
            Y_4.at[e] = __fmaf_rn(__fmul_rn(x[p][e], scale), g, b);
          }
          store(&Y[at(r, Y_extent1, c)], Y_4);
        }
      }
    }
  }
}

#line 279 "rows.cpp"
__global__ void __launch_bounds__(64) layernorm_bf16_kernel1(const __nv_bfloat16* __restrict__ X, int X_extent1,
    const __nv_bfloat16* __restrict__ gamma, const __nv_bfloat16* __restrict__ beta, __nv_bfloat16* __restrict__ Y,
    int Y_extent1, int N, float epsilon) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 280 "rows.cpp"
  float x[2][8];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 283 "rows.cpp"
    const int l = threadIdx.x % 32;
    __nv_bfloat16 in[2][8];
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 286 "rows.cpp"
      const int c = ((p * 2 + w) * 32 + l) * 8;
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 287 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(0.0f);
      }
#line 288 "rows.cpp"
      if (c < N) load<8>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 291 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 293 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 294 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
        sum = sum + x[p][e];
      }
    }
#line 297 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 299 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[2];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 2; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 299 "rows.cpp"
  const float mean = __fdiv_rn(block_sum_result, static_cast<float>(N));
  {
    const int w = threadIdx.x / 32;
#line 301 "rows.cpp"
    const int l = threadIdx.x % 32;
    float squares = 0.0f;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 304 "rows.cpp"
      if (((p * 2 + w) * 32 + l) * 8 < N) {
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
#line 306 "rows.cpp"
          x[p][e] = x[p][e] - mean;
          squares = __fmaf_rn(x[p][e], x[p][e], squares);
        }
      }
    }
#line 309 "rows.cpp"
    part = squares;
  }
  float block_sum_result_2;
#line 311 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[2];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 2; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result_2 = total;
  }
#line 311 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, __fsqrt_rn(__fdiv_rn(block_sum_result_2, static_cast<float>(N)) + epsilon));
  {
    const int w = threadIdx.x / 32;
#line 313 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 2; ++p) {
#line 315 "rows.cpp"
      const int c = ((p * 2 + w) * 32 + l) * 8;
      if (c < N) {
        {
          const auto gamma_8 = load<8>(&gamma[c]);
          const auto beta_8 = load<8>(&beta[c]);
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 318 "rows.cpp"
            const float g = __bfloat162float(gamma_8.at[e]);
#line 318 "rows.cpp"
            const float b = __bfloat162float(beta_8.at[e]);
            Y_8.at[e] = __float2bfloat16_rn(__fmaf_rn(__fmul_rn(x[p][e], scale), g, b));
          }
          store(&Y[at(r, Y_extent1, c)], Y_8);
        }
      }
    }
  }
}

#line 279 "rows.cpp"
__global__ void __launch_bounds__(256) layernorm_bf16_kernel2(const __nv_bfloat16* __restrict__ X, int X_extent1,
    const __nv_bfloat16* __restrict__ gamma, const __nv_bfloat16* __restrict__ beta, __nv_bfloat16* __restrict__ Y,
    int Y_extent1, int N, float epsilon) {
  refuse_fast_math();
  const int r = blockIdx.x;
#line 280 "rows.cpp"
  float x[4][8];
  float part;
  {
    const int w = threadIdx.x / 32;
#line 283 "rows.cpp"
    const int l = threadIdx.x % 32;
    __nv_bfloat16 in[4][8];
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 286 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 8;
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 287 "rows.cpp"
        in[p][e] = __float2bfloat16_rn(0.0f);
      }
#line 288 "rows.cpp"
      if (c < N) load<8>(&in[p][0], &X[at(r, X_extent1, c)]);
    }
#line 291 "rows.cpp"
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 293 "rows.cpp"
      #pragma unroll
      for (int e = 0; e < 8; ++e) {
#line 294 "rows.cpp"
        x[p][e] = __bfloat162float(in[p][e]);
        sum = sum + x[p][e];
      }
    }
#line 297 "rows.cpp"
    part = sum;
  }
  float block_sum_result;
#line 299 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result = total;
  }
#line 299 "rows.cpp"
  const float mean = __fdiv_rn(block_sum_result, static_cast<float>(N));
  {
    const int w = threadIdx.x / 32;
#line 301 "rows.cpp"
    const int l = threadIdx.x % 32;
    float squares = 0.0f;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 304 "rows.cpp"
      if (((p * 8 + w) * 32 + l) * 8 < N) {
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
#line 306 "rows.cpp"
          x[p][e] = x[p][e] - mean;
          squares = __fmaf_rn(x[p][e], x[p][e], squares);
        }
      }
    }
#line 309 "rows.cpp"
    part = squares;
  }
  float block_sum_result_2;
#line 311 "rows.cpp"
  /* block_sum */ {
#line 102 "exogpu/collectives.h"
    __shared__ __align__(16) float part_2[8];
    {
      const int w = threadIdx.x / 32;
#line 104 "exogpu/collectives.h"
      float s = lane_sum<32, 1>(0xffffffffu, part);
      if (threadIdx.x % 32 == 0) {
#line 105 "exogpu/collectives.h"
        part_2[w] = s;
      }
    }
#line 107 "exogpu/collectives.h"
    __syncthreads();
    float total = part_2[0];
    #pragma unroll
    for (int w = 1; w < 8; ++w) {
#line 109 "exogpu/collectives.h"
      total = total + part_2[w];
    }
#line 110 "exogpu/collectives.h"
    __syncthreads();
    block_sum_result_2 = total;
  }
#line 311 "rows.cpp"
  const float scale = __fdiv_rn(1.0f, __fsqrt_rn(__fdiv_rn(block_sum_result_2, static_cast<float>(N)) + epsilon));
  {
    const int w = threadIdx.x / 32;
#line 313 "rows.cpp"
    const int l = threadIdx.x % 32;
    #pragma unroll
    for (int p = 0; p < 4; ++p) {
#line 315 "rows.cpp"
      const int c = ((p * 8 + w) * 32 + l) * 8;
      if (c < N) {
        {
          const auto gamma_8 = load<8>(&gamma[c]);
          const auto beta_8 = load<8>(&beta[c]);
          vec<__nv_bfloat16, 8> Y_8;
          #pragma unroll
          for (int e = 0; e < 8; ++e) {
#line 318 "rows.cpp"
            const float g = __bfloat162float(gamma_8.at[e]);
#line 318 "rows.cpp"
            const float b = __bfloat162float(beta_8.at[e]);
            Y_8.at[e] = __float2bfloat16_rn(__fmaf_rn(__fmul_rn(x[p][e], scale), g, b));
          }
          store(&Y[at(r, Y_extent1, c)], Y_8);
        }
      }
    }
  }
}

}  // namespace

#line 21 "rows.cpp"
extern "C" exogpu_status row_sum_float_8(const float* X, int X_extent0, int X_extent1, float* y, int y_extent0,
    cudaStream_t stream) {
  if (!is_tensor(X, 4, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(y, 4, {y_extent0}))
    return violated("y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 4ll * X_extent0 * X_extent1, y, 4ll * y_extent0))
    return violated("X and y do not overlap");
#line 23 "rows.cpp"
  if (!(y_extent0 == X_extent0 && X_extent1 % 4 == 0 && is_aligned(X, 16)))
    return violated("y.has_shape(X.extent(0)) && X.extent(1) % V == 0 && X.is_aligned(16)");
#line 24 "rows.cpp"
  const int N = X_extent1;
  {
    const int r_count = X_extent0;
    if (r_count > 0) {
      row_sum_float_8_kernel<<<r_count, 256, 0, stream>>>(X, X_extent0, X_extent1, y, N);
      if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
        return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 21 "rows.cpp"
extern "C" exogpu_status row_sum_bf16_8(const void* X, int X_extent0, int X_extent1, float* y, int y_extent0,
    cudaStream_t stream) {
  if (!is_tensor(X, 2, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(y, 4, {y_extent0}))
    return violated("y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 2ll * X_extent0 * X_extent1, y, 4ll * y_extent0))
    return violated("X and y do not overlap");
#line 23 "rows.cpp"
  if (!(y_extent0 == X_extent0 && X_extent1 % 8 == 0 && is_aligned(X, 16)))
    return violated("y.has_shape(X.extent(0)) && X.extent(1) % V == 0 && X.is_aligned(16)");
#line 24 "rows.cpp"
  const int N = X_extent1;
  {
    const int r_count = X_extent0;
    if (r_count > 0) {
      row_sum_bf16_8_kernel<<<r_count, 256, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent0, X_extent1, y,
          N);
      if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
        return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 250 "rows.cpp"
extern "C" exogpu_status softmax_float(const float* X, int X_extent0, int X_extent1, float* Y, int Y_extent0,
    int Y_extent1, cudaStream_t stream) {
  if (!is_tensor(X, 4, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(Y, 4, {Y_extent0, Y_extent1}))
    return violated("Y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 4ll * X_extent0 * X_extent1, Y, 4ll * Y_extent0 * Y_extent1))
    return violated("X and Y do not overlap");
#line 252 "rows.cpp"
  if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1))
    return violated("Y.has_shape(X.extent(0), X.extent(1))");
#line 253 "rows.cpp"
  const int N = X_extent1;
  if (N % 4 == 0 && is_aligned(X, 16) && is_aligned(Y, 16) && N <= 65536) {
    if (N <= 512) {
#line 51 "rows.cpp"
      if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
        return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 52 "rows.cpp"
      if (!(X_extent1 % 4 == 0 && X_extent1 <= 512))
        return violated("X.extent(1) % V == 0 && X.extent(1) <= 32 * P * V");
#line 53 "rows.cpp"
      const int N_2 = X_extent1;
      {
        const int r_count = X_extent0;
        if (r_count > 0) {
          softmax_float_kernel1<<<r_count, 32, 0, stream>>>(X, X_extent1, Y, Y_extent1, N_2);
          if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
            return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
        }
      }
    } else {
#line 257 "rows.cpp"
      if (N <= 4096) {
#line 95 "rows.cpp"
        if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
          return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 96 "rows.cpp"
        if (!(X_extent1 % 4 == 0 && X_extent1 <= 4096))
          return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 97 "rows.cpp"
        const int N_2 = X_extent1;
        {
          const int r_count = X_extent0;
          if (r_count > 0) {
            softmax_float_kernel2<<<r_count, 256, 0, stream>>>(X, X_extent1, Y, Y_extent1, N_2);
            if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
              return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
          }
        }
      } else {
#line 259 "rows.cpp"
        if (N <= 16384) {
#line 95 "rows.cpp"
          if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
            return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 96 "rows.cpp"
          if (!(X_extent1 % 4 == 0 && X_extent1 <= 16384))
            return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 97 "rows.cpp"
          const int N_2 = X_extent1;
          {
            const int r_count = X_extent0;
            if (r_count > 0) {
              softmax_float_kernel3<<<r_count, 512, 0, stream>>>(X, X_extent1, Y, Y_extent1, N_2);
              if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
            }
          }
        } else {
#line 262 "rows.cpp"
#line 146 "rows.cpp"
          if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
            return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 147 "rows.cpp"
          if (!(X_extent1 % 4 == 0 && X_extent1 <= 65536))
            return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * (S + P) * V");
#line 148 "rows.cpp"
          const int N_2 = X_extent1;
          {
            const int r_count = X_extent0;
            if (r_count > 0) {
              if (const cudaError_t error = cudaFuncSetAttribute(softmax_float_kernel4, cudaFuncAttributeMaxDynamicSharedMemorySize, 213248); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
              softmax_float_kernel4<<<r_count, 1024, 213248, stream>>>(X, X_extent0, X_extent1, Y, Y_extent0, Y_extent1,
                  N_2);
              if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
            }
          }
        }
      }
    }
  } else {
#line 264 "rows.cpp"
#line 223 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1))");
#line 224 "rows.cpp"
    const int N_2 = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        softmax_float_kernel5<<<r_count, 256, 0, stream>>>(X, X_extent1, Y, Y_extent1, N_2);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 250 "rows.cpp"
extern "C" exogpu_status softmax_bf16(const void* X, int X_extent0, int X_extent1, void* Y, int Y_extent0,
    int Y_extent1, cudaStream_t stream) {
  if (!is_tensor(X, 2, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(Y, 2, {Y_extent0, Y_extent1}))
    return violated("Y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 2ll * X_extent0 * X_extent1, Y, 2ll * Y_extent0 * Y_extent1))
    return violated("X and Y do not overlap");
#line 252 "rows.cpp"
  if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1))
    return violated("Y.has_shape(X.extent(0), X.extent(1))");
#line 253 "rows.cpp"
  const int N = X_extent1;
  if (N % 8 == 0 && is_aligned(X, 16) && is_aligned(Y, 16) && N <= 131072) {
    if (N <= 1024) {
#line 51 "rows.cpp"
      if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
        return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 52 "rows.cpp"
      if (!(X_extent1 % 8 == 0 && X_extent1 <= 1024))
        return violated("X.extent(1) % V == 0 && X.extent(1) <= 32 * P * V");
#line 53 "rows.cpp"
      const int N_2 = X_extent1;
      {
        const int r_count = X_extent0;
        if (r_count > 0) {
          softmax_bf16_kernel1<<<r_count, 32, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
              static_cast<__nv_bfloat16*>(Y), Y_extent1, N_2);
          if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
            return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
        }
      }
    } else {
#line 257 "rows.cpp"
      if (N <= 8192) {
#line 95 "rows.cpp"
        if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
          return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 96 "rows.cpp"
        if (!(X_extent1 % 8 == 0 && X_extent1 <= 8192))
          return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 97 "rows.cpp"
        const int N_2 = X_extent1;
        {
          const int r_count = X_extent0;
          if (r_count > 0) {
            softmax_bf16_kernel2<<<r_count, 256, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
                static_cast<__nv_bfloat16*>(Y), Y_extent1, N_2);
            if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
              return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
          }
        }
      } else {
#line 259 "rows.cpp"
        if (N <= 32768) {
#line 95 "rows.cpp"
          if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
            return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 96 "rows.cpp"
          if (!(X_extent1 % 8 == 0 && X_extent1 <= 32768))
            return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 97 "rows.cpp"
          const int N_2 = X_extent1;
          {
            const int r_count = X_extent0;
            if (r_count > 0) {
              softmax_bf16_kernel3<<<r_count, 512, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
                  static_cast<__nv_bfloat16*>(Y), Y_extent1, N_2);
              if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
            }
          }
        } else {
#line 262 "rows.cpp"
#line 146 "rows.cpp"
          if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && is_aligned(X, 16) && is_aligned(Y, 16)))
            return violated("Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16)");
#line 147 "rows.cpp"
          if (!(X_extent1 % 8 == 0 && X_extent1 <= 131072))
            return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * (S + P) * V");
#line 148 "rows.cpp"
          const int N_2 = X_extent1;
          {
            const int r_count = X_extent0;
            if (r_count > 0) {
              if (const cudaError_t error = cudaFuncSetAttribute(softmax_bf16_kernel4, cudaFuncAttributeMaxDynamicSharedMemorySize, 213248); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
              softmax_bf16_kernel4<<<r_count, 1024, 213248, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent0,
                  X_extent1, static_cast<__nv_bfloat16*>(Y), Y_extent0, Y_extent1, N_2);
              if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
                return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
            }
          }
        }
      }
    }
  } else {
#line 264 "rows.cpp"
#line 223 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1))");
#line 224 "rows.cpp"
    const int N_2 = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        softmax_bf16_kernel5<<<r_count, 256, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
            static_cast<__nv_bfloat16*>(Y), Y_extent1, N_2);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 327 "rows.cpp"
extern "C" exogpu_status layernorm_float(float epsilon, const float* X, int X_extent0, int X_extent1,
    const float* gamma, int gamma_extent0, const float* beta, int beta_extent0, float* Y, int Y_extent0, int Y_extent1,
    cudaStream_t stream) {
  if (!is_tensor(X, 4, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(gamma, 4, {gamma_extent0}))
    return violated("gamma: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(beta, 4, {beta_extent0}))
    return violated("beta: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(Y, 4, {Y_extent0, Y_extent1}))
    return violated("Y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 4ll * X_extent0 * X_extent1, Y, 4ll * Y_extent0 * Y_extent1))
    return violated("X and Y do not overlap");
  if (!disjoint(gamma, 4ll * gamma_extent0, Y, 4ll * Y_extent0 * Y_extent1))
    return violated("gamma and Y do not overlap");
  if (!disjoint(beta, 4ll * beta_extent0, Y, 4ll * Y_extent0 * Y_extent1))
    return violated("beta and Y do not overlap");
#line 329 "rows.cpp"
  if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
    return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 330 "rows.cpp"
  if (!(X_extent1 % 4 == 0 && X_extent1 <= 4096))
    return violated("X.extent(1) % V == 0 && X.extent(1) <= 8 * 32 * 4 * V");
#line 331 "rows.cpp"
  if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
    return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 332 "rows.cpp"
  if (X_extent1 <= 512) {
#line 275 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 276 "rows.cpp"
    if (!(X_extent1 % 4 == 0 && X_extent1 <= 512))
      return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 277 "rows.cpp"
    if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
      return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 278 "rows.cpp"
    const int N = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        layernorm_float_kernel1<<<r_count, 64, 0, stream>>>(X, X_extent1, gamma, beta, Y, Y_extent1, N, epsilon);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  } else {
#line 335 "rows.cpp"
#line 275 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 276 "rows.cpp"
    if (!(X_extent1 % 4 == 0 && X_extent1 <= 4096))
      return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 277 "rows.cpp"
    if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
      return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 278 "rows.cpp"
    const int N = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        layernorm_float_kernel2<<<r_count, 256, 0, stream>>>(X, X_extent1, gamma, beta, Y, Y_extent1, N, epsilon);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

#line 327 "rows.cpp"
extern "C" exogpu_status layernorm_bf16(float epsilon, const void* X, int X_extent0, int X_extent1, const void* gamma,
    int gamma_extent0, const void* beta, int beta_extent0, void* Y, int Y_extent0, int Y_extent1, cudaStream_t stream) {
  if (!is_tensor(X, 2, {X_extent0, X_extent1}))
    return violated("X: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(gamma, 2, {gamma_extent0}))
    return violated("gamma: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(beta, 2, {beta_extent0}))
    return violated("beta: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(Y, 2, {Y_extent0, Y_extent1}))
    return violated("Y: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(X, 2ll * X_extent0 * X_extent1, Y, 2ll * Y_extent0 * Y_extent1))
    return violated("X and Y do not overlap");
  if (!disjoint(gamma, 2ll * gamma_extent0, Y, 2ll * Y_extent0 * Y_extent1))
    return violated("gamma and Y do not overlap");
  if (!disjoint(beta, 2ll * beta_extent0, Y, 2ll * Y_extent0 * Y_extent1))
    return violated("beta and Y do not overlap");
#line 329 "rows.cpp"
  if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
    return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 330 "rows.cpp"
  if (!(X_extent1 % 8 == 0 && X_extent1 <= 8192))
    return violated("X.extent(1) % V == 0 && X.extent(1) <= 8 * 32 * 4 * V");
#line 331 "rows.cpp"
  if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
    return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 332 "rows.cpp"
  if (X_extent1 <= 1024) {
#line 275 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 276 "rows.cpp"
    if (!(X_extent1 % 8 == 0 && X_extent1 <= 1024))
      return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 277 "rows.cpp"
    if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
      return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 278 "rows.cpp"
    const int N = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        layernorm_bf16_kernel1<<<r_count, 64, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
            static_cast<const __nv_bfloat16*>(gamma), static_cast<const __nv_bfloat16*>(beta),
            static_cast<__nv_bfloat16*>(Y), Y_extent1, N, epsilon);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  } else {
#line 335 "rows.cpp"
#line 275 "rows.cpp"
    if (!(Y_extent0 == X_extent0 && Y_extent1 == X_extent1 && gamma_extent0 == X_extent1 && beta_extent0 == X_extent1))
      return violated("Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1))");
#line 276 "rows.cpp"
    if (!(X_extent1 % 8 == 0 && X_extent1 <= 8192))
      return violated("X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V");
#line 277 "rows.cpp"
    if (!(is_aligned(X, 16) && is_aligned(Y, 16) && is_aligned(gamma, 16) && is_aligned(beta, 16)))
      return violated("X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16)");
#line 278 "rows.cpp"
    const int N = X_extent1;
    {
      const int r_count = X_extent0;
      if (r_count > 0) {
        layernorm_bf16_kernel2<<<r_count, 256, 0, stream>>>(static_cast<const __nv_bfloat16*>(X), X_extent1,
            static_cast<const __nv_bfloat16*>(gamma), static_cast<const __nv_bfloat16*>(beta),
            static_cast<__nv_bfloat16*>(Y), Y_extent1, N, epsilon);
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

