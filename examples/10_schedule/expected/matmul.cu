// Made by exogpu from matmul.
// matmul: proved for all sizes (160 of 160 obligations)
// equal bitwise to the sequential run
// Compile with: nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a (without --use_fast_math: it changes results)
#include <cuda_runtime.h>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include "matmul.h"

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

#line 12 "matmul.cpp"
__global__ void __launch_bounds__(128) matmul_kernel(const float* __restrict__ A, int A_extent0, int A_extent1,
    const float* __restrict__ B, int B_extent1, float* __restrict__ C, int C_extent1, int K, int M, int N,
    int bm_first) {
  refuse_fast_math();
  const int bm = bm_first + blockIdx.y;
  const int bn = blockIdx.x;
#line 13 "matmul.cpp"
  float acc[16][2][4];
#line 12 "matmul.cpp"
  {
#line 12 "matmul.cpp"
    #pragma unroll
    for (int ii = 0; ii < 16; ++ii) {
#line 13 "matmul.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 13 "matmul.cpp"
        #pragma unroll
        for (int jj = 0; jj < 4; ++jj) {
#line 14 "matmul.cpp"
          acc[ii][h][jj] = 0.0f;
        }
      }
    }
  }
#line 15 "matmul.cpp"
  __shared__ __align__(16) float As[2][128][12];
#line 15 "matmul.cpp"
  __shared__ __align__(16) float Bs[2][8][128];
#line 15 "matmul.cpp"
  for (int ko = -1; ko < K / 8; ++ko) {
#line 15 "matmul.cpp"
    {
      const int t = threadIdx.x;
#line 15 "matmul.cpp"
      float a[8];
#line 15 "matmul.cpp"
      float b[8];
#line 15 "matmul.cpp"
      if (ko + 1 < K / 8) {
#line 15 "matmul.cpp"
        #pragma unroll
        for (int s = 0; s < 8; ++s) {
#line 15 "matmul.cpp"
          a[s] = bm * 128 + (s * 128 + t) / 8 < A_extent0 ? A[at(bm * 128 + (s * 128 + t) / 8, A_extent1, (ko + 1) * 8 + (s * 128 + t) % 8)] : 0.0f;
        }
#line 15 "matmul.cpp"
        #pragma unroll
        for (int Bs_0 = 0; Bs_0 < 8; ++Bs_0) {
#line 15 "matmul.cpp"
          b[Bs_0] = bn * 128 + t < B_extent1 ? B[at((ko + 1) * 8 + Bs_0, B_extent1, bn * 128 + t)] : 0.0f;
        }
      }
#line 12 "matmul.cpp"
      if (0 <= ko) {
#line 15 "matmul.cpp"
        #pragma unroll
        for (int q = 0; q < 2; ++q) {
#line 12 "matmul.cpp"
          #pragma unroll
          for (int ii = 0; ii < 16; ++ii) {
#line 15 "matmul.cpp"
            float row[4];
#line 15 "matmul.cpp"
            load<4>(&row[0], &As[ko % 2][t / 64 * 64 + (ii * 4 + t / 8 % 4)][q * 4]);
#line 15 "matmul.cpp"
            #pragma unroll
            for (int k = 0; k < 4; ++k) {
#line 13 "matmul.cpp"
              #pragma unroll
              for (int h = 0; h < 2; ++h) {
#line 13 "matmul.cpp"
                {
                  const auto Bs_4 = load<4>(&Bs[ko % 2][q * 4 + k][h * 64 + (t / 32 % 2 * 32 + t % 8 * 4)]);
                  #pragma unroll
                  for (int jj = 0; jj < 4; ++jj) {
#line 15 "matmul.cpp"
                    acc[ii][h][jj] = __fmaf_rn(row[k], Bs_4.at[jj], acc[ii][h][jj]);
                  }
                }
              }
            }
          }
        }
      }
#line 15 "matmul.cpp"
      if (ko + 1 < K / 8) {
#line 15 "matmul.cpp"
        #pragma unroll
        for (int s = 0; s < 8; ++s) {
#line 15 "matmul.cpp"
          As[(ko + 1) % 2][(s * 128 + t) / 8][(s * 128 + t) % 8] = a[s];
        }
#line 15 "matmul.cpp"
        #pragma unroll
        for (int Bs_0 = 0; Bs_0 < 8; ++Bs_0) {
#line 15 "matmul.cpp"
          Bs[(ko + 1) % 2][Bs_0][t] = b[Bs_0];
        }
      }
    }
#line 15 "matmul.cpp"
    __syncthreads();
  }
#line 12 "matmul.cpp"
  {
    const int t = threadIdx.x;
#line 15 "matmul.cpp"
    for (int k = 0; k < K % 8; ++k) {
#line 12 "matmul.cpp"
      if (bm * 128 + (t / 64 * 64 + (60 + t / 8 % 4)) < M && bn * 128 + (64 + (t / 32 % 2 * 32 + (t % 8 * 4 + 3))) < N && is_aligned(&B[at(K / 8 * 8 + k, B_extent1, bn * 128 + (t / 32 % 2 * 32 + t % 8 * 4))], 16)) {
        #pragma unroll
        for (int ii = 0; ii < 16; ++ii) {
#line 13 "matmul.cpp"
          #pragma unroll
          for (int h = 0; h < 2; ++h) {
#line 13 "matmul.cpp"
            {
              const auto B_4 = load<4>(&B[at(K / 8 * 8 + k, B_extent1, bn * 128 + (h * 64 + (t / 32 % 2 * 32 + t % 8 * 4)))]);
              #pragma unroll
              for (int jj = 0; jj < 4; ++jj) {
#line 15 "matmul.cpp"
                acc[ii][h][jj] = __fmaf_rn(A[at(bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)), A_extent1, K / 8 * 8 + k)], B_4.at[jj], acc[ii][h][jj]);
              }
            }
          }
        }
      } else {
        #pragma unroll
        for (int ii = 0; ii < 16; ++ii) {
#line 13 "matmul.cpp"
          #pragma unroll
          for (int h = 0; h < 2; ++h) {
#line 13 "matmul.cpp"
            #pragma unroll
            for (int jj = 0; jj < 4; ++jj) {
#line 12 "matmul.cpp"
              if (bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)) < M) {
                if (bn * 128 + (h * 64 + (t / 32 % 2 * 32 + (t % 8 * 4 + jj))) < N) {
#line 15 "matmul.cpp"
                  acc[ii][h][jj] = __fmaf_rn(A[at(bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)), A_extent1, K / 8 * 8 + k)], B[at(K / 8 * 8 + k, B_extent1, bn * 128 + (h * 64 + (t / 32 % 2 * 32 + (t % 8 * 4 + jj))))], acc[ii][h][jj]);
                }
              }
            }
          }
        }
      }
    }
  }
#line 12 "matmul.cpp"
  {
    const int t = threadIdx.x;
#line 12 "matmul.cpp"
    #pragma unroll
    for (int ii = 0; ii < 16; ++ii) {
#line 13 "matmul.cpp"
      #pragma unroll
      for (int h = 0; h < 2; ++h) {
#line 13 "matmul.cpp"
        if (bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)) < M && bn * 128 + (h * 64 + (t / 32 % 2 * 32 + (t % 8 * 4 + 3))) < N && is_aligned(&C[at(bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)), C_extent1, bn * 128 + (h * 64 + (t / 32 % 2 * 32 + t % 8 * 4)))], 16)) {
          store<4>(&C[at(bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)), C_extent1, bn * 128 + (h * 64 + (t / 32 % 2 * 32 + t % 8 * 4)))], &acc[ii][h][0]);
        } else {
          #pragma unroll
          for (int jj = 0; jj < 4; ++jj) {
#line 12 "matmul.cpp"
            if (bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)) < M) {
              if (bn * 128 + (h * 64 + (t / 32 % 2 * 32 + (t % 8 * 4 + jj))) < N) {
#line 13 "matmul.cpp"
                C[at(bm * 128 + (t / 64 * 64 + (ii * 4 + t / 8 % 4)), C_extent1, bn * 128 + (h * 64 + (t / 32 % 2 * 32 + (t % 8 * 4 + jj))))] = acc[ii][h][jj];
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace

#line 10 "matmul.cpp"
extern "C" exogpu_status matmul(int M, int N, int K, const float* A, int A_extent0, int A_extent1, const float* B,
    int B_extent0, int B_extent1, float* C, int C_extent0, int C_extent1, cudaStream_t stream) {
  if (!is_tensor(A, 4, {A_extent0, A_extent1}))
    return violated("A: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(B, 4, {B_extent0, B_extent1}))
    return violated("B: address aligned and not null, extents 0 .. 2147418112");
  if (!is_tensor(C, 4, {C_extent0, C_extent1}))
    return violated("C: address aligned and not null, extents 0 .. 2147418112");
  if (!disjoint(A, 4ll * A_extent0 * A_extent1, C, 4ll * C_extent0 * C_extent1))
    return violated("A and C do not overlap");
  if (!disjoint(B, 4ll * B_extent0 * B_extent1, C, 4ll * C_extent0 * C_extent1))
    return violated("B and C do not overlap");
#line 11 "matmul.cpp"
  if (!(A_extent0 == M && A_extent1 == K && (B_extent0 == K && B_extent1 == N) && (C_extent0 == M && C_extent1 == N)))
    return violated("A.has_shape(M, K) && B.has_shape(K, N) && C.has_shape(M, N)");
#line 12 "matmul.cpp"
  {
    const int bm_count = M / 128 + (M % 128 > 0 ? 1 : 0);
    const int bn_count = N / 128 + (N % 128 > 0 ? 1 : 0);
    if (bm_count > 0 && bn_count > 0) {
      for (long long bm_first = 0; bm_first < bm_count; bm_first += 65535) {
        matmul_kernel<<<dim3(bn_count, at_most(65535, bm_count - bm_first)), 128, 0, stream>>>(A, A_extent0, A_extent1,
            B, B_extent1, C, C_extent1, K, M, N, static_cast<int>(bm_first));
        if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
          return {EXOGPU_CUDA_ERROR, cudaGetErrorString(error), static_cast<int>(error)};
      }
    }
  }
  return {EXOGPU_OK, "", 0};
}

