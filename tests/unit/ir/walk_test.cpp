#include "frontend/ir/walk.h"

#include "frontend/ir/build.h"
#include "frontend/ir/check.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using namespace exogpu::ir;

namespace {

constexpr const char* kProgram =
    "proc p(i32 n, tensor<f32, 1> A) { for b in blocks(0, n) { var f32 s = 0.0f; alloc f32 v[32] @reg; group g; "
    "for w in warps(0, 1) { for l in lanes(0, 32) { v[l] = A[b + l]; if l < n { A[l] = v[l] + 1.0f; } } } "
    "s = warp_sum<32> v; commit g; wait g, 0; } }";

Body bodyOf(const char* text) { return test::parseProc(text)->body; }
std::string printed(const Body& body) {
  std::string out;
  for (const auto& stmt : body) out += print(stmt);
  return out;
}

TEST(Walk, VisitsStatementsAndExpressionsInOrder) {
  std::string loops, reads;
  walkStmts(bodyOf(kProgram), [&](const StmtRef& stmt) {
    if (const auto* loop = std::get_if<For>(&stmt->node)) loops += loop->iterator->name;
    forEachExpr(*stmt, [&](const ExprRef& root) {
      walkExpr(root, [&](const ExprRef& e) {
        if (const auto* load = std::get_if<Load>(&e->node)) reads += load->place.buffer->name;
      });
    });
  });
  EXPECT_EQ(loops, "bwl");
  EXPECT_EQ(reads, "Av");
}

TEST(Walk, RewriteSharesWhatItDoesNotTouch) {
  const auto body = bodyOf(kProgram);
  const auto same = rewriteStmts(body, [](const StmtRef&) { return std::optional<Body>(); });
  EXPECT_EQ(same.front(), body.front());
  const auto keep = rewriteExprs(body.front(), [](const ExprRef&) { return ExprRef(); });
  EXPECT_EQ(keep, body.front());
}

TEST(Walk, RebuiltStatementsKeepTheirIdAndDropsDisappear) {
  const auto body = bodyOf(kProgram);
  const auto without = rewriteStmts(body, [](const StmtRef& stmt) {
    return std::holds_alternative<Store>(stmt->node) ? std::optional<Body>(Body{}) : std::nullopt;
  });
  EXPECT_NE(without.front(), body.front());
  EXPECT_EQ(without.front()->id, body.front()->id);
  EXPECT_EQ(printed(without).find("A["), std::string::npos);
  EXPECT_NE(printed(body).find("A["), std::string::npos);
}

TEST(Walk, SubstituteCopiesTheValueAtEachUse) {
  const auto proc = test::parseProc("proc p(i32 n) { let i32 a = n + n * 2; }");
  const auto& n = std::get<SymbolRef>(proc->parameters.front());
  auto changed = *proc;
  changed.body = substitute(proc->body, n, binary(BinaryOp::Add, read(n), intLiteral(1)));
  EXPECT_EQ(printed(changed.body), "let i32 a = n + 1 + (n + 1) * 2;\n");
  EXPECT_TRUE(check(changed, false).empty());
}

TEST(Walk, CloneFreshSharesNothingThatIsDeclaredInside) {
  const auto proc = test::parseProc(kProgram);
  diag::Sink sink;
  const auto resolved = resolveLevels(proc, sink);
  ASSERT_TRUE(resolved) << test::messages(sink);
  auto twice = *resolved;
  const auto copy = cloneFresh(resolved->body);
  twice.body.insert(twice.body.end(), copy.begin(), copy.end());
  EXPECT_EQ(check(twice, true), std::vector<std::string>());
  EXPECT_EQ(printed(copy), printed(resolved->body));
}

}  // namespace
