#include "frontend/driver/harness.h"

#include <gtest/gtest.h>

namespace exogpu::driver {
namespace {

TEST(Abort, NamesThePlaceThatTheLibraryNames) {
  const auto failure = readAbort("Aborted", "hello\n/a/k.cpp:12: exogpu: contract violated\n  exo::require(n > 0);");
  EXPECT_TRUE(failure.is_program_wrong);
  EXPECT_EQ(failure.message, "contract violated");
  EXPECT_EQ(failure.file, "/a/k.cpp");
  EXPECT_EQ(failure.line, 12);
}

TEST(Abort, OfASubscriptHasNoPlace) {
  const auto failure = readAbort("Aborted", "exogpu: index 5 of dimension 0 is outside 0 .. 4\nexogpu: tensor index out of range");
  EXPECT_EQ(failure.message, "index 5 of dimension 0 is outside 0 .. 4; tensor index out of range");
  EXPECT_EQ(failure.file, "");
}

TEST(Abort, OfSomethingElseIsToldAsItIs) {
  EXPECT_EQ(readAbort("Segmentation fault", "").message, "Segmentation fault");
  EXPECT_EQ(readAbort("ended with exit code 1", "==1==ERROR: AddressSanitizer").message,
            "ended with exit code 1\n==1==ERROR: AddressSanitizer");
}

}  // namespace
}  // namespace exogpu::driver
