#include "tests/unit/bounds/outcome.h"
#include "tests/unit/support/programs.h"

using namespace exogpu;

namespace {

std::string inBlock(const std::string& body) {
  return "proc p(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) {\n"
         "  require extent(x, 0) == n && extent(y, 0) == n, \"shape\";\n"
         "  for b in blocks(0, n / 64 + (n % 64 > 0 ? 1 : 0)) {\n" + body + "  }\n}\n";
}
void expectDefined(const std::string& text) {
  const auto outcome = test::definednessOf(text);
  EXPECT_TRUE(outcome.proved()) << outcome.text() << text;
}
void expectUndefined(const std::string& text, const std::string& part) {
  const auto outcome = test::definednessOf(text);
  EXPECT_NE(outcome.text().find(part), std::string::npos) << outcome.text() << text;
}

TEST(Definedness, EveryElementOfTheTilesOfSgemmIsWritten) { expectDefined(test::sgemmText()); }

TEST(Definedness, ATileThatIsNeverWrittenIsRefuted) {
  expectUndefined(inBlock("alloc f32 s[64] @shared; for t in threads(0, 64) { if b * 64 + t < n { y[b * 64 + t] = s[t]; } }\n"),
                  "definedness refuted: element [t] of 's'");
}

TEST(Definedness, AHaloIsCovered) {
  const auto conv = [](const std::string& end) {
    return inBlock("alloc f32 s[68] @shared; for t in threads(0, 64) { for e in seq(t, " + end + ") step 64 {"
                   " let i32 i = b * 64 + e - 2; s[e] = i >= 0 && i < n ? x[i] : 0.0f; } } fence;"
                   " for t in threads(0, 64) { var f32 a = 0.0f; for q in seq(0, 5) { a = a + s[t + q]; }"
                   " if b * 64 + t < n { y[b * 64 + t] = a; } }\n");
  };
  expectDefined(conv("68"));
  expectUndefined(conv("67"), "of 's'");
}

TEST(Definedness, DoubleBufferReadsThePreviousIteration) {
  const auto program = [](const std::string& first, const std::string& slot) {
    return inBlock("alloc f32 s[2][64] @shared; for k in seq(" + first + ", n) { for t in threads(0, 64) {"
                   " if k >= 0 && b * 64 + t < n { y[b * 64 + t] = s[k % 2][63 - t]; }"
                   " s[" + slot + " % 2][t] = 1.0f; } fence; }\n");
  };
  expectDefined(program("-1", "(k + 1)"));
  expectUndefined(program("0", "(k + 1)"), "of 's'");
  expectUndefined(program("-1", "k"), "of 's'");
}

std::string ring(int depth, const std::string& prologue, const std::string& lead) {
  const auto d = std::to_string(depth);
  return inBlock("alloc f32 s[" + d + "][64] @shared; group g; "
                 "for k in seq(0, " + prologue + ") { if k < n { for t in threads(0, 64) {"
                 " cp_async s[k][t]:[1] <- x[k * 64 + t]:[1] clipped; } } commit g; }"
                 "for step in seq(0, n) { wait g, " + std::to_string(depth - 2) + "; fence; let i32 next = step + " + lead + ";"
                 " if next < n { for t in threads(0, 64) { cp_async s[next % " + d + "][t]:[1] <- x[next * 64 + t]:[1] clipped; } }"
                 " commit g; for t in threads(0, 64) { if b * 64 + t < n { y[b * 64 + t] = s[step % " + d + "][63 - t]; } } }\n");
}

TEST(Definedness, RingSlotsAreFilledByThePrologueOrAnEarlierStep) {
  for (const int depth : {2, 3, 4}) expectDefined(ring(depth, std::to_string(depth - 1), std::to_string(depth - 1)));
  expectUndefined(ring(3, "1", "2"), "of 's'");
  expectUndefined(ring(4, "2", "3"), "of 's'");
}

TEST(Definedness, AWriteUnderAConditionDoesNotCount) {
  expectUndefined(inBlock("alloc f32 s[64] @shared; for t in threads(0, 64) { if b * 64 + t < n { s[t] = x[b * 64 + t]; } } fence;"
                          " for t in threads(0, 64) { if b * 64 + t < n { y[b * 64 + t] = s[63 - t]; } }\n"),
                  "of 's'");
  // The same element under the same condition is fine.
  expectDefined(inBlock("for t in threads(0, 64) { alloc f32 s[2] @local; if b * 64 + t < n { s[1] = x[b * 64 + t]; }"
                        " if b * 64 + t < n { y[b * 64 + t] = s[1]; } }\n"));
}

TEST(Definedness, AZeroTripLoopWritesNothing) {
  const auto program = [](const std::string& loop) {
    return inBlock("alloc f32 s[64] @shared; for k in seq(0, " + loop + ") { for t in threads(0, 64) { s[t] = 0.0f; } } fence;"
                   " for t in threads(0, 64) { if b * 64 + t < n { y[b * 64 + t] = s[63 - t]; } }\n");
  };
  expectDefined(program("3"));
  expectDefined(program("n"));  // a block runs only when n > 0
  expectUndefined(program("n - 1"), "of 's'");
}

TEST(Definedness, AllLanesOfACollectiveNeedAValue) {
  const auto program = [](const std::string& lanes) {
    return inBlock("for w in warps(0, 2) { alloc f32 v[32] @reg; for l in lanes(0, " + lanes + ") { v[l] = 1.0f; }"
                   " var f32 s = 0.0f; s = warp_sum<32> v; for o in one_thread(0, 1) { if w < n { y[w] = s; } } }\n");
  };
  expectDefined(program("32"));
  expectUndefined(program("31"), "of 'v'");
}

TEST(Definedness, EachEntryOfAScopeBeginsUndefined) {
  expectUndefined(inBlock("for k in seq(0, n) { alloc f32 s[64] @shared; for t in threads(0, 64) { if k > 0 && b * 64 + t < n"
                          " { y[b * 64 + t] = s[t]; } s[t] = 1.0f; } fence; }\n"),
                  "of 's'");
}

TEST(Definedness, ATileThatIsWrittenAndReadUnderTheSameGuard) {
  const auto program = [](const std::string& guard) {
    return inBlock("alloc f32 s[16][16] @shared; for t in threads(0, 64) { for e in unroll(0, 4) {"
                   " let i32 i = (e * 64 + t) / 16; let i32 j = (e * 64 + t) % 16; if b * 16 + i < n { s[i][j] = 1.0f; } } } fence;"
                   " for t in threads(0, 64) { for q in seq(0, 16) { if " + guard + " { y[0] = s[q][t % 16]; } } }\n");
  };
  expectDefined(program("b * 16 + q < n"));
  expectUndefined(program("b * 16 + q <= n"), "of 's'");
}

}  // namespace
