// Good kernels and the smallest changes that break them: tests/…/cases A1–A8, R1–R3.
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

const std::string kAdd = R"(proc add(tensor<const f32, 1> x, tensor<const f32, 1> y, tensor<f32, 1> z) {
  require extent(x, 0) == extent(z, 0) && extent(y, 0) == extent(z, 0), "equal lengths";
  let i32 n = extent(z, 0);
  for b in tasks(0, (n + 127) / 128) {
    for t in threads(0, 128) {
      let i32 i = b * 128 + t;
      if i < n { z[i] = x[i] + y[i]; }
    }
  }
})";

TEST(Kernels, A1AddWithGuardedTail) {
  for (const std::int64_t n : {0, 1, 127, 128, 300}) {
    const auto result = test::run(kAdd, Args().floats("x", {n}).floats("y", {n}).floats("z", {n}));
    EXPECT_SAFE(result);
    const auto z = test::output<float>(result, "z");
    for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(z[static_cast<std::size_t>(i)], 2.0f * static_cast<float>(i % 17 + 1));
  }
}
TEST(Kernels, S8AddWithoutGuardLeavesItsTensor) {
  const auto bad = test::replaced(kAdd, "if i < n {", "if i < n + 1 {");
  EXPECT_EQ(test::faultKinds(test::run(bad, Args().floats("x", {300}).floats("y", {300}).floats("z", {300}))), "out of bounds");
  EXPECT_SAFE(test::run(bad, Args().floats("x", {128}).floats("y", {128}).floats("z", {128})));
}
TEST(Kernels, ContractsAreChecked) {
  const auto result = test::run(kAdd, Args().floats("x", {4}).floats("y", {4}).floats("z", {5}));
  EXPECT_FALSE(result.contracts_hold);
  EXPECT_SAFE(result);
}

TEST(Kernels, A3LaunchesAreOrdered) {
  const std::string text = R"(proc two(tensor<f32, 1> x, tensor<f32, 1> y) {
    for b in blocks(0, 2) { for t in threads(0, 32) { x[b * 32 + t] = 1.0f; } }
    for b in blocks(0, 2) { for t in threads(0, 32) { y[b * 32 + t] = x[63 - b * 32 - t]; } }
  })";
  EXPECT_SAFE(test::run(text, Args().floats("x", {64}).floats("y", {64})));
}

const std::string kAsyncSaxpy = R"(proc saxpy(f32 a, tensor<const f32, 1> x, tensor<f32, 1> y) {
  require extent(x, 0) == 128 && extent(y, 0) == 128, "128 elements";
  for b in blocks(0, 1) {
    alloc f32 s[128] @shared;
    group g;
    for t in threads(0, 128) { cp_async s[t]:[1] <- x[t]:[1]; }
    commit g;
    wait g, 0;
    fence;
    for t in threads(0, 128) { y[t] = a * s[127 - t] + y[t]; }
  }
})";
Args saxpyArgs() { return Args().real("a", 2.0).floats("x", {128}).floats("y", {128}); }

TEST(Kernels, A4AsyncSaxpy) { EXPECT_SAFE(test::run(kAsyncSaxpy, saxpyArgs())); }
TEST(Kernels, A4WaitWithoutFenceIsSeenByTheIssuerAlone) {
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(kAsyncSaxpy, "fence;", ""), saxpyArgs())), "race!");
  const auto own = test::replaced(test::replaced(kAsyncSaxpy, "fence;", ""), "s[127 - t]", "s[t]");
  EXPECT_SAFE(test::run(own, saxpyArgs()));
}
TEST(Kernels, A4FenceCompletesNoCopy) {
  const auto result = test::run(test::replaced(kAsyncSaxpy, "wait g, 0;", ""), saxpyArgs());
  EXPECT_EQ(test::faultKinds(result), "copy not completed, race!");
}
TEST(Kernels, A4CopyThatIsNeverCommitted) {
  const auto result = test::run(test::replaced(kAsyncSaxpy, "commit g;", ""), saxpyArgs());
  EXPECT_EQ(test::faultKinds(result), "copy not completed, race!");
}

const std::string kMatmul = R"(proc matmul(i32 K, tensor<const f32, 2> A, tensor<const f32, 2> B, tensor<f32, 2> C) {
  for bm in blocks(0, 2) { for bn in blocks(0, 2) {
    alloc f32 As[8][8] @shared;
    alloc f32 Bs[8][8] @shared;
    alloc f32 acc[64] @reg = 0;
    for k0 in seq(0, K) step 8 {
      for t in threads(0, 64) {
        As[t / 8][t % 8] = A[bm * 8 + t / 8][k0 + t % 8];
        Bs[t / 8][t % 8] = B[k0 + t / 8][bn * 8 + t % 8];
      }
      fence;
      for t in threads(0, 64) {
        for k in seq(0, 8) { acc[t] = fma(As[t / 8][k], Bs[k][t % 8], acc[t]); }
      }
      let i32 last = k0;
      fence;
    }
    for t in threads(0, 64) { C[bm * 8 + t / 8][bn * 8 + t % 8] = acc[t]; }
  } }
})";
Args matmulArgs(std::int64_t k) { return Args().integer("K", k).floats("A", {16, k}).floats("B", {k, 16}).floats("C", {16, 16}); }

TEST(Kernels, A5TiledMatmul) {
  for (const std::int64_t k : {0, 8, 24}) {
    const auto result = test::run(kMatmul, matmulArgs(k));
    EXPECT_SAFE(result);
    const auto c = test::output<float>(result, "C");
    const auto element = [&](std::int64_t i) { return static_cast<float>(i % 17 + 1); };
    for (std::int64_t i = 0; i < 16; ++i)
      for (std::int64_t j = 0; j < 16; ++j) {
        float sum = 0.0f;
        for (std::int64_t q = 0; q < k; ++q) sum += element(i * k + q) * element(q * 16 + j);
        EXPECT_EQ(c[static_cast<std::size_t>(i * 16 + j)], sum);
      }
  }
}
TEST(Kernels, R1WithoutTheSecondFence) {
  const auto bad = test::replaced(kMatmul, "let i32 last = k0;\n      fence;", "");
  const auto result = test::run(bad, matmulArgs(16));
  EXPECT_EQ(test::faultKinds(result), "race!");
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].message,
            "thread 0 of block 0 writes As[0][0] (k0 = 8) while thread 1 of block 0 may still read it (k0 = 0, k = 0)");
  EXPECT_SAFE(test::run(bad, matmulArgs(8)));  // one step: nothing to overwrite
}
TEST(Kernels, R2WithoutTheFirstFence) {
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(kMatmul, "fence;", ""), matmulArgs(8))), "race!");
}

const std::string kDouble = R"(proc twice(i32 K, tensor<const f32, 1> x, tensor<f32, 1> y) {
  for b in blocks(0, 1) {
    alloc f32 s[2][32] @shared;
    for t in threads(0, 32) { s[0][t] = x[t]; }
    fence;
    for k in seq(0, K) {
      for t in threads(0, 32) {
        if k + 1 < K { s[(k + 1) % 2][t] = x[(k + 1) * 32 + t]; }
        y[k * 32 + t] = s[k % 2][31 - t];
      }
      fence;
    }
  }
})";
TEST(Kernels, A6DoubleBufferWithOneFence) {
  for (const std::int64_t k : {1, 2, 5})
    EXPECT_SAFE(test::run(kDouble, Args().integer("K", k).floats("x", {32 * k}).floats("y", {32 * k})));
  const auto single = test::replaced(test::replaced(kDouble, "s[(k + 1) % 2]", "s[0]"), "s[k % 2]", "s[0]");
  EXPECT_EQ(test::faultKinds(test::run(single, Args().integer("K", 3).floats("x", {96}).floats("y", {96}))), "race!");
}

std::string ring(int depth, int pending) {
  const std::string d = std::to_string(depth), ahead = std::to_string(depth - 1);
  return "proc ring(i32 K, tensor<const f32, 1> x, tensor<f32, 1> y) { for b in blocks(0, 1) {"
         "  alloc f32 s[" + d + "][32] @shared; group g;"
         "  for k in seq(0, " + ahead + ") {"
         "    if k < K { for t in threads(0, 32) { cp_async s[k][t]:[1] <- x[k * 32 + t]:[1]; } }"
         "    commit g; }"
         "  for k in seq(0, K) {"
         "    wait g, " + std::to_string(pending) + "; fence;"
         "    let i32 next = k + " + ahead + ";"
         "    if next < K { for t in threads(0, 32) { cp_async s[next % " + d + "][t]:[1] <- x[next * 32 + t]:[1]; } }"
         "    commit g;"
         "    for t in threads(0, 32) { y[k * 32 + t] = s[k % " + d + "][31 - t]; } }"
         "  wait g, 0; } }";
}
Args ringArgs(std::int64_t k) { return Args().integer("K", k).floats("x", {32 * k}).floats("y", {32 * k}); }

TEST(Kernels, A7RingOfAnyDepth) {
  for (const int depth : {2, 3, 5})
    for (const std::int64_t k : {0, 1, 2, 7}) EXPECT_SAFE(test::run(ring(depth, depth - 2), ringArgs(k)));
}
TEST(Kernels, R3RingThatWaitsForTooLittle) {
  for (const int depth : {2, 3, 5}) EXPECT_EQ(test::faultKinds(test::run(ring(depth, depth - 1), ringArgs(7))), "race!");
}
TEST(Kernels, RefuseTenDriftingCommit) {
  const std::string good = R"(proc drift(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) { for b in blocks(0, 1) {
    alloc f32 s[2][32] @shared; group g;
    for k in seq(0, n + 1) {
      if k < n { for t in threads(0, 32) { cp_async s[k % 2][t]:[1] <- x[k * 32 + t]:[1]; } }
      commit g;
      wait g, 1;
      fence;
      if k > 0 { for t in threads(0, 32) { y[(k - 1) * 32 + t] = s[(k - 1) % 2][t]; } }
      fence;
    }
    wait g, 0;
  } })";
  const Args args = Args().integer("n", 4).floats("x", {128}).floats("y", {128});
  EXPECT_SAFE(test::run(good, args));
  const auto bad = test::replaced(test::replaced(good, ":[1]; } }\n      commit g;", ":[1]; } commit g; }"), "wait g, 0;", "");
  EXPECT_EQ(test::faultKinds(test::run(bad, args)), "copy not completed, race!");
}

TEST(Kernels, A8StridedLanesReduce) {
  const std::string text = R"(proc gemv(tensor<const f32, 2> A, tensor<const f32, 1> x, tensor<f32, 1> y) {
    let i32 n = extent(A, 0);
    for b in blocks(0, (n + 31) / 32) { for g in groups<8, 1>(0, 32) {
      let i32 r = b * 32 + g;
      alloc f32 v[8] @reg;
      for l in threads(0, 8) {
        v[l] = 0.0f;
        if r < n { for c in seq(l, extent(A, 1)) step 8 { v[l] = fma(A[r][c], x[c], v[l]); } }
      }
      var f32 s;
      s = warp_sum<8> v;
      for o in one_thread(0, 1) { if r < n { y[r] = s; } }
    } }
  })";
  const auto result = test::run(text, Args().floats("A", {40, 19}).floats("x", {19}).floats("y", {40}));
  EXPECT_SAFE(result);
  float sum = 0.0f;
  for (std::int64_t c = 0; c < 19; ++c) sum += static_cast<float>((19 + c) % 17 + 1) * static_cast<float>(c % 17 + 1);
  EXPECT_EQ(test::output<float>(result, "y")[1], sum);
  const auto all = test::replaced(text, "for o in one_thread(0, 1)", "for o in threads(0, 8)");
  EXPECT_EQ(test::faultKinds(test::run(all, Args().floats("A", {40, 19}).floats("x", {19}).floats("y", {40}))), "race!");
}

}  // namespace
