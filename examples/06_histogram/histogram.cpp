// Chapter 6: a histogram of 256 bins with atomics in shared memory.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

/// Elements that one block counts.
constexpr int chunk = 1 << 18;

/// Adds up the C copies of one block and adds them to H; called at block level, between two fences of its caller.
template <int C>
void merge(const exo::shared<int[C][256]>& h, exo::tensor<int, 1> H) {
  for (int t : exo::threads(256)) {
    int count = 0;
    for (int c : exo::unroll(0, C)) count += h[c][t];
    exo::atomic_add(H[t], count);
  }
}

/// H[v] += how often the byte v occurs in X. A block counts 2^18 bytes in C copies of the bins, warp w in copy w % C,
/// so that fewer lanes meet on one counter; so many a block, that merging the copies costs little beside. A byte is an
/// index in range by its type. Atomics on integers commute, so the result is exact whatever the order.
template <int C>
void histogram_bytes(exo::tensor<const exo::uint8, 1> X, exo::tensor<int, 1> H) {
  exo::require(H.has_shape(256) && X.is_aligned(16) && X.extent(0) <= 2000000000);  // the last chunk stays in int
  const int n = X.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, chunk))) {
    exo::shared<int[C][256]> h;
    for (int t : exo::threads(256))
      for (int c : exo::unroll(0, C)) h[c][t] = 0;
    exo::fence();
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32))
        for (int s = 0; s < 64; ++s) {
          const int i = b * chunk + (s * 256 + w * 32 + l) * 16;
          exo::uint8 in[16];
          exo::copy(exo::window<16>(in, 0), X.window<16>(i));
          for (int e : exo::unroll(0, 16))
            if (i + e < n) exo::atomic_add(h[w % C][in[e]], 1);  // a window reads zero outside: do not count those
        }
    exo::fence();
    merge<C>(h, H);
  }
}

/// The same for 32-bit values, of which the low byte is counted.
template <int C>
void histogram_words(exo::tensor<const int, 1> X, exo::tensor<int, 1> H) {
  exo::require(H.has_shape(256) && X.is_aligned(16) && X.extent(0) <= 2000000000);  // the last chunk stays in int
  const int n = X.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, chunk))) {
    exo::shared<int[C][256]> h;
    for (int t : exo::threads(256))
      for (int c : exo::unroll(0, C)) h[c][t] = 0;
    exo::fence();
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32))
        for (int s = 0; s < 64; ++s) {
          int in[4][4];
          for (int p : exo::unroll(0, 4))
            exo::copy(exo::window<4>(in[p], 0), X.window<4>(b * chunk + ((s * 4 + p) * 256 + w * 32 + l) * 4));
          for (int p : exo::unroll(0, 4))
            for (int e : exo::unroll(0, 4))
              if (b * chunk + ((s * 4 + p) * 256 + w * 32 + l) * 4 + e < n)
                exo::atomic_add(h[w % C][in[p][e] & 255], 1);
        }
    exo::fence();
    merge<C>(h, H);
  }
}

template void histogram_bytes<8>(exo::tensor<const exo::uint8, 1>, exo::tensor<int, 1>);
template void histogram_words<8>(exo::tensor<const int, 1>, exo::tensor<int, 1>);

int main() {
  using selfcheck::buffer;
  for (int n : {0, 1, 15, 5000, 65536, 300003}) {
    buffer<exo::uint8> x(n);
    buffer<int> y(n), h(256, 1), g(256, 1), want(256, 1);
    for (int i = 0; i < n; ++i) {
      x[i] = static_cast<exo::uint8>(i * 31 % 251);
      y[i] = x[i] - 256 * (i % 3);
      ++want[x[i]];
    }
    histogram_bytes<8>({x.data(), {n}}, {h.data(), {256}});
    histogram_words<8>({y.data(), {n}}, {g.data(), {256}});
    for (int v = 0; v < 256; ++v) selfcheck::expect(h[v] == want[v] && g[v] == want[v]);
  }
  return selfcheck::report("histogram");
}
