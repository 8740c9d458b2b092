// Chapter 6 on the GPU: atomics on integers, equal bitwise.
#define main chapter_main
#include "examples/06_histogram/histogram.cpp"
#undef main
#include "emitted/histogram.h"
#include "tests/gpu/examples/harness.h"

template <class T, class Launch, class Sequential>
static void test(const char* name, Launch launch, Sequential sequential, int n, bool one_bin) {
  gpu::Case c(name, gpu::sizes({{"n", n}}) + (one_bin ? " one bin" : ""));
  auto& x = c.input<T>("X", n).randomize(1);
  if (one_bin)
    for (int i = 0; i < n; ++i) x.host()[i] = T{17};
  auto& h = c.inout<int>("H", 256);
  for (int v = 0; v < 256; ++v) h.host()[v] = v;  // counts are added to what is there
  c.launches_nothing(n == 0).compare(
      [&](cudaStream_t s) { return launch(x.device(), n, h.device(), 256, s); },
      [&] {
        sequential(exo::tensor<const T, 1>{x.host(), {n}}, exo::tensor<int, 1>{h.host(), {256}});
      });
}

static void test_all(int n) {
  for (bool one_bin : {false, true}) {
    test<exo::uint8>("histogram_bytes<8>", histogram_bytes_8, histogram_bytes<8>, n, one_bin);
    test<int>("histogram_words<8>", histogram_words_8, histogram_words<8>, n, one_bin);
  }
}

static void tests() {
  for (int n : {0, 1, 3, 4, 15, 16, 17, 5000, 65536}) test_all(n);
  if (gpu::options.small) return;
  for (int n : {262143, 262144, 262145, 1000007, (1 << 25) + 5}) test_all(n);
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
