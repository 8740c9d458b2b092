// Names of places, structs and windows that are no part of the language, each beside the program that was meant.
// RUN: rm -rf %t && mkdir %t && exits.sh 1 %exogpu check %s > %t/out 2> %t/err
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
// RUN: FileCheck %s --check-prefix=GOOD --implicit-check-not=refuted < %t/out
#include <exogpu/exogpu.h>

struct Pair {
  float a, b;
  static constexpr int width = 2;
};
constexpr int width = 2;

// CHECK: :[[@LINE+4]]:37: error: this is not an array, a tensor or a part of one [EXG1221]
// CHECK: :[[@LINE+3]]:37: help: name an element, a row or a whole array
void bad_place(exo::tensor<int, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(32)) {
    int sum = C[b]; exo::atomic_add(sum, t);
  }
}
// GOOD: good_place: proved
void good_place(exo::tensor<int, 1> C) {
  for (int b : exo::blocks(C.extent(0)))
    for (int t : exo::threads(32)) exo::atomic_add(C[b], t);
}

// CHECK: :[[@LINE+3]]:62: error: this is not one element [EXG1222]
// CHECK: :[[@LINE+2]]:62: help: give as many indices as the array or tensor has dimensions
void bad_scalar(exo::tensor<float, 2> C) {
  for (int b : exo::blocks(4)) for (int t : exo::threads(4)) C[b + t];
}
// GOOD: good_scalar: proved
void good_scalar(exo::tensor<float, 2> C) {
  exo::require(C.has_shape(4, 4));
  for (int b : exo::blocks(4)) for (int t : exo::threads(4)) C[b][t] = 1.0f;
}

// CHECK: :[[@LINE+5]]:34: error: the member 'width' is not accessible here [EXG1223]
// CHECK: :[[@LINE+4]]:34: help: use the functions of exogpu's types, or a struct of scalars
void bad_member(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    Pair p{1.0f, 2.0f};
    C[b] = p.a + p.b * float(t + p.width);
  }
}
// GOOD: good_member: proved
void good_member(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    Pair p = Pair();
    C[b] = p.a + p.b * float(t + Pair::width);
  }
}

// CHECK: :[[@LINE+3]]:84: error: this expression of type 'exo::tensor<const float, 1>' is not part of the language (ConditionalOperator) [EXG1298]
// CHECK: :[[@LINE+2]]:84: help: use arithmetic on scalars, elements of arrays and tensors, and calls of functions
void bad_expression(exo::tensor<float, 1> C, exo::tensor<const float, 1> A, exo::tensor<const float, 1> B, bool first) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = (first ? A : B)[b];
}
// GOOD: good_expression: proved
void good_expression(exo::tensor<float, 1> C, exo::tensor<const float, 1> A, exo::tensor<const float, 1> B, bool first) {
  exo::require(A.extent(0) == C.extent(0) && B.extent(0) == C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = first ? A[b] : B[b];
}

Pair made(float a) { return Pair{a, a}; }
void make(Pair& p, float a) {
  p.a = a;
  p.b = a;
}
float& element(exo::tensor<float, 1> C, int i) { return C[i]; }
// CHECK: :[[@LINE+4]]:20: error: a call that returns 'Pair' [EXG1304]
// CHECK: :[[@LINE+3]]:20: help: return a scalar, or write results through a reference parameter
void bad_return(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    const Pair p = made(2.0f);
    C[b + t] = p.a;
  }
}
// CHECK: :[[@LINE+3]]:72: error: a call that returns 'float &' [EXG1304]
// CHECK: :[[@LINE+2]]:72: help: return a scalar, or write results through a reference parameter
void bad_reference(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) element(C, b + t) = 1.0f;
}
// GOOD: good_return: proved
void good_return(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    Pair p{};
    make(p, 2.0f);
    C[b + t] = p.a;
  }
}

// CHECK: :[[@LINE+4]]:33: error: values in the initialiser of 'x', which many threads share [EXG1307]
// CHECK: :[[@LINE+3]]:33: help: store the values in a loop over threads; registers may begin with `= {}`
void bad_initial(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[2]> x = { 1.0f, 2.0f};
    for (int t : exo::threads(1)) C[b + t] = x[t];
  }
}
// GOOD: good_initial: proved
void good_initial(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) {
    exo::shared<float[2]> x;
    for (int t : exo::threads(1)) {
      x[t] = float(t + 1);
      C[b + t] = x[t];
    }
  }
}

// CHECK: :[[@LINE+5]]:5: error: an assignment of type 'row<float, 2, struct exo::dense, 0 + 1>' [EXG1312]
// CHECK: :[[@LINE+4]]:5: help: assign scalars; copy arrays element by element or with exo::copy
void bad_assign(exo::tensor<float, 2> C, exo::tensor<float, 2> A) {
  exo::require(A.extent(0) == C.extent(0));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) {
    C[b + t] = A[b];
  }
}
// GOOD: good_assign: proved
void good_assign(exo::tensor<float, 2> C, exo::tensor<const float, 2> A) {
  exo::require(A.extent(0) == C.extent(0) && A.extent(1) == C.extent(1));
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    for (int j = 0; j < C.extent(1); ++j) C[b + t][j] = A[b][j];
}

// CHECK: :[[@LINE+4]]:15: error: this is not a window that can be copied [EXG1404]
// CHECK: :[[@LINE+3]]:15: help: write A.window<R, C>(i, j) on a tensor or exo::window<R, C>(array, i, j)
void bad_window(exo::tensor<float, 2> C, exo::tensor<const float, 2> A, bool up) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    exo::copy(up ? C.window<1, 4>(b, 4) : C.window<1, 4>(b, 0), A.window<1, 4>(b, t));
}
// GOOD: good_window: proved
void good_window(exo::tensor<float, 2> C, exo::tensor<const float, 2> A, bool up) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1))
    exo::copy(C.window<1, 4>(b, up ? 4 : 0), A.window<1, 4>(b, t));
}

// CHECK: :[[@LINE+5]]:3: error: the callee states that its tensors are the same memory, but 'A' and 'B' are not known to be [EXG1406]
// CHECK: :[[@LINE+7]]:74: note: in the call of 'twice' here
// CHECK: :[[@LINE+3]]:3: help: state exo::same(A, B) here too, or pass one tensor for both
// GOOD: twice: proved
void twice(exo::tensor<float, 1> a, exo::tensor<const float, 1> b) {
  exo::same(a, b);
  for (int i : exo::blocks(a.extent(0))) for (int t : exo::threads(1)) a[i + t] = b[i] + b[i];
}
void bad_alias(exo::tensor<float, 1> A, exo::tensor<const float, 1> B) { twice(A, B); }
// GOOD: good_alias: proved
void good_alias(exo::tensor<float, 1> A, exo::tensor<const float, 1> B) {
  exo::same(A, B);
  twice(A, B);
}
