// C++ evaluates an argument, a local, a reference, a discarded value where it stands, whether or not it is used. So what its
// evaluation needs is owed there. Each bad program beside its good twin.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: FileCheck %s --implicit-check-not=error: < %t/err
// RUN: FileCheck %s --check-prefix=GOOD < %t/out
#include <exogpu/exogpu.h>
using ints = exo::tensor<const int, 1>;
using out = exo::tensor<int, 1>;
struct Pair { int a, b; };

static int choose(bool c, int v) { return c ? v : 0; }
static int chooseRef(bool c, const int& v) { return c ? v : 0; }
static int first(int a, int) { return a; }
static int third(bool c, int k) { const int q = 12 / k; return c ? q : 0; }
static int noEnd(int a) { if (a > 3) return 1; else if (a < 3) return 2; }
static int thirdLater(bool c, int k) { return c ? 12 / k : 0; }
static int element(ints a, int k, bool c) { const int q = a[k]; return c ? q : 0; }

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_argument(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = choose(x[t] != 0, 12 / x[t]); }
}
// GOOD: good_argument: proved for all sizes
void good_argument(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = x[t] != 0 ? 12 / x[t] : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_unread(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = first(3, 12 / x[t]); }
}
// GOOD: good_unread: proved for all sizes
void good_unread(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = first(3, 12 / (x[t] & 3 | 4)); }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}'u' may be read before it is assigned
void bad_indeterminate(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int u; y[t] = first(x[t], u); }
}
// GOOD: good_indeterminate: proved for all sizes
void good_indeterminate(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int u; u = 3; y[t] = first(x[t], u); }
}

// CHECK: :15:{{[0-9]+}}: error: {{.*}}the divisor k can be zero
void bad_local(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = third(x[t] != 0, x[t]); }
}
// GOOD: good_local: proved for all sizes
void good_local(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = thirdLater(x[t] != 0, x[t]); }
}

// CHECK: :18:{{[0-9]+}}: error: {{.*}}of 'x' can leave its extent
void bad_element(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = x[t] > 3 ? element(x, t + 1, t < 63) : 2; }
}
// GOOD: good_element: proved for all sizes
void good_element(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = x[t] > 3 && t < 63 ? element(x, t + 1, true) : 2; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_member(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = Pair{7, 12 / x[t]}.a; }
}
// GOOD: good_member: proved for all sizes
void good_member(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = Pair{7, 12 / 5}.a; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_discarded(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { static_cast<void>(12 / x[t]); y[t] = 1; }
}
// GOOD: good_discarded: proved for all sizes
void good_discarded(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { static_cast<void>(x[t] / 12); y[t] = 1; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'x'
void bad_discarded_element(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { static_cast<void>(x[t + 1]); y[t] = 1; }
}
// GOOD: good_discarded_element: proved for all sizes
void good_discarded_element(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int u[4]; static_cast<void>(u[3]); y[t] = 1; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'x'
void bad_reference(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { const int& v = x[t + 1]; y[t] = t < 63 ? v : 0; }
}
// GOOD: good_reference: proved for all sizes
void good_reference(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { const int& v = x[t]; y[t] = t < 63 ? v : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'x'
void bad_reference_argument(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = chooseRef(t < 63, x[t + 1]); }
}
// GOOD: good_reference_argument: proved for all sizes
void good_reference_argument(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = t < 63 ? chooseRef(t < 63, x[t + 1]) : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'a'
void bad_reference_array(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[4] = {1, 2, 3, 4}; const int& v = a[t]; y[t] = t < 4 ? v : 0; }
}
// GOOD: good_reference_array: proved for all sizes
void good_reference_array(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[4] = {1, 2, 3, 4}; const int& v = a[t & 3]; y[t] = t < 4 ? v : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'a'
void bad_row(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[4][2] = {}; const auto& row = a[t]; y[t] = t < 4 ? row[1] : 0; }
}
// GOOD: good_row: proved for all sizes
void good_row(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[4][2] = {}; const auto& row = a[t / 16]; y[t] = t < 4 ? row[1] : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_clipped_window(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { const auto w = x.window<1>(12 / x[t]); int a[1] = {}; if (x[t] > 0) exo::copy(exo::window<1>(a, 0), w); y[t] = a[0]; }
}
// GOOD: good_clipped_window: proved for all sizes
void good_clipped_window(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[1] = {}; if (x[t] > 0) exo::copy(exo::window<1>(a, 0), x.window<1>(12 / x[t])); y[t] = a[0]; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}'noEnd_result' may be read before it is assigned
void bad_end(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = first(t, noEnd(x[t])); }
}
// GOOD: good_end: proved for all sizes
void good_end(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { y[t] = first(t, thirdLater(x[t] > 3, x[t])); }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}the divisor x[t] can be zero
void bad_reference_division(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { const int& v = x[64 / x[t] & 63]; y[t] = x[t] > 0 ? v : 0; }
}
// GOOD: good_reference_division: proved for all sizes
void good_reference_division(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { const int& v = x[x[t] & 63]; y[t] = x[t] > 0 ? v : 0; }
}

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}that the index lies inside 'a'
void bad_window(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[8] = {}; const auto w = exo::window<4>(a, t); if (t < 5) exo::copy(w, x.window<4>(t)); y[t] = a[0]; }
}
// GOOD: good_window: proved for all sizes
void good_window(ints x, out y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) for (int t : exo::threads(64)) { int a[8] = {}; if (t < 5) exo::copy(exo::window<4>(a, t), x.window<4>(t)); y[t] = a[0]; }
}

// All arguments of has_shape are evaluated before one is compared.
// CHECK: :[[@LINE+4]]:{{[0-9]+}}: error: the divisor m can be zero
void bad_shape(exo::tensor<const int, 2> x, out y, int m) {
  exo::require(y.extent(0) == 64);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) y[t] = x.has_shape(3, 64 / m) ? b + 1 : 0;
}
// GOOD: good_shape: proved for all sizes
void good_shape(exo::tensor<const int, 2> x, out y, int m) {
  exo::require(y.extent(0) == 64);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) y[t] = m > 0 && x.has_shape(3, 64 / m) ? b + 1 : 0;
}

// A contract holds behind the helper, or the braces, in which it stands.
static void checkSize(int n) {
  exo::require(n > 5);
  exo::require(n < 64);
}
// GOOD: good_helper: proved for all sizes
void good_helper(out y, int n) {
  exo::require(y.extent(0) == 64);
  checkSize(n);
  for (int b : exo::blocks(1)) for (int t : exo::threads(1)) if (b + t == 0) y[n - 6] = 1;
}
// CHECK: :[[@LINE+5]]:{{[0-9]+}}: error: the value of n - 6 can leave int
// CHECK: :[[@LINE+4]]:{{[0-9]+}}: error: index n - 6 of 'y' can leave its extent
void bad_helper(out y, int n) {
  exo::require(y.extent(0) == 64);
  if (y.extent(0) == 60) { checkSize(n); }
  for (int b : exo::blocks(1)) for (int t : exo::threads(1)) if (b + t == 0) y[n - 6] = 1;
}
