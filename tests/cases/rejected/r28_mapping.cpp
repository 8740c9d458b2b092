// R28: loops that cannot be mapped: more iterations than threads, a bound that is no constant, a group that does not
// divide. (A lower bound other than zero cannot be written; warps(lo, hi) is the one range.)
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k too_many_lanes %s 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %exits 1 %exogpu check -k too_many_threads %s 2>&1 | FileCheck --check-prefix=THREADS %s
// RUN: %exits 1 %exogpu check -k variable_bound %s 2>&1 | FileCheck --check-prefix=BOUND %s
// RUN: %exits 1 %exogpu check -k does_not_divide %s 2>&1 | FileCheck --check-prefix=DIVIDE %s
// RUN: %exits 1 %exogpu check -k warps_of_a_warp %s 2>&1 | FileCheck --check-prefix=WARPS %s
// RUN: %exits 1 %exogpu check -k block_too_large %s 2>&1 | FileCheck --check-prefix=LARGE %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

void too_many_lanes(vec y) {
  exo::require(y.has_shape(33));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1))
      // LANES: :[[@LINE+1]]:{{.*}}32
      for (int l : exo::lanes(33)) y[b + w + l] = 1.0f;
}
void too_many_threads(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1))
    for (int g : exo::groups<16>(2))
      // THREADS: :[[@LINE+1]]:{{.*}}16
      for (int t : exo::threads(32)) y[b + g * 32 + t] = 1.0f;
}
void variable_bound(int n, vec y) {
  exo::require(n >= 0 && n <= 256 && y.has_shape(n));
  for (int b : exo::blocks(1))
    // BOUND: :[[@LINE+1]]:
    for (int t : exo::threads(n)) y[b + t] = 1.0f;
}
void does_not_divide(vec y) {
  exo::require(y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int w : exo::warps(1))
      // DIVIDE: :[[@LINE+1]]:
      for (int g : exo::groups<12>(2))
        if (exo::one_thread()) y[b + w + g] = 1.0f;
}
void warps_of_a_warp(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1))
    for (int g : exo::groups<16>(2))
      // WARPS: :[[@LINE+1]]:
      for (int w : exo::warps(1))
        if (exo::one_thread()) y[b + g + w] = 1.0f;
}
void block_too_large(vec y) {
  exo::require(y.has_shape(2048));
  for (int b : exo::blocks(1))
    // LARGE: :[[@LINE+1]]:{{.*}}1024
    for (int t : exo::threads(2048)) y[b + t] = 1.0f;
}

void good(int n, vec y) {
  exo::require(n >= 0 && n <= 256 && y.has_shape(n));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(256))
      if (t < n) y[b + t] = 1.0f;
}
