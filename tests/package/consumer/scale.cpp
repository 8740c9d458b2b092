#include "factors.h"

/// y = a·x, V elements a thread.
template <int V>
void scale(float a, exo::tensor<const float, 1> x, exo::tensor<float, 1> y) {
  exo::require(y.has_shape(x.extent(0)));
  for (int b : exo::blocks(exo::ceil_div(x.extent(0), threads * V)))
    for (int t : exo::threads(threads)) {
      float v[V];
      exo::copy(exo::window<V>(v, 0), x.window<V>((b * threads + t) * V));
      for (int e : exo::unroll(0, V)) v[e] *= a;
      exo::copy(y.window<V>((b * threads + t) * V), exo::window<V>(v, 0));
    }
}
template void scale<4>(float, exo::tensor<const float, 1>, exo::tensor<float, 1>);
