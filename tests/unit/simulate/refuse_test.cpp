// The programs of the language's "must be refused" list that pass the level checks, beside their good twins, and the
// wrongly accepted ones of another system.
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

std::string block(const std::string& body) { return "proc p(i32 n, tensor<f32, 1> y) { for b in blocks(0, 1) {" + body + "} }"; }
std::string kindsOf(const std::string& text, std::int64_t n, std::int64_t extent) {
  return test::faultKinds(test::run(text, Args().integer("n", n).floats("y", {extent})));
}

TEST(Refuse, ChainOfNeighbours) {
  EXPECT_EQ(kindsOf(block("for t in threads(0, 64) { y[t] = t > 0 ? y[t - 1] + 1.0f : 0.0f; }"), 0, 64), "race!");
  EXPECT_EQ(kindsOf(block("for t in threads(0, 64) { y[t] = t > 0 ? y[t] + 1.0f : 0.0f; }"), 0, 64), "");
}
TEST(Refuse, NoImplicitBarrier) {
  const std::string good = block("alloc f32 s[256] @shared; for t in threads(0, 256) { s[t] = cast<f32>(t); } fence;"
                                 "for t in threads(0, 256) { y[t] = s[255 - t]; }");
  EXPECT_EQ(kindsOf(good, 0, 256), "");
  EXPECT_EQ(kindsOf(test::replaced(good, "fence;", ""), 0, 256), "race!");
}
TEST(Refuse, UniformReadIsAReadByEveryThread) {
  const std::string good = block("alloc f32 s[1] @shared; for k in seq(0, n) {"
                                 "for o in one_thread(0, 1) { s[0] = cast<f32>(k); } fence; let f32 v = s[0]; fence;"
                                 "for o in one_thread(0, 1) { y[k] = v; } }");
  EXPECT_EQ(kindsOf(good, 3, 3), "");
  const auto bad = test::replaced(good, "let f32 v = s[0]; fence;", "let f32 v = s[0];");
  EXPECT_EQ(kindsOf(bad, 3, 3), "race!");
  EXPECT_EQ(kindsOf(bad, 1, 1), "");
}
TEST(Refuse, FenceInALoopThatMayRunZeroTimes) {
  const std::string text = block("alloc f32 s[256] @shared; for t in threads(0, 256) { s[t] = 1.0f; }"
                                 "for k in seq(0, n) { fence; } for t in threads(0, 256) { y[t] = s[255 - t]; }");
  EXPECT_EQ(kindsOf(text, 1, 256), "");
  EXPECT_EQ(kindsOf(text, 0, 256), "race!");
}
TEST(Refuse, NarrowFence) {
  const std::string good = block("alloc f32 s[64] @shared; for w in warps(0, 2) { for l in lanes(0, 32) { s[w * 32 + l] = 1.0f; }"
                                 "fence; for l in lanes(0, 32) { y[w * 32 + l] = s[w * 32 + 31 - l]; } }");
  EXPECT_EQ(kindsOf(good, 0, 64), "");
  const auto bad = test::replaced(good, "s[w * 32 + 31 - l]", "s[63 - w * 32 - l]");
  EXPECT_EQ(kindsOf(bad, 0, 64), "race!, uninitialised read");
  const std::string outside = block("alloc f32 s[64] @shared; for w in warps(0, 2) { for l in lanes(0, 32) { s[w * 32 + l] = 1.0f; }"
                                    "fence; } for t in threads(0, 64) { y[t] = s[63 - t]; }");
  EXPECT_EQ(kindsOf(outside, 0, 64), "race!");
  EXPECT_EQ(kindsOf(test::replaced(outside, "fence; }", "} fence;"), 0, 64), "");
}
TEST(Refuse, S3TruncatingDivisionMeetsBetweenTasks) {
  const std::string bad = "proc p(tensor<f32, 1> y) { for t in tasks(0, 8) { for o in one_thread(0, 1) {"
                          "y[(t - 4) / 4 + 1] = cast<f32>(t); } } }";
  EXPECT_EQ(test::faultKinds(test::run(bad, Args().floats("y", {3}))), "race!");
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(bad, "(t - 4) / 4 + 1", "t"), Args().floats("y", {8}))), "");
}
TEST(Refuse, S5RaceAtOneSizeOnly) {
  // The halves of y meet as soon as n is no multiple of 64.
  const std::string text = "proc p(i32 n, tensor<f32, 1> y) { for b in blocks(0, (n + 63) / 64) { for t in threads(0, 64) {"
                           "let i32 i = b * 64 + t; y[i < n ? i : n - 1] = 1.0f; } } }";
  EXPECT_EQ(kindsOf(text, 128, 128), "");
  EXPECT_EQ(kindsOf(text, 130, 130), "race!");
}
TEST(Refuse, S7SharedReadBeforeAnyWrite) {
  EXPECT_EQ(kindsOf(block("alloc f32 s[32] @shared; for t in threads(0, 32) { y[t] = s[t]; }"), 0, 32), "uninitialised read");
  EXPECT_EQ(kindsOf(block("alloc f32 s[32] @shared; for t in threads(0, 32) { s[t] = 0.0f; y[t] = s[t]; }"), 0, 32), "");
}
TEST(Refuse, R14TasksThatStoreToOnePlace) {
  const std::string good = "proc p(tensor<i32, 1> y) { for t in tasks(0, 4) { for i in threads(0, 32) { atomic add y[i], t; } } }";
  const Args args = Args().tensor<std::int32_t>("y", {32}, std::vector<std::int32_t>(32, 1));
  const auto result = test::run(good, args);
  EXPECT_SAFE(result);
  EXPECT_EQ(test::output<std::int32_t>(result, "y")[5], 7);
  EXPECT_EQ(test::faultKinds(test::run(test::replaced(good, "atomic add y[i], t", "y[i] = y[i] + t"), args)), "race!");
}

TEST(Tasks, SharedMemoryNeedsAFenceBetweenTasks) {
  const std::string good = "proc p(tensor<f32, 1> y) { for t in tasks(0, 3) { alloc f32 s[32] @shared;"
                           "for i in threads(0, 32) { s[i] = cast<f32>(t); } fence;"
                           "for i in threads(0, 32) { y[t * 32 + i] = s[31 - i]; } fence; } }";
  EXPECT_SAFE(test::run(good, Args().floats("y", {96})));
  const auto bad = test::replaced(good, "s[31 - i]; } fence;", "s[31 - i]; }");
  const auto result = test::run(bad, Args().floats("y", {96}));
  EXPECT_EQ(test::faultKinds(result), "race!");
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].message,
            "s is declared again while thread 31 of task 0 may still read s[0]");
  // Blocks have fresh storage.
  EXPECT_SAFE(test::run(test::replaced(bad, "tasks(0, 3)", "blocks(0, 3)"), Args().floats("y", {96})));
}

TEST(Storage, AReenteredScopeNeedsAFence) {
  const std::string good = block("for k in seq(0, 3) { alloc f32 s[32] @shared; for t in threads(0, 32) { s[t] = 1.0f; } fence;"
                                 "for t in threads(0, 32) { y[t] = s[31 - t]; } fence; }");
  EXPECT_EQ(kindsOf(good, 0, 32), "");
  const auto bad = test::replaced(good, "s[31 - t]; } fence;", "s[31 - t]; }");
  const auto result = test::run(bad, Args().integer("n", 0).floats("y", {32}));
  EXPECT_EQ(test::faultKinds(result), "race!");
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].message, "s is declared again (k = 1) while thread 31 of block 0 may still read s[0] (k = 0)");
  EXPECT_EQ(result.faults[0].second.side, ir::AccessSide::Life);
}

}  // namespace
