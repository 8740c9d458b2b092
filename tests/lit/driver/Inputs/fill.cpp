#include <exogpu/exogpu.h>

void fill(exo::tensor<float, 1> C) {
  const int n = C.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 256)))
    for (int t : exo::threads(256)) {
      const int i = b * 256 + t;
      if (i < n) C[i] = 1.0f;
    }
}

/// The bad twin: no guard.
void overrun(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(exo::ceil_div(C.extent(0), 256)))
    for (int t : exo::threads(256)) C[b * 256 + t] = 1.0f;
}

template <int T>
void strided(exo::tensor<float, 1> C) {
  const int n = C.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, T)))
    for (int t : exo::threads(T))
      if (b * T + t < n) C[b * T + t] = 2.0f;
}

/// No size satisfies this.
void never(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) > 5 && C.extent(0) < 3);
  for (int b : exo::blocks(C.extent(0)))
    for (int t : exo::threads(32))
      if (t == 0) C[b] = 0.0f;
}

/// Neighbours are read before the fence that is missing.
void racy(exo::tensor<float, 1> C) {
  const int n = C.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 256))) {
    exo::shared<float[256]> tile;
    for (int t : exo::threads(256)) tile[t] = 1.0f;
    for (int t : exo::threads(256))
      if (b * 256 + t < n) C[b * 256 + t] = tile[255 - t];
  }
}
