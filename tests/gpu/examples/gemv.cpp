// Chapter 8 on the GPU.
#define main chapter_main
#include "examples/08_gemv/gemv.cpp"
#undef main
#include "emitted/gemv.h"
#include "tests/gpu/examples/harness.h"

using gpu::Values;

template <class T, class Launch>
static void test(const char* name, Launch launch, int M, int K, Values values) {
  gpu::Case c(name, gpu::sizes({{"M", M}, {"K", K}}, values));
  auto& a = c.input<T>("A", 1ll * M * K).randomize(1, values);
  auto& x = c.input<T>("x", K).randomize(2, values);
  auto& y = c.output<float>("y", M);
  c.launches_nothing(M == 0).compare(
      [&](cudaStream_t s) { return launch(a.device(), M, K, x.device(), K, y.device(), M, s); },
      [&] {
        gemv<T>({a.host(), {M, K}}, {x.host(), {K}}, {y.host(), {M}});
      });
}

static void test_all(int M, int K, Values values) {
  test<exo::f16>("gemv<exo::f16>", gemv_f16, M, K, values);
  test<exo::bf16>("gemv<exo::bf16>", gemv_bf16, M, K, values);
}

static void tests() {
  for (int M : {0, 1, 7, 8, 19})
    for (int K : {0, 8, 248, 1000, 1024, 1032, 2056})
      for (Values values : {Values::random, Values::edge}) test_all(M, K, values);
  if (gpu::options.small) return;
  test_all(1021, 4104, Values::random), test_all(4096, 4096, Values::random), test_all(3, 1 << 20, Values::random);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
