// Steps keep the floating-point policy of every statement, or are refused: loops that state one are joined, swapped and
// taken away.
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;

namespace {

/// Two loops over a product and a sum, each under a policy of its own; `whole` is the proc's.
std::string twoLoops(const std::string& whole, const std::string& first, const std::string& second) {
  return "proc p(i32 n, tensor<const f32, 1> A, tensor<f32, 1> C, tensor<f32, 1> x) policy " + whole + R"( {
  require n >= 0 && extent(A, 0) == n && extent(C, 0) == n && extent(x, 0) == n, "shapes";
  for i in seq(0, n) policy )" + first + R"( {
    C[i] = A[i] * 3.0f + C[i];
  }
  for j in seq(0, n) policy )" + second + R"( {
    x[j] = A[j] * 3.0f + x[j];
  }
}
)";
}
/// A loop inside a loop.
std::string nested(const std::string& outer, const std::string& inner) {
  return R"(proc p(i32 n, tensor<const f32, 1> A, tensor<f32, 1> x) {
  require n >= 0 && n <= 1000 && extent(A, 0) == n && extent(x, 0) == n, "shapes";
  for i in seq(0, n) policy )" + outer + R"( {
    for k in seq(0, 4) policy )" + inner + R"( {
      x[i] = A[i] * 3.0f + x[i];
    }
  }
}
)";
}

bool isApplied(const std::string& program, const std::string& step) {
  diag::Sink sink;
  const auto schedule = trace::parse(1, "proc(\"p\")\n" + step + "\n", sink);
  const bool applied = schedule && trace::replay(test::parseModule(program), *schedule, sink).has_value();
  if (!applied) { EXPECT_NE(test::messages(sink).find("looser floating-point policy"), std::string::npos) << test::messages(sink); }
  return applied;
}

TEST(Policies, LoopsOfTwoPoliciesAreNotFused) {
  const auto* fuse = "fuse(loop(\"i\"))";
  EXPECT_FALSE(isApplied(twoLoops("exact", "contract", "exact"), fuse));
  EXPECT_TRUE(isApplied(twoLoops("exact", "exact", "contract"), fuse));  // what may be fused need not be
  EXPECT_TRUE(isApplied(twoLoops("exact", "contract", "contract"), fuse));
}
TEST(Policies, ALoopThatIsTakenAwayLeavesItsPolicy) {
  for (const auto* step : {"unroll_loop(loop(\"k\"))", "mult_loops(loop(\"i\"), \"ik\")", "reorder_loops(loop(\"i\"))"}) {
    EXPECT_FALSE(isApplied(nested("contract", "exact"), step)) << step;
    EXPECT_TRUE(isApplied(nested("contract", "contract"), step)) << step;
  }
}
TEST(Policies, CopiesAreHeldToWhatTheyAreCopiesOf) {
  EXPECT_TRUE(isApplied(twoLoops("exact", "contract", "exact"), "cut_loop(loop(\"i\"), \"n / 2\")"));
  EXPECT_FALSE(isApplied(nested("contract", "exact"), "divide_loop(loop(\"i\"), 4, \"io\", \"ii\", cut)\nunroll_loop(loop(\"k\", 1))"));
}
TEST(Policies, EveryPartOfADividedLoopStatesItsPolicy) {
  for (const std::string tail : {"guard", "cut"}) {
    const auto divided = "divide_loop(loop(\"j\"), 4, \"jo\", \"ji\", " + tail + ")";
    EXPECT_TRUE(isApplied(twoLoops("contract", "contract", "exact"), divided)) << tail;
    EXPECT_TRUE(isApplied(twoLoops("exact", "exact", "contract"), divided)) << tail;
    EXPECT_TRUE(isApplied(nested("contract", "exact"), "divide_loop(loop(\"k\"), 3, \"ko\", \"ki\", " + tail + ")")) << tail;
  }
}

}  // namespace
