// Steps on a loop that may be left early: its flag is a local that one iteration hands to the next.
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/sequential.h"

using namespace exogpu;

namespace {

const std::string kSearch = R"(proc p(i32 n, i32 m, tensor<const f32, 1> A, tensor<f32, 1> C, tensor<f32, 1> x) {
  require n >= 0 && n <= 1000 && m >= 0 && m <= 1000 && extent(A, 0) == n && extent(C, 0) == n && extent(x, 0) == n, "shapes";
  var bool done = false;
  for i in seq(0, n) {
    if !done {
      C[i] = A[i] + 1.0f;
      x[i] = A[i] * 2.0f;
      if A[i] > 3.0f || i == m {
        done = true;
      }
    }
  }
}
)";

/// The program after a trace; nothing, and the messages, when a step is refused.
ir::ProcRef scheduled(const std::string& program, const std::string& steps, std::string* messages = nullptr) {
  diag::Sink sink;
  const auto schedule = trace::parse(1, "proc(\"p\")\n" + steps, sink);
  const auto module = schedule ? trace::replay(test::parseModule(program), *schedule, sink) : std::nullopt;
  if (messages) *messages = test::messages(sink);
  return module ? module->procs.front() : nullptr;
}

void expectSame(const std::string& steps) {
  std::string why;
  const auto after = scheduled(kSearch, steps, &why);
  ASSERT_TRUE(after) << why;
  const auto before = test::parseProc(kSearch);
  for (const int n : {0, 1, 7, 16})
    for (const int m : {0, 2, 5, 100}) {
      const auto inputs = test::randomInputs(*before, {{"n", n}, {"m", m}}, {{"A", {n}}, {"C", {n}}, {"x", {n}}});
      const auto first = test::sequentialRun(*before, inputs), second = test::sequentialRun(*after, inputs);
      for (const auto& [name, value] : first) EXPECT_EQ(value.bytes, second.at(name).bytes) << name << " n=" << n << " m=" << m;
    }
}

TEST(LeavingLoops, MayBeDividedAndCut) {
  expectSame("divide_loop(loop(\"i\"), 4, \"io\", \"ii\", guard)\n");
  expectSame("divide_loop(loop(\"i\"), 4, \"io\", \"ii\", cut)\n");
  expectSame("divide_loop(loop(\"i\"), 4, \"io\", \"ii\", guard)\nunroll_loop(loop(\"ii\"))\n");
}
TEST(LeavingLoops, AreNotSplit) {
  std::string why;
  EXPECT_FALSE(scheduled(kSearch, "fission(stmt(\"C[_] = _\"), 2)\n", &why));
  EXPECT_NE(why.find("'done'"), std::string::npos) << why;
  expectSame("fission(stmt(\"C[_] = _\"), 1)\n");  // the guard alone may be
}
TEST(LeavingLoops, DoNotLoseTheirGuard) {
  std::string why;
  EXPECT_FALSE(scheduled(kSearch, "lift_scope(stmt(\"if _: _\"))\n", &why));
}
TEST(LeavingLoops, AreNotReordered) {
  std::string why;
  const std::string nest = R"(proc p(i32 n, i32 m, tensor<const f32, 2> A, tensor<f32, 2> C) {
  require n >= 0 && m >= 0 && extent(A, 0) == n && extent(A, 1) == m && extent(C, 0) == n && extent(C, 1) == m, "shapes";
  var bool done = false;
  for i in seq(0, n) {
    for j in seq(0, m) {
      if !done {
        C[i][j] = A[i][j];
        if A[i][j] > 3.0f {
          done = true;
        }
      }
    }
  }
}
)";
  EXPECT_FALSE(scheduled(nest, "reorder_loops(loop(\"i\"))\n", &why));
  EXPECT_NE(why.find("'done' carries a value from one iteration to the next"), std::string::npos) << why;
}

}  // namespace
