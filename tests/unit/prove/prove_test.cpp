#include "verify/prove/prove.h"

#include <chrono>

#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/programs.h"

using namespace exogpu;
using effects::Verdict;

namespace {

struct Run {
  prove::Report report;
  diag::Sink sink;
  std::string text() const { return test::messages(sink); }
};
Run proveText(const std::string& text, prove::Options options = {}) {
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
  RecordProperty("queries", std::to_string(run.report.queries));
}

TEST(Prove, EachFaultOfSgemmIsRefutedAndConfirmed) {
  for (const auto& text : {test::sgemmText(""), test::sgemmText("m0 + i < M && ", ""), test::sgemmText("m0 + i < M && ", "fence;", "")}) {
    const auto run = proveText(text);
    EXPECT_EQ(run.report.verdict, Verdict::Refuted) << run.text();
    EXPECT_FALSE(run.sink.all().empty());
    if (!run.sink.all().empty()) {
      EXPECT_FALSE(run.sink.all().front().notes.empty()) << run.text();
    }
  }
}

}  // namespace
