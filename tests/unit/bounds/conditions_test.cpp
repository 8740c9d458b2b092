#include "tests/unit/bounds/outcome.h"
#include "tests/unit/support/programs.h"

using namespace exogpu;

namespace {

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

}  // namespace
