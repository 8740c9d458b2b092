// R29: work where it cannot run: beside the block loop, in a nest whose bounds depend on an outer block, a proc with
// blocks called inside a block, tensor elements on the host, a launch constant that is written.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k beside %s 2>&1 | FileCheck --check-prefix=BESIDE %s
// RUN: %exits 1 %exogpu check -k triangular %s 2>&1 | FileCheck --check-prefix=TRIANGLE %s
// RUN: %exits 1 %exogpu check -k nested %s 2>&1 | FileCheck --check-prefix=NESTED %s
// RUN: %exits 1 %exogpu check -k host_reads %s 2>&1 | FileCheck --check-prefix=READS %s
// RUN: %exits 1 %exogpu check -k writes_constant %s 2>&1 | FileCheck --check-prefix=CONSTANT %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void beside(vec y) {
  exo::require(y.extent(0) > 0);
  // BESIDE: :[[@LINE+1]]:
  y[0] = 1.0f;
  for (int b : exo::blocks(y.extent(0)))
    if (exo::one_thread()) y[b] += 1.0f;
}
void triangular(exo::tensor<float, 2> y) {
  for (int i : exo::blocks(exo::min(y.extent(0), y.extent(1))))
    // TRIANGLE: :[[@LINE+1]]:
    for (int j : exo::blocks(i))
      if (exo::one_thread()) y[i][j] = 1.0f;
}
void fill(vec y) {
  for (int b : exo::blocks(y.extent(0)))
    if (exo::one_thread()) y[b] = 1.0f;
}
void nested(vec y) {
  for (int b : exo::blocks(1))
    // NESTED: :[[@LINE+1]]:
    if (b == 0) fill(y);
}
void host_reads(vec x, vec y) {
  exo::require(x.extent(0) > 0);
  // READS: :[[@LINE+1]]:
  const float first = x[0];
  for (int b : exo::blocks(y.extent(0)))
    if (exo::one_thread()) y[b] = first;
}
void writes_constant(int n, vec y) {
  exo::require(n >= 0 && y.has_shape(n));
  for (int b : exo::blocks(n))
    if (exo::one_thread()) {
      y[b] = 1.0f;
      // CONSTANT: :[[@LINE+1]]:
      n = 0;
    }
}

// Constants computed from scalars on the host are fine; so are several launches.
void good(int n, vec x, vec y) {
  exo::require(n >= 0 && x.has_shape(n) && y.has_shape(n));
  const int half = n / 2;
  fill(x);
  for (int b : exo::blocks(half))
    if (exo::one_thread()) y[b] = x[n - 1 - b];
}
