#pragma once
// Tests of C = A·B, for chapters 3 and 10. Included behind the chapter, whose tensor names it uses.
#include "tests/gpu/examples/harness.h"

struct Product {
  using Launch = exogpu_status (*)(int, int, int, const float*, int, int, const float*, int, int, float*, int, int,
                                   cudaStream_t);
  using Sequential = void (*)(int, int, int, const_matrix, const_matrix, matrix);
  const char* name;
  int multiple;  ///< of which K and N must be multiples
  Launch launch;
  Sequential sequential;
  bool fits(int N, int K) const { return N % multiple == 0 && K % multiple == 0; }
};

inline void test(const Product& p, int M, int N, int K, int offset, gpu::Values values) {
  gpu::Case c(p.name, gpu::sizes({{"M", M}, {"N", N}, {"K", K}, {"offset", offset}}, values));
  auto& a = c.input<float>("A", 1ll * M * K, offset).randomize(1, values);
  auto& b = c.input<float>("B", 1ll * K * N).randomize(2, values);
  auto& r = c.output<float>("C", 1ll * M * N);
  c.launches_nothing(1ll * M * N == 0)
      .compare(
          [&](cudaStream_t s) { return p.launch(M, N, K, a.device(), M, K, b.device(), K, N, r.device(), M, N, s); },
          [&] {
            p.sequential(M, N, K, {a.host(), {M, K}}, {b.host(), {K, N}}, {r.host(), {M, N}});
          });
}

/// ‖got - A·B‖ / ‖A·B‖ in double, over some rows.
inline double relative_error(int rows, int N, int K, const float* a, const float* b, const float* got) {
  double error = 0, norm = 0;
  std::vector<double> want(static_cast<std::size_t>(N));
  for (int i = 0; i < rows; ++i) {
    want.assign(want.size(), 0);
    for (int k = 0; k < K; ++k) {
      const double x = a[1ll * i * K + k];
      const float* row = b + 1ll * k * N;
      for (int j = 0; j < N; ++j) want[static_cast<std::size_t>(j)] += x * row[j];
    }
    for (int j = 0; j < N; ++j) {
      const double w = want[static_cast<std::size_t>(j)], d = got[1ll * i * N + j] - w;
      error += d * d, norm += w * w;
    }
  }
  return std::sqrt(error / norm);
}

/// A size whose sequential run takes too long: 64 rows, spread over the matrix and its last ones among them. A row of C
/// depends on that row of A alone, so the sequential run on the gathered rows must give the same bits; and the rows are
/// compared with double precision, lest both be wrong.
inline void test_rows(const Product& p, int M, int N, int K) {
  constexpr int sampled = 64;
  using gpu::Role;
  gpu::Tensor<float> a("A", 1ll * M * K, 0, Role::input, {}), b("B", 1ll * K * N, 0, Role::input, {});
  gpu::Tensor<float> r("C", 1ll * M * N, 0, Role::output, {});
  a.randomize(1), b.randomize(2);
  a.upload(), b.upload(), r.upload();
  const auto status = p.launch(M, N, K, a.device(), M, K, b.device(), K, N, r.device(), M, N, nullptr);
  gpu::check(cudaDeviceSynchronize(), p.name);
  std::vector<float> all(static_cast<std::size_t>(r.count())), rows_a, got;
  gpu::check(cudaMemcpy(all.data(), r.device(), all.size() * 4, cudaMemcpyDeviceToHost), "download");
  for (int s = 0; s < sampled; ++s) {
    const int i = s < 8 ? M - 1 - s : static_cast<int>(1ll * s * 2654435761ll % M);
    rows_a.insert(rows_a.end(), a.host() + 1ll * i * K, a.host() + 1ll * (i + 1) * K);
    got.insert(got.end(), all.begin() + 1ll * i * N, all.begin() + 1ll * (i + 1) * N);
  }
  gpu::Tensor<float> seq_a("A", 1ll * sampled * K, 0, Role::input, {}),
      want("C", 1ll * sampled * N, 0, Role::output, {});
  std::memcpy(seq_a.host(), rows_a.data(), rows_a.size() * 4);
  p.sequential(sampled, N, K, {seq_a.host(), {sampled, K}}, {b.host(), {K, N}}, {want.host(), {sampled, N}});
  const bool equal = std::memcmp(got.data(), want.host(), got.size() * 4) == 0;
  const double error = relative_error(sampled, N, K, rows_a.data(), b.host(), got.data());
  const std::size_t poisoned = [&] {
    std::size_t count = 0;
    for (float x : all) count += x != x;
    return count;
  }();
  const std::string a_said = a.compare(), b_said = b.compare();
  const bool good = status.code == 0 && equal && error < 1e-5 && poisoned == 0 && a_said.empty() && b_said.empty();
  ++gpu::runs, gpu::failures += !good;
  std::printf("%-22s %-34s %s: 64 rows %s, relative error to double %.2e, %zu elements not written%s%s\n", p.name,
              gpu::sizes({{"M", M}, {"N", N}, {"K", K}}).c_str(), good ? "good" : "FAILED",
              equal ? "equal bitwise" : "differ", error, poisoned, a_said.c_str(), b_said.c_str());
  std::fflush(stdout);
}

inline void test_products(std::initializer_list<Product> products) {
  using gpu::Values;
  constexpr int little[][3] = {{0, 5, 5},      {5, 0, 5},       {5, 8, 0},      {0, 0, 0},      {1, 1, 1},
                               {4, 4, 4},      {1, 128, 8},     {3, 5, 7},      {127, 129, 33}, {129, 132, 4},
                               {64, 300, 100}, {128, 128, 128}, {130, 132, 36}, {257, 255, 65}, {33, 260, 160}};
  for (const Product& p : products)
    for (const auto& s : little)
      for (Values values : {Values::random, Values::edge}) {
        if (p.fits(s[1], s[2])) test(p, s[0], s[1], s[2], 0, values);
        if (p.multiple == 1) test(p, s[0], s[1], s[2], 1, values);
      }
  if (gpu::options.small) return;
  constexpr int large[][3] = {{511, 513, 1021}, {1000, 1000, 1000}, {1024, 1024, 1024}};
  for (const Product& p : products) {
    for (const auto& s : large)
      if (p.fits(s[1], s[2])) test(p, s[0], s[1], s[2], 0, Values::random);
    test_rows(p, 4096, 4096, 4096);
    if (p.multiple == 1)
      test_rows(p, 2049, 3071, 1025);
    else
      test_rows(p, 2049, 3076, 1028);
  }
}
