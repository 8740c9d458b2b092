#include "frontend/ir/levels.h"

#include "frontend/ir/walk.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using namespace exogpu::ir;

namespace {

/// "level base size stride" of the loop with that iterator.
std::string execOf(const std::string& body, const std::string& iterator) {
  const auto proc = test::resolvedProc("proc p(i32 n, tensor<f32, 1> A) { for b in blocks(0, n) { " + body + " } }");
  std::string out;
  if (!proc) return out;
  walkStmts(proc->body, [&](const StmtRef& stmt) {
    const auto* loop = std::get_if<For>(&stmt->node);
    if (!loop || loop->iterator->name != iterator) return;
    const auto& group = loop->exec.front().group;
    out = std::string(text(group.level)) + " " + (group.base ? print(group.base) : "-") + " " +
          std::to_string(group.size) + " " + std::to_string(group.stride);
  });
  return out;
}

TEST(Levels, WhoExecutesTheBody) {
  EXPECT_EQ(execOf("for t in threads(0, 100) { A[t] = 1.0f; }", "b"), "block 0 128 1");
  EXPECT_EQ(execOf("for t in threads(0, 100) { A[t] = 1.0f; }", "t"), "thread t 1 1");
  EXPECT_EQ(execOf("for w in warps(0, 4) { for l in lanes(0, 32) { A[l] = 1.0f; } }", "w"), "warp w * 32 32 1");
  EXPECT_EQ(execOf("for w in warps(0, 4) { for l in lanes(0, 32) { A[l] = 1.0f; } }", "l"), "thread w * 32 + l 1 1");
  EXPECT_EQ(execOf("for g in warpgroups(0, 2) { for w in warps(1, 3) { fence; } }", "g"), "warpgroup g * 128 128 1");
  EXPECT_EQ(execOf("for g in warpgroups(0, 2) { for w in warps(1, 3) { fence; } }", "w"), "warp g * 128 + w * 32 32 1");
  EXPECT_EQ(execOf("for g in groups<64, 1>(0, 3) { fence; }", "g"), "part g * 64 64 1");
  EXPECT_EQ(execOf("for g in groups<64, 1>(0, 3) { fence; }", "b"), "block 0 192 1");
  EXPECT_EQ(execOf("for g in groups<8, 4>(0, 6) { fence; }", "b"), "block 0 64 1");
  EXPECT_EQ(execOf("for g in groups<8, 4>(0, 6) { fence; }", "g"), "part g / 4 * 32 + g % 4 8 4");
  EXPECT_EQ(execOf("for g in groups<8, 4>(0, 4) { for t in threads(0, 8) { A[t] = 1.0f; } }", "t"),
            "thread g / 4 * 32 + g % 4 + t * 4 1 1");
  EXPECT_EQ(execOf("for w in warps(0, 2) { for g in groups<8, 4>(0, 4) { for h in groups<2, 2>(0, 4) { fence; } } }", "h"),
            "part w * 32 + (g / 4 * 32 + g % 4) + (h / 2 * 16 + h % 2 * 4) 2 8");
  EXPECT_EQ(execOf("for w in warps(0, 4) { for o in one_thread(0, 1) { A[w] = 1.0f; } }", "o"), "thread w * 32 1 1");
  EXPECT_EQ(execOf("for o in one_thread(0, 1) { A[b] = 1.0f; }", "b"), "block 0 32 1");
  EXPECT_EQ(execOf("for i in seq(0, n) { for t in threads(0, 256) { A[t] = 1.0f; } }", "i"), "block 0 256 1");
  EXPECT_EQ(execOf("for t in threads(0, 256) { for i in seq(0, n) { A[t] = 1.0f; } }", "i"), "thread t 1 1");
  EXPECT_EQ(execOf("for g in groups<32, 1>(0, 2) { for l in lanes(0, 32) { A[l] = 1.0f; } }", "g"), "warp g * 32 32 1");
  EXPECT_EQ(execOf("for w in warpgroups(0, 2) { fence; } for w in warps(8, 9) { fence; }", "b"), "block 0 288 1");
}

TEST(Levels, LoopsOfTheHostHaveNoGroup) {
  const auto proc = test::resolvedProc(
      "proc p(i32 n, tensor<f32, 1> A) { for i in seq(0, 3) { let i32 m = n + i; for b in blocks(0, m) { for c in blocks(0, 4) "
      "{ for t in threads(0, 64) { A[t] = 1.0f; } } } } }");
  const auto& host = std::get<For>(proc->body.front()->node);
  EXPECT_EQ(host.exec.front().group.level, Level::Host);
  const auto& launch = std::get<For>(host.body.back()->node);
  EXPECT_EQ(blockSize(launch), 64);
  EXPECT_EQ(launch.exec.front().group.level, Level::Block);
}

TEST(Levels, ResolvingKeepsEverythingElse) {
  const auto proc = test::parseProc("proc p(i32 n, tensor<f32, 1> A) { for b in blocks(0, n) { for t in threads(0, 64) { A[t] = 1.0f; } } }");
  diag::Sink sink;
  const auto resolved = resolveLevels(proc, sink);
  ASSERT_TRUE(resolved);
  EXPECT_EQ(print(*resolved), print(*proc));
  EXPECT_EQ(resolved->body.front()->id, proc->body.front()->id);
}

TEST(ConstantValue, FoldsLiteralsOnly) {
  const auto valueOf = [](const std::string& expr) {
    const auto proc = test::parseProc("proc p(i32 n) { let i32 x = " + expr + "; }");
    return constantValue(std::get<Let>(proc->body.front()->node).value);
  };
  EXPECT_EQ(valueOf("(7 + 3) * 2 - -5 / 2 % 4"), 22);
  EXPECT_EQ(valueOf("1 < 2 ? 1 << 4 : 3"), 16);
  EXPECT_EQ(valueOf("-7 / 2"), -3);
  EXPECT_EQ(valueOf("-7 % 2"), -1);
  EXPECT_EQ(valueOf("n * 0"), std::nullopt);
  EXPECT_EQ(valueOf("1 / 0"), std::nullopt);
  EXPECT_EQ(valueOf("2147483647 + 1"), std::nullopt);
  EXPECT_EQ(valueOf("-2147483648 / -1"), std::nullopt);
}

}  // namespace
