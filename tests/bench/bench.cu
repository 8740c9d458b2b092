// Emitted chapters beside their peers, in one process: medians of events around one call, 256 MiB written between calls,
// outputs of transpose, row sum and sgemm checked first. README.md has the two commands. Peers: cuBLAS (fp32, no TF32) and plain hand-written kernels.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "histogram.h"
#include "rows.h"
#include "saxpy.h"
#include "sgemm.h"
#include "stencil.h"
#include "sum.h"
#include "transpose.h"

namespace {

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(4);
}
#define CHECK(call) check(call, __LINE__)
void check(exogpu_status status) {
  if (status.code == EXOGPU_OK) return;
  std::printf("launcher: %s\n", status.text);
  std::exit(4);
}

__global__ void fill(float* p, size_t n, unsigned seed) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) {
    unsigned x = unsigned(i) * 2654435761u + seed;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    p[i] = float((x ^ x >> 16) >> 8) * (2.0f / 16777216) - 1;
  }
}
__global__ void saxpyPeer(float a, const float4* x, float4* y, size_t n) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i >= n) return;
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
__global__ void sumPeer(const float4* x, float* out, size_t n) {
  float s = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
    s += (x[i].x + x[i].y) + (x[i].z + x[i].w);
  s = blockSum(s);
  if (threadIdx.x == 0) atomicAdd(out, s);
}
__global__ void rowSumPeer(const float* x, float* out, int columns) {
  const float4* row = reinterpret_cast<const float4*>(x + size_t(blockIdx.x) * columns);
  float s = 0;
#pragma unroll 8
  for (int c = threadIdx.x; c < columns / 4; c += blockDim.x) s += (row[c].x + row[c].y) + (row[c].z + row[c].w);
  s = blockSum(s);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void transposePeer(const float* a, float* b, int n) {
  __shared__ float tile[32][33];
  const int i = threadIdx.x / 32, j = threadIdx.x % 32;
  for (int r = 0; r < 32; r += 8) tile[i + r][j] = a[size_t(blockIdx.y * 32 + i + r) * n + blockIdx.x * 32 + j];
  __syncthreads();
  for (int r = 0; r < 32; r += 8) b[size_t(blockIdx.x * 32 + i + r) * n + blockIdx.y * 32 + j] = tile[j][i + r];
}
__global__ void histogramPeer(const uint4* x, int* h, size_t n) {
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

struct Row {
  std::string name;
  double work;        ///< compulsory bytes, or floating-point operations
  bool is_flops;
  bool is_peer;       ///< the row that the ones before it, back to the last peer, are divided by
  std::function<void()> run;
  std::vector<float> times = {};
};

float* device(size_t floats, unsigned seed) {
  float* p = nullptr;
  CHECK(cudaMalloc(&p, floats * 4));
  if (seed) fill<<<1024, 256>>>(p, floats, seed);
  else CHECK(cudaMemset(p, 0xff, floats * 4));
  return p;
}

/// Relative norm of the difference of the first `count` elements.
double difference(const float* a, const float* b, size_t count) {
  std::vector<float> x(count), y(count);
  CHECK(cudaMemcpy(x.data(), a, count * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y.data(), b, count * 4, cudaMemcpyDeviceToHost));
  double error = 0, norm = 0;
  for (size_t i = 0; i < count; ++i) error += (double(x[i]) - y[i]) * (double(x[i]) - y[i]), norm += double(y[i]) * y[i];
  return std::sqrt(error / std::max(norm, 1e-30));
}

void measure(std::vector<Row>& rows, int samples) {
  static float* flush = device(64u << 20, 1);
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int s = 0; s < samples; ++s)
    for (Row& row : rows) {
      CHECK(cudaMemsetAsync(flush, s, 256u << 20));
      CHECK(cudaEventRecord(begin));
      row.run();
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, begin, end));
      row.times.push_back(ms);
    }
  const auto median = [](Row& row) {
    std::nth_element(row.times.begin(), row.times.begin() + row.times.size() / 2, row.times.end());
    return row.times[row.times.size() / 2];
  };
  double peer = 0;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {  // peers stand behind the rows they are beside
    const double ms = median(*row);
    if (row->is_peer) peer = ms;
    std::printf("%-44s %9.4f ms %8.1f %s", row->name.c_str(), ms, row->work / ms / (row->is_flops ? 1e9 : 1e6),
                row->is_flops ? "TFLOP/s" : "GB/s");
    if (!row->is_peer && peer > 0) std::printf("   ratio %.3f", peer / ms);
    std::printf("\n");
  }
}

void memoryBound() {
  const int n = 1 << 28, side = 16384;
  float *a = device(n, 1), *b = device(n, 2), *c = device(n, 0), *d = device(n, 0), *h = device(1 << 16, 0), *g = device(1 << 16, 0);
  const double bytes = 4.0 * n;
  check(transpose(a, side, side, c, side, side, nullptr));
  transposePeer<<<dim3(512, 512), 256>>>(a, d, side);
  std::printf("transpose differs by %g\n", difference(c, d, 1 << 24));
  check(row_sum_float_8(a, side, side, h, side, nullptr));
  rowSumPeer<<<side, 256>>>(a, g, side);
  std::printf("row sum differs by %g\n", difference(h, g, side));
  std::vector<Row> rows;
  rows.push_back({"saxpy 2^28", 3 * bytes, false, false, [&] { check(saxpy(1e-3f, a, n, b, n, nullptr)); }});
  rows.push_back({"  peer: float4 a thread", 3 * bytes, false, true, [&] { saxpyPeer<<<n / 1024, 256>>>(1e-3f, (float4*)a, (float4*)b, n / 4); }});
  rows.push_back({"sum 2^28", bytes, false, false, [&] { check(sum(a, n, h, 1, nullptr)); }});
  rows.push_back({"  peer: grid stride, shuffles, atomic", bytes, false, true, [&] { sumPeer<<<132 * 8, 512>>>((float4*)a, g, n / 4); }});
  rows.push_back({"row sum 16384^2", bytes, false, false, [&] { check(row_sum_float_8(a, side, side, h, side, nullptr)); }});
  rows.push_back({"  peer: block a row, float4", bytes, false, true, [&] { rowSumPeer<<<side, 256>>>(a, g, side); }});
  rows.push_back({"transpose 16384^2", 2 * bytes, false, false, [&] { check(transpose(a, side, side, c, side, side, nullptr)); }});
  rows.push_back({"  peer: 32x33 tile", 2 * bytes, false, true, [&] { transposePeer<<<dim3(512, 512), 256>>>(a, c, side); }});
  rows.push_back({"histogram of words 2^28", bytes, false, false, [&] { check(histogram_words_8((int*)a, n, (int*)h, 256, nullptr)); }});
  rows.push_back({"  peer: 8 private copies", bytes, false, true, [&] { histogramPeer<<<132 * 8, 256>>>((uint4*)a, (int*)g, n / 4); }});
  rows.push_back({"5-point stencil 16384^2", 2 * bytes, false, false, [&] { check(stencil5(a, side, side, c, side, side, nullptr)); }});
  rows.push_back({"7-point stencil 512^3", bytes, false, false, [&] { check(stencil7(0.1f, a, 512, 512, 512, c, 512, 512, 512, nullptr)); }});
  rows.push_back({"softmax bf16 8192^2", 4.0 * 8192 * 8192, false, false, [&] { check(softmax_bf16(b, 8192, 8192, c, 8192, 8192, nullptr)); }});
  rows.push_back({"softmax bf16 65536x1024", 4.0 * 65536 * 1024, false, false, [&] { check(softmax_bf16(b, 65536, 1024, c, 65536, 1024, nullptr)); }});
  rows.push_back({"layernorm bf16 16384x8192", 4.0 * 16384 * 8192, false, false, [&] { check(layernorm_bf16(1e-5f, b, 16384, 8192, d, 8192, d + 65536, 8192, c, 16384, 8192, nullptr)); }});
  rows.push_back({"layernorm bf16 65536x1024", 4.0 * 65536 * 1024, false, false, [&] { check(layernorm_bf16(1e-5f, b, 65536, 1024, d, 1024, d + 65536, 1024, c, 65536, 1024, nullptr)); }});
  measure(rows, 21);
  for (float* p : {a, b, c, d, h, g}) CHECK(cudaFree(p));
}

void products(int n) {
  const size_t e = size_t(n) * n;
  float *a = device(e, 1), *b = device(e, 2), *c = device(e, 0), *want = device(e, 0);
  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) std::exit(4);
  const float one = 1, zero = 0;
  const auto peer = [&] { cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, want, n); };
  peer();
  const auto ring = [&] { check(sgemm(n, n, n, a, n, n, b, n, n, c, n, n, nullptr)); };
  ring();
  std::printf("sgemm %d differs by %g\n", n, difference(c, want, 1 << 20));
  const double flops = 2.0 * n * n * n;
  std::vector<Row> rows;
  rows.push_back({"sgemm (ring, depth 2) " + std::to_string(n), flops, true, false, ring});
  rows.push_back({"sgemm ring, depth 3", flops, true, false, [&] { check(sgemm_ring_32_3_4(n, n, n, a, n, n, b, n, n, c, n, n, nullptr)); }});
  rows.push_back({"sgemm double-buffered", flops, true, false, [&] { check(sgemm_double_8(n, n, n, a, n, n, b, n, n, c, n, n, nullptr)); }});
  rows.push_back({"  peer: cuBLAS fp32", flops, true, true, peer});
  measure(rows, 21);
  cublasDestroy(blas);
  for (float* p : {a, b, c, want}) CHECK(cudaFree(p));
}

}  // namespace

int main() {
  memoryBound();
  products(4096);
  products(8192);
}
