// Chapter 1: vector addition and saxpy, for every length.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using vector = exo::tensor<float, 1>;
using const_vector = exo::tensor<const float, 1>;

/// z = x + y, one element a thread.
void vector_add(const_vector x, const_vector y, vector z) {
  exo::require(y.has_shape(x.extent(0)) && z.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 256)))
    for (int t : exo::threads(256)) {
      const int i = b * 256 + t;
      if (i < n) z[i] = x[i] + y[i];  // the last block may be partly idle
    }
}

/// y = a·x + y, one element a thread: works for any address.
void saxpy_scalar(float a, const_vector x, vector y) {
  exo::require(y.has_shape(x.extent(0)));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 256)))
    for (int t : exo::threads(256)) {
      const int i = b * 256 + t;
      if (i < n) y[i] = exo::fma(a, x[i], y[i]);
    }
}

/// y = a·x + y, four neighbours a thread. A window is one access: where the contract gives 16-byte addresses it becomes
/// one float4. The last window may reach over the end: there it reads zeros and drops what it writes.
void saxpy_vector(float a, const_vector x, vector y) {
  exo::require(y.has_shape(x.extent(0)) && x.is_aligned(16) && y.is_aligned(16));
  for (int b : exo::blocks(exo::ceil_div(x.extent(0), 1024)))
    for (int t : exo::threads(256)) {
      const int i = b * 1024 + t * 4;
      float u[4], v[4];
      exo::copy(exo::window<4>(u, 0), x.window<4>(i));
      exo::copy(exo::window<4>(v, 0), y.window<4>(i));
      for (int k : exo::unroll(0, 4)) v[k] = exo::fma(a, u[k], v[k]);
      exo::copy(y.window<4>(i), exo::window<4>(v, 0));
    }
}

/// The host picks: an ordinary `if` between two launches.
void saxpy(float a, const_vector x, vector y) {
  exo::require(y.has_shape(x.extent(0)));
  if (x.is_aligned(16) && y.is_aligned(16))
    saxpy_vector(a, x, y);
  else
    saxpy_scalar(a, x, y);
}

int main() {
  using selfcheck::buffer;
  for (int n : {0, 1, 3, 255, 256, 1021, 5000}) {
    buffer<float> x(n), y(n), z(n, -7.0f), s(n), v(n);
    x.randomize(1), y.randomize(2), s.randomize(2), v.randomize(2);
    vector_add({x.data(), {n}}, {y.data(), {n}}, {z.data(), {n}});
    saxpy_scalar(0.5f, {x.data(), {n}}, {s.data(), {n}});
    saxpy(0.5f, {x.data(), {n}}, {v.data(), {n}});
    for (int i = 0; i < n; ++i) {
      selfcheck::expect(z[i] == x[i] + y[i]);
      selfcheck::expect(s[i] == exo::fma(0.5f, x[i], y[i]) && v[i] == s[i]);
    }
    if (n > 1) saxpy(0.5f, {x.data(), {n - 1}}, {v.data() + 1, {n - 1}});  // not aligned: the scalar form
  }
  return selfcheck::report("saxpy");
}
