// Random programs under random steps: whatever is accepted leaves the sequential run as it was, bit for bit. Most steps
// are refused; how many are not is printed, so that the figure means something.
#include <random>

#include "frontend/diag/ids.h"
#include "schedule/steps/apply.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/sequential.h"

using namespace exogpu;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  template <class T>
  const T& of(const std::vector<T>& choices) { return choices[engine_() % choices.size()]; }

 private:
  std::mt19937 engine_;
};

/// Two nests over i and j with neighbours, a small array, conditions and a local.
class Program {
 public:
  explicit Program(Random& random) : random_(random) {}
  std::string text() {
    std::string out =
        "proc p(i32 n, i32 m, tensor<const f32, 2> A, tensor<f32, 2> C, tensor<f32, 1> x) {\n"
        "  require n >= 4 && n <= 100 && m >= 4 && m <= 100 && extent(A, 0) == n && extent(A, 1) == m, \"A\";\n"
        "  require extent(C, 0) == n && extent(C, 1) == m && extent(x, 0) == n, \"C\";\n  alloc f32 s[8] @local = 0;\n";
    const int nests = 1 + random_.below(2);
    for (int i = 0; i < nests; ++i) out += nest();
    return out + "}\n";
  }

 private:
  std::string nest() {
    std::string out = "for i in seq(1, n - 1) {\n";
    if (random_.below(3) == 0) out += "alloc f32 q[2] @local;\nq[0] = " + value(false) + "; q[1] = q[0] * 2.0f;\nx[i] = q[1] + q[0];\n";
    if (random_.below(2)) out += statement(false);
    if (random_.below(4)) {
      out += "for j in seq(1, m - 1) {\n" + statement(true);
      if (random_.below(2)) out += statement(true);
      out += "}\n";
    }
    if (random_.below(2)) out += statement(false);
    return out + "}\n";
  }
  std::string near(const char* iterator) {
    return random_.of(std::vector<std::string>{iterator, iterator, std::string(iterator) + " + 1", std::string(iterator) + " - 1"});
  }
  std::string place(bool inner) {
    switch (random_.below(3)) {
      case 0: return inner ? "C[" + near("i") + "][" + near("j") + "]" : "C[" + near("i") + "][0]";
      case 1: return "x[" + near("i") + "]";
      default: return random_.below(2) ? "s[i % 8]" : inner ? "s[(i + j) % 4]" : "s[3]";
    }
  }
  std::string value(bool inner) {
    const auto read = random_.below(3) ? place(inner) : inner ? "A[i][j]" : "A[i][1]";
    return random_.of(std::vector<std::string>{read, read + " * 0.5f", read + " + " + place(inner), "1.5f"});
  }
  std::string statement(bool inner) {
    const auto target = place(inner);
    const auto store = target + " = " + (random_.below(2) ? target + " + " : "") + value(inner) + ";\n";
    return random_.below(4) ? store : "if " + std::string(inner && random_.below(2) ? "j < 3" : "i > 2") + " {\n" + store + "}\n";
  }
  Random& random_;
};

class Caller {
 public:
  explicit Caller(Random& random) : random_(random) {}
  steps::StepCall call(const ir::Proc& proc) {
    const auto& step = random_.of(steps::allSteps());
    steps::StepCall call{step.id, {}, {}};
    for (const auto& argument : step.arguments) call.arguments.push_back(value(argument, proc));
    return call;
  }

 private:
  steps::Argument value(const steps::ArgumentInfo& argument, const ir::Proc& proc) {
    switch (argument.type) {
      case steps::ArgumentType::Loop:
      case steps::ArgumentType::Alloc:
      case steps::ArgumentType::Stmt:
      case steps::ArgumentType::Scope: return place(argument.type, proc);
      case steps::ArgumentType::Int: return static_cast<std::int64_t>(1 + random_.below(3));
      case steps::ArgumentType::Name: return "v" + std::to_string(next_++);
      case steps::ArgumentType::Word: return random_.of(argument.choices);
      case steps::ArgumentType::Expr: return random_.of(std::vector<std::string>{"0", "2", "i % 2", "i % 3", "n - 2", "j % 2"});
      case steps::ArgumentType::Window:
        return random_.of(std::vector<std::string>{"C[i][j]:[1, 1]", "x[i]:[1]", "x[i - 1]:[3]", "s[0]:[8]", "C[i][j - 1]:[1, 3]",
                                                   "x[0]:[4]", "C[i - 1][j - 1]:[3, 3]", "A[i][j]:[1]", "A[i][0]:[1, 4]"});
    }
    return std::int64_t{0};
  }
  cursor::Reference place(steps::ArgumentType type, const ir::Proc& proc) {
    std::vector<ir::NodeId> ids;
    ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
      const bool is_loop = std::holds_alternative<ir::For>(stmt->node), is_alloc = std::holds_alternative<ir::Alloc>(stmt->node);
      if (type == steps::ArgumentType::Loop ? is_loop : type != steps::ArgumentType::Alloc || is_alloc) ids.push_back(stmt->id);
    });
    if (ids.empty()) return {cursor::Reference::Kind::Loop, "none", -1};
    const auto id = random_.of(ids);
    const auto stmt = cursor::locate(proc, id)->stmt;
    const bool body = type == steps::ArgumentType::Scope && std::holds_alternative<ir::For>(stmt->node) && random_.below(2);
    return cursor::refer(proc, id, body);
  }
  Random& random_;
  int next_ = 0;
};

simulate::Inputs inputsFor(const ir::Proc& proc, std::int64_t n, std::int64_t m) {
  return test::randomInputs(proc, {{"n", n}, {"m", m}}, {{"A", {n, m}}, {"C", {n, m}}, {"x", {n}}});
}

TEST(RandomSteps, KeepTheSequentialRun) {
  const int programs = std::getenv("EXOGPU_PROGRAMS") ? std::atoi(std::getenv("EXOGPU_PROGRAMS")) : 60;
  std::map<std::string, int> accepted;
  for (int seed = 0; seed < programs; ++seed) {
    Random random(static_cast<unsigned>(seed));
    const auto before = test::parseProc(Program(random).text());
    Caller caller(random);
    cursor::History history;
    auto now = before;
    std::string trace;
    for (int tries = 0; tries < 30 && history.size() < 6; ++tries) {
      const auto call = caller.call(*now);
      diag::Sink sink;
      const auto after = steps::apply(now, call, history, sink);
      EXPECT_EQ(after == nullptr, sink.hasErrors());
      for (const auto& d : sink.all()) EXPECT_NE(d.id, diag::Id::StepBrokeProgram) << d.message << ir::print(*now);
      if (!after) continue;
      now = after;
      trace += steps::print(call) + "\n";
      ++accepted[std::string(steps::info(call.step).name)];
    }
    for (const auto& [n, m] : {std::pair<int, int>{4, 5}, {7, 4}}) {
      const auto inputs = inputsFor(*before, n, m);
      const auto first = test::sequentialRun(*before, inputs), second = test::sequentialRun(*now, inputs);
      for (const auto& [name, value] : first)
        ASSERT_EQ(value.bytes, second.at(name).bytes) << "seed " << seed << ", " << name << "\n" << ir::print(*before) << trace << ir::print(*now);
      if (HasFailure()) FAIL() << "seed " << seed << "\n" << ir::print(*before) << trace << ir::print(*now);
    }
  }
  for (const auto& [step, count] : accepted) std::printf("%s %d\n", step.c_str(), count);
  EXPECT_GE(accepted.size(), 12u);
}

}  // namespace
