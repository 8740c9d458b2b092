// Steps around an instruction: its scope moves as a whole, and nothing is scheduled inside.
#include <set>

#include "frontend/ir/walk.h"
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/sequential.h"

using namespace exogpu;

namespace {

const std::string kProgram = R"(proc p(i32 n, tensor<i32, 1> C) {
  require n >= 0 && n <= 1000 && extent(C, 0) == n, "shapes";
  for i in seq(0, n) {
    let i32 x = C[i];
    var i32 r;
    scope "twice" instruction r = "{x} << 1"(x = x) {
      let i32 y = x;
      r = x + y;
    }
    C[i] = r;
  }
}
)";

ir::ProcRef scheduled(const std::string& steps, std::string& messages) {
  diag::Sink sink;
  const auto schedule = trace::parse(1, "proc(\"p\")\n" + steps, sink);
  const auto module = schedule ? trace::replay(test::parseModule(kProgram), *schedule, sink) : std::nullopt;
  messages = test::messages(sink);
  return module ? module->procs.front() : nullptr;
}

TEST(ScheduledInstructions, AreUnrolledWithTheirLoop) {
  std::string why;
  const auto after = scheduled("divide_loop(loop(\"i\"), 2, \"io\", \"ii\", cut)\nunroll_loop(loop(\"ii\", 0))\n", why);
  ASSERT_TRUE(after) << why;
  std::set<const ir::Symbol*> results;
  ir::walkStmts(after->body, [&](const ir::StmtRef& stmt) {
    if (const auto* scope = std::get_if<ir::Scope>(&stmt->node); scope && scope->instruction) results.insert(scope->instruction->result.get());
  });
  EXPECT_EQ(results.size(), 3u) << ir::print(*after);  // each copy has a result of its own
  const auto before = test::parseProc(kProgram);
  const auto inputs = test::randomInputs(*before, {{"n", 7}}, {{"C", {7}}});
  EXPECT_EQ(test::sequentialRun(*before, inputs).at("C").bytes, test::sequentialRun(*after, inputs).at("C").bytes);
}
TEST(ScheduledInstructions, AreNotLookedInto) {
  std::string why;
  EXPECT_FALSE(scheduled("reorder_stmts(stmt(\"r = _\"))\n", why));
  EXPECT_FALSE(scheduled("fission(stmt(\"let i32 y = x\"), 1)\n", why));
  EXPECT_NE(why.find("the place is part of the meaning of the instruction 'twice'"), std::string::npos) << why;
}

}  // namespace
