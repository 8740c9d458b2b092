// Chapter 7 on the GPU.
#define main chapter_main
#include "examples/07_stencil/stencil.cpp"
#undef main
#include "emitted/stencil.h"
#include "tests/gpu/examples/harness.h"

using gpu::Case;
using gpu::Values;
using Launch = exogpu_status (*)(const float*, int, int, float*, int, int, cudaStream_t);
using Sequential = void (*)(const_plane, plane);

static void test5(const char* name, Launch launch, Sequential sequential, int rows, int columns, int offset,
                  Values values) {
  Case c(name, gpu::sizes({{"rows", rows}, {"columns", columns}, {"offset", offset}}, values));
  const long long n = 1ll * rows * columns;
  auto& u = c.input<float>("u", n, offset).randomize(1, values);
  auto& v = c.output<float>("v", n, offset);
  c.launches_nothing(n == 0).compare(
      [&](cudaStream_t s) { return launch(u.device(), rows, columns, v.device(), rows, columns, s); },
      [&] {
        sequential({u.host(), {rows, columns}}, {v.host(), {rows, columns}});
      });
}

static void test_plane(int rows, int columns, Values values) {
  if (columns % 4 == 0) test5("stencil5", stencil5, stencil5, rows, columns, 0, values);
  for (int offset : {0, 1}) test5("stencil5_scalar", stencil5_scalar, stencil5_scalar, rows, columns, offset, values);
}

static void test7(int planes, int rows, int columns, Values values) {
  Case c("stencil7", gpu::sizes({{"planes", planes}, {"rows", rows}, {"columns", columns}}, values));
  const long long n = 1ll * planes * rows * columns;
  auto& u = c.input<float>("u", n).randomize(1, values);
  auto& v = c.output<float>("v", n);
  c.launches_nothing(n == 0).compare(
      [&](cudaStream_t s) {
        return stencil7(0.1f, u.device(), planes, rows, columns, v.device(), planes, rows, columns, s);
      },
      [&] {
        stencil7(0.1f, {u.host(), {planes, rows, columns}}, {v.host(), {planes, rows, columns}});
      });
}

static void tests() {
  for (Values values : {Values::random, Values::edge}) {
    for (int rows : {0, 1, 3, 4, 5, 8, 35})
      for (int columns : {0, 1, 4, 33, 36, 1024, 1028}) test_plane(rows, columns, values);
    for (int planes : {0, 1, 2, 15, 16, 17})
      for (int rows : {0, 1, 8, 9})
        for (int columns : {0, 4, 128, 132}) test7(planes, rows, columns, values);
  }
  if (gpu::options.small) return;
  test_plane(4096, 4096, Values::random), test_plane(1021, 2053, Values::random),
      test_plane(3, 1 << 20, Values::random);
  test7(128, 128, 128, Values::random), test7(67, 131, 260, Values::random), test7(256, 256, 256, Values::random);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
