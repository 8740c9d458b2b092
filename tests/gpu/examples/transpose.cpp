// Chapter 2 on the GPU.
#define main chapter_main
#include "examples/02_transpose/transpose.cpp"
#undef main
#include "emitted/transpose.h"
#include "tests/gpu/examples/harness.h"

using gpu::Case;
using gpu::Values;
using Launch = exogpu_status (*)(const float*, int, int, float*, int, int, cudaStream_t);
using Sequential = void (*)(const_matrix, matrix);

static void test(const char* name, Launch launch, Sequential sequential, int rows, int columns, int offset) {
  Case c(name, gpu::sizes({{"rows", rows}, {"columns", columns}, {"offset", offset}}));
  const long long n = static_cast<long long>(rows) * columns;
  auto& a = c.input<float>("A", n, offset).randomize(1, Values::edge);
  auto& b = c.output<float>("B", n);
  c.launches_nothing(n == 0).compare(
      [&](cudaStream_t s) { return launch(a.device(), rows, columns, b.device(), columns, rows, s); },
      [&] {
        sequential({a.host(), {rows, columns}}, {b.host(), {columns, rows}});
      });
}

static void test_all(int rows, int columns) {
  if (rows % 4 == 0 && columns % 4 == 0) test("transpose_vector", transpose_vector, transpose_vector, rows, columns, 0);
  for (int offset : {0, 1}) {
    test("transpose_scalar", transpose_scalar, transpose_scalar, rows, columns, offset);
    test("transpose", transpose, transpose, rows, columns, offset);
  }
}

static void tests() {
  for (int rows : {0, 1, 4, 31, 64, 65, 132})
    for (int columns : {0, 1, 4, 33, 64, 128, 200, 257}) test_all(rows, columns);
  if (gpu::options.small) return;
  for (int rows : {1000, 4096, 4099})
    for (int columns : {1021, 4096}) test_all(rows, columns);
  test_all(1, 1 << 20), test_all(1 << 20, 1), test_all(4, 1 << 20);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
