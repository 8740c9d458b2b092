// Ownership, collectives, windows, definedness, overflow: one rule a test, the bad program beside its good twin.
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

std::string block(const std::string& body) { return "proc p(i32 n, tensor<f32, 1> y) { for b in blocks(0, 1) {" + body + "} }"; }
std::string kindsOf(const std::string& text, std::int64_t n, std::int64_t extent) {
  return test::faultKinds(test::run(text, Args().integer("n", n).floats("y", {extent})));
}

TEST(Ownership, A12RelativeWarpRanges) {
  const std::string text = block("alloc f32 s[4][32] @shared; for w in warps(2, 4) { for l in lanes(0, 32) { s[w][l] = 1.0f; }"
                                 "fence; for l in lanes(0, 32) { y[w * 32 + l] = s[w][31 - l]; } }");
  EXPECT_EQ(kindsOf(text, 0, 128), "");
  EXPECT_EQ(kindsOf(test::replaced(text, "s[w][31 - l]", "s[5 - w][31 - l]"), 0, 128), "race!, uninitialised read");
}
TEST(Ownership, A15StridedGroups) {
  // Every fourth thread of a half warp: their fence orders them and nobody else.
  const std::string text = block("alloc f32 s[32] @shared; for g in groups<4, 4>(0, 8) { for l in threads(0, 4) { s[g * 4 + l] = 1.0f; }"
                                 "fence; for l in threads(0, 4) { y[g * 4 + l] = s[g * 4 + 3 - l]; } }");
  EXPECT_EQ(kindsOf(text, 0, 32), "");
  EXPECT_EQ(kindsOf(test::replaced(text, "y[g * 4 + l] = s[g * 4 + 3 - l];",
                                   "if g > 0 { y[g * 4 + l] = s[g * 4 - 1 - l]; }"), 0, 32), "race!");
}
TEST(Ownership, A16SameOwnerThroughOtherLoops) {
  const std::string text = block("alloc f32 r[4][16][2] @reg; for m in groups<16, 1>(0, 4) { for l in threads(0, 16) {"
                                 "for e in unroll(0, 2) { r[m][l][e] = cast<f32>(e); } } }"
                                 "for t in threads(0, 64) { y[t] = r[t / 16][t % 16][1]; }");
  EXPECT_EQ(kindsOf(text, 0, 64), "");
  EXPECT_EQ(kindsOf(test::replaced(text, "r[t / 16][t % 16][1]", "r[t % 4][t / 4][1]"), 0, 64), "not the owner");
}
TEST(Ownership, R25RegistersOfOthers) {
  const std::string good = block("alloc f32 r[64] @reg; for t in threads(0, 64) { r[t] = 1.0f; } for t in threads(0, 64) { y[t] = r[t]; }");
  EXPECT_EQ(kindsOf(good, 0, 64), "");
  EXPECT_EQ(kindsOf(test::replaced(good, "= r[t]", "= r[3]"), 0, 64), "not the owner");
  EXPECT_EQ(kindsOf(test::replaced(good, "= r[t]", "= r[63 - t]"), 0, 64), "not the owner");
  EXPECT_EQ(kindsOf(test::replaced(good, "for t in threads(0, 64) { y[t] = r[t]; }",
                                   "for w in warps(1, 2) { for l in lanes(0, 32) { y[l] = r[l]; } }"), 0, 64), "not the owner");
}
TEST(Ownership, R26DifferentPitches) {
  const std::string good = block("alloc f32 r[4][32] @reg; for w in warps(0, 4) { for l in lanes(0, 32) { r[w][l] = 1.0f; } }"
                                 "for t in threads(0, 128) { y[t] = r[t / 32][t % 32]; }");
  EXPECT_EQ(kindsOf(good, 0, 128), "");
  EXPECT_EQ(kindsOf(test::replaced(good, "r[t / 32][t % 32]", "r[t / 16 % 4][t % 32]"), 0, 128), "not the owner");
  // Extent 4 but two warps only: the rest has no value.
  EXPECT_EQ(kindsOf(test::replaced(good, "warps(0, 4)", "warps(0, 2)"), 0, 128), "uninitialised read");
}
TEST(Ownership, A20UniformOverAWarp) {
  const std::string text = block("for w in warps(0, 2) { alloc f32 v[32] @reg; for l in lanes(0, 32) { v[l] = cast<f32>(w); }"
                                 "var f32 m; m = warp_max<32> v; var f32 k = m; k = k + m;"
                                 "for l in lanes(0, 32) { y[w * 32 + l] = k; } }");
  const auto result = test::run(text, Args().integer("n", 0).floats("y", {64}));
  EXPECT_SAFE(result);
  EXPECT_EQ(test::output<float>(result, "y")[40], 2.0f);
}

TEST(Collectives, ShufflesPermuteTheRow) {
  const std::vector<std::pair<std::string, std::vector<float>>> cases = {
      {"shuffle_xor<8> v, 3", {3, 2, 1, 0, 7, 6, 5, 4}},
      {"shuffle_up<8> v, 2", {0, 1, 0, 1, 2, 3, 4, 5}},
      {"shuffle_down<8> v, 5", {5, 6, 7, 3, 4, 5, 6, 7}},
      {"shuffle_idx<8> v, 6", {6, 6, 6, 6, 6, 6, 6, 6}},
  };
  for (const auto& [text, want] : cases) {
    const auto result = test::run(
        block("for g in groups<8, 1>(0, 1) { alloc f32 v[8] @reg; alloc f32 u[8] @reg; for l in threads(0, 8) { v[l] = cast<f32>(l); }"
              "u = " + text + "; for l in threads(0, 8) { y[l] = u[l]; } }"),
        Args().integer("n", 0).floats("y", {8}));
    EXPECT_SAFE(result);
    EXPECT_EQ(test::output<float>(result, "y"), want) << text;
  }
}
TEST(Collectives, ReductionIsTheButterfly) {
  const std::string text = block("for w in warps(0, 1) { alloc f32 v[32] @reg; for l in lanes(0, 32) { v[l] = y[l]; }"
                                 "var f32 s; s = warp_sum<32> v; for o in one_thread(0, 1) { y[0] = s; } }");
  std::vector<float> values, tree;
  for (int i = 0; i < 32; ++i) values.push_back(1.0f / static_cast<float>(i * i + 3));
  tree = values;
  for (std::size_t offset = 16; offset > 0; offset /= 2)
    for (std::size_t l = 0; l < offset; ++l) tree[l] = tree[l] + tree[l + offset];
  const auto result = test::run(text, Args().integer("n", 0).tensor("y", {32}, values));
  EXPECT_SAFE(result);
  EXPECT_EQ(test::output<float>(result, "y")[0], tree[0]);
}
TEST(Collectives, OrderNoMemory) {
  const std::string text = block("alloc f32 s[32] @shared; for w in warps(0, 1) { alloc f32 v[32] @reg;"
                                 "for l in lanes(0, 32) { s[l] = 1.0f; v[l] = 1.0f; } var f32 m; m = warp_sum<32> v; fence;"
                                 "for l in lanes(0, 32) { y[l] = s[31 - l] + m; } }");
  EXPECT_EQ(kindsOf(text, 0, 32), "");
  EXPECT_EQ(kindsOf(test::replaced(text, "fence;", ""), 0, 32), "race!");
}
TEST(Collectives, AnUnwrittenLane) {
  const std::string text = block("for w in warps(0, 1) { alloc f32 v[32] @reg; for l in lanes(0, 32) { if l != 7 { v[l] = 1.0f; } }"
                                 "var f32 m; m = warp_sum<32> v; for o in one_thread(0, 1) { y[0] = m; } }");
  EXPECT_EQ(kindsOf(text, 0, 32), "uninitialised read");
}

const std::string kWindow = R"(proc w(tensor<const f32, 2> x, tensor<f32, 2> y) { for b in blocks(0, 1) {
  alloc f32 s[4][8] @shared; group g;
  for t in threads(0, 8) { cp_async s[t / 2][t % 2 * 4]:[1, 4] <- x[t / 2][t % 2 * 4]:[1, 4] clipped; }
  commit g; wait g, 0; fence;
  for t in threads(0, 32) { copy y[t / 8][t % 8]:[1, 1] clipped <- s[t / 8][t % 8]:[1, 1]; }
} })";
TEST(Windows, ClippedReadsGiveZeroAndClippedWritesVanish) {
  const auto result = test::run(kWindow, Args().floats("x", {3, 8}).tensor("y", {5, 7}, std::vector<float>(35, -1.0f)));
  EXPECT_SAFE(result);
  const auto y = test::output<float>(result, "y");
  EXPECT_EQ(y[0], 1.0f);
  EXPECT_EQ(y[2 * 7 + 6], static_cast<float>((2 * 8 + 6) % 17 + 1));
  EXPECT_EQ(y[3 * 7], 0.0f);
  EXPECT_EQ(y[4 * 7], -1.0f);
}
TEST(Windows, UnclippedOnesMustLieInside) {
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(kWindow, " clipped;", ";"), Args().floats("x", {3, 8}).floats("y", {4, 8}))),
            "out of bounds");
}
TEST(Windows, AsynchronousCopiesAreAligned) {
  EXPECT_EQ(test::faultKinds(test::run(kWindow, Args().floats("x", {3, 7}).floats("y", {4, 8}))), "misaligned copy");
  Args args = Args().floats("x", {3, 8}).floats("y", {4, 8});
  args.inputs().tensors["x"].base_alignment = 4;
  EXPECT_EQ(test::faultKinds(test::run(kWindow, args)), "misaligned copy");
}
TEST(Windows, SourceOfACopyMayNotChangeBeforeTheWait) {
  const std::string good = "proc p(tensor<f32, 1> x) { for b in blocks(0, 1) { alloc f32 s[32] @shared; group g; for t in threads(0, 32) {"
                           "cp_async s[t]:[1] <- x[t]:[1]; } commit g; wait g, 0; for t in threads(0, 32) { x[t] = s[t]; } } }";
  EXPECT_SAFE(test::run(good, Args().floats("x", {32})));
  const auto bad = test::replaced(test::replaced(good, "wait g, 0; ", ""), "x[t] = s[t]; }", "x[t] = 0.0f; } wait g, 0;");
  EXPECT_EQ(test::faultKinds(test::run(bad, Args().floats("x", {32}))), "race!");
}
TEST(Windows, CopiesEndBeforeTheirStorage) {
  const std::string good = "proc p(tensor<const f32, 1> x) { for b in blocks(0, 1) { group g; for k in seq(0, 2) { alloc f32 s[32] @shared;"
                           "for t in threads(0, 32) { cp_async s[t]:[1] <- x[t]:[1]; } commit g; wait g, 0; fence; } wait g, 0; } }";
  EXPECT_SAFE(test::run(good, Args().floats("x", {32})));
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(good, "wait g, 0; fence;", "fence;"), Args().floats("x", {32}))),
            "copy not completed, race");
}

TEST(Definedness, ScalarsAndArrays) {
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { var f32 s; if t < n { s = 1.0f; } y[t] = s; }"), 32, 32), "");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { var f32 s; if t < n { s = 1.0f; } y[t] = s; }"), 31, 32), "uninitialised read");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { alloc f32 a[4] @local; for i in seq(0, n) { a[i] = 1.0f; } y[t] = a[3]; }"), 4, 32), "");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { alloc f32 a[4] @local; for i in seq(0, n) { a[i] = 1.0f; } y[t] = a[3]; }"), 3, 32),
            "uninitialised read");
}
TEST(Integers, OnlySteeringValuesMayNotOverflow) {
  const std::string data = "proc p(i32 n, tensor<i32, 1> y) { for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = n * 1000 + t; } } }";
  const Args args = Args().integer("n", 1 << 28).tensor("y", {32}, std::vector<std::int32_t>(32));
  const auto result = test::run(data, args);
  EXPECT_SAFE(result);
  EXPECT_EQ(test::output<std::int32_t>(result, "y")[1], static_cast<std::int32_t>((1000LL << 28) + 1));
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(data, "y[t] = n * 1000 + t;", "if n * 1000 + t < 5 { y[t] = 0; }"), args)), "overflow");
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(data, "y[t] =", "y[(n * 1000 + t) % 32 * 0] ="), args)), "overflow, race!");
}
TEST(Integers, DivisionByZeroAndShifts) {
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { y[t] = cast<f32>(t / n); }"), 0, 32), "division by zero");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { y[t] = cast<f32>(1 << n); }"), 32, 32), "overflow");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { y[t] = cast<f32>(1 << n); }"), 31, 32), "");
}
TEST(Contracts, AssumptionsEndTheRunAndProvesAreFaults) {
  EXPECT_FALSE(test::run(block("assume \"small\", n < 4; for t in threads(0, 32) { y[t] = y[t + n]; }"), Args().integer("n", 9).floats("y", {32})).contracts_hold);
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { prove t < n, \"inside\"; }"), 31, 32), "broken contract");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 32) { prove t < n, \"inside\"; }"), 32, 32), "");
}
TEST(Atomics, ConflictWithPlainAccessesAndOtherOperations) {
  const std::string text = "proc p(tensor<i32, 1> y) { for b in blocks(0, 2) { for t in threads(0, 32) { atomic max y[t % 4], t; } } }";
  const Args args = Args().tensor("y", {4}, std::vector<std::int32_t>(4));
  const auto result = test::run(text, args);
  EXPECT_SAFE(result);
  EXPECT_EQ(test::output<std::int32_t>(result, "y")[1], 29);
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(text, "atomic max y[t % 4], t;", "atomic max y[t % 4], t; atomic add y[t % 4], 1;"), args)), "race!");
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(text, "atomic max y[t % 4], t;", "atomic max y[t % 4], y[0];"), args)), "race!");
}
TEST(Aliases, SameMemory) {
  const std::string text = "proc p(tensor<const f32, 1> x, tensor<f32, 1> y) same(x, y) { for b in blocks(0, 1) { for t in threads(0, 32) {"
                           "y[t] = x[31 - t]; } } }";
  EXPECT_EQ(test::faultKinds(test::run(text, Args().floats("x", {32}).floats("y", {32}))), "race!");
  EXPECT_SAFE(test::run(test::replaced(text, " same(x, y)", ""), Args().floats("x", {32}).floats("y", {32})));
}

TEST(Aliases, TensorsThatMayOverlapDo) {
  const std::string text = "proc p(tensor<const f32, 1> x, tensor<f32, 1> y) may_alias(x, y) { for b in blocks(0, 1) { for t in threads(0, 32) {"
                           "y[t] = x[31 - t]; } } }";
  Args args = Args().floats("x", {32}).floats("y", {32});
  EXPECT_SAFE(test::run(text, args));
  args.inputs().tensors["y"].same_as = "x";
  EXPECT_EQ(test::faultKinds(test::run(text, args)), "race!");
  EXPECT_SAFE(test::run(test::replaced(text, "x[31 - t]", "x[t]"), args));
  EXPECT_FALSE(test::run(test::replaced(text, " may_alias(x, y)", ""), args).contracts_hold);
}

TEST(Conflicts, EveryPairIsListedByItsKeys) {
  const std::string text = block("alloc f32 s[32] @shared; for t in threads(0, 32) { s[t] = 1.0f; } fence;"
                                 "for t in threads(0, 32) { y[t] = s[31 - t]; } fence; for t in threads(0, 32) { s[31 - t] = y[t]; }");
  simulate::Options options;
  options.collect_conflicts = true;
  const auto result = test::run(text, Args().integer("n", 0).floats("y", {32}), options);
  EXPECT_SAFE(result);
  ASSERT_EQ(result.conflicts.size(), 2u);  // write–read and write–write of s; whoever reads s[i] writes it again, and y[i] has one thread
  for (const auto& [a, b] : result.conflicts) EXPECT_TRUE(a < b);
}
TEST(Limits, StepsAreBounded) {
  simulate::Options options;
  options.max_steps = 1000;
  const auto result = test::run(block("for t in threads(0, 32) { for k in seq(0, n) { y[t] = 1.0f; } }"),
                                Args().integer("n", 1 << 30).floats("y", {32}), options);
  EXPECT_TRUE(result.out_of_steps);
}
TEST(Speed, ATiledKernelOf256Threads) {
  const std::string text = R"(proc sgemm(i32 K, tensor<const f32, 2> A, tensor<const f32, 2> B, tensor<f32, 2> C) {
    for bm in blocks(0, 2) { for bn in blocks(0, 2) {
      alloc f32 As[8][64] @shared; alloc f32 Bs[8][64] @shared; alloc f32 acc[256][4][4] @reg = 0;
      for k0 in seq(0, K) step 8 {
        for t in threads(0, 256) { for s in unroll(0, 2) {
          As[t % 8][s * 32 + t / 8] = A[bm * 64 + s * 32 + t / 8][k0 + t % 8];
          Bs[t % 8][s * 32 + t / 8] = B[k0 + t % 8][bn * 64 + s * 32 + t / 8]; } }
        fence;
        for t in threads(0, 256) { for k in seq(0, 8) { for i in unroll(0, 4) { for j in unroll(0, 4) {
          acc[t][i][j] = fma(As[k][t / 16 * 4 + i], Bs[k][t % 16 * 4 + j], acc[t][i][j]); } } } }
        fence;
      }
      for t in threads(0, 256) { for i in unroll(0, 4) { for j in unroll(0, 4) {
        C[bm * 64 + t / 16 * 4 + i][bn * 64 + t % 16 * 4 + j] = acc[t][i][j]; } } }
    } }
  })";
  EXPECT_SAFE(test::run(text, Args().integer("K", 16).floats("A", {128, 16}).floats("B", {16, 128}).floats("C", {128, 128})));
}

TEST(Copies, AWindowThatOverlapsItsSourceReadsWhatItWrote) {
  const auto shifted = [](const std::string& to, const std::string& from) {
    Args args;
    args.tensor("y", {5}, std::vector<float>{1, 2, 3, 4, 5});
    const auto result = test::run("proc p(tensor<f32, 1> y) { require extent(y, 0) == 5, \"5\"; for b in blocks(0, 1) {"
                                  "for t in threads(0, 1) { copy y[" + to + "]:[4] <- y[" + from + "]:[4]; } } }", args);
    std::vector<float> values(5);
    std::memcpy(values.data(), result.outputs.at("y").bytes.data(), 20);
    return values;
  };
  EXPECT_EQ(shifted("1", "0"), (std::vector<float>{1, 1, 1, 1, 1}));
  EXPECT_EQ(shifted("0", "1"), (std::vector<float>{2, 3, 4, 5, 5}));
}
TEST(Shuffles, AnArgumentBeyondTheGroupIsAFault) {
  const auto kinds = [](const std::string& argument) {
    return test::faultKinds(test::run("proc p(tensor<f32, 1> y) { require extent(y, 0) == 32, \"32\"; for b in blocks(0, 1) {"
                                      "for w in warps(0, 1) { alloc f32 v[32] @reg = 0; v = shuffle_xor<32> v, " + argument +
                                      "; for l in lanes(0, 32) { y[l] = v[l]; } } } }", Args().floats("y", {32})));
  };
  EXPECT_EQ(kinds("31"), "");
  EXPECT_NE(kinds("32"), "");
}
}  // namespace
