// L2: instructions that are none: each line with a report beside its good twin, `good`, which is proved.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -DBAD %s > %t 2>&1
// RUN: FileCheck --check-prefix=TEXT %s < %t
// RUN: FileCheck --check-prefix=OPERAND %s < %t
// RUN: FileCheck --check-prefix=BODY %s < %t
// RUN: FileCheck --check-prefix=PLACE %s < %t
// RUN: %exits 1 %exogpu check -DHOST %s 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: %exits 1 %exogpu check -DFAULT %s 2>&1 | FileCheck --check-prefix=FAULT %s
#include <exogpu/exogpu.h>
using ivec = exo::tensor<int, 1>;

inline int twice(int x) {
  exo::instruction("({x} << 1)");
  return 2 * x;
}
inline int times(int x, int y) {
  exo::instruction("{x} * {y}");
  return x * y;
}
inline float product(float x, float y) {
  exo::instruction("__fmul_rn({x}, {y})");
  return x * y;
}
inline float product_ptx(float x, float y) {
  exo::instruction("mul.rn.f32 {result}, {x}, {y};");
  return x * y;
}
void good(ivec y, exo::tensor<float, 1> z) {
  exo::require(y.has_shape(64) && z.has_shape(64));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) {
      y[t] = twice(y[t]) + times(b, 3);
      z[t] = product(z[t], 3.0f) + product_ptx(z[t], 0.1f);
    }
}

#ifdef BAD
inline int other_name(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: '{y}' names no parameter
  exo::instruction("({y} << 1)");
  return 2 * x;
}
inline int unused(int x, [[maybe_unused]] int z) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: it does not name the parameter 'z'
  exo::instruction("({x} << 1)");
  return 2 * x;
}
inline int two_statements(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: ';' in an expression
  exo::instruction("{x} << 1; trap()");
  return 2 * x;
}
inline int open(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: a ')' is missing
  exo::instruction("({x} << 1");
  return 2 * x;
}
inline int brace(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: a '}' without '{'
  exo::instruction("({x} << 1)}");
  return 2 * x;
}
inline int no_semicolon(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: PTX ends with a ';'
  exo::instruction("shl.b32 {result}, {x}, 1");
  return 2 * x;
}
inline bool narrow(int x) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: the result has type bool; PTX takes integers of 16, 32 and 64 bits, f32 and f64
  exo::instruction("mov.b32 {result}, {x};");
  return x != 0;
}
inline float fused(float x, float y) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: a '*' of floats, which the compiler may join with a sum around the call
  exo::instruction("{x} * {y}");
  return x * y;
}
inline float fused_ptx(float x, float y) {
  // TEXT-DAG: :[[@LINE+1]]:20: error: the template of an instruction: a product of floats that states no rounding
  exo::instruction("mul.ftz.f32 {result}, {x}, {y};");
  return x * y;
}
inline int reference(const int& x) {
  exo::instruction("({x} << 1)");
  return 2 * x;
}
inline int element(ivec x) {
  exo::instruction("{x}[0]");
  return x[0];
}
inline void nothing(int x) {
  exo::instruction("prefetch({x})");
  static_cast<void>(x);
}
inline int fences(int x) {
  // BODY: :[[@LINE+1]]:3: error: the body of an instruction does more than compute its result: fence;
  exo::instruction("bar({x})");
  exo::fence();
  return x;
}
void bad(ivec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    y[b] = fences(b);
    for (int t : exo::threads(64)) {
      y[t] = other_name(y[t]);
      y[t] = unused(y[t], t);
      y[t] = two_statements(y[t]);
      y[t] = open(y[t]);
      y[t] = brace(y[t]);
      y[t] = no_semicolon(y[t]);
      y[t] = static_cast<int>(fused(1.0f, 2.0f));
      y[t] = static_cast<int>(fused_ptx(1.0f, 2.0f));
      y[t] = narrow(y[t]) ? 1 : 0;
      // OPERAND-DAG: error: an instruction takes scalars by value and gives one: the parameter 'x' is no scalar by value
      y[t] = reference(y[t]);
      // OPERAND-DAG: note: in the call of 'element' here
      y[t] = element(y);
      // OPERAND-DAG: error: an instruction takes scalars by value and gives one: its result is void
      nothing(t);
      // PLACE: :[[@LINE+1]]:7: error: exo::instruction outside of a function of its own
      exo::instruction("nop");
    }
  }
}
#endif

#ifdef HOST
void on_host(int n, ivec y) {
  exo::require(y.has_shape(64));
  // HOST: :[[@LINE+1]]:17: error: an instruction at host level
  const int m = twice(n);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) y[t] = m + b;
}
#endif

#ifdef FAULT
// The body is proved like any other code.
inline int quotient(int x, int z) {
  exo::instruction("({x} / {z})");
  // FAULT: :[[@LINE+1]]:10: error: the divisor z can be zero
  return x / z;
}
void divides(ivec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) y[t] = quotient(y[t], b + t);
}
#endif
