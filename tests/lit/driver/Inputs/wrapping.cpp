#include <exogpu/exogpu.h>

// Data wraps in the plain run too, however the compiler would like to widen it.
void wrapping(exo::tensor<std::int64_t, 1> C, exo::tensor<const int, 1> k) {
  exo::require(k.has_shape(C.extent(0)));
  for (int b : exo::blocks(exo::ceil_div(C.extent(0), 32)))
    for (int t : exo::threads(32)) {
      const int i = b * 32 + t;
      if (i >= C.extent(0)) continue;
      const int wrapped = k[i] * 100000007;
      C[i] = std::int64_t{wrapped} * 1000000007;
    }
}
