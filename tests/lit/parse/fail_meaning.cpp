// What means one thing to the compiler of the plain run and would mean another in the kernel is refused, or is what C++ says it is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
#include <exogpu/exogpu.h>
using out = exo::tensor<int, 1>;
struct Pair { int a, b; };

// Pragmas that change the arithmetic of the plain run alone.
// CHECK: :[[@LINE+3]]:63: error: a pragma changes the floating-point arithmetic of these braces [EXG1120]
// CHECK: help: remove it: write exo::fma for a contraction, and name other freedom by exo::fp
void bad_pragma(exo::tensor<float, 1> y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) {
#pragma clang fp reassociate(on)
    if (t < y.extent(0)) y[t + b] = (y[t] + 1e8f) - 1e8f;
  }
}

// CHECK: :[[@LINE+1]]:44: error: a pragma changes the floating-point arithmetic of these braces [EXG1120]
inline float squareLess(float v, float by) {
#pragma STDC FP_CONTRACT ON
  return v * v - by;
}
void bad_contraction(exo::tensor<float, 1> y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) if (t < y.extent(0)) y[t + b] = 1.0f + squareLess(y[t], 1.0f);
}

// C++ converts -1 to unsigned, and the loop does not run.
// CHECK: :[[@LINE+5]]:22: error: this comparison converts 'int' to {{.*}}: a negative value would become a large one [EXG1203]
void bad_unsigned_bound(out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) {
    int s = 0;
    const float w[4] = {};
    for (int k = -1; k < sizeof(w) / sizeof(w[0]); ++k) ++s;
    if (t < y.extent(0)) y[t + b] = s;
  }
}
// CHECK: :[[@LINE+4]]:33: error: this loop is not in counting form: its step does not fit an int [EXG1102]
void bad_step(out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) {
    int s = 0;
    for (int k = 5; k > 0; k -= 4294967297ll) s = 7;
    if (t < y.extent(0)) y[t + b] = s;
  }
}

// CHECK: :[[@LINE+5]]:9: error: a pragma in front of a loop [EXG1122]
// CHECK: help: write `for (int k : exo::unroll(lo, hi))` for a loop that is unrolled; else remove it
void bad_unroll(out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) {
    int s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += k;
    if (t < y.extent(0)) y[t + b] = s;
  }
}

// A braced list is evaluated from left to right: a call in it may not change what stands before it, however deep it is.
// CHECK: :[[@LINE+2]]:27: error: 'next', called inside a larger expression, writes something of its caller [EXG1220]
// CHECK: :[[@LINE+2]]:55: note: in the call of 'next' here
static int next(int& z) { z += 1; return z; }
static int bothOf(int a) { int z = a; const Pair p{z, next(z)}; return p.a * 10 + p.b; }
void bad_nested(out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) if (t < y.extent(0)) y[t + b] = 1 + bothOf(t & 7);
}

// Each level calls the one below twice.
template <int N> int twice(int v) { if constexpr (N == 0) return v ^ 1; else return twice<N - 1>(v) ^ twice<N - 1>(v + 1); }
// CHECK: error: inlining the calls of this proc makes more than 10000 copies [EXG1121]
// CHECK: help: call each function once, in a loop or with its value in a local
void bad_calls(out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) if (t < y.extent(0)) y[t + b] = twice<30>(t);
}

// CHECK: error: parameter 'n' has type 'const int &': a reference can name an element of a tensor, which the proc may change [EXG1303]
// CHECK: help: take it by value
void bad_reference(const int& n, out y) {
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) if (t < n && t < y.extent(0)) y[t + b] = 0;
}

// RUN: for p in good_constants good_init good_bound good_calls good_contraction; do %exogpu run %s -k $p y=100; done | FileCheck %s --check-prefix=SAME
// SAME-COUNT-5: simulator = sequential, bitwise
// RUN: %exogpu compile %s -k good_constants -k good_init -k good_bound -k good_calls -k good_contraction -o - 2> %t/err | FileCheck %s --check-prefix=GOOD
// GOOD: good_constants: proved for all sizes
// GOOD: good_init: proved for all sizes
// GOOD: good_bound: proved for all sizes
// GOOD: good_calls: proved for all sizes
// GOOD: good_contraction: proved for all sizes

// What C++ evaluates while it compiles. A function may tell the difference.
constexpr int once(int a) { return __builtin_is_constant_evaluated() ? 1 : a; }
consteval int always(int a) { return once(a) + 40; }
consteval exo::f16 halfOf(int a) { return exo::f16(once(a)); }
struct Half { exo::bf16 a; int b; };
const int table[2] = {once(5), once(6)};
void good_constants(out y) {
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 64)))
    for (int t : exo::threads(64)) {
      const int i = b * 64 + t;
      constexpr int row[2] = {once(7), 3};
      constexpr Pair pair{once(5), 2};
      const int plain[2] = {once(8), 4};
      const Pair p = pair;
      constexpr exo::f16 half = exo::f16(once(5)), halves[2] = {exo::f16(once(6)), exo::f16(-0.5f)};
      constexpr exo::uint64 all = ~0ull;  // no number of the language, but folded in what uses it
      constexpr Half mixed{exo::bf16(once(8)), 2};
      const int of_halves = static_cast<int>(float(half) + float(halves[i & 1]) + float(mixed.a) + float(halfOf(3)));
      if (i < y.extent(0)) y[i] = table[i & 1] + 10 * row[i & 1] + 100 * p.a + 1000 * always(9) + plain[i & 1] + of_halves + static_cast<int>(all >> 60);
    }
}
// The first part of `if constexpr (init; condition)` runs.
void good_init(out y) {
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 64)))
    for (int t : exo::threads(64)) {
      const int i = b * 64 + t;
      if (i >= y.extent(0)) [[unlikely]] continue;
      y[i] = 1;
      if constexpr (y[i] = 5; sizeof(int) == 4) y[i] += 1;
    }
}
// From 0 upwards an unsigned bound is an int.
void good_bound(out y) {
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 64)))
    for (int t : exo::threads(64)) {
      const float w[4] = {1, 2, 3, 4};
      float s = 0;
      for (int k = 0; k < sizeof(w) / sizeof(w[0]); ++k) s += w[k];
      if (const int i = b * 64 + t; i < y.extent(0)) y[i] = static_cast<int>(s);
    }
}
// Calls deep in returns, each with branches of its own.
static int sign(int v) { if (v > 0) return 1; return v < 0 ? -1 : 0; }
static int signOf(int v) { if (v > 30) return 0; return sign(v) + 1; }
template <int N> int sum(int v) { if constexpr (N == 0) return v; else return sum<N - 1>(v) + N; }
void good_calls(out y) {
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 64)))
    for (int t : exo::threads(64))
      if (const int i = b * 64 + t; i < y.extent(0)) y[i] = signOf(i - 20) + sum<100>(t);
}
// What the plain run does without the pragma.
void good_contraction(exo::tensor<float, 1> y) {
#pragma STDC FP_CONTRACT OFF
  for (int b : exo::blocks(exo::ceil_div(y.extent(0), 64)))
    for (int t : exo::threads(64))
      if (const int i = b * 64 + t; i < y.extent(0)) y[i] = y[i] * y[i] - 0.1f;
}
// At host level, too, nothing is emitted of what only states what an evaluation owes.
// RUN: %exogpu compile %s -k good_host -o - 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not=evaluated
// HOST: const int n = y_extent0;
static int first(int a, int) { return a; }
void good_host(out y) {
  const int n = first(y.extent(0), y.extent(0) / 3 + 1);
  for (int b : exo::blocks(n)) for (int t : exo::threads(1)) y[b + t] = 1;
}
