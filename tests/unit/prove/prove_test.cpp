#include "verify/prove/prove.h"

#include "frontend/diag/ids.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/programs.h"

using namespace exogpu;
using effects::Verdict;

namespace {

struct Run {
  prove::Report report;
  diag::Sink sink;
  std::string text() const {
    auto out = test::messages(sink);
    for (auto& o : report.obligations)
      if (o.verdict != Verdict::Proved) out += std::string(effects::text(o.kind)) + ": " + o.reason + "\n";
    return out;
  }
};
Run proveText(const std::string& text, const prove::Options& options = {}) {
  Run run;
  const auto proc = test::resolvedProc(text);
  if (!proc) return run;
  SourceTable sources;
  sources.add("test.ir", text);
  run.report = prove::prove(proc, options, sources, run.sink);
  return run;
}

TEST(Prove, SgemmIsProvedForAllSizes) {
  const auto run = proveText(test::sgemmText());
  EXPECT_EQ(run.report.verdict, Verdict::Proved) << run.text();
  EXPECT_TRUE(run.report.numeric_exceptions.empty());
  EXPECT_TRUE(run.sink.all().empty());
}

TEST(Prove, EachFaultOfSgemmIsRefutedAndConfirmed) {
  for (const auto& text : {test::sgemmText(""), test::sgemmText("m0 + i < M && ", ""), test::sgemmText("m0 + i < M && ", "fence;", "")}) {
    const auto run = proveText(text);
    EXPECT_EQ(run.report.verdict, Verdict::Refuted) << run.text();
    EXPECT_NE(run.text().find("confirmed in the simulator"), std::string::npos) << run.text();
  }
}

TEST(Prove, WhatTheSimulatorDoesNotSeeIsUnknown) {
  // x[i] * x[i] is never negative, which no lemma says of a value from memory that is squared through two reads of y.
  const auto run = proveText("proc p(tensor<f32, 1> y, tensor<i32, 1> z) { require extent(y, 0) == 1 && extent(z, 0) == 1, \"one\";"
                             " for b in blocks(0, 1) { alloc f32 s[1] @shared; for t in threads(0, 1) { z[0] = 4;"
                             " if z[0] == 4 { s[0] = 1.0f; } y[0] = s[0]; } } }");
  EXPECT_EQ(run.report.verdict, Verdict::Unknown) << run.text();
  EXPECT_NE(run.text().find("spurious"), std::string::npos) << run.text();
  ASSERT_FALSE(run.sink.all().empty());
  EXPECT_EQ(run.sink.all().front().id, diag::Id::NotProved);
}

TEST(Prove, NumbersThatMayWrapRefuteNothingWithoutARun) {
  // The counterexample needs more elements than the simulator runs.
  const auto with = [](const std::string& shape, const std::string& index) {
    return proveText("proc p(i32 n, tensor<const u32, 1> x, tensor<i32, 1> y) {"
                     " require extent(x, 0) == n && extent(y, 0) == n && n > 2000000000, \"n\";"
                     " for b in blocks(0, 1) { for t in threads(0, 32) { alloc i32 a[16] @local = 0;"
                     " let i32 k = " + index + "; a[" + shape + "] = 1; y[t] = a[3]; } } }");
  };
  const auto wraps = with("k", "cast<i32>(x[t] * 2654435761u32 >> 28u32)");
  for (const auto& o : wraps.report.obligations)
    EXPECT_TRUE(o.kind != effects::ObligationKind::Bounds || o.verdict != Verdict::Refuted) << wraps.text();
  EXPECT_NE(wraps.text().find("may wrap"), std::string::npos) << wraps.text();
  const auto fits = with("k", "cast<i32>(x[t] >> 27u32)");
  EXPECT_EQ(fits.report.verdict, Verdict::Refuted) << fits.text();
  EXPECT_NE(fits.text().find("bounds"), std::string::npos) << fits.text();
}

TEST(Prove, AnExhaustedBudgetIsItsOwnVerdict) {
  prove::Options options;
  options.smt_budget = 1;
  EXPECT_EQ(proveText(test::sgemmText(), options).report.verdict, Verdict::OutOfBudget);
}

TEST(Prove, ContradictoryContractsEndTheProof) {
  const auto run = proveText("proc p(i32 n, tensor<f32, 1> y) { require n > 3, \"n > 3\"; require n < 3, \"n < 3\";"
                             " for b in blocks(0, n) { for t in threads(0, 1) { y[7] = 0.0f; } } }");
  EXPECT_EQ(run.report.verdict, Verdict::Refuted);
  EXPECT_EQ(run.report.obligations.size(), 1u);
}

TEST(Prove, NumericExceptionsAreNamed) {
  const auto run = proveText("proc p(tensor<f32, 1> y) policy contract {\n  for b in blocks(0, extent(y, 0)) {\n    for t in threads(0, 1) {\n"
                             "      y[b] = exp(y[b]) + y[b] * 2.0f;\n    }\n  }\n}\n");
  EXPECT_EQ(run.report.verdict, Verdict::Proved) << run.text();
  ASSERT_EQ(run.report.numeric_exceptions.size(), 2u);
  EXPECT_EQ(run.report.numeric_exceptions[0], "a product and a sum may be fused (line 4, policy contract)");
  EXPECT_EQ(run.report.numeric_exceptions[1], "exp (line 4, at most 1 ulp on the host, 2 on the device)");
}

TEST(Prove, TheMaximumOfCNamesTheSignOfZero) {
  const auto body = [](const std::string& function) {
    return "proc p(tensor<f32, 1> y) {\n  for b in blocks(0, extent(y, 0)) {\n    for t in threads(0, 1) {\n      y[b] = " + function +
           "(y[b], 0.0f);\n    }\n  }\n}\n";
  };
  const auto open = proveText(body("c_fmax"));
  ASSERT_EQ(open.report.numeric_exceptions.size(), 1u);
  EXPECT_EQ(open.report.numeric_exceptions[0], "std::fmax: the sign of fmax(-0, +0) is open; exo::max fixes it (line 4)");
  EXPECT_TRUE(proveText(body("fmax")).report.numeric_exceptions.empty());
}

TEST(Prove, AnswersAreTheSameEachTime) {
  const auto once = proveText(test::sgemmText("")), again = proveText(test::sgemmText(""));
  EXPECT_EQ(once.text(), again.text());
  EXPECT_EQ(once.report.rlimit_used, again.report.rlimit_used);
}

class ProofCache : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("exogpu-cache", directory_));
    options_.cache_dir = directory_.str().str();
  }
  void TearDown() override { llvm::sys::fs::remove_directories(directory_); }
  std::string entry() const {
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(directory_, error), end; it != end && !error; it.increment(error)) return it->path();
    return {};
  }
  llvm::SmallString<128> directory_;
  prove::Options options_;
};

TEST_F(ProofCache, AProofIsFoundAgain) {
  const auto first = proveText(test::sgemmText(), options_), second = proveText(test::sgemmText(), options_);
  EXPECT_GT(first.report.queries, 0u);
  EXPECT_EQ(second.report.queries, 0u);
  EXPECT_EQ(second.report.verdict, Verdict::Proved);
  ASSERT_EQ(second.report.obligations.size(), first.report.obligations.size());
  for (std::size_t i = 0; i < first.report.obligations.size(); ++i) {
    const auto &a = first.report.obligations[i], &b = second.report.obligations[i];
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.reason, b.reason);
    EXPECT_EQ(a.facts_used, b.facts_used);
    EXPECT_EQ(a.first.side, b.first.side);
  }
}

TEST_F(ProofCache, AnotherProgramAndARefutationAreNotFound) {
  proveText(test::sgemmText(), options_);
  EXPECT_EQ(proveText(test::sgemmText(""), options_).report.verdict, Verdict::Refuted);
  EXPECT_EQ(proveText(test::sgemmText(""), options_).report.verdict, Verdict::Refuted);
}

TEST_F(ProofCache, ABrokenEntryIsIgnored) {
  proveText(test::sgemmText(), options_);
  const auto path = entry();
  ASSERT_FALSE(path.empty());
  const auto whole = (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
  auto flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  for (const auto& text : {std::string(), std::string("{}"), whole.substr(0, whole.size() / 2), flipped}) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    const auto run = proveText(test::sgemmText(), options_);
    EXPECT_GT(run.report.queries, 0u);
    EXPECT_EQ(run.report.verdict, Verdict::Proved);
  }
}

}  // namespace
