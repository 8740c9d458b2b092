// What holds between two steps of the pipeline.
#include "frontend/driver/steps.h"

#include <gtest/gtest.h>

#include "frontend/diag/ids.h"
#include "frontend/ir/text.h"

namespace exogpu::driver {
namespace {

constexpr char Good[] = "proc p(tensor<f32, 1> C) { for b in blocks(0, 4) { for t in threads(0, 32) { C[0] = 1.0f; } } }";
constexpr char Bad[] = "proc p(tensor<f32, 1> C) { for b in blocks(0, 4) { for t in threads(0, 32) { C[0] = 1; } } }";

struct Outcome {
  Next next;
  ExitCode code;
  std::vector<diag::Diagnostic> reports;
};
Outcome checkAfter(const char* text, const std::string& path, const char* pass) {
  const CommandLine options;
  Job job{options, path, text};
  const FileId file = job.sources.add(path, text);
  const auto module = ir::parseText(file, job.sources.text(file), job.sink);
  EXPECT_TRUE(module && job.sink.all().empty());
  job.procs = module->procs;
  const Next next = checkIr(job, pass, false);
  return {next, job.code, job.sink.all()};
}

TEST(CheckIr, WhatAPassBreaksIsAnInternalError) {
  const auto good = checkAfter(Good, "a.cpp", "schedule");
  EXPECT_EQ(good.next, Next::GoOn);
  EXPECT_TRUE(good.reports.empty());
  const auto bad = checkAfter(Bad, "a.cpp", "schedule");
  EXPECT_EQ(bad.next, Next::Stop);
  EXPECT_EQ(bad.code, ExitCode::InternalError);
  ASSERT_EQ(bad.reports.size(), 1u);
  EXPECT_EQ(bad.reports[0].id, diag::Id::BrokenIr);
  EXPECT_NE(bad.reports[0].message.find("after 'schedule' the intermediate representation is broken: p: "), std::string::npos);
}
TEST(CheckIr, WhatTheUserWroteIsNone) {
  EXPECT_EQ(checkAfter(Good, "a.ir", "parse").next, Next::GoOn);
  const auto bad = checkAfter(Bad, "a.ir", "parse");
  EXPECT_EQ(bad.next, Next::Stop);
  EXPECT_EQ(bad.code, ExitCode::ProgramWrong);
  ASSERT_EQ(bad.reports.size(), 1u);
  EXPECT_EQ(bad.reports[0].id, diag::Id::TextIllFormed);
  EXPECT_EQ(checkAfter(Bad, "a.ir", "schedule").code, ExitCode::InternalError);
}

}  // namespace
}  // namespace exogpu::driver
