// Hand-written CUDA peers of the benchmark, behind C functions that enqueue on a stream and return the last error.
// Sizes are those of the benchmark: multiples of the blocks.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

constexpr int multiprocessors = 132;

__global__ void saxpyFloat4(float a, const float4* x, float4* y) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  const float4 p = x[i];
  float4 q = y[i];
  q.x += a * p.x, q.y += a * p.y, q.z += a * p.z, q.w += a * p.w;
  y[i] = q;
}

__device__ float blockSum(float s) {
  for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
  __shared__ float part[32];
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  float all = 0;
  for (unsigned w = 0; w < blockDim.x / 32; ++w) all += part[w];
  return all;
}

__global__ void sumGridStride(const float4* x, float* out, size_t n) {
  float s = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
    s += (x[i].x + x[i].y) + (x[i].z + x[i].w);
  s = blockSum(s);
  if (threadIdx.x == 0) atomicAdd(out, s);
}

__global__ void rowSumBlock(const float* x, float* out, int columns) {
  const float4* row = reinterpret_cast<const float4*>(x + size_t(blockIdx.x) * columns);
  float s = 0;
#pragma unroll 8
  for (int c = threadIdx.x; c < columns / 4; c += blockDim.x) s += (row[c].x + row[c].y) + (row[c].z + row[c].w);
  s = blockSum(s);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}

__global__ void transposeTile(const float* a, float* b, int n) {
  __shared__ float tile[32][33];
  const int i = threadIdx.x / 32, j = threadIdx.x % 32;
  for (int r = 0; r < 32; r += 8) tile[i + r][j] = a[size_t(blockIdx.y * 32 + i + r) * n + blockIdx.x * 32 + j];
  __syncthreads();
  for (int r = 0; r < 32; r += 8) b[size_t(blockIdx.x * 32 + i + r) * n + blockIdx.y * 32 + j] = tile[j][i + r];
}

__global__ void histogramCopies(const uint4* x, int* h, size_t n) {
  __shared__ int copies[8][256];
  for (int c = 0; c < 8; ++c) copies[c][threadIdx.x] = 0;
  __syncthreads();
  int* mine = copies[threadIdx.x / 32];
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) {
    const uint4 v = x[i];
    atomicAdd(mine + (v.x & 255), 1), atomicAdd(mine + (v.y & 255), 1);
    atomicAdd(mine + (v.z & 255), 1), atomicAdd(mine + (v.w & 255), 1);
  }
  __syncthreads();
  int total = 0;
  for (int c = 0; c < 8; ++c) total += copies[c][threadIdx.x];
  atomicAdd(h + threadIdx.x, total);
}

/// Four columns a thread, which walks `Rows` rows with three of them in registers.
template <int Rows>
__global__ void stencil5Window(const float* __restrict__ u, float* __restrict__ v, int n) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, top = blockIdx.y * Rows;
  const auto row = [&](int y) {
    const bool inside = y >= 0 && y < n;
    return inside ? *reinterpret_cast<const float4*>(u + size_t(y) * n + x) : make_float4(0, 0, 0, 0);
  };
  float4 up = row(top - 1), mid = row(top);
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const int y = top + r;
    const float4 down = row(y + 1);
    const float left = x > 0 ? u[size_t(y) * n + x - 1] : 0, right = x + 4 < n ? u[size_t(y) * n + x + 4] : 0;
    float4 out;
    out.x = 0.25f * (left + mid.y + up.x + down.x) - mid.x;
    out.y = 0.25f * (mid.x + mid.z + up.y + down.y) - mid.y;
    out.z = 0.25f * (mid.y + mid.w + up.z + down.z) - mid.z;
    out.w = 0.25f * (mid.z + right + up.w + down.w) - mid.w;
    *reinterpret_cast<float4*>(v + size_t(y) * n + x) = out;
    up = mid, mid = down;
  }
}

/// One point a thread; the caches keep the neighbours.
__global__ void stencil7Point(float a, const float* __restrict__ u, float* __restrict__ v, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  const int plane = n * n, i = z * plane + y * n + x;
  const float west = x > 0 ? u[i - 1] : 0, east = x + 1 < n ? u[i + 1] : 0;
  const float north = y > 0 ? u[i - n] : 0, south = y + 1 < n ? u[i + n] : 0;
  const float below = z > 0 ? u[i - plane] : 0, above = z + 1 < n ? u[i + plane] : 0;
  v[i] = u[i] + a * ((west + east) + (north + south) + (below + above) - 6 * u[i]);
}

}  // namespace

extern "C" {
int peer_saxpy(float a, const float* x, float* y, int n, cudaStream_t stream) {
  saxpyFloat4<<<n / 1024, 256, 0, stream>>>(a, (const float4*)x, (float4*)y);
  return cudaGetLastError();
}
int peer_sum(const float* x, float* out, int n, cudaStream_t stream) {
  sumGridStride<<<multiprocessors * 8, 512, 0, stream>>>((const float4*)x, out, n / 4);
  return cudaGetLastError();
}
int peer_row_sum(const float* x, float* out, int rows, int columns, cudaStream_t stream) {
  rowSumBlock<<<rows, 256, 0, stream>>>(x, out, columns);
  return cudaGetLastError();
}
int peer_transpose(const float* a, float* b, int n, cudaStream_t stream) {
  transposeTile<<<dim3(n / 32, n / 32), 256, 0, stream>>>(a, b, n);
  return cudaGetLastError();
}
int peer_histogram(const int* x, int* h, int n, int blocks_each, cudaStream_t stream) {
  histogramCopies<<<multiprocessors * blocks_each, 256, 0, stream>>>((const uint4*)x, h, n / 4);
  return cudaGetLastError();
}
int peer_stencil5_16(const float* u, float* v, int n, cudaStream_t stream) {
  stencil5Window<16><<<dim3(n / 512, n / 16), 128, 0, stream>>>(u, v, n);
  return cudaGetLastError();
}
int peer_stencil5_4(const float* u, float* v, int n, cudaStream_t stream) {
  stencil5Window<4><<<dim3(n / 512, n / 4), 128, 0, stream>>>(u, v, n);
  return cudaGetLastError();
}
int peer_stencil7(float a, const float* u, float* v, int n, cudaStream_t stream) {
  stencil7Point<<<dim3(n / 128, n / 2, n), dim3(128, 2), 0, stream>>>(a, u, v, n);
  return cudaGetLastError();
}
}
