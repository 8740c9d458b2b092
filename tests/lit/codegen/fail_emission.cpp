// What the emitter refuses behind the proof; a local array in memory is only a warning.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -k bad_index -k bad_local -k bad_barriers -k bad_type -o out.cu > out 2> err && ls | count 2
// RUN: exits.sh 1 %exogpu check %s -k bad_index -k bad_local -k bad_barriers -k bad_type 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
#include <exogpu/exogpu.h>

// CHECK: :[[@LINE+6]]:39: error: index 1 of the reg array 'x' is neither the owning thread nor a constant after unrolling [EXG5004]
// CHECK: :[[@LINE+5]]:39: help: use exo::unroll with constant bounds for the loop of this index
void bad_index(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<float[32][8]> x = {};
    for (int t : exo::threads(32))
      for (int i = 0; i < b % 8; ++i) x[t][i] = 1.0f;
    for (int t : exo::threads(1)) C[b] = x[t][3];
  }
}
void good_index(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<float[32][8]> x = {};
    for (int t : exo::threads(32))
      for (int i : exo::unroll(0, 8))
        if (i < b % 8) x[t][i] = 1.0f;
    for (int t : exo::threads(1)) C[b] = x[t][3];
  }
}

// CHECK: :[[@LINE+5]]:5: warning: index 0 of the array 'x' is not a constant after unrolling: the array lives in local memory [EXG5005]
// CHECK: :[[@LINE+4]]:5: help: use exo::unroll with constant bounds for the loop of this index
void bad_local(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x[8] = {};
    x[b % 8] = 1.0f;
    C[b + t] = x[3];
  }
}
void good_local(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x[8] = {};
    for (int i : exo::unroll(0, 8)) x[i] = b % 8 == i ? 1.0f : 0.0f;
    C[b + t] = x[3];
  }
}

// CHECK: :[[@LINE+6]]:38: error: the fences of this launch need 16 named barriers; a block has 15 [EXG5007]
// CHECK: :[[@LINE+5]]:38: help: use fewer or larger groups around the fences, or a fence of the whole block
void bad_barriers(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) >= 1024);
  for (int b : exo::blocks(1)) {
    for (int t : exo::threads(1024)) C[t] = float(b);
    for (int g : exo::groups<64>(2)) exo::fence();
  }
}
void good_barriers(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) >= 512);
  for (int b : exo::blocks(1)) {
    for (int t : exo::threads(512)) C[t] = float(b);
    for (int g : exo::groups<64>(2)) exo::fence();
  }
}

// CHECK: :[[@LINE+6]]:21: error: 'warp_max' has no instruction for elements of type int16_t [EXG5009]
// CHECK: :[[@LINE+5]]:21: help: use float, double, or a 32- or 64-bit integer
void bad_type(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<std::int16_t[32]> x = {};
    for (int w : exo::warps(1)) {
      const int s = exo::warp_max(x);
      if (exo::one_thread()) C[b] = float(s + w);
    }
  }
}
void good_type(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<int[32]> x = {};
    for (int w : exo::warps(1)) {
      const int s = exo::warp_max(x);
      if (exo::one_thread()) C[b] = float(s + w);
    }
  }
}

// The prover names a fence without a barrier first (EXG4010); unproved code meets the emitter's own check.
void bad_fence(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    for (int g : exo::groups<48>(2)) exo::fence();
    for (int t : exo::threads(1)) C[b + t] = 1.0f;
  }
}
void good_fence(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    for (int g : exo::groups<64>(2)) exo::fence();
    for (int t : exo::threads(1)) C[b + t] = 1.0f;
  }
}
// RUN: exits.sh 1 %exogpu compile %s -k bad_fence -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=PROVER
// PROVER: :[[@LINE-11]]:38: error: this fence is executed by 48 threads that are not whole warps and not part of one warp [EXG4010]
// RUN: exits.sh 1 %exogpu compile %s -k bad_fence --verify=off -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: :[[@LINE-13]]:38: error: no barrier of the chip meets exactly these 48 threads, 1 apart [EXG5006]
// FENCE: help: use a group of adjacent threads that fills whole warps or divides one
// RUN: cd %t && ls | count 2

// RUN: %exogpu compile %s -k good_index -k good_local -k good_barriers -k good_type -k good_fence -o - 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD-NOT: {{error|warning}}:
// GOOD: good_index: proved for all sizes
// GOOD: good_fence: proved for all sizes
// RUN: %exogpu compile %s -k bad_local -q -o - 2> %t/err | FileCheck %s --check-prefix=LOCAL
// LOCAL: extern "C" exogpu_status bad_local(
