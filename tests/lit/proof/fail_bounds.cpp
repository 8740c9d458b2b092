// What is owed besides order: indices, numbers, definedness, alignment, contracts. The bad program beside its good twin.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
// RUN: FileCheck %s --check-prefix=GOOD < %t/out
#include <exogpu/exogpu.h>

// CHECK: :[[@LINE+4]]:36: error: index b * 32 + t of 'C' can leave its extent: b * 32 + t is 1 with C.extent(0) = 1, b = 0, t = 1, the extent is 1 [EXG3001]
// CHECK: :[[@LINE+3]]:36: help: guard the access with `if (b * 32 + t < C.extent(0))`, or state the bound with exo::require
void bad_index(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(exo::ceil_div(C.extent(0), 32)))
    for (int t : exo::threads(32)) C[b * 32 + t] = 1.0f;
}
// GOOD: good_index: proved for all sizes
void good_index(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(exo::ceil_div(C.extent(0), 32)))
    for (int t : exo::threads(32))
      if (b * 32 + t < C.extent(0)) C[b * 32 + t] = 1.0f;
}
// A negative index asks for another guard.
// CHECK: :[[@LINE+4]]:83: error: index b - 1 of 'A' can leave its extent: b - 1 is -1 with A.extent(0) = 1, C.extent(0) = 1, b = 0, the extent is 1 [EXG3001]
// CHECK: :[[@LINE+3]]:83: help: guard the access with `if (b - 1 >= 0)`
void bad_neighbour(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(0) == C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[b - 1];
}
// GOOD: good_neighbour: proved for all sizes
void good_neighbour(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(0) == C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = b > 0 ? A[b - 1] : 0.0f;
}

// CHECK: :[[@LINE+6]]:5: error: the window of 'x' that begins at n can leave its extent: n is 5 with n = 5, the extent is 8 [EXG3002]
// CHECK: :[[@LINE+5]]:5: help: guard the copy with `if (n <= 8 - 4)`, or state the bound with exo::require
void bad_window(exo::tensor<const float, 2> A, exo::tensor<float, 1> C, int n) {
  exo::require(n >= 0 && n < 100);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x[8] = {};
    exo::copy(exo::window<4>(x, n), exo::window<4>(A, b, t));
    C[b] = x[0];
  }
}
// GOOD: good_window: proved for all sizes
void good_window(exo::tensor<const float, 2> A, exo::tensor<float, 1> C, int n) {
  exo::require(n >= 0 && n < 100);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x[8] = {};
    if (n <= 8 - 4) exo::copy(exo::window<4>(x, n), exo::window<4>(A, b, t));
    C[b] = x[0];
  }
}

// CHECK: :[[@LINE+4]]:9: error: the value of n * 4 can leave int: with n = {{-?[0-9]+}} [EXG3003]
// CHECK: :[[@LINE+3]]:9: help: state how large it may be: `exo::require(n >= 0 && n <= 268435456)` is enough
void bad_overflow(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if (n * 4 > t) C[b] = 1.0f;
}
// GOOD: good_overflow: proved for all sizes
void good_overflow(exo::tensor<float, 1> C, int n) {
  exo::require(n >= 0 && n <= 1000);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if (n * 4 > t) C[b] = 1.0f;
}

// CHECK: :[[@LINE+4]]:9: error: the divisor n can be zero, or the quotient can leave its type: with n = 0 [EXG3004]
// CHECK: :[[@LINE+3]]:9: help: guard the division, or state `n > 0` with exo::require
void bad_divisor(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if (b / n >= t) C[b] = 1.0f;
}
// GOOD: good_divisor: proved for all sizes
void good_divisor(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if (n > 0 && b / n >= t) C[b] = 1.0f;
}

// CHECK: :[[@LINE+4]]:10: error: the shift count n can leave 0 .. bits-1: with n = {{-1|32}} [EXG3005]
// CHECK: :[[@LINE+3]]:10: help: state the range of n with exo::require
void bad_shift(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if ((b >> n) >= t) C[b] = 1.0f;
}
// GOOD: good_shift: proved for all sizes
void good_shift(exo::tensor<float, 1> C, int n) {
  exo::require(0 <= n && n < 32);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    if ((b >> n) >= t) C[b] = 1.0f;
}

// CHECK: :[[@LINE+6]]:12: error: 'x' may be read before it is assigned, for example with {{.*}}n = 0{{.*}} [EXG3006]
// CHECK: :[[@LINE+5]]:12: help: give 'x' a value where it is declared
void bad_scalar(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x;
    if (b + t > n) x = 1.0f;
    C[b] = x;
  }
}
// GOOD: good_scalar: proved for all sizes
void good_scalar(exo::tensor<float, 1> C, int n) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    float x;
    if (b + t > n) x = 1.0f;
    else x = 2.0f;
    C[b] = x;
  }
}

// CHECK: :[[@LINE+8]]:58: error: element [t] of 'x' may be read before it is written, for example with t = 31 [EXG3007]
// CHECK: :[[@LINE+7]]:58: help: write every element of 'x' before this line
// CHECK-NOT: = {}
void bad_element(exo::tensor<int, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<int[32]> x;
    for (int t : exo::threads(31)) x[t] = t;
    exo::fence();
    for (int t : exo::threads(32)) exo::atomic_add(C[b], x[t]);
  }
}
// GOOD: good_element: proved for all sizes
void good_element(exo::tensor<int, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<int[32]> x;
    for (int t : exo::threads(32)) x[t] = t;
    exo::fence();
    for (int t : exo::threads(32)) exo::atomic_add(C[b], x[t]);
  }
}

// CHECK: :[[@LINE+7]]:35: error: cp_async of 'A' may not be aligned to its 16 bytes, for example with {{.*}}A.is_aligned(16) = 0{{.*}} [EXG3008]
// CHECK: :[[@LINE+6]]:35: help: require `A.is_aligned(16)` and that the row length and the column are multiples of the window, or copy fewer elements at once
void bad_copy(exo::tensor<const float, 2> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(1) % 4 == 0);
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
// GOOD: good_copy: proved for all sizes
void good_copy(exo::tensor<const float, 2> A, exo::tensor<float, 1> C) {
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

// CHECK: :[[@LINE+5]]:20: error: it does not hold for all sizes that the window lies inside 'A', for example with {{.*}} [EXG3009]
// CHECK: :[[@LINE+4]]:20: note: confirmed in the simulator, with {{.*}}
// CHECK: :[[@LINE+3]]:20: help: guard this place, or state the missing condition with exo::require
void bad_view(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    const auto v = A.window(b, 4);
    C[b] = v[t];
  }
}
// GOOD: good_view: proved for all sizes
void good_view(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(0) >= 4 && A.extent(0) - 4 >= C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    const auto v = A.window(b, 4);
    C[b] = v[t];
  }
}

// CHECK: :[[@LINE+2]]:6: error: no input satisfies all of `n < 3`, `n > 5` of 'bad_contracts' [EXG3010]
// CHECK: :[[@LINE+1]]:6: help: remove or weaken one of them
void bad_contracts(exo::tensor<float, 1> C, int n) {
  exo::require(n > 5);
  exo::require(n < 3);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = 1.0f;
}
// Two tensors that are the same have the same extents.
// CHECK: :[[@LINE+1]]:6: error: no input satisfies all of {{.*}}`exo::same(A, C)`{{.*}} of 'bad_same' [EXG3010]
void bad_same(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::same(A, C);
  exo::require(A.extent(0) > C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[b];
}
// GOOD: good_same: proved for all sizes
void good_same(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::same(A, C);
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = A[b];
}
// The launcher asks for the memory and the extents.
// RUN: %exogpu compile %s -k good_same -o - | FileCheck %s --check-prefix=LAUNCHER
// LAUNCHER: if (!(static_cast<const void*>(A) == C && A_extent0 == C_extent0))
// LAUNCHER-NEXT: return violated("A and C are the same memory, with the same extents");

// An index that a call gives to a function is guarded where the call stands.
// CHECK: :[[@LINE+2]]:78: error: index t - 1 of 'A' can leave its extent: t - 1 is -1
// CHECK: :[[@LINE+1]]:78: help: guard the call in line [[@LINE+4]] with `if (t - 1 >= 0)`, or state the bound with exo::require
inline float elementOf(exo::tensor<const float, 1> A, int i) { return 0.0f + A[i]; }
void bad_call(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(0) == 32 && C.extent(0) == 32);
  for (int b : exo::blocks(1)) for (int t : exo::threads(32)) C[b + t] = elementOf(A, t - 1);
}
// GOOD: good_call: proved for all sizes
void good_call(exo::tensor<const float, 1> A, exo::tensor<float, 1> C) {
  exo::require(A.extent(0) == 32 && C.extent(0) == 32);
  for (int b : exo::blocks(1)) for (int t : exo::threads(32)) C[b + t] = t > 0 ? elementOf(A, t - 1) : 0.0f;
}

// Out of budget is no verdict about the program, whatever the question was.
// RUN: cd %t && exits.sh 5 %exogpu compile %s -k good_pitch --smt-budget=300 --cache=off -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --check-prefix=BUDGET --implicit-check-not=error: < %t/err
// BUDGET-COUNT-4: error: the budget of 300 rlimit units ended before it was proved that the value of b * pitch{{.*}} fits its type [EXG3021]
// BUDGET: :[[@LINE+8]]:44: error: the budget of 300 rlimit units ended before it was proved that index b * pitch + t of 'C' stays inside its extent [EXG3021]
// BUDGET: help: raise the budget with --smt-budget, or state the needed fact with exo::require
// BUDGET: :[[@LINE+6]]:44: error: the budget of 300 rlimit units ended before it was proved that the write of 'C' (line [[@LINE+6]]) and the write of 'C' (line [[@LINE+6]]) are ordered [EXG3021]
// GOOD: good_pitch: proved for all sizes
void good_pitch(int pitch, exo::tensor<float, 1> C) {
  exo::require(pitch >= 32 && pitch <= 1000000);
  for (int b : exo::blocks(1024))
    for (int t : exo::threads(32))
      if (b * pitch + t < C.extent(0) - 1) C[b * pitch + t] = 1.0f;
}
// RUN: exits.sh 5 %exogpu check %s -k good_index --smt-budget=1 --cache=off 2>&1 | FileCheck %s --check-prefix=CONTRACTS
// CONTRACTS: :15:6: error: the budget of 1 rlimit units ended before it was proved that some input satisfies the contracts [EXG3021]

// 64-bit unsigned arithmetic wraps like any other, and the proof does not.
// CHECK: :[[@LINE+3]]:82: error: cannot prove that the value of exo::uint64{u} * 4294967297u fits its type: it may reach the end of its 64-bit type [EXG3020]
void bad_wide(exo::uint32 u, exo::tensor<float, 1> y) {
  exo::require(y.extent(0) == 48);
  for (int b : exo::blocks(1)) for (int t : exo::threads(1)) y[static_cast<int>((exo::uint64{u} * 4294967297u) % 48u)] = 1.0f;
}
// GOOD: good_wide: proved for all sizes
void good_wide(exo::uint32 u, exo::tensor<float, 1> y) {
  exo::require(y.extent(0) == 48);
  for (int b : exo::blocks(1)) for (int t : exo::threads(1)) y[static_cast<int>((exo::uint64{u} * 3u) % 48u)] = 1.0f;
}
