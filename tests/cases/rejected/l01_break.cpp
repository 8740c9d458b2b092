// L1: what stands behind a `break` may not happen: a fence, a write, a commit, a guard of an index. And a parallel loop
// cannot be left.
// RUN: %exits 1 %exogpu check -DPARALLEL %s 2>&1 | FileCheck --check-prefix=PARALLEL %s
// RUN: %exogpu check -k good_fence %s
// RUN: %exits 1 %exogpu check -k skipped_fence %s 2>&1 | FileCheck --check-prefix=FENCE %s
// RUN: %exogpu check -k good_write %s
// RUN: %exits 1 %exogpu check -k skipped_write %s 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: %exogpu check -k good_commit %s
// RUN: %exits 1 %exogpu check -k skipped_commit %s 2>&1 | FileCheck --check-prefix=COMMIT %s
// RUN: %exogpu check -k good_index %s
// RUN: %exits 1 %exogpu check -k not_found %s 2>&1 | FileCheck --check-prefix=INDEX %s
// RUN: %exogpu check -k good_condition %s
// RUN: %exits 1 %exogpu check -k racing_condition %s 2>&1 | FileCheck --check-prefix=RACE %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

#ifdef PARALLEL
void leaves_threads(cvec x, vec y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(64)) {
      // PARALLEL: :[[@LINE+2]]:28: error: 'break' would leave a loop that runs in parallel: exo::threads
      // PARALLEL: help: leave sequential loops only
      if (x[b + t] < 0.0f) break;
      y[t] = 1.0f;
    }
}
void leaves_one_thread(int n, cvec x, vec y) {
  exo::require(x.has_shape(n) && y.has_shape(n));
  for (int b : exo::blocks(1))
    for (int i = 0; i < n; ++i)
      if (exo::one_thread()) {
        y[i] = 1.0f;
        // PARALLEL: :[[@LINE+1]]:30: error: 'break' would leave a loop that runs in parallel: exo::one_thread
        if (x[b + i] < 0.0f) break;
      }
}
#endif

void skipped_fence(int n, int last, cvec x, vec y) {
  exo::require(n >= 1 && x.has_shape(n) && y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = static_cast<float>(b);
    exo::fence();
    for (int k = 0; k < n; ++k) {
      // FENCE-DAG: :[[@LINE+1]]:
      for (int t : exo::threads(64)) s[t] = x[k];
      if (k == last) break;
      exo::fence();
    }
    // FENCE-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(64)) y[t] = s[63 - t];
  }
}
void good_fence(int n, int last, cvec x, vec y) {
  exo::require(n >= 1 && x.has_shape(n) && y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = static_cast<float>(b);
    exo::fence();
    for (int k = 0; k < n; ++k) {
      for (int t : exo::threads(64)) s[t] = x[k];
      exo::fence();
      if (k == last) break;
    }
    for (int t : exo::threads(64)) y[t] = s[63 - t];
  }
}

void skipped_write(int last, cvec x, vec y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int k = 0; k < 64; ++k) {
      if (k == last) break;
      if (exo::one_thread()) s[k] = x[k];
    }
    exo::fence();
    // WRITE: :[[@LINE+1]]:
    for (int t : exo::threads(64)) y[b + t] = s[t];
  }
}
void good_write(cvec x, vec y) {
  exo::require(x.has_shape(64) && y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int k = 0; k < 64; ++k)
      if (exo::one_thread()) s[k] = x[k];
    exo::fence();
    for (int t : exo::threads(64)) y[b + t] = s[t];
  }
}

void skipped_commit(int last, cvec x, vec y) {
  exo::require(x.has_shape(128) && y.has_shape(64) && x.is_aligned(16));
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][64]> s;
    exo::commit_group g;
    for (int k = 0; k < 2; ++k) {
      // COMMIT-DAG: :[[@LINE+1]]:
      for (int t : exo::threads(64)) exo::cp_async(exo::window<1>(s, k, t), x.window<1>(k * 64 + t));
      g.commit();
      if (k == last) break;
    }
    g.wait<1>();
    exo::fence();
    // COMMIT-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(64)) y[b + t] = s[0][63 - t];
    g.wait<0>();
  }
}
void good_commit(cvec x, vec y) {
  exo::require(x.has_shape(128) && y.has_shape(64) && x.is_aligned(16));
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][64]> s;
    exo::commit_group g;
    for (int k = 0; k < 2; ++k) {
      for (int t : exo::threads(64)) exo::cp_async(exo::window<1>(s, k, t), x.window<1>(k * 64 + t));
      g.commit();
    }
    g.wait<1>();
    exo::fence();
    for (int t : exo::threads(64)) y[b + t] = s[0][63 - t];
    g.wait<0>();
  }
}

void not_found(int n, cvec x, vec y) {
  exo::require(x.has_shape(n) && y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(32)) {
      int found = n;
      for (int i = b; i < n; ++i) {
        if (x[i] > 1.0f) {
          found = i;
          break;
        }
      }
      // INDEX: :[[@LINE+1]]:
      y[t] = x[found];
    }
}
void good_index(int n, cvec x, vec y) {
  exo::require(x.has_shape(n) && y.has_shape(32));
  for (int b : exo::blocks(1))
    for (int t : exo::threads(32)) {
      int found = n;
      for (int i = b; i < n; ++i) {
        if (x[i] > 1.0f) {
          found = i;
          break;
        }
      }
      y[t] = found >= 0 && found < n ? x[found] : 0.0f;
    }
}

void racing_condition(int n, vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = y[t];
    exo::fence();
    for (int k = 0; k < n; ++k) {
      // RACE-DAG: :[[@LINE+1]]:
      if (s[b] > 9.0f) break;
      // RACE-DAG: :[[@LINE+1]]:
      for (int t : exo::threads(64)) s[t] += 1.0f;
      exo::fence();
    }
    for (int t : exo::threads(64)) y[t] = s[t];
  }
}
void good_condition(int n, vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = y[t];
    exo::fence();
    for (int k = 0; k < n; ++k) {
      if (s[b] > 9.0f) break;
      exo::fence();
      for (int t : exo::threads(64)) s[t] += 1.0f;
      exo::fence();
    }
    for (int t : exo::threads(64)) y[t] = s[t];
  }
}
