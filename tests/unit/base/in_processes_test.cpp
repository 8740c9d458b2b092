#include "tests/tools/in_processes.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace exogpu {
namespace {

struct Sum {
  int value = 0;
  void add(const Sum& other) { value += other.value; }
};

TEST(InProcesses, PartsAreSummed) {
  const auto part = [](int i) { return std::optional(Sum{i + 1}); };
  for (const int jobs : {1, 2, 5}) EXPECT_EQ(sumInProcesses<Sum>(jobs, part)->value, jobs * (jobs + 1) / 2);
}

TEST(InProcesses, APartThatDiesOrGivesNothingLeavesNoSum) {
  EXPECT_FALSE(sumInProcesses<Sum>(3, [](int i) -> std::optional<Sum> {
    if (i == 1) std::_Exit(7);
    return Sum{i};
  }));
  EXPECT_FALSE(sumInProcesses<Sum>(2, [](int i) { return i == 0 ? std::optional(Sum{1}) : std::nullopt; }));
  EXPECT_FALSE(sumInProcesses<Sum>(0, [](int) { return std::optional(Sum{1}); }));
}

}  // namespace
}  // namespace exogpu
