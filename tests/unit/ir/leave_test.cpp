// Which loops stop early, and by which flag.
#include "frontend/ir/leave.h"

#include <gtest/gtest.h>

#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using namespace exogpu::ir;

namespace {

/// Name of the flag of the loop that follows `var bool done = false;`, or nothing.
std::string flagOf(const std::string& loop) {
  const auto module = test::parseModule("proc p(i32 n, bool stop, tensor<f32, 1> x) {\n  var bool done = false;\n  var bool other = false;\n" + loop + "\n}\n");
  const auto flag = leaveFlag(std::get<For>(module.procs[0]->body.at(2)->node));
  return flag ? flag->name : "";
}

TEST(Leave, TheBodyStandsUnderTheGuard) {
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { x[i] = 0.0f; if i == 3 { done = true; } } }"), "done");
  EXPECT_EQ(flagOf("for i in unroll(0, 4) { if !done { if i == n { done = true; } else { x[i] = 0.0f; } } if !done { x[i] = 1.0f; } }"), "done");
}
TEST(Leave, WhatASchedulePutsAroundTheGuardIsSeenThrough) {
  EXPECT_EQ(flagOf("for io in seq(0, n) { for ii in seq(0, 4) { if io * 4 + ii < n { if !done { done = stop; done = true; } } } }"), "");
  EXPECT_EQ(flagOf("for io in seq(0, n) { for ii in seq(0, 4) { if io * 4 + ii < n { if !done { done = true; } } } }"), "done");
  EXPECT_EQ(flagOf("for i in seq(0, n) { scope { if i > 2 { if !done { done = true; } } else { if !done { x[i] = 0.0f; } } } }"), "done");
}
TEST(Leave, AnythingElseRunsToItsEnd) {
  EXPECT_EQ(flagOf("for i in seq(0, n) { x[i] = 0.0f; }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { done = true; } x[i] = 0.0f; }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { done = true; } else { x[i] = 0.0f; } }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if done { x[i] = 0.0f; } }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { done = true; } if !other { x[i] = 0.0f; } }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { done = true; } if !done { done = false; } }"), "");
  EXPECT_EQ(flagOf("for i in seq(0, n) { if !done { if i == 3 { done = stop; } } }"), "");
  EXPECT_EQ(flagOf("for b in blocks(0, n) { if !stop { for o in one_thread(0, 1) { x[b] = 0.0f; } } }"), "");
}
TEST(Leave, TheGuardIsTakenOffWhereItIsAllOfTheBody) {
  const auto module = test::parseModule("proc p(i32 n, tensor<f32, 1> x) { var bool done = false; for i in seq(0, n) { if !done { x[i] = 0.0f; done = true; } } }");
  const auto& loop = std::get<For>(module.procs[0]->body.at(1)->node);
  EXPECT_EQ(bodyUnlessLeft(loop, *leaveFlag(loop)).size(), 2u);
}

}  // namespace
