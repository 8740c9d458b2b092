#include "frontend/base/nearest.h"

#include <gtest/gtest.h>

namespace exogpu {
namespace {

TEST(Nearest, IsGivenOnlyWhenItIsNear) {
  const std::vector<std::string> names{"check", "compile", "never-runs"};
  EXPECT_EQ(nearestName("chek", names), "check");
  EXPECT_EQ(nearestName("compiel", names), "compile");
  EXPECT_EQ(nearestName("never-run", names), "never-runs");
  EXPECT_EQ(nearestName("all", names), "");
  EXPECT_EQ(nearestName("foo", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName("check", {}), "");
}

TEST(Nearest, PrefersTheFirstOfEquals) { EXPECT_EQ(nearestName("cat", {"car", "cut"}), "car"); }

}  // namespace
}  // namespace exogpu
