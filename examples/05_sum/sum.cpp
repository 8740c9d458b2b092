// Chapter 5: the sum of a whole vector, with one atomic a block.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using vector = exo::tensor<float, 1>;
using const_vector = exo::tensor<const float, 1>;

/// total[0] += the sum of x. A block of 512 threads adds up 16384 elements, each thread eight float4 in four running
/// sums; the block adds up its threads, and one thread adds the block's part to the total. Blocks come in any order, so
/// the sum is re-associated: the policy says that this is meant, and the verdict repeats it.
void sum_vector(const_vector x, vector total) {
  exo::fp(exo::policy::reassociate);
  exo::require(total.has_shape(1) && x.is_aligned(16));
  for (int b : exo::blocks(exo::ceil_div(x.extent(0), 16384))) {
    exo::reg<float[16][32]> part;
    for (int w : exo::warps(16))
      for (int l : exo::lanes(32)) {
        float in[8][4], sum[4] = {};
        for (int p : exo::unroll(0, 8))
          exo::copy(exo::window<4>(in[p], 0), x.window<4>(b * 16384 + (p * 512 + w * 32 + l) * 4));
        for (int p : exo::unroll(0, 8))
          for (int e : exo::unroll(0, 4)) sum[e] += in[p][e];
        part[w][l] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      }
    const float sum = exo::block_sum(part);
    if (exo::one_thread()) exo::atomic_add(total[0], sum);
  }
}

/// The same for any address, one element an access.
void sum_scalar(const_vector x, vector total) {
  exo::fp(exo::policy::reassociate);
  exo::require(total.has_shape(1));
  const int n = x.extent(0);
  for (int b : exo::blocks(exo::ceil_div(n, 8192))) {
    exo::reg<float[8][32]> part;
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32)) {
        float sum = 0.0f;
        for (int s = 0; s < 32; ++s) {
          const int i = b * 8192 + s * 256 + w * 32 + l;
          if (i < n) sum += x[i];
        }
        part[w][l] = sum;
      }
    const float sum = exo::block_sum(part);
    if (exo::one_thread()) exo::atomic_add(total[0], sum);
  }
}

void sum(const_vector x, vector total) {
  exo::require(total.has_shape(1));
  if (x.is_aligned(16))
    sum_vector(x, total);
  else
    sum_scalar(x, total);
}

int main() {
  using selfcheck::buffer;
  for (int n : {0, 1, 3, 1000, 16384, 50001}) {
    buffer<float> x(n + 1), total(1), other(1);
    x.randomize(1);
    total[0] = 1.0f;
    sum({x.data(), {n}}, {total.data(), {1}});
    sum({x.data() + 1, {n}}, {other.data(), {1}});  // not aligned: the scalar form
    double want = 0;
    for (int i = 0; i < n; ++i) want += double{x[i]};
    selfcheck::expect_near(double{total[0]}, want + 1, 1e-4);
    selfcheck::expect_near(double{other[0]}, want - double{x[0]} + double{x[n]}, 1e-4);
  }
  return selfcheck::report("sum");
}
