// Chapter 9 on the GPU: two kernels and the host proc that launches both.
#define main chapter_main
#include "examples/09_center/center.cpp"
#undef main
#include "emitted/center.h"
#include "tests/gpu/examples/harness.h"

using gpu::Case;
using gpu::Values;

static void test(int rows, int columns, int offset, Values values) {
  const std::string sizes = gpu::sizes({{"rows", rows}, {"columns", columns}, {"offset", offset}}, values);
  const long long n = 1ll * rows * columns;
  {
    Case c("column_mean", sizes);
    auto& x = c.input<float>("X", n, offset).randomize(1, values);
    auto& mean = c.output<float>("mean", columns, offset);
    c.launches_nothing(columns == 0)
        .compare([&](cudaStream_t s) { return column_mean(x.device(), rows, columns, mean.device(), columns, s); },
                 [&] {
                   column_mean({x.host(), {rows, columns}}, {mean.host(), {columns}});
                 });
  }
  {
    Case c("subtract", sizes);
    auto& x = c.input<float>("X", n, offset).randomize(1, values);
    auto& mean = c.input<float>("mean", columns, offset).randomize(2, values);
    auto& y = c.output<float>("Y", n, offset);
    c.launches_nothing(n == 0).compare(
        [&](cudaStream_t s) {
          return subtract(x.device(), rows, columns, mean.device(), columns, y.device(), rows, columns, s);
        },
        [&] {
          subtract({x.host(), {rows, columns}}, {mean.host(), {columns}}, {y.host(), {rows, columns}});
        });
  }
  Case c("center", sizes);
  auto& x = c.input<float>("X", n, offset).randomize(1, values);
  auto& mean = c.output<float>("mean", columns, offset);
  auto& y = c.output<float>("Y", n, offset);
  c.launches_nothing(columns == 0)
      .compare(
          [&](cudaStream_t s) {
            return center(x.device(), rows, columns, mean.device(), columns, y.device(), rows, columns, s);
          },
          [&] {
            center({x.host(), {rows, columns}}, {mean.host(), {columns}}, {y.host(), {rows, columns}});
          });
}

static void tests() {
  for (int rows : {0, 1, 7, 8, 9, 50})
    for (int columns : {0, 1, 31, 32, 33, 100})
      for (int offset : {0, 1})
        for (Values values : {Values::random, Values::edge}) test(rows, columns, offset, values);
  if (gpu::options.small) return;
  test(1021, 4099, 0, Values::random), test(4096, 1024, 0, Values::random), test(100003, 3, 1, Values::random);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
