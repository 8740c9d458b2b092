// Programs that look ordered and are not, each beside its good twin: fences of the wrong level, conditional fences, loops
// that run zero times, uniform reads, storage that is entered again, commits that drift.
#include "tests/unit/sync/prove.h"

namespace exogpu {
namespace {

using test::replaced;

std::string block(const std::string& body, const std::string& parameters = "") {
  return "proc p(" + parameters + "tensor<f32, 1> y) {\n  require extent(y, 0) == 256, \"256\";\n  for b in blocks(0, 1) {\n" +
         "    alloc f32 s[256] @shared;\n" + body + "\n  }\n}";
}
const std::string kFill = "    for t in threads(0, 256) { s[t] = 1.0f; }\n";
const std::string kUse = "    for t in threads(0, 256) { y[t] = s[255 - t]; }";

TEST(Refuse, Chain) {
  EXPECT_REFUSED(R"(proc chain(tensor<f32, 1> y) {
    require extent(y, 0) == 256, "256";
    for b in blocks(0, 1) { for t in threads(0, 256) { y[t] = t > 0 ? y[t - 1] + 1.0f : 0.0f; } }
  })", ThreadsCollide);
}

TEST(Refuse, EndOfALoopIsNoBarrier) {
  EXPECT_REFUSED(block(kFill + kUse), AccessesUnordered);
  EXPECT_PROVED(block(kFill + "    fence;\n" + kUse));
}

TEST(Refuse, ZeroTripFence) {
  const auto loop = block(kFill + "    for k in seq(0, n) { fence; }\n" + kUse, "i32 n, ");
  EXPECT_REFUSED(loop, AccessesUnordered);
  EXPECT_PROVED(replaced(loop, "require ", "require n > 0 && "));
  EXPECT_PROVED(block(kFill + "    for k in seq(0, 3) { fence; }\n" + kUse));
}

TEST(Refuse, ConditionalFence) {
  EXPECT_REFUSED(block(kFill + "    if n > 3 { fence; }\n" + kUse, "i32 n, "), AccessesUnordered);
  EXPECT_PROVED(replaced(block(kFill + "    if n > 3 { fence; }\n" + kUse, "i32 n, "), "require ", "require n > 7 && "));
  EXPECT_PROVED(block(kFill + "    if n > 3 { fence; } else { fence; }\n" + kUse, "i32 n, "));
  EXPECT_PROVED(block(kFill + "    if n > 2 { fence; }\n    if n > 3 {\n" + kUse + "\n}", "i32 n, "));
  EXPECT_REFUSED(block(kFill + "    if n > 3 { fence; }\n    if n > 2 {\n" + kUse + "\n}", "i32 n, "), AccessesUnordered);
}

TEST(Refuse, FenceUnderAValueFromMemory) {
  const std::string text = block(kFill + "    if m[0] > 3 { fence; }\n" + kUse, "tensor<i32, 1> m, ");
  EXPECT_REFUSED(text, AccessesUnordered);
}

TEST(Refuse, NarrowFence) {
  const std::string text = block("    for w in warps(0, 8) {\n      for l in lanes(0, 32) { s[w * 32 + l] = 1.0f; }\n      fence;\n"
                                 "      for l in lanes(0, 32) { y[w * 32 + l] = s[255 - w * 32 - l]; }\n    }");
  EXPECT_REFUSED(text, ThreadsCollide);
  EXPECT_PROVED(replaced(text, "s[255 - w * 32 - l]", "s[w * 32 + 31 - l]"));
  // Two loops over warps: the warps' own fences do not order one warp with another.
  const std::string two = block("    for w in warps(0, 8) { for l in lanes(0, 32) { s[w * 32 + l] = 1.0f; } fence; }\n"
                                "    for w in warps(0, 8) { fence; for l in lanes(0, 32) { y[w * 32 + l] = s[255 - w * 32 - l]; } }");
  EXPECT_REFUSED(two, AccessesUnordered);
  EXPECT_PROVED(replaced(two, "s[255 - w * 32 - l]", "s[w * 32 + 31 - l]"));
}

TEST(Refuse, FenceOfPartOfTheBlock) {
  const std::string text = block("    for g in warpgroups(0, 2) { for t in threads(0, 128) { s[g * 128 + t] = 1.0f; } }\n"
                                 "    for g in warpgroups(0, 2) { fence; }\n"
                                 "    for g in warpgroups(0, 2) { for t in threads(0, 128) { y[g * 128 + t] = s[g * 128 + 127 - t]; } }");
  EXPECT_PROVED(text);
  EXPECT_REFUSED(replaced(text, "for g in warpgroups(0, 2) { fence; }", "for g in warpgroups(0, 1) { fence; }"), AccessesUnordered);
  EXPECT_REFUSED(replaced(text, "s[g * 128 + 127 - t]", "s[255 - g * 128 - t]"), AccessesUnordered);
}

TEST(Refuse, FenceThatSplitsWarps) {
  const std::string text = block("    for g in groups<64, 1>(0, 4) { for t in threads(0, 64) { s[g * 64 + t] = 1.0f; } fence; }");
  EXPECT_PROVED(text);
  EXPECT_REFUSED(replaced(text, "groups<64, 1>(0, 4)", "groups<64, 2>(0, 4)"), FenceSplitsWarps);
}

const std::string kUniform = R"(proc uniform(tensor<f32, 1> y) {
  for b in blocks(0, 1) {
    alloc f32 s[1] @shared;
    for k in seq(0, extent(y, 0)) {
      for o in one_thread(0, 1) { s[0] = 1.0f; }
      fence;
      let f32 v = s[0];
      for o in one_thread(0, 1) { y[k] = v; }
      fence;
    }
    for t in threads(0, 64) { }
  }
})";
TEST(Refuse, UniformReadIsAReadByEveryThread) {
  EXPECT_PROVED(kUniform);
  EXPECT_REFUSED(replaced(kUniform, "fence;", "", 1), AccessesUnordered);
  EXPECT_REFUSED(replaced(kUniform, "fence;", ""), AccessesUnordered);
}

TEST(Refuse, ConditionReadsBeforeItsBody) {
  const std::string text = R"(proc header(tensor<f32, 1> y) {
    for b in blocks(0, 1) {
      alloc i32 s[1] @shared;
      for o in one_thread(0, 1) { s[0] = 7; }
      fence;
      if s[0] > 3 {
        for o in one_thread(0, 1) { s[0] = 1; }
      }
      for t in threads(0, 64) { }
    }
  })";
  EXPECT_REFUSED(text, AccessesUnordered);
  EXPECT_PROVED(replaced(text, "if s[0] > 3 {", "if s[0] > 3 { fence;"));
}

TEST(Refuse, BoundReadFromMemoryThatTheLoopWrites) {
  EXPECT_REFUSED(R"(proc bound(tensor<f32, 1> y) {
    for b in blocks(0, 1) {
      alloc i32 s[1] @shared;
      for o in one_thread(0, 1) { s[0] = 7; }
      fence;
      for k in seq(0, s[0]) {
        fence;
        for o in one_thread(0, 1) { s[0] = 1; }
        fence;
      }
      for t in threads(0, 64) { }
    }
  })", AccessesUnordered);
}

const std::string kReentered = R"(proc again(i32 n, tensor<f32, 1> y) {
  require extent(y, 0) == 64, "64";
  for b in blocks(0, 1) {
    for k in seq(0, n) {
      alloc f32 s[64] @shared;
      for t in threads(0, 64) { s[t] = 1.0f; }
      fence;
      for t in threads(0, 64) { y[t] = s[63 - t]; }
      fence;
    }
  }
})";
TEST(Refuse, StorageEnteredAgain) {
  EXPECT_PROVED(kReentered);
  EXPECT_REFUSED(replaced(kReentered, "fence;", "", 1), StorageReused);
  EXPECT_PROVED(replaced(replaced(kReentered, "fence;", "", 1), "require ", "require n < 2 && "));
}

const std::string kTasks = R"(proc tasks(i32 n, tensor<f32, 1> y) {
  require extent(y, 0) == 64 * n && n >= 0 && n < 100000, "64";
  for k in tasks(0, n) {
    alloc f32 s[64] @shared;
    for t in threads(0, 64) { s[t] = 1.0f; }
    fence;
    for t in threads(0, 64) { y[k * 64 + t] = s[63 - t]; }
    fence;
  }
})";
TEST(Refuse, SharedMemoryAcrossTasks) {
  EXPECT_PROVED(kTasks);
  EXPECT_REFUSED(replaced(kTasks, "fence;", "", 1), StorageReused);
  EXPECT_PROVED(replaced(replaced(kTasks, "fence;", "", 1), "in tasks", "in blocks"));
  EXPECT_PROVED(replaced(replaced(kTasks, "fence;", "", 1), "alloc", "fence; alloc"));
  EXPECT_REFUSED(replaced(replaced(kTasks, "fence;", "", 1), "@shared;", "@shared; fence;"), StorageReused);
}

const std::string kDrift = R"(proc drift(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) {
  require n >= 0 && n < 1000 && extent(x, 0) == 32 * n && extent(y, 0) == 32 * n, "sizes";
  for b in blocks(0, 1) {
    alloc f32 s[2][32] @shared;
    group g;
    for k in seq(0, n + 1) {
      if k < n {
        for t in threads(0, 32) { cp_async s[k % 2][t]:[1] <- x[k * 32 + t]:[1]; }
        commit g;
      }
      wait g, 1;
      fence;
      if k > 0 { for t in threads(0, 32) { y[(k - 1) * 32 + t] = s[(k - 1) % 2][t]; } }
      fence;
    }
    wait g, 0;
  }
})";
TEST(Refuse, CommitUnderTheGuardOfTheCopies) {
  EXPECT_REFUSED(kDrift, CopyUnfinished);
  EXPECT_PROVED(replaced(kDrift, "        commit g;\n      }", "      }\n      commit g;"));
}

TEST(Refuse, MayAlias) {
  const std::string text = R"(proc alias(tensor<const f32, 1> x, tensor<f32, 1> y) FACT {
    require extent(x, 0) == extent(y, 0), "sizes";
    for b in blocks(0, 1) { for t in threads(0, 64) { if t < extent(x, 0) { y[t] = x[t]; } } }
  })";
  EXPECT_PROVED(replaced(text, "FACT", ""));
  EXPECT_PROVED(replaced(text, "FACT", "same(x, y)"));
  const std::string square = R"(proc alias(tensor<const f32, 2> x, tensor<f32, 2> y) same(x, y) {
    require extent(x, 0) == extent(y, 0) && extent(x, 1) == extent(y, 1), "sizes";
    for b in blocks(0, extent(y, 0)) { for t in threads(0, 64) { if t < extent(x, 1) { y[b][t] = x[b][t]; } } }
  })";
  EXPECT_PROVED(square);
  EXPECT_PROVED(replaced(square, "require extent(x, 0) == extent(y, 0) && extent(x, 1) == extent(y, 1), \"sizes\";", ""));
  EXPECT_FALSE(test::prove(replaced(text, "FACT", "may_alias(x, y)")).proved());
  EXPECT_FALSE(test::prove(replaced(replaced(text, "FACT", "same(x, y)"), "y[t] = x[t]", "y[t] = x[extent(x, 0) - 1 - t]")).proved());
}

TEST(Refuse, Atomics) {
  const std::string text = R"(proc histogram(tensor<const i32, 1> x, tensor<i32, 1> h) {
    require extent(h, 0) == 1, "one";
    for b in blocks(0, (extent(x, 0) + 63) / 64) {
      for t in threads(0, 64) { atomic add h[0], 1; }
    }
  })";
  EXPECT_PROVED(text);
  EXPECT_REFUSED(replaced(text, "atomic add h[0], 1;", "atomic add h[0], 1; h[0] = 1;"), ThreadsCollide);
  EXPECT_REFUSED(replaced(text, "atomic add h[0], 1;", "atomic add h[0], 1; atomic max h[0], 1;"), ThreadsCollide);
  const auto floats = replaced(replaced(text, "tensor<i32, 1> h", "tensor<f32, 1> h"), "h[0], 1", "h[0], 1.0f");
  EXPECT_REFUSED(floats, FloatAtomicNeedsPolicy);
  EXPECT_PROVED(replaced(floats, "h) {", "h) policy reassociate {"));
}
TEST(Refuse, AtomicsOfTwoTypesOnOneMemory) {
  const std::string text = R"(proc p(tensor<i32, 1> a, tensor<u32, 1> b) may_alias(a, b) {
    require extent(a, 0) == 64 && extent(b, 0) == 64, "64";
    for k in blocks(0, 2) { for t in threads(0, 32) { atomic min a[t], t; atomic min b[t], 7u32; } }
  })";
  EXPECT_FALSE(test::prove(text).proved());  // -1 is the smaller number of the one, the larger of the other
  EXPECT_PROVED(replaced(text, " may_alias(a, b)", ""));
  EXPECT_PROVED(replaced(replaced(text, "u32, 1>", "i32, 1>"), "7u32", "7"));
}

}  // namespace
}  // namespace exogpu
