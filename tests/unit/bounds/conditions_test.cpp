#include "verify/bounds/bounds.h"

#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/programs.h"

using namespace exogpu;
using effects::Verdict;

namespace {

struct Outcome {
  std::vector<effects::Obligation> obligations;
  std::uint64_t queries = 0, rlimit = 0;
  bool proved() const {
    for (auto& o : obligations)
      if (o.verdict != Verdict::Proved) return false;
    return true;
  }
  std::string text() const {
    std::string out;
    for (auto& o : obligations)
      if (o.verdict != Verdict::Proved)
        out += std::string(effects::text(o.kind)) + " " + std::string(effects::text(o.verdict)) + " " +
               (o.diagnostic ? o.diagnostic->message : o.reason) + "\n";
    return out;
  }
};

Outcome conditionsOf(const std::string& text) {
  const auto proc = test::resolvedProc(text);
  if (!proc) return {};
  SourceTable sources;
  sources.add("test.ir", text);
  const auto model = effects::buildModel(proc);
  smt::Solver solver(*model->terms);
  Outcome outcome;
  outcome.obligations = bounds::checkConditions(*model, solver, sources);
  outcome.queries = solver.counters().queries;
  outcome.rlimit = solver.counters().rlimit;
  return outcome;
}

TEST(Conditions, SgemmIsInBoundsForAllSizes) {
  const auto outcome = conditionsOf(test::sgemmText());
  EXPECT_TRUE(outcome.proved()) << outcome.text();
  EXPECT_LE(outcome.queries, 20u);
  RecordProperty("rlimit", std::to_string(outcome.rlimit));
}

TEST(Conditions, SgemmWithoutTheRowGuardIsRefutedWithSmallSizes) {
  const auto outcome = conditionsOf(test::sgemmText(""));
  EXPECT_NE(outcome.text().find("m0 + i"), std::string::npos) << outcome.text();
  EXPECT_NE(outcome.text().find("M = 1"), std::string::npos) << outcome.text();
}

}  // namespace
