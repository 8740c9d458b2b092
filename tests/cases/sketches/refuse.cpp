// Ten programs that compile without a warning, run as plain C++, and must be refused; each beside its good twin.
// RUN: %exits 1 %exogpu check -k fold %s 2>&1 | FileCheck --check-prefix=FOLD %s
// RUN: %exits 1 %exogpu check -k fence_inside %s 2>&1 | FileCheck --check-prefix=INSIDE %s
// RUN: %exits 1 %exogpu check -k chain %s 2>&1 | FileCheck --check-prefix=CHAIN %s
// RUN: %exits 1 %exogpu check -k store_at_block_level %s 2>&1 | FileCheck --check-prefix=STORE %s
// RUN: %exits 1 %exogpu check -k no_implicit_barrier %s 2>&1 | FileCheck --check-prefix=IMPLICIT %s
// RUN: %exits 1 %exogpu check -k uniform_read_war %s 2>&1 | FileCheck --check-prefix=UNIFORM %s
// RUN: %exits 1 %exogpu check -k zero_trip_fence %s 2>&1 | FileCheck --check-prefix=TRIP %s
// RUN: %exits 1 %exogpu check -k narrow_fence %s 2>&1 | FileCheck --check-prefix=NARROW %s
// RUN: %exits 1 %exogpu check -k drifting_commit %s 2>&1 | FileCheck --check-prefix=DRIFT %s
// RUN: %exits 1 %exogpu check -k truncating %s 2>&1 | FileCheck --check-prefix=TRUNC %s
// RUN: %exogpu check -k fold_twin -k fence_inside_twin -k chain_twin -k store_at_block_level_twin %s
// RUN: %exogpu check -k no_implicit_barrier_twin -k uniform_read_war_twin -k zero_trip_fence_twin %s
// RUN: %exogpu check -k narrow_fence_twin -k drifting_commit_twin -k truncating_twin %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;
using cvec = exo::tensor<const float, 1>;

// 1. A scalar of block level written by threads: a fold across threads. The twin says block_sum.
void fold(cvec x, vec y) {
  exo::require(x.extent(0) == 256 && y.extent(0) == 1);
  for (int b : exo::blocks(1)) {
    float s = 0.0f;
    // FOLD: :[[@LINE+1]]:
    for (int t : exo::threads(256)) s += x[t];
    if (exo::one_thread()) y[b] = s;
  }
}
void fold_twin(cvec x, vec y) {
  exo::require(x.extent(0) == 256 && y.extent(0) == 1);
  for (int b : exo::blocks(1)) {
    exo::reg<float[8][32]> v;
    for (int t : exo::threads(256)) v[t / 32][t % 32] = x[t];
    const float s = exo::block_sum(v);
    if (exo::one_thread()) y[b] = s;
  }
}

// 2. A fence at thread level would meet nobody. The twin ends the loop, fences, begins another.
void fence_inside(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    for (int t : exo::threads(256)) {
      s[t] = static_cast<float>(b + t);
      // INSIDE: :[[@LINE+1]]:
      exo::fence();
      y[t] = s[t];
    }
  }
}
void fence_inside_twin(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    for (int t : exo::threads(256)) s[t] = static_cast<float>(b + t);
    exo::fence();
    for (int t : exo::threads(256)) y[t] = s[255 - t];
  }
}

// 3. The neighbour's value in the same loop: in sequence the previous write, in parallel a race.
void chain(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1))
    // CHAIN: :[[@LINE+1]]:
    for (int t : exo::threads(256)) y[t] = t > 0 ? y[t - 1] + 1.0f : static_cast<float>(b);
}
void chain_twin(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1))
    for (int t : exo::threads(256)) y[t] = static_cast<float>(b + t);
}

// 4. A store at block level: every thread would store.
void store_at_block_level(vec y) {
  for (int b : exo::blocks(y.extent(0)))
    // STORE: :[[@LINE+1]]:
    y[b] = 1.0f;
}
void store_at_block_level_twin(vec y) {
  for (int b : exo::blocks(y.extent(0)))
    if (exo::one_thread()) y[b] = 1.0f;
}

// 5. Two thread loops without a fence: the end of a thread loop synchronises nothing.
void no_implicit_barrier(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    // IMPLICIT-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(256)) s[t] = static_cast<float>(b + t);
    // IMPLICIT-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(256)) y[t] = s[255 - t];
  }
}
void no_implicit_barrier_twin(vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    for (int t : exo::threads(256)) s[t] = static_cast<float>(b + t);
    exo::fence();
    for (int t : exo::threads(256)) y[t] = s[255 - t];
  }
}

// 6. A uniform read of shared memory is a read by every thread: the next write must wait for all of them.
void uniform_read_war(vec y) {
  for (int b : exo::blocks(1)) {
    exo::shared<float[1]> s;
    for (int k = 0; k < y.extent(0); ++k) {
      // UNIFORM-DAG: :[[@LINE+1]]:
      if (exo::one_thread()) s[0] = static_cast<float>(b + k);
      exo::fence();
      // UNIFORM-DAG: :[[@LINE+1]]:
      const float v = s[0];
      if (exo::one_thread()) y[k] = v;
    }
  }
}
void uniform_read_war_twin(vec y) {
  exo::require(y.extent(0) <= 1000);
  for (int b : exo::blocks(1)) {
    exo::shared<float[1]> s;
    for (int k = 0; k < y.extent(0); ++k) {
      if (exo::one_thread()) s[0] = static_cast<float>(b + k);
      exo::fence();
      const float v = s[0];
      if (exo::one_thread()) y[k] = v;
      exo::fence();
    }
  }
}

// 7. The only fence stands in a loop that may run zero times.
void zero_trip_fence(int n, vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    // TRIP-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(256)) s[t] = static_cast<float>(b + t);
    for (int k = 0; k < n; ++k) exo::fence();
    // TRIP-DAG: :[[@LINE+1]]:
    for (int t : exo::threads(256)) y[t] = s[255 - t];
  }
}
void zero_trip_fence_twin(int n, vec y) {
  exo::require(y.extent(0) == 256);
  for (int b : exo::blocks(1)) {
    exo::shared<float[256]> s;
    for (int t : exo::threads(256)) s[t] = static_cast<float>(b + t);
    for (int k = 0; k < n; ++k) exo::fence();
    exo::fence();
    for (int t : exo::threads(256)) y[t] = s[255 - t];
  }
}

// 8. A fence of each warp where the block must meet. The twin stands one level further out.
void narrow_fence(vec y) {
  exo::require(y.extent(0) == 64);
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int t : exo::threads(64)) s[t] = 0.0f;
    exo::fence();
    for (int w : exo::warps(2)) {
      // NARROW-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) s[w * 32 + l] = static_cast<float>(b + l);
      exo::fence();
      // NARROW-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) y[w * 32 + l] = s[(63 - w * 32) - l];
    }
  }
}
void narrow_fence_twin(vec y) {
  exo::require(y.extent(0) == 64);
  for (int b : exo::blocks(1)) {
    exo::shared<float[64]> s;
    for (int w : exo::warps(2))
      for (int l : exo::lanes(32)) s[w * 32 + l] = static_cast<float>(b + l);
    exo::fence();
    for (int w : exo::warps(2))
      for (int l : exo::lanes(32)) y[w * 32 + l] = s[(63 - w * 32) - l];
  }
}

// 9. A commit under the guard of its copies: the lag drifts in the last step. The twin commits every step.
void drifting_commit(int n, cvec x, vec y) {
  exo::require(n >= 0 && n < 1000 && x.extent(0) == 32 * n && y.extent(0) == 32 * n);
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][32]> s;
    exo::commit_group g;
    for (int k = 0; k <= n; ++k) {
      if (k < n) {
        for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[k % 2], t), x.window<1>(k * 32 + t));
        g.commit();
      }
      g.wait<1>();
      exo::fence();
      if (k > 0)
        // DRIFT: :[[@LINE+1]]:
        for (int t : exo::threads(32)) y[(k - 1) * 32 + t] = s[(k - 1) % 2][t] + static_cast<float>(b);
      exo::fence();
    }
    g.wait<0>();
  }
}
void drifting_commit_twin(int n, cvec x, vec y) {
  exo::require(n >= 0 && n < 1000 && x.extent(0) == 32 * n && y.extent(0) == 32 * n);
  for (int b : exo::blocks(1)) {
    exo::shared<float[2][32]> s;
    exo::commit_group g;
    for (int k = 0; k <= n; ++k) {
      if (k < n)
        for (int t : exo::threads(32)) exo::cp_async(exo::window<1>(s[k % 2], t), x.window<1>(k * 32 + t));
      g.commit();
      g.wait<1>();
      exo::fence();
      if (k > 0)
        for (int t : exo::threads(32)) y[(k - 1) * 32 + t] = s[(k - 1) % 2][t] + static_cast<float>(b);
      exo::fence();
    }
    g.wait<0>();
  }
}

// 10. C++ division truncates: tasks 1, 2 and 3 all write y[1].
void truncating(vec y) {
  exo::require(y.extent(0) == 3);
  for (int t : exo::tasks(8))
    // TRUNC: :[[@LINE+1]]:
    if (exo::one_thread()) y[(t - 4) / 4 + 1] = static_cast<float>(t);
}
void truncating_twin(vec y) {
  exo::require(y.extent(0) == 8);
  for (int t : exo::tasks(8))
    if (exo::one_thread()) y[t] = static_cast<float>((t - 4) / 4);
}
