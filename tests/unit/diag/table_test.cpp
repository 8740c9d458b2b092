// The table of diagnostics itself: every row complete, every code in its range, every placeholder consistent.
#include <gtest/gtest.h>

#include <cctype>
#include <regex>
#include <set>

#include "frontend/diag/diagnostic.h"
#include "frontend/diag/ids.h"
#include "frontend/diag/render.h"
#include "frontend/diag/warnings.h"

namespace exogpu::diag {
namespace {

std::set<int> holesOf(std::string_view pattern) {
  std::set<int> holes;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i)
    if (pattern[i] == '{' && pattern[i + 2] == '}' && std::isdigit(static_cast<unsigned char>(pattern[i + 1]))) holes.insert(pattern[i + 1] - '0');
  return holes;
}

TEST(Table, EveryRowIsComplete) {
  std::set<std::string> names;
  for (const Info& row : allInfos()) {
    SCOPED_TRACE(codeName(row.id));
    EXPECT_FALSE(row.message.empty());
    EXPECT_FALSE(row.remedy.empty()) << "a diagnostic has a remedy";
    EXPECT_GE(row.explanation.size(), 40u) << "a diagnostic has an explain page";
    EXPECT_TRUE(row.explanation.ends_with('.'));
    EXPECT_FALSE(row.message.ends_with('.')) << "headlines have no full stop";
    EXPECT_TRUE(names.insert(std::string(row.name)).second);
    EXPECT_GE(static_cast<int>(row.id), 1001);
    EXPECT_LE(static_cast<int>(row.id), 7999);
  }
}

TEST(Table, PlaceholdersAreSmallNumbers) {
  for (const Info& row : allInfos()) {
    SCOPED_TRACE(codeName(row.id));
    std::set<int> all = holesOf(row.message);
    all.merge(holesOf(row.remedy));
    // Rows of one family share a list of arguments, so a row may leave some out.
    for (const int hole : all) EXPECT_LE(hole, 9);
    EXPECT_TRUE(holesOf(row.explanation).empty()) << "an explanation is about the rule, not about one case";
  }
}

TEST(Table, CodesAreReadAndWritten) {
  EXPECT_EQ(codeName(Id::CannotReadFile), "EXG7001");
  for (const Info& row : allInfos()) EXPECT_EQ(parseCode(codeName(row.id)), row.id);
  EXPECT_EQ(parseCode("7001"), Id::CannotReadFile);
  EXPECT_FALSE(parseCode("EXG0000"));
  EXPECT_FALSE(parseCode("EXG"));
  EXPECT_FALSE(parseCode("EXG7001x"));
}

TEST(Table, EveryRowIsExplained) {
  for (const Info& row : allInfos()) {
    const std::string text = renderExplanation(row.id);
    EXPECT_NE(text.find(codeName(row.id)), std::string::npos);
    EXPECT_NE(text.find("Remedy: "), std::string::npos);
    EXPECT_FALSE(std::regex_search(text, std::regex("\\{[0-9]\\}")));
  }
}

TEST(Warnings, ErrorsCannotBeSwitchedOff) {
  WarningPolicy policy;
  EXPECT_FALSE(policy.apply("no-cannot-read-file"));
  EXPECT_FALSE(policy.apply("no-EXG7001"));
  EXPECT_FALSE(policy.apply("all"));
}

TEST(Warnings, LaterFlagsWin) {
  Id id{};
  bool found = false;
  for (const Info& row : allInfos())
    if (row.severity == Severity::Warning) id = row.id, found = true;
  if (!found) GTEST_SKIP() << "no row is a warning";
  const std::string name = warningName(id);
  const Diagnostic warning = make(id, {}, std::vector<std::string>(9, "x"));
  WarningPolicy policy;
  EXPECT_EQ(policy.judge(warning)->severity, Severity::Warning);
  ASSERT_TRUE(policy.apply("no-" + name));
  EXPECT_FALSE(policy.judge(warning));
  ASSERT_TRUE(policy.apply("error=" + codeName(id)));
  EXPECT_EQ(policy.judge(warning)->severity, Severity::Error);
  ASSERT_TRUE(policy.apply("no-error=" + name));
  ASSERT_TRUE(policy.apply("error"));
  EXPECT_EQ(policy.judge(warning)->severity, Severity::Error) << "-Werror came last";
  ASSERT_TRUE(policy.apply("no-error=" + name));
  EXPECT_EQ(policy.judge(warning)->severity, Severity::Warning);
}

}  // namespace
}  // namespace exogpu::diag
