// Steps whose legality is easily mistaken, each bad program beside its good twin.
#include <gtest/gtest.h>

#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;

namespace {

/// The only proc after a schedule; empty when a step was refused.
std::string scheduled(const std::string& program, const std::string& trace, std::string* refusal = nullptr) {
  SourceTable sources;
  diag::Sink sink;
  const std::string text = "proc(\"p\")\n" + trace + "\n";
  const auto file = sources.add("test.trace", text);
  const auto schedule = trace::parse(file, sources.text(file), sink, {});
  EXPECT_TRUE(schedule) << test::messages(sink);
  const auto module = test::parseModule(program);
  const auto after = schedule ? trace::replay(module, *schedule, sink, {}) : std::nullopt;
  if (refusal) *refusal = test::messages(sink);
  return after ? ir::print(*after->procs.front()) : "";
}

/// What a step says that is refused, which is nothing about itself.
std::string refusal(const std::string& program, const std::string& trace) {
  std::string said;
  EXPECT_EQ(scheduled(program, trace, &said), "");
  EXPECT_EQ(said.find("EXG6008"), std::string::npos) << said;
  return said;
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Fuse, ALowerBoundThatTheFirstLoopAssignsIsNoCommonBound) {
  const auto with = [](const std::string& assigned) {
    return "proc p(tensor<f32, 1> y, tensor<f32, 1> z) { require extent(y, 0) == 10 && extent(z, 0) == 10, \"10\";"
           "var i32 s = 0; var i32 r = 0; for i in seq(s, 10) { y[i] = 1.0f; " + assigned + " = 5; }"
           "for j in seq(s, 10) { z[j] = 2.0f; } r = s; }";
  };
  EXPECT_EQ(scheduled(with("s"), "fuse(loop(\"i\"))"), "");
  EXPECT_NE(scheduled(with("r"), "fuse(loop(\"i\"))"), "");
}

TEST(CutLoop, ThePlaceOfTheCutStaysWhatItIs) {
  const auto with = [](const std::string& assigned) {
    return "proc p(tensor<f32, 1> y) { require extent(y, 0) == 10, \"10\"; var i32 s = 4; var i32 r = 0;"
           "for i in seq(0, 10) { y[i] = 1.0f; " + assigned + " = 9; } r = s; }";
  };
  EXPECT_EQ(scheduled(with("s"), "cut_loop(loop(\"i\"), \"s\")"), "");
  EXPECT_NE(scheduled(with("r"), "cut_loop(loop(\"i\"), \"s\")"), "");
}

TEST(ReorderStmts, AtomicsOfTwoTypesOnOneMemoryStay) {
  const auto with = [](const std::string& type, const std::string& value) {
    return "proc p(tensor<i32, 1> a, tensor<" + type + ", 1> b) may_alias(a, b) { require extent(a, 0) > 0 && extent(b, 0) > 0, \"1\";"
           "for i in seq(0, 1) { atomic max a[0], -1; atomic max b[0], " + value + "; } }";
  };
  EXPECT_EQ(scheduled(with("u32", "5u32"), "reorder_stmts(stmt(\"atomic _\", 0))"), "");
  EXPECT_NE(scheduled(with("i32", "5"), "reorder_stmts(stmt(\"atomic _\", 0))"), "");
}

TEST(Simplify, QuotientsOfDataThatMayWrapStay) {
  const auto with = [](const std::string& statement) {
    return scheduled("proc p(tensor<const i32, 1> x, tensor<i32, 1> y) { require extent(x, 0) == extent(y, 0), \"equal\";"
                     "for i in seq(0, extent(y, 0)) { if x[i] >= 0 { " + statement + " } } }",
                     "simplify(loop(\"i\"))");
  };
  EXPECT_EQ(with("y[i] = (x[i] * 4 + 1) / 4;"), "");  // 2^30 * 4 wraps to 0
  EXPECT_NE(with("if x[i] < 1000 { y[i] = (x[i] * 4 + 1) / 4; }").find("y[i] = x[i];"), std::string::npos);
  EXPECT_NE(with("y[(i * 4 + 1) / 4] = 0;").find("y[i] = 0;"), std::string::npos);  // an index is proved not to wrap
}

TEST(Simplify, ComparisonsOfDataThatMayWrapStay) {
  const auto with = [](const std::string& value) {
    return scheduled("proc p(tensor<const i32, 1> x, tensor<bool, 1> y) { require extent(x, 0) == extent(y, 0), \"equal\";"
                     "for i in seq(0, extent(y, 0)) { y[i] = i != 3 && " + value + "; } }",
                     "simplify(loop(\"i\"))");
  };
  EXPECT_EQ(with("x[i] + 1 > x[i]"), "");
  EXPECT_NE(with("x[i] >= x[i]").find("y[i] = i != 3;"), std::string::npos);
}

TEST(DropGuard, WhatAConstantKeepsFromRunningDoesNotRun) {
  const auto with = [](const std::string& condition, const std::string& inner) {
    return "proc p(tensor<i32, 1> y) { require extent(y, 0) == 10, \"10\"; for i in seq(0, 10) { alloc i32 s[4] @local = 0;"
           "if " + condition + " { " + inner + " } y[i] = s[0]; } }";
  };
  const auto drop = "drop_guard(stmt(\"if _\", 0))";
  EXPECT_EQ(scheduled(with("4 > 8", "y[i] = 7;"), drop), "");
  EXPECT_EQ(scheduled(with("false", "s[0] = 7;"), drop), "");
  EXPECT_EQ(scheduled(with("false", "for k in seq(0, 4) { s[k] = 7; }"), drop), "");
  EXPECT_EQ(scheduled(with("i >= 0", "if false { s[0] = 7; }"), "drop_guard(stmt(\"if _\", 1))"), "");
  EXPECT_NE(scheduled(with("true", "s[0] = 7;"), drop), "");
  EXPECT_NE(scheduled(with("i < 5", "if false { s[0] = 7; }"), drop), "");
}

TEST(LiftScope, WhatAConstantKeepsFromRunningStaysBehindIt) {
  const auto with = [](const std::string& inner) {
    return "proc p(tensor<i32, 1> y) { require extent(y, 0) == 10, \"10\"; if false { " + inner + " } y[0] = 1; }";
  };
  EXPECT_NE(scheduled(with("for i in seq(0, 10) { y[i] = 7; }"), "lift_scope(loop(\"i\"))"), "");
  EXPECT_NE(scheduled(with("alloc i32 s[1] @local; s[0] = 7;"), "lift_alloc(alloc(\"s\"), 1)"), "");
}

TEST(DropGuard, AnIfWithoutABodyIsGone) {
  const auto after = scheduled("proc p(tensor<i32, 1> y) { require extent(y, 0) == 10, \"10\"; for i in seq(0, 10) { if i < 5 { } y[i] = 7; } }",
                               "drop_guard(stmt(\"if _\"))");
  EXPECT_NE(after.find("y[i] = 7;"), std::string::npos);
  EXPECT_EQ(after.find("if"), std::string::npos);
}

TEST(StageMem, WhatAClippedWindowDropsIsNotKept) {
  const auto with = [](const std::string& count, const std::string& read) {
    return scheduled("proc p(i32 n, tensor<f32, 1> A, tensor<f32, 1> y) {"
                     "require n >= 0 && n <= 1000 && extent(A, 0) == n && extent(y, 0) == n + 1, \"n\";"
                     "for i in seq(0, " + count + ") { alloc f32 a[1] @local = 0; alloc f32 b[1] @local = 0;"
                     "copy A[i]:[1] clipped <- a[0]:[1]; " + read + " y[i] = b[0]; } }",
                     "stage_mem(body(\"i\"), \"A[i]:[1]\", \"s\", local)");
  };
  EXPECT_EQ(with("n + 1", "copy b[0]:[1] <- A[i]:[1] clipped;"), "");
  EXPECT_NE(with("n", "copy b[0]:[1] <- A[i]:[1] clipped;"), "");        // inside of A
  EXPECT_NE(with("n + 1", "if i < n { b[0] = A[i]; }"), "");             // no zeros are read
}

TEST(StageMem, ZerosThatAreOnlyReadComeWithTheCopy) {
  EXPECT_NE(scheduled("proc p(i32 n, tensor<const f32, 1> A, tensor<f32, 1> y) {"
                      "require n >= 0 && n <= 1000 && extent(A, 0) == n && extent(y, 0) == n + 1, \"n\";"
                      "for i in seq(0, n + 1) { alloc f32 b[1] @local; copy b[0]:[1] <- A[i]:[1] clipped; y[i] = b[0]; } }",
                      "stage_mem(body(\"i\"), \"A[i]:[1]\", \"s\", local)").find("? A[i] : 0"), std::string::npos);
}

TEST(Buffers, WhatClippedWindowsLeaveOutIsStillLeftOut) {
  const auto with = [](const std::string& extent, const std::string& count) {
    return "proc p(tensor<f32, 1> y) { require extent(y, 0) == 16, \"16\"; for i in seq(0, " + count + ") { alloc f32 s[" + extent +
           "] @local = 0; alloc f32 b[1] @local = 0; copy b[0]:[1] <- s[i]:[1] clipped; y[i] = b[0]; } }";
  };
  const auto resize = "resize_dim(alloc(\"s\"), 0, 16)", expand = "expand_dim(alloc(\"s\"), 16, \"i\")";
  EXPECT_EQ(scheduled(with("10", "16"), resize), "");
  EXPECT_NE(scheduled(with("10", "10"), resize), "");
  EXPECT_EQ(scheduled(with("1", "16"), expand), "");
  EXPECT_NE(scheduled(with("10", "16"), expand), "");
}

/// One block copies x to shared memory by cp_async, and from there to y.
const char* const kAsync = R"(proc p(tensor<const f32, 1> x, tensor<f32, 1> y) { require extent(x, 0) == 64 && extent(y, 0) == 64, "64";
  for b in blocks(0, 1) {
    alloc f32 s[64] @shared;
    group g;
    for t in threads(0, 64) { cp_async s[t]:[1] <- x[t]:[1]; }
    commit g;
    wait g, 0;
    for u in threads(0, 64) { y[u] = s[u]; }
  }
})";

TEST(SetMemory, WhatCpAsyncFillsStaysShared) {
  for (const auto* memory : {"reg", "local"})
    EXPECT_TRUE(has(refusal(kAsync, "set_memory(alloc(\"s\"), " + std::string(memory) + ")"), "EXG6004")) << memory;
  std::string plain = kAsync;
  plain.replace(plain.find("cp_async"), 8, "copy");
  EXPECT_NE(scheduled(plain, "set_memory(alloc(\"s\"), reg)"), "");
}

TEST(StageMem, CpAsyncKeepsItsEnds) {
  const std::string fill = "stage_mem(loop(\"t\"), \"";
  EXPECT_TRUE(has(refusal(kAsync, fill + "x[0]:[64]\", \"q\", shared)"), "EXG6004"));
  EXPECT_TRUE(has(refusal(kAsync, fill + "s[0]:[64]\", \"q\", local)"), "EXG6004"));
  EXPECT_NE(scheduled(kAsync, fill + "s[0]:[64]\", \"q\", shared)"), "");
  EXPECT_NE(scheduled(kAsync, "stage_mem(loop(\"u\"), \"s[0]:[64]\", \"q\", local)"), "");
}

TEST(StageMem, WindowsOfCopiesLoseTheDimensionsThatTheBufferLoses) {
  const auto with = [](const std::string& copy, const std::string& window) {
    return scheduled("proc p(i32 n, tensor<const f32, 3> A, tensor<f32, 1> y) {"
                     "require n >= 0 && n <= 99 && extent(A, 0) == n && extent(A, 1) == 4 && extent(A, 2) == n && extent(y, 0) == n, \"n\";"
                     "for i in seq(0, n) { alloc f32 a[4] @local; copy a[0]:[4] <- " + copy + "; y[i] = a[3]; } }",
                     "stage_mem(body(\"i\"), \"" + window + "\", \"q\", local)");
  };
  EXPECT_TRUE(has(with("A[i][0][i]:[4, 1]", "A[i][0][i]:[4, 1]"), "copy a[0]:[4] <- q[0]:[4];"));
  EXPECT_TRUE(has(with("A[i][0][i]:[1, 4, 1] clipped", "A[0][0][i]:[99, 4, 1]"), "copy a[0]:[4] <- q[i][0]:[1, 4] clipped;"));
  EXPECT_TRUE(has(with("A[i][0][i]:[4, 1]", "A[i][0][0]:[1, 4, 99]"), "copy a[0]:[4] <- q[0][i]:[4, 1];"));
  EXPECT_EQ(with("A[i][0][i]:[4, 1]", "A[i][0][i]:[1, 1, 1]"), "");
  const auto one = scheduled("proc p(tensor<const f32, 1> A, tensor<f32, 1> y) { require extent(A, 0) == 9 && extent(y, 0) == 9, \"9\";"
                             "for i in seq(0, 9) { alloc f32 a[1] @local; copy a[0]:[1] <- A[i]:[1]; y[i] = a[0]; } }",
                             "stage_mem(body(\"i\"), \"A[i]:[1]\", \"q\", local)");
  EXPECT_TRUE(has(one, "copy a[0]:[1] <- q[0]:[1];")) << one;
}

TEST(Arguments, WhatCanBeReadButMeansNothing) {
  const std::string program = "proc p(tensor<f32, 1> y) { require extent(y, 0) == 10, \"10\";"
                              "for i in seq(0, 10) { alloc f32 a[2] @local; a[1] = 1.0f; y[i] = a[1]; } }";
  for (const auto* step : {"shift_loop(loop(\"i\"), \"extent(y, 5)\")", "shift_loop(loop(\"i\"), \"0 ? 1 : 2\")",
                           "cut_loop(loop(\"i\"), \"aligned(y, 3) ? 1 : 2\")", "expand_dim(alloc(\"a\"), 10, \"i + extent(y, 1)\")",
                           "expand_dim(alloc(\"a\"), 99999999999, \"i\")", "expand_dim(alloc(\"a\"), 2147483647, \"i\")",
                           "resize_dim(alloc(\"a\"), 0, 99999999999)", "resize_dim(alloc(\"a\"), 0, 0)",
                           "stage_mem(body(\"i\"), \"y[i]:[99999999999]\", \"q\", local)", "stage_mem(body(\"i\"), \"y[i]:[0]\", \"q\", local)",
                           "stage_mem(body(\"i\"), \"y[extent(y, 3)]:[1]\", \"q\", local)", "stage_mem(body(\"i\"), \"y[1.0f]:[1]\", \"q\", local)"})
    EXPECT_TRUE(has(refusal(program, step), "EXG6002")) << step;
  for (const auto* step : {"shift_loop(loop(\"i\"), \"extent(y, 0)\")", "cut_loop(loop(\"i\"), \"extent(y, 0) > 5 ? 1 : 2\")",
                           "expand_dim(alloc(\"a\"), 10, \"i\")", "resize_dim(alloc(\"a\"), 0, 2147483647)",
                           "stage_mem(body(\"i\"), \"y[i]:[1]\", \"q\", local)"})
    EXPECT_NE(scheduled(program, step), "") << step;
}

}  // namespace
