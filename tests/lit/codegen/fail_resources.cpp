// What the chip, or the emitter, has no room or no instruction for. The bad program beside its good twin.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: < %t/err
// RUN: FileCheck %s --check-prefix=GOOD < %t/out
#include <exogpu/exogpu.h>

// Refused at once: counts of threads, shared memory that begins as zeros, cp.async in another direction.
// CHECK: :[[@LINE+9]]:35: error: this copy cannot be a cp.async: it does not go from a tensor to a shared array [EXG5010]
// CHECK: :[[@LINE+8]]:35: help: copy one row of 4, 8 or 16 bytes from a tensor to a shared array a call
void bad_async(exo::tensor<float, 2> A) {
  exo::require(A.is_aligned(16) && A.extent(1) % 4 == 0);
  for (int b : exo::blocks(A.extent(0))) {
    exo::shared<float[4]> x;
    exo::commit_group g;
    for (int t : exo::threads(4)) x[t] = 1.0f;
    exo::fence();
    for (int t : exo::threads(1)) exo::cp_async(A.window<4>(b, 4 * t), exo::window<4>(x, 0));
    g.commit();
    g.wait<0>();
  }
}
// GOOD: good_async: proved for all sizes
void good_async(exo::tensor<float, 2> A) {
  exo::require(A.is_aligned(16) && A.extent(1) % 4 == 0);
  for (int b : exo::blocks(A.extent(0))) {
    exo::shared<float[4]> x;
    for (int t : exo::threads(4)) x[t] = 1.0f;
    exo::fence();
    for (int t : exo::threads(1)) exo::copy(A.window<4>(b, 4 * t), exo::window<4>(x, 0));
  }
}

// CHECK: :[[@LINE+5]]:5: error: threads(2048) needs a block of 2048 threads; a block has at most 1024 [EXG2002]
// CHECK: :[[@LINE+4]]:5: help: ask for at most threads(1024) and let each thread do several elements in a sequential loop
void bad_threads(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) >= 2048);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(2048)) C[t] = float(b);
}
// CHECK: :[[@LINE+5]]:5: error: the number of iterations of this threads loop is not a constant [EXG2003]
// CHECK: :[[@LINE+4]]:5: help: {{.*}}
void bad_count(exo::tensor<float, 1> C, int n) {
  exo::require(n >= 0 && C.extent(0) >= n);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(n)) C[t] = float(b);
}
// GOOD: good_threads: proved for all sizes
void good_threads(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) >= 2048);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(1024))
      for (int i = t; i < 2048; i += 1024) C[i] = float(b);
}

// CHECK: :[[@LINE+4]]:5: error: shared array 'x' is declared zero: every thread of the block would store it [EXG2038]
// CHECK: :[[@LINE+3]]:5: help: declare it without `= {}`, let the threads write the zeros, then exo::fence()
void bad_zero(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[32]> x = {};
    exo::fence();
    for (int t : exo::threads(1)) C[b] = x[t];
  }
}
// GOOD: good_zero: proved for all sizes
void good_zero(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[32]> x;
    for (int t : exo::threads(32)) x[t] = 0.0f;
    exo::fence();
    for (int t : exo::threads(1)) C[b] = x[t];
  }
}

// What one block can hold is a part of the proof.
// GOOD: bad_shared: refuted: it does not fit the chip
// CHECK: :[[@LINE+4]]:3: error: this launch needs 240000 bytes of shared memory (x: 240000); a block of sm_90a has 232448 [EXG5001]
// CHECK: :[[@LINE+4]]:31: note: 240000 bytes
// CHECK: :[[@LINE+2]]:3: help: shrink a tile or the depth of a ring
void bad_shared(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[60000]> x;
    for (int t : exo::threads(1)) {
      x[t] = 1.0f;
      C[b] = x[t];
    }
  }
}
// GOOD: good_shared: proved for all sizes
void good_shared(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[58112]> x;
    for (int t : exo::threads(1)) {
      x[t] = 1.0f;
      C[b] = x[t];
    }
  }
}

// CHECK: :[[@LINE+3]]:3: error: the reg arrays of this launch need 81920 32-bit registers; a multiprocessor has 65536 [EXG5003]
// CHECK: :[[@LINE+2]]:3: help: shrink the tile that each thread holds
void bad_registers(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<float[1024][80]> x = {};
    for (int t : exo::threads(1)) C[b] = x[t][3];
  }
}
// GOOD: good_registers: proved for all sizes
void good_registers(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::reg<float[1024][64]> x = {};
    for (int t : exo::threads(1)) C[b] = x[t][3];
  }
}

// CHECK: :[[@LINE+4]]:3: error: the arrays of one thread in this launch take 560000 bytes; a thread has 524288 [EXG5014]
// CHECK: :[[@LINE+3]]:3: help: shrink them, share them, or keep them in a tensor
void bad_local(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) == 32);
  for (int b : exo::blocks(1)) for (int t : exo::threads(32)) {
    float x[140000];
    for (int k = 0; k < 140000; ++k) x[k] = float(k);
    C[t] = x[t];
  }
}
// GOOD: good_local: proved for all sizes
void good_local(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) == 32);
  for (int b : exo::blocks(1)) for (int t : exo::threads(32)) {
    float x[32];
    for (int k : exo::unroll(0, 32)) x[k] = float(k);
    C[t] = x[3];
  }
}
