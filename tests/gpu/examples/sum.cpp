// Chapter 5 on the GPU. The verdict: equal bitwise except that the atomics add in any order.
#define main chapter_main
#include "examples/05_sum/sum.cpp"
#undef main
#include "emitted/sum.h"
#include "tests/gpu/examples/harness.h"

using Launch = exogpu_status (*)(const float*, int, float*, int, cudaStream_t);
using Sequential = void (*)(const_vector, vector);

/// Each of `blocks` parts is the same bits on both sides. Adding them to the total in another order changes it by at
/// most one rounding an addition and side, of a sum of at most the sum of the magnitudes (which the roundings within a
/// part exceed by less than a thousandth). One addition has one order.
static gpu::Bound bound(int blocks, const float* x, int n, double start) {
  if (blocks <= 1) return {};
  double magnitude = start;
  for (int i = 0; i < n; ++i) magnitude += std::fabs(double{x[i]});
  return [=](long long, double) { return 2 * blocks * 0x1p-24 * 1.001 * magnitude; };
}

static void test(const char* name, Launch launch, Sequential sequential, int chunk, int n, int offset) {
  gpu::Tensor<float> same("x", n, offset, gpu::Role::input, {});
  same.randomize(1);
  gpu::Case c(name, gpu::sizes({{"n", n}, {"offset", offset}}));
  auto& x = c.input<float>("x", n, offset).randomize(1);
  auto& total = c.inout<float>("total", 1, 0, bound(exo::ceil_div(n, chunk), same.host(), n, 1.5));
  total.host()[0] = 1.5f;
  c.launches_nothing(n == 0).compare([&](cudaStream_t s) { return launch(x.device(), n, total.device(), 1, s); },
                                     [&] {
                                       sequential({x.host(), {n}}, {total.host(), {1}});
                                     });
}

static void test_all(int n) {
  test("sum_vector", sum_vector, sum_vector, 16384, n, 0);
  test("sum", sum, sum, 16384, n, 0);
  for (int offset : {0, 1}) test("sum_scalar", sum_scalar, sum_scalar, 8192, n, offset);
  test("sum", sum, sum, 8192, n, 1);
}

static void tests() {
  for (int n : {0, 1, 3, 4, 5, 1000, 8191, 8192, 8193, 16383, 16384, 16385, 50001}) test_all(n);
  if (gpu::options.small) return;
  for (int n : {1 << 20, (1 << 24) + 7}) test_all(n);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
