// Each obligation about a single place: the good program beside its smallest bad twin.
#include "frontend/diag/ids.h"
#include "tests/unit/bounds/outcome.h"
#include "tests/unit/support/programs.h"

#include <set>

using namespace exogpu;

namespace {

std::string inThread(const std::string& body, const std::string& contracts = "") {
  return "proc p(i32 n, i32 m, tensor<const i32, 1> x, tensor<f32, 1> y, tensor<const f32, 2> A) {\n  require extent(y, 0) == n, \"y.has_shape(n)\";\n" +
         contracts + "  for b in blocks(0, n / 32 + (n % 32 > 0 ? 1 : 0)) { for t in threads(0, 32) {\n    let i32 i = b * 32 + t;\n    " + body +
         "\n  } }\n}\n";
}
void expectGood(const std::string& text) {
  const auto outcome = test::conditionsOf(text);
  EXPECT_TRUE(outcome.proved()) << outcome.text() << text;
}
void expectBad(const std::string& text, const std::string& part) {
  const auto outcome = test::conditionsOf(text);
  EXPECT_NE(outcome.text().find(part), std::string::npos) << "'" << part << "' in:\n" << outcome.text() << text;
}

TEST(Conditions, SgemmIsInBoundsForAllSizes) {
  const auto outcome = test::conditionsOf(test::sgemmText());
  EXPECT_TRUE(outcome.proved()) << outcome.text();
  EXPECT_LE(outcome.queries, 20u);
}
TEST(Conditions, SgemmWithoutTheRowGuardIsRefutedWithSmallSizes) {
  const auto outcome = test::conditionsOf(test::sgemmText(""));
  EXPECT_NE(outcome.text().find("m0 + i"), std::string::npos) << outcome.text();
  EXPECT_NE(outcome.text().find("M = 1"), std::string::npos) << outcome.text();
}

TEST(Conditions, BoundsSpeakOfSizesAndIterators) {
  expectGood(inThread("if i < n { y[i] = 0.0f; }"));
  expectBad(inThread("if i <= n { y[i] = 0.0f; }"), "i is 1 with n = 1");
  expectGood(inThread("if i >= 1 && i < n { y[i - 1] = 0.0f; }"));
  expectBad(inThread("if i < n { y[i - 1] = 0.0f; }"), "i - 1 is -1");
}
TEST(Conditions, ShortCircuitsAndSelectsGuard) {
  expectGood(inThread("if i < n && y[i] > 0.0f { y[i] = i + 1 < n ? y[i + 1] : 0.0f; }"));
  expectBad(inThread("if y[i] > 0.0f && i < n { y[i] = 0.0f; }"), "'y'");
  expectBad(inThread("if i < n { y[i] = i < n ? y[i + 1] : 0.0f; }"), "i + 1");
}
TEST(Conditions, IndicesFromMemoryNeedARange) {
  expectBad(inThread("if i < extent(x, 0) { y[x[i]] = 0.0f; }"), "x[i]");
  expectGood(inThread("if i < extent(x, 0) && x[i] >= 0 && x[i] < n { y[x[i]] = 0.0f; }"));
  expectGood(inThread("if i < extent(x, 0) { assume \"in range\", x[i] >= 0 && x[i] < n; y[x[i]] = 0.0f; }"));
}
TEST(Conditions, OverflowOfIndexIntermediates) {
  expectBad(inThread("if m * 4 < n && m >= 0 && i == 0 { y[m * 4] = 0.0f; }"), "overflow refuted: the value of m * 4");
  expectGood(inThread("if m * 4 < n && m >= 0 && i == 0 { y[m * 4] = 0.0f; }", "  require m >= 0 && m <= 1000, \"m is small\";\n"));
  // Data may wrap.
  expectGood(inThread("if i < n && i < extent(x, 0) { y[i] = cast<f32>(x[i] * x[i] * 77); }"));
  // The same product used as a bool that guards.
  expectBad(inThread("if i < n && i < extent(x, 0) { let bool big = x[i] * 77 > 5; if big { y[i] = 0.0f; } }"), "x[i] * 77");
}
TEST(Conditions, AStepMayNotOverflow) {
  expectBad("proc p(i32 n, tensor<f32, 1> y) { require extent(y, 0) == 1, \"one\"; for b in blocks(0, 1) { for t in threads(0, 1) {"
            " for k in seq(0, n) step 4096 { y[0] = 0.0f; } } } }",
            "the next iterator");
  expectGood("proc p(tensor<f32, 1> y) { for b in blocks(0, 1) { for t in threads(0, 1) {"
             " for k in seq(0, extent(y, 0)) step 4096 { y[k] = 0.0f; } } } }");
}
TEST(Conditions, DivisorsAndShifts) {
  expectBad(inThread("if i < n { y[i / m * 0] = 0.0f; }"), "the divisor m can be zero");
  expectBad(inThread("if i < n && m != 0 { let i32 q = (m - 2147483647 - 1) / (i - 1); y[i] = cast<f32>(q); }"), "divisor");
  expectGood(inThread("if i < n && m > 0 { let i32 q = 7 / m; y[i] = cast<f32>(q); }"));
  expectBad(inThread("if i < n { let i32 q = 1 << m; y[i] = cast<f32>(q); }"), "shift count m");
  expectGood(inThread("if i < n && m >= 0 && m < 32 { let i32 q = 1 << m; y[i] = cast<f32>(q); }"));
}
TEST(Conditions, WindowsInsideOrClipped) {
  const auto program = [](const std::string& guard, const std::string& window) {
    return inThread("alloc f32 v[4] @local = 0; if " + guard + " { copy v[0]:[4] <- A[0][i]:" + window + "; }");
  };
  expectGood(program("extent(A, 0) > 0 && i + 4 <= extent(A, 1)", "[4]"));
  expectBad(program("extent(A, 0) > 0 && i < extent(A, 1)", "[4]"), "window of 'A'");
  expectGood(program("i < n", "[4] clipped"));
}
TEST(Conditions, AsynchronousCopiesAreAligned) {
  const auto program = [](const std::string& contract, const std::string& column, const std::string& width = "4") {
    return "proc p(tensor<const f32, 2> A) {\n  require " + contract + ", \"contract\";\n"
           "  for b in blocks(0, 1) { alloc f32 s[32][4] @shared; group g; for t in threads(0, 32) {"
           " cp_async s[t][0]:[1, " + width + "] <- A[t][" + column + "]:[1, " + width + "] clipped; } commit g; wait g, 0; }\n}\n";
  };
  expectGood(program("extent(A, 1) % 4 == 0 && aligned(A, 16)", "t * 4"));
  expectBad(program("extent(A, 1) % 4 == 0 && aligned(A, 16)", "t * 2"), "cp_async of 'A'");
  expectBad(program("extent(A, 1) % 2 == 0 && aligned(A, 16)", "t * 4"), "cp_async of 'A'");
  expectBad(program("extent(A, 1) % 4 == 0", "t * 4"), "cp_async of 'A'");
  expectGood(program("extent(A, 1) % 4 == 0 && aligned(A, 16)", "t * 2", "2"));  // 16 bytes are 8 as well
  expectBad(program("extent(A, 1) % 4 == 0 && aligned(A, 8)", "t * 4"), "cp_async of 'A'");
}
TEST(Conditions, RequirementsInsideAKernelAreProved) {
  expectGood(inThread("scope \"callee\" { if i < n { prove i >= 0, \"i >= 0\"; y[i] = 0.0f; } }"));
  expectBad(inThread("scope \"callee\" { prove i < n, \"i < n\"; y[i] = 0.0f; }"), "does not hold for all sizes that i < n");
}
TEST(Conditions, ScalarsHaveAValueOnEveryPath) {
  expectGood(inThread("let f32 v; if i < n { if i > 3 { v = 1.0f; } else { v = 2.0f; } y[i] = v; }"));
  expectBad(inThread("let f32 v; if i < n { if i > 3 { v = 1.0f; } y[i] = v; }"), "'v' may be read before it is assigned");
  expectGood(inThread("let f32 v; if i < n { if i > 3 { v = 1.0f; } if i > 5 { y[i] = v; } }"));
  expectBad(inThread("let f32 v; if i < n { for k in seq(0, m) { v = 1.0f; } y[i] = v; }"), "'v' may be read");
}
TEST(Conditions, BoundsThatChangeAreReadAgain) {
  // The limit grows in the loop: nothing bounds k from above.
  expectBad(inThread("var i32 limit = 1; if i == 0 { for k in seq(0, limit) { if k < 5 { limit = limit + 1; } y[k] = 0.0f; } }"), "'y'");
  // What the bound reads is read again before each iteration.
  expectBad(inThread("var i32 c = 0; if i < extent(x, 0) { for k in seq(0, x[c]) { c = c + 1; } }"), "'x'");
}
TEST(Conditions, ContradictoryContractsProveNothing) {
  const auto bad = test::satisfiableOf(inThread("", "  require m > 5, \"m > 5\";\n  require m < 3, \"m < 3\";\n"));
  EXPECT_NE(bad.text().find("no input satisfies all of `m < 3`, `m > 5`"), std::string::npos) << bad.text();
  EXPECT_TRUE(test::satisfiableOf(inThread("y[0] = 0.0f;", "  require m > 5, \"m > 5\";\n")).proved());
}
TEST(Conditions, WhatNeverRunsIsNamed) {
  const auto outcome = test::satisfiableOf(inThread("if i < 0 { y[i] = 0.0f; }"));
  ASSERT_EQ(outcome.obligations.size(), 2u);
  ASSERT_TRUE(outcome.obligations[1].diagnostic);
  EXPECT_EQ(outcome.obligations[1].diagnostic->id, diag::Id::NeverRuns);
}
TEST(Conditions, FactsThatWereUsedAreNamed) {
  const auto outcome = test::conditionsOf(inThread("if i < n { y[i] = 0.0f; }", "  require m > 5, \"m > 5\";\n"));
  std::set<std::string> names;
  for (auto& obligation : outcome.obligations) names.insert(obligation.facts_used.begin(), obligation.facts_used.end());
  EXPECT_EQ(names, std::set<std::string>{"y.has_shape(n)"});
}

}  // namespace
