// R26: registers spread over four warps but used by two; registers used with different pitches.
// RUN: %exogpu check -k good %s
// RUN: %exits 1 %exogpu check -k two_of_four %s 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %exits 1 %exogpu check -k other_pitch %s 2>&1 | FileCheck --check-prefix=PITCH %s
#include <exogpu/exogpu.h>
using vec = exo::tensor<float, 1>;

// Warp w of the second loop reads what warps 2w and 2w + 1 wrote.
void two_of_four(vec y) {
  exo::require(y.has_shape(128));
  for (int b : exo::blocks(1)) {
    exo::reg<float[4][32]> r;
    for (int w : exo::warps(4))
      // TWO-DAG: :[[@LINE+1]]:
      for (int l : exo::lanes(32)) r[w][l] = static_cast<float>(b + w + l);
    for (int w : exo::warps(2))
      for (int l : exo::lanes(32))
        // TWO-DAG: :[[@LINE+1]]:
        for (int h : exo::unroll(0, 2)) y[(w * 2 + h) * 32 + l] = r[w * 2 + h][l];
  }
}
// Written row by row (thread 8i + j owns r[i][j]), read column by column (thread 8j + i).
void other_pitch(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::reg<float[8][8]> r;
    for (int i : exo::groups<8>(8))
      // PITCH-DAG: :[[@LINE+1]]:
      for (int j : exo::threads(8)) r[i][j] = static_cast<float>(b + i - j);
    for (int j : exo::groups<8>(8))
      // PITCH-DAG: :[[@LINE+1]]:
      for (int i : exo::threads(8)) y[i * 8 + j] = r[i][j];
  }
}

void good(vec y) {
  exo::require(y.has_shape(64));
  for (int b : exo::blocks(1)) {
    exo::reg<float[8][8]> r;
    for (int i : exo::groups<8>(8))
      for (int j : exo::threads(8)) r[i][j] = static_cast<float>(b + i - j);
    for (int p : exo::groups<8>(8))
      for (int q : exo::threads(8)) y[p * 8 + q] = r[p][q];
  }
}
