// A10: two or four halves written by one packed store; the contract's alignment is enough.
// RUN: %exogpu check %s
#include <exogpu/exogpu.h>

template <int V>
void narrow(exo::tensor<const float, 1> x, exo::tensor<exo::f16, 1> y) {
  exo::require(y.has_shape(x.extent(0)) && x.extent(0) % V == 0 && x.is_aligned(4 * V) && y.is_aligned(2 * V));
  for (int b : exo::blocks(exo::ceil_div(x.extent(0), 128 * V)))
    for (int t : exo::threads(128)) {
      float in[V];
      exo::f16 out[V];
      exo::copy(exo::window<V>(in, 0), x.window<V>((b * 128 + t) * V));
      for (int e : exo::unroll(0, V)) out[e] = exo::f16(in[e]);
      exo::copy(y.window<V>((b * 128 + t) * V), exo::window<V>(out, 0));
    }
}
template void narrow<2>(exo::tensor<const float, 1>, exo::tensor<exo::f16, 1>);
template void narrow<4>(exo::tensor<const float, 1>, exo::tensor<exo::f16, 1>);
