// exo::instruction: an expression of CUDA C++, PTX, an integer template argument; what the GPU executes is the template,
// what is proved, simulated and run in sequence is the body.
#include <exogpu/exogpu.h>
using uvec = exo::tensor<const exo::uint32, 1>;
using ivec = exo::tensor<int, 1>;

/// How many bits are set.
inline int popcount(exo::uint32 x) {
  exo::instruction("__popc(static_cast<int>({x}))");
  int n = 0;
  for (int i = 0; i < 32; ++i) n += static_cast<int>((x >> i) & 1u);
  return n;
}

/// Leading zeros. A loop that is left early is a body like any other.
inline int leading_zeros(exo::uint32 x) {
  exo::instruction("clz.b32 {result}, {x};");
  int n = 0;
  for (int i = 31; i >= 0; --i) {
    if (((x >> i) & 1u) != 0u) break;
    n += 1;
  }
  return n;
}

/// Byte number Which of x, as a signed value. The braces of PTX are written twice.
template <int Which>
int byte_of(int x) {
  static_assert(Which >= 0 && Which < 4);
  exo::instruction("{{ .reg .s32 %t; shl.b32 %t, {x}, 24 - 8 * {Which}; shr.s32 {result}, %t, 24; }}");
  const int byte = (x >> (8 * Which)) & 255;
  return byte < 128 ? byte : byte - 256;
}

void count_bits(uvec x, ivec y) {
  exo::require(y.has_shape(x.extent(0)) && x.extent(0) % 64 == 0);
  for (int b : exo::blocks(x.extent(0) / 64))
    for (int t : exo::threads(64)) {
      const int i = b * 64 + t;
      const int bits = popcount(x[i]);
      y[i] = bits + 100 * leading_zeros(x[i] ^ 5u) + byte_of<1>(y[i]) + byte_of<3>(y[i]);
    }
}
