// L2: functions that stand for an instruction. The body is what is proved; the verdict, and the emitted file, name what is
// trusted; at a group level as well as in one thread; inside a loop, a condition and another expression.
// RUN: %exogpu check %s 2>&1 | FileCheck --check-prefix=VERDICT %s
// RUN: %exogpu compile %s -o %t.cu && FileCheck %s < %t.cu
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using ivec = exo::tensor<int, 1>;

// VERDICT: bits: proved for all sizes
// VERDICT-NEXT: assuming: instruction popcount: its body is trusted to be its meaning
// VERDICT-NEXT: equal bitwise to the sequential run
// VERDICT: saturated: proved for all sizes
// VERDICT-NEXT: assuming: instruction saturate: its body is trusted to be its meaning
// CHECK: // assuming: instruction popcount: its body is trusted to be its meaning
// CHECK: __device__ __forceinline__ int instruction_popcount(unsigned x) {
// CHECK-NEXT:   return __popc(static_cast<int>(x));
// CHECK: __device__ __forceinline__ float instruction_saturate(float x) {
// CHECK-NEXT:   float result;
// CHECK-NEXT:   asm volatile("cvt.sat.f32.f32 %0, %1;" : "=f"(result) : "f"(x));
inline int popcount(exo::uint32 x) {
  exo::instruction("__popc(static_cast<int>({x}))");
  int n = 0;
  for (int i = 0; i < 32; ++i) n += static_cast<int>((x >> i) & 1u);
  return n;
}
inline float saturate(float x) {
  exo::instruction("cvt.sat.f32.f32 {result}, {x};");
  return exo::min(exo::max(x, 0.0f), 1.0f);
}

// CHECK-LABEL: bits_kernel(
// CHECK: instruction_popcount(7u)
void bits(ivec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    const int all = popcount(7u);
    for (int t : exo::threads(64)) {
      int sum = b;
      for (int k = 0; k < 4; ++k)
        if (k != t) sum += 2 * popcount(static_cast<exo::uint32>(y[t] + k)) + all;
      y[t] = sum;
    }
  }
}
// CHECK-LABEL: saturated_kernel(
// CHECK: instruction_saturate(
void saturated(vec y) {
  exo::require(y.extent(0) % 64 == 0);
  for (int b : exo::blocks(y.extent(0) / 64))
    for (int t : exo::threads(64)) y[b * 64 + t] = saturate(y[b * 64 + t]);
}
