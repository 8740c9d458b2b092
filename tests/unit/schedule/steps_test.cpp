// One golden and one fail_ case for each step: steps/NAME.txt and steps/fail_NAME.txt hold a program, a trace, and the
// program after it or a part of the message. Each golden also runs before and after, bitwise equal.
#include <fstream>

#include "frontend/ir/check.h"
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/sequential.h"

using namespace exogpu;

namespace {

struct Case {
  std::string path, program, trace, expected;
};

Case load(const std::string& name) {
  Case c{std::string(EXOGPU_SOURCE_DIR) + "/tests/unit/schedule/steps/" + name + ".txt", "", "", ""};
  std::ifstream file(c.path);
  EXPECT_TRUE(file) << c.path;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto first = text.find("---\n"), second = text.find("---\n", first + 4);
  c.program = text.substr(0, first);
  c.trace = text.substr(first + 4, second - first - 4);
  c.expected = text.substr(second + 4);
  return c;
}

/// The scheduled module, or the diagnostics.
std::optional<ir::Module> replayed(const Case& c, diag::Sink& sink) {
  const auto schedule = trace::parse(1, c.trace, sink);
  if (!schedule) return std::nullopt;
  EXPECT_EQ(trace::print(*schedule), c.trace);
  return trace::replay(test::parseModule(c.program), *schedule, sink);
}

void expectEqualRuns(const ir::Proc& before, const ir::Proc& after) {
  for (const auto& [n, m] : {std::pair<int, int>{0, 3}, {1, 1}, {5, 7}, {9, 4}, {12, 11}}) {
    const auto inputs = test::randomInputs(before, {{"n", n}, {"m", m}}, {{"A", {n, m}}, {"C", {n, m}}, {"x", {n}}});
    diag::Sink sink;
    const auto resolved = ir::resolveLevels(test::sequentialised(before), sink);
    if (!simulate::simulate(resolved, inputs, {.adversarial = false}).contracts_hold) continue;
    const auto first = test::sequentialRun(before, inputs), second = test::sequentialRun(after, inputs);
    for (const auto& [name, value] : first) EXPECT_EQ(value.bytes, second.at(name).bytes) << name << " n=" << n << " m=" << m;
  }
}

class Steps : public testing::TestWithParam<std::string> {};

TEST_P(Steps, Golden) {
  const auto c = load(GetParam());
  diag::Sink sink;
  const auto after = replayed(c, sink);
  ASSERT_TRUE(after) << test::messages(sink);
  const auto text = ir::print(*after);
  if (std::getenv("EXOGPU_WRITE")) std::ofstream(c.path) << c.program << "---\n" << c.trace << "---\n" << text;
  else EXPECT_EQ(text, c.expected);
  EXPECT_EQ(ir::print(test::parseModule(text)), text);
  expectEqualRuns(*test::parseProc(c.program), *after->procs.front());
}

TEST_P(Steps, Fail) {
  const auto c = load("fail_" + GetParam());
  diag::Sink sink;
  EXPECT_FALSE(replayed(c, sink)) << "an illegal step was applied";
  ASSERT_EQ(sink.all().size(), 1u);
  const auto wanted = c.expected.substr(0, c.expected.find('\n'));
  EXPECT_NE(test::messages(sink).find(wanted), std::string::npos) << test::messages(sink);
  EXPECT_TRUE(sink.all().front().where.isValid());
  EXPECT_FALSE(sink.all().front().remedy.empty());
}

std::vector<std::string> stepNames() {
  std::vector<std::string> names;
  for (const auto& step : steps::allSteps()) names.emplace_back(step.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, Steps, testing::ValuesIn(stepNames()), [](const auto& param) { return param.param; });

TEST(StepTable, EveryStepIsDocumented) {
  for (const auto& step : steps::allSteps()) {
    EXPECT_FALSE(step.doc.empty()) << step.name;
    EXPECT_FALSE(step.legality.empty()) << step.name;
    EXPECT_FALSE(step.arguments.empty()) << step.name;
  }
}

}  // namespace
