// Chapter 4 on the GPU. Row sum and layernorm: equal bitwise. Softmax: equal except what exp may differ by.
#define main chapter_main
#include "examples/04_rows/rows.cpp"
#undef main
#include "emitted/rows.h"
#include "tests/gpu/examples/harness.h"

using gpu::Case;
using gpu::Values;

template <class T>
constexpr const char* type_name = sizeof(T) == 2 ? "<exo::bf16>" : "<float>";

template <class T, class Launch>
static void test_row_sum(Launch launch, int R, int N, Values values) {
  Case c(std::string("row_sum") + type_name<T>, gpu::sizes({{"R", R}, {"N", N}}, values));
  auto& x = c.input<T>("X", 1ll * R * N).randomize(1, values);
  auto& y = c.output<float>("y", R);
  c.launches_nothing(R == 0).compare([&](cudaStream_t s) { return launch(x.device(), R, N, y.device(), R, s); },
                                     [&] {
                                       row_sum<T, 8>({x.host(), {R, N}}, {y.host(), {R}});
                                     });
}

/// What the verdict's ulps of exp (1 on the host, 2 on the device) can do to a result. In units of 2^-23, relative: the
/// two exp differ by 3; the sums of positive terms by 3 and half for each addition on the longest way to the total, on
/// each side; the reciprocal and the product round once a side. The shape of the sum is the same on both sides; its
/// longest way is the elements of a thread and the butterflies. A bf16 result may then round to the neighbour.
template <class T>
static gpu::Bound softmax_bound(int N) {
  const int way = (N <= 16384 * 4 / static_cast<int>(sizeof(T)) ? 64 : 0) + N / 256 + 1 + 5 + 16;
  const double relative = (3 + 3 + way + 2) * 0x1p-23;
  const double neighbour = sizeof(T) == 2 ? 0x1p-7 : 0, smallest = sizeof(T) == 2 ? 0x1p-133 : 8 * 0x1p-149;
  return [=](long long, double want) { return (relative + neighbour) * std::fabs(want) + smallest; };
}

template <class T, class Launch>
static void test_softmax(Launch launch, int R, int N, int offset) {
  Case c(std::string("softmax") + type_name<T>, gpu::sizes({{"R", R}, {"N", N}, {"offset", offset}}));
  auto& x = c.input<T>("X", 1ll * R * N, offset).randomize(1);
  for (long long i = 0; i < x.count(); ++i) x.host()[i] = T(8 * static_cast<float>(x.host()[i]));
  auto& y = c.output<T>("Y", 1ll * R * N, offset, softmax_bound<T>(N));
  c.launches_nothing(R == 0).compare([&](cudaStream_t s) { return launch(x.device(), R, N, y.device(), R, N, s); },
                                     [&] {
                                       softmax<T>({x.host(), {R, N}}, {y.host(), {R, N}});
                                     });
}

template <class T, class Launch>
static void test_layernorm(Launch launch, int R, int N, Values values) {
  Case c(std::string("layernorm") + type_name<T>, gpu::sizes({{"R", R}, {"N", N}}, values));
  auto& x = c.input<T>("X", 1ll * R * N).randomize(1, values);
  auto& gamma = c.input<T>("gamma", N).randomize(2, values);
  auto& beta = c.input<T>("beta", N).randomize(3, values);
  auto& y = c.output<T>("Y", 1ll * R * N);
  c.launches_nothing(R == 0).compare(
      [&](cudaStream_t s) {
        return launch(1e-5f, x.device(), R, N, gamma.device(), N, beta.device(), N, y.device(), R, N, s);
      },
      [&] {
        layernorm<T>(1e-5f, {x.host(), {R, N}}, {gamma.host(), {N}}, {beta.host(), {N}}, {y.host(), {R, N}});
      });
}

/// Every proc for rows of N elements, where its contract admits them.
template <class T, class RowSum, class Softmax, class Layernorm>
static void test_type(RowSum row_sum, Softmax softmax, Layernorm layernorm, int R, int N) {
  constexpr int V = pack<T>;
  for (int offset : {0, 1}) test_softmax<T>(softmax, R, N, offset);
  if (N % V != 0) return;
  for (Values values : {Values::random, Values::edge}) {
    test_row_sum<T>(row_sum, R, N, values);
    if (N <= 8 * 32 * 4 * V) test_layernorm<T>(layernorm, R, N, values);
  }
}

static void test_all(int R, int N) {
  test_type<float>(row_sum_float_8, softmax_float, layernorm_float, R, N);
  test_type<exo::bf16>(row_sum_bf16_8, softmax_bf16, layernorm_bf16, R, N);
}

static void tests() {
  // The bounds between the forms: 512, 4096, 16384 and 65536 elements of float, twice as many of bf16.
  for (int R : {0, 1, 4, 5})
    for (int N : {0, 1, 4, 8, 31, 200, 512, 520, 1000, 1024, 1032, 4096, 4104, 8192, 8200}) test_all(R, N);
  if (gpu::options.small) return;
  for (int N : {16384, 16392, 32768, 32776, 65536, 65544, 131072, 131080}) test_all(3, N);
  for (int N : {1000, 1024, 4096}) test_all(1021, N);
  test_all(70001, 8);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
