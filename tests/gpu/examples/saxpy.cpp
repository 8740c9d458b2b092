// Chapter 1 on the GPU.
#define main chapter_main
#include "examples/01_saxpy/saxpy.cpp"
#undef main
#include "emitted/saxpy.h"
#include "tests/gpu/examples/harness.h"

using gpu::Case;
using gpu::Values;

static void test_add(int n, int offset, Values values) {
  Case c("vector_add", gpu::sizes({{"n", n}, {"offset", offset}}, values));
  auto& x = c.input<float>("x", n, offset).randomize(1, values);
  auto& y = c.input<float>("y", n).randomize(2, values);
  auto& z = c.output<float>("z", n, offset);
  c.launches_nothing(n == 0).compare(
      [&](cudaStream_t s) { return vector_add(x.device(), n, y.device(), n, z.device(), n, s); },
      [&] {
        vector_add({x.host(), {n}}, {y.host(), {n}}, {z.host(), {n}});
      });
}

template <class Launch, class Sequential>
static void test_saxpy(const char* name, Launch launch, Sequential sequential, int n, int offset, Values values) {
  Case c(name, gpu::sizes({{"n", n}, {"offset", offset}}, values));
  auto& x = c.input<float>("x", n, offset).randomize(1, values);
  auto& y = c.inout<float>("y", n, offset).randomize(2, values);
  c.launches_nothing(n == 0).compare([&](cudaStream_t s) { return launch(0.7f, x.device(), n, y.device(), n, s); },
                                     [&] {
                                       sequential(0.7f, const_vector{x.host(), {n}}, vector{y.host(), {n}});
                                     });
}

static void test_all(int n, Values values) {
  using Launch = exogpu_status (*)(float, const float*, int, float*, int, cudaStream_t);
  using Sequential = void (*)(float, const_vector, vector);
  const Launch launch_vector = saxpy_vector, launch_scalar = saxpy_scalar, launch = saxpy;
  const Sequential run_vector = saxpy_vector, run_scalar = saxpy_scalar, run = saxpy;
  test_saxpy("saxpy_vector", launch_vector, run_vector, n, 0, values);
  for (int offset : {0, 1}) {
    test_add(n, offset, values);
    test_saxpy("saxpy_scalar", launch_scalar, run_scalar, n, offset, values);
    test_saxpy("saxpy", launch, run, n, offset, values);
  }
}

static void tests() {
  for (int n : {0, 1, 2, 3, 4, 5, 255, 256, 257, 1021, 1023, 1024, 1025, 5000})
    for (Values values : {Values::random, Values::edge}) test_all(n, values);
  if (gpu::options.small) return;
  for (int n : {1 << 20, (1 << 20) + 3, (1 << 24) + 1}) test_all(n, Values::random);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
