// Order that cannot be shown, copies without a group, tensors that may overlap, more fences than barriers.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
// RUN: FileCheck %s --check-prefix=GOOD < %t/out
#include <exogpu/exogpu.h>

// CHECK: :[[@LINE+6]]:36: error: cannot prove that the write of 'C' (line [[@LINE+6]]) and the write of 'C' (line [[@LINE+6]]) are ordered: non-linear product: {{.*}} [EXG4007]
// CHECK: :[[@LINE+5]]:36: note: the other access
// CHECK: :[[@LINE+4]]:36: help: give each thread its own elements, or end the loop, fence, and begin another
void bad_unknown(exo::tensor<float, 1> C, int n) {
  exo::require(0 <= n && n < 1000 && C.extent(0) >= 40000);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(32)) C[t * (n + t)] = float(b);
}
// GOOD: good_known: proved for all sizes
void good_known(exo::tensor<float, 1> C, int n) {
  exo::require(0 < n && n < 1000 && C.extent(0) >= 40000);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(32)) C[t * n] = float(b);
}
// Neither proved nor wrong: exit code 3, and nothing is written.
// RUN: exits.sh 3 %exogpu compile %s -k bad_unknown -o %t/out.cu 2> %t/err && cd %t && ls | count 2

// What an index that is read from memory may be is replayed with the values of the counterexample.
// CHECK: :[[@LINE+7]]:36: error: with {{.*}} writes C[0] while thread 0 of block b = {{[01]}} (line [[@LINE+7]]) may still write it: nothing orders two blocks of one launch [EXG4004]
// CHECK: :[[@LINE+6]]:36: note: confirmed in the simulator, with C.extent(0) = 2, I.extent(0) = 2
// CHECK: :[[@LINE+5]]:36: help: give each block its own elements, use an atomic, or split the proc in two launches
void bad_scatter(exo::tensor<float, 1> C, exo::tensor<const int, 1> I) {
  exo::require(C.extent(0) == I.extent(0));
  for (int b : exo::blocks(I.extent(0))) for (int t : exo::threads(1)) {
    const int i = I[b + t];
    if (i >= 0 && i < C.extent(0)) C[i] = 1.0f;
  }
}
// GOOD: good_scatter: proved for all sizes
void good_scatter(exo::tensor<int, 1> C, exo::tensor<const int, 1> I) {
  exo::require(C.extent(0) == I.extent(0));
  for (int b : exo::blocks(I.extent(0))) for (int t : exo::threads(1)) {
    const int i = I[b + t];
    if (i >= 0 && i < C.extent(0)) exo::atomic_add(C[i], 1);
  }
}

// CHECK: :[[@LINE+9]]:42: error: {{.*}} may still be in flight: no wait and fence lie between that surely complete it [EXG4002]
// CHECK: :[[@LINE+6]]:35: error: no commit group is declared around this exo::cp_async [EXG4009]
// CHECK: :[[@LINE+5]]:35: help: declare an exo::commit_group before it, at the level whose threads wait for the copies
void bad_group(exo::tensor<const float, 2> A, exo::tensor<float, 1> C) {
  exo::require(A.is_aligned(16) && A.extent(1) % 4 == 0);
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[4]> x;
    for (int t : exo::threads(1)) exo::cp_async(exo::window<4>(x, 0), A.window<4>(b, 4 * t));
    exo::fence();
    for (int t : exo::threads(1)) C[b] = x[t];
  }
}
// GOOD: good_group: proved for all sizes
void good_group(exo::tensor<const float, 2> A, exo::tensor<float, 1> C) {
  exo::require(A.is_aligned(16) && A.extent(1) % 4 == 0);
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[4]> x;
    exo::commit_group g;
    for (int t : exo::threads(1)) exo::cp_async(exo::window<4>(x, 0), A.window<4>(b, 4 * t));
    g.commit();
    g.wait<0>();
    exo::fence();
    for (int t : exo::threads(1)) C[b] = x[t];
  }
}

// CHECK: :[[@LINE+5]]:39: error: fences of 24 different groups of warps; the hardware has 15 named barriers for them [EXG4011]
// CHECK: :[[@LINE+4]]:39: help: use fewer and larger groups, or fences of the whole block
void bad_fences(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    for (int g : exo::groups<64>(16)) exo::fence();
    for (int g : exo::groups<128>(8)) exo::fence();
    for (int t : exo::threads(1)) C[b + t] = 1.0f;
  }
}
// GOOD: good_fences: proved for all sizes
void good_fences(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    for (int g : exo::groups<256>(4)) exo::fence();
    for (int g : exo::groups<128>(8)) exo::fence();
    for (int t : exo::threads(1)) C[b + t] = 1.0f;
  }
}

// CHECK: :[[@LINE+6]]:72: error: with {{.*}}'A' and 'C' may overlap, as exo::may_alias or exo::same says [EXG4013]
// CHECK: :[[@LINE+5]]:72: note: confirmed in the simulator, with {{.*}}
// CHECK: :[[@LINE+4]]:72: help: order the two accesses, or drop that statement if the tensors are distinct
void bad_overlap(exo::tensor<float, 1> C, exo::tensor<const float, 1> A) {
  exo::may_alias(C, A);
  exo::require(C.extent(0) == A.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[A.extent(0) - 1 - b];
}
// Only shifted against each other they collide, which the simulator has no way to run.
// CHECK: :[[@LINE+5]]:72: error: with {{.*}}'A' and 'C' may overlap, as exo::may_alias or exo::same says [EXG4013]
// CHECK: :[[@LINE+4]]:72: note: not confirmed, for the simulator overlays whole tensors only: the simulator sees no such fault with C.extent(0) = 2, A.extent(0) = 2
void bad_shifted(exo::tensor<float, 1> C, exo::tensor<const float, 1> A) {
  exo::may_alias(C, A);
  exo::require(C.extent(0) == A.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[b];
}
// GOOD: good_overlap: proved for all sizes
void good_overlap(exo::tensor<float, 1> C, exo::tensor<const float, 1> A) {
  exo::same(C, A);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[b];
}
