#include "schedule/cursor/cursor.h"

#include "frontend/ir/walk.h"
#include "schedule/cursor/pattern.h"
#include "schedule/steps/apply.h"
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using cursor::Reference;

namespace {

ir::ProcRef program() {
  return test::parseProc(
      "proc p(i32 n, tensor<f32, 2> C) { require extent(C, 0) == n && extent(C, 1) == n, \"n\"; alloc f32 s[4] @local;\n"
      "for i in seq(0, n) { s[i % 4] = 1.0f; for j in seq(0, n) { C[i][j] = fma(s[0], 2.0f, C[i][j]); C[j][i] = C[j][i] + s[1]; } }\n"
      "for i in seq(0, n) { if i > 2 { C[i][0] = 0.0f; } } }");
}

std::size_t count(const std::string& pattern) {
  const auto proc = program();
  const auto names = ir::printedNames(*proc);
  std::size_t found = 0;
  ir::walkStmts(proc->body, [&](const ir::StmtRef& stmt) { found += cursor::matches(pattern, cursor::readings(stmt, names)); });
  return found;
}

TEST(Pattern, UnderscoreStandsForAnythingBalanced) {
  EXPECT_EQ(count("C[_] += _"), 2u);
  EXPECT_EQ(count("C[_] = _"), 3u);
  EXPECT_EQ(count("C[i][_] = _"), 2u);
  EXPECT_EQ(count("C[_] = 0.0f"), 1u);
  EXPECT_EQ(count("s[_] = _"), 1u);
  EXPECT_EQ(count("for j in _"), 1u);
  EXPECT_EQ(count("for j in seq(_)"), 1u);
  EXPECT_EQ(count("if _"), 1u);
  EXPECT_EQ(count("if i > 2"), 1u);
  EXPECT_EQ(count("alloc f32 s[_] @local"), 1u);
  EXPECT_EQ(count("C[_] = fma(_, 2.0f, _)"), 1u);
}

TEST(Reference, AmbiguousAndMissingOnesListWhatThereIs) {
  const auto proc = program();
  const auto several = cursor::find(*proc, {Reference::Kind::Loop, "i", -1});
  ASSERT_TRUE(std::holds_alternative<cursor::NotFound>(several));
  EXPECT_EQ(std::get<cursor::NotFound>(several).candidates, (std::vector<std::string>{"loop(\"i\", 0)", "loop(\"i\", 1)"}));
  const auto missing = cursor::find(*proc, {Reference::Kind::Loop, "q", -1});
  EXPECT_EQ(std::get<cursor::NotFound>(missing).candidates.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<cursor::Cursor>(cursor::find(*proc, {Reference::Kind::Loop, "i", 1})));
}

TEST(Reference, ReferIsTheInverseOfFind) {
  const auto proc = program();
  for (const auto id : cursor::statementIds(*proc)) {
    const auto found = cursor::find(*proc, cursor::refer(*proc, id));
    ASSERT_TRUE(std::holds_alternative<cursor::Cursor>(found)) << cursor::print(cursor::refer(*proc, id));
    EXPECT_EQ(std::get<cursor::Cursor>(found).id, id);
  }
}

TEST(Cursor, IsForwardedOrNamesTheStepThatRemovedIt) {
  auto proc = program();
  cursor::History history;
  const auto cursorOf = [&](const Reference& reference) {
    auto found = std::get<cursor::Cursor>(cursor::find(*proc, reference));
    found.since = history.size();
    return found;
  };
  const auto apply = [&](const std::string& step) {
    diag::Sink sink;
    const auto schedule = trace::parse(1, "proc(\"p\")\n" + step, sink);
    proc = steps::apply(proc, schedule->traces.front().calls.front(), history, sink);
    ASSERT_TRUE(proc) << test::messages(sink);
  };
  const auto loop = cursorOf({Reference::Kind::Loop, "i", 1}), store = cursorOf({Reference::Kind::Stmt, "C[_] = 0.0f", -1});
  apply("divide_loop(loop(\"i\", 1), 4, \"io\", \"ii\", guard)");
  EXPECT_EQ(cursor::print(cursor::refer(*proc, std::get<ir::NodeId>(history.forward(loop)))), "loop(\"io\")");
  const auto inner = cursorOf({Reference::Kind::Loop, "ii", -1});
  apply("mult_loops(loop(\"io\"), \"i\")");
  EXPECT_EQ(history.forward(inner), history.forward(loop));
  EXPECT_EQ(cursor::refer(*proc, std::get<ir::NodeId>(history.forward(store))).text, "C[i / 4 * 4 + i % 4][0] = 0.0f");
  const auto other = cursorOf({Reference::Kind::Loop, "j", -1});
  apply("divide_loop(loop(\"j\"), 2, \"jo\", \"ji\", cut)");
  const auto rest = cursorOf({Reference::Kind::Loop, "ji", 0});
  apply("unroll_loop(loop(\"ji\", 0))");
  EXPECT_EQ(std::get<std::string>(history.forward(rest)), "step 4, unroll_loop(loop(\"ji\", 0))");
  EXPECT_TRUE(std::holds_alternative<ir::NodeId>(history.forward(other)));
}

}  // namespace
