// Which names the emitted text gives, and which it cannot give.
#include <gtest/gtest.h>

#include "codegen/cuda/names.h"
#include "codegen/cuda/reserved.h"

namespace {
using namespace exogpu;

TEST(Names, AreTheUsersUnlessAHeaderHasThem) {
  const int ids[10] = {};
  cuda::Names names;
  EXPECT_EQ(names.declare(&ids[0], "rows"), "rows");
  EXPECT_EQ(names.declare(&ids[1], "LINE_MAX"), "LINE_MAX_2");
  EXPECT_EQ(names.declare(&ids[2], "WORD_BIT"), "WORD_BIT_2");
  EXPECT_EQ(names.declare(&ids[3], "unix"), "unix_2");
  EXPECT_EQ(names.declare(&ids[4], "cudaSuccess"), "local_cudaSuccess");
  EXPECT_EQ(names.declare(&ids[5], "EXOGPU_OK"), "local_EXOGPU_OK");
  EXPECT_EQ(names.declare(&ids[6], "cuda_rows"), "cuda_rows");
  EXPECT_EQ(names.declare(&ids[7], "index"), "index") << "a local may hide a function";
  EXPECT_EQ(names.declare(&ids[8], "asm"), "asm_2");
  EXPECT_EQ(names.declare(&ids[9], "int"), "int_2") << "a schedule may name a loop so";
}
TEST(Names, OfLaunchersAreNoneOfCOrCuda) {
  for (const auto* name : {"tanh", "dim3", "index", "write", "restrict", "y0", "LINE_MAX", "cudaMalloc", "exogpu_status", "fmaxf",
                          "asm", "typeof_unqual", "xor_eq", "contract_assert", "main", "std"})
    EXPECT_TRUE(cuda::isTakenInC(name)) << name;
  for (const auto* name : {"saxpy", "softmax", "my_tanh", "cuda_saxpy", "dim4", "transpose", "relu", "copy", "f", "p", "asm_", "mains"})
    EXPECT_FALSE(cuda::isTakenInC(name)) << name;
}
}  // namespace
