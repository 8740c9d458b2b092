// `ordered` against the closure of all events of random small programs: whatever the formula says is ordered has to be.
// A program has loops that run zero times, branches that are not taken, fences of part of a block, copies with lags.
#include <random>

#include "tests/unit/sync/closure.h"
#include "tests/unit/sync/prove.h"
#include "verify/sync/question.h"

namespace exogpu {
namespace {

class ProgramMaker {
 public:
  ProgramMaker(unsigned seed, bool tasks, bool copies) : random_(seed), tasks_(tasks), copies_(copies) {}

  std::string make() {
    text_ = "proc random(i32 n, tensor<const f32, 1> x) {\n  require n >= 0 && n <= 1000, \"size\";\n";
    text_ += std::string("  for b in ") + (tasks_ ? "tasks(0, 3)" : "blocks(0, 1)") + " {\n    alloc f32 s[64] @shared;\n";
    if (copies_) text_ += "    group g;\n";
    text_ += "    for t in threads(0, 64) { s[t] = 0.0f; }\n";
    block(2, 3 + pick(3), {});
    text_ += "  }\n}\n";
    return text_;
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string pad(int depth) const { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }
  std::string name(const char* stem) { return stem + std::to_string(++names_); }

  std::string condition(const std::vector<std::string>& counters) {
    const std::string value = counters.empty() || pick(3) == 0 ? "n" : counters[static_cast<std::size_t>(pick(static_cast<int>(counters.size())))];
    switch (pick(8)) {
      case 6: return pick(2) ? "true" : "3 % 2 == 1";
      case 7: return pick(2) ? "false" : "1 + 1 == 3";
      case 0: return value + " > " + std::to_string(pick(3));
      case 1: return value + " % 2 == 0";
      case 2: return value + " < n - 1";
      case 3: return value + " == " + std::to_string(pick(3));
      case 4: return "n > 1 && " + value + " > 0";
      default: return value + " != n - 1";
    }
  }

  void touch(int depth) {
    const auto t = name("t");
    text_ += pad(depth) + "for " + t + " in threads(0, 64) { " + array() + "[" + t + "] = 1.0f; }\n";
  }
  void copy(int depth) {
    const auto t = name("t");
    text_ += pad(depth) + "for " + t + " in threads(0, 64) { cp_async " + array() + "[" + t + "]:[1] <- x[" + t + "]:[1]; }\n";
  }
  void sequential(int depth, std::vector<std::string> counters, bool in_warp) {
    const char* bounds[] = {"(0, n)", "(0, 2)", "(0, n - 1)", "(1, 3)", "(0, n) step 2", "(0, 0)"};
    const auto k = name("k");
    text_ += pad(depth) + "for " + k + " in seq" + bounds[pick(6)] + " {\n";
    counters.push_back(k);
    const auto outer = arrays_;
    if (!in_warp && pick(3) == 0) {
      arrays_.push_back(name("a"));
      text_ += pad(depth + 1) + "alloc f32 " + arrays_.back() + "[64] @shared;\n";
    }
    in_warp ? warpBody(depth + 1, 2 + pick(2), counters) : block(depth + 1, 2 + pick(2), counters);
    arrays_ = outer;
    text_ += pad(depth) + "}\n";
  }
  void branch(int depth, const std::vector<std::string>& counters, bool in_warp) {
    text_ += pad(depth) + "if " + condition(counters) + " {\n";
    in_warp ? warpBody(depth + 1, 1 + pick(2), counters) : block(depth + 1, 1 + pick(2), counters);
    text_ += pad(depth) + "}";
    if (pick(2)) {
      text_ += " else {\n";
      in_warp ? warpBody(depth + 1, 1, counters) : block(depth + 1, 1, counters);
      text_ += pad(depth) + "}";
    }
    text_ += "\n";
  }
  void units(int depth, const std::vector<std::string>& counters) {
    const char* kinds[] = {"warps(0, 2)", "warps(1, 2)", "groups<16, 1>(0, 4)", "groups<8, 2>(0, 8)", "groups<32, 1>(0, 2)"};
    const auto w = name("w");
    const int kind = pick(5);
    unit_size_ = kind < 2 || kind == 4 ? 32 : kind == 2 ? 16 : 8;
    text_ += pad(depth) + "for " + w + " in " + kinds[kind] + " {\n";
    warpBody(depth + 1, 2 + pick(2), counters);
    text_ += pad(depth) + "}\n";
  }
  void warpBody(int depth, int count, const std::vector<std::string>& counters) {
    for (int i = 0; i < count; ++i) switch (depth > 6 ? pick(6) : pick(9)) {
        case 0:
        case 1: text_ += pad(depth) + "fence;\n"; break;
        case 7: sequential(depth, counters, true); break;
        case 8: branch(depth, counters, true); break;
        default: {
          const auto l = name("l");
          text_ += pad(depth) + "for " + l + " in threads(0, " + std::to_string(unit_size_) + ") { " + array() + "[" + l + "] = 2.0f; }\n";
        }
      }
  }
  void block(int depth, int count, const std::vector<std::string>& counters) {
    for (int i = 0; i < count; ++i) {
      const int choice = depth > 5 ? pick(7) : pick(12);
      if (copies_ && choice < 5) {
        switch (pick(5)) {
          case 0: copy(depth); break;
          case 1: copy(depth); [[fallthrough]];
          case 2: text_ += pad(depth) + "commit g;\n"; break;
          default: text_ += pad(depth) + "wait g, " + std::to_string(pick(3)) + ";\n"; break;
        }
      }
      switch (choice) {
        case 0:
        case 1: text_ += pad(depth) + "fence;\n"; break;
        case 2: text_ += pad(depth) + "for " + name("o") + " in one_thread(0, 1) { s[0] = 3.0f; }\n"; break;
        case 7:
        case 8: sequential(depth, counters, false); break;
        case 9: branch(depth, counters, false); break;
        case 10:
        case 11: units(depth, counters); break;
        default: touch(depth);
      }
    }
  }

  const std::string& array() { return arrays_[static_cast<std::size_t>(pick(static_cast<int>(arrays_.size())))]; }

  std::mt19937 random_;
  std::vector<std::string> arrays_ = {"s"};  ///< in scope
  bool tasks_, copies_;
  int names_ = 0, unit_size_ = 32;
  std::string text_;
};

struct Score {
  std::int64_t pairs = 0, ordered = 0, claimed = 0, missed_programs = 0;
};

/// One program at one size: every pair of events, x before y in the order in which the block runs them.
class Judge {
 public:
  Judge(const std::string& text, const effects::Model& model, bool chains, Score& score)
      : text_(text), model_(model), ordering_(model, 0), score_(score) {
    ordering_.setChains(chains);
    for (const auto& access : model.accesses) accesses_[access.key] = &access;
  }

  void run(std::int64_t n, std::vector<std::int64_t> tasks) {
    const test::Closure closure(*model_.proc, {{"n", n}}, std::move(tasks), {0, 1, 16, 31, 32, 63});
    const auto& events = closure.events();
    const std::size_t all = events.size() * events.size() / 2 + 1, every = std::max<std::size_t>(all / kPairsOfARun, 1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < events.size(); ++i)
      for (std::size_t j = i + 1; j < events.size(); ++j) {
        if (++count * 2654435761u % every != 0) continue;
        const auto &x = events[i], &y = events[j];
        if (x.thread == y.thread && !x.asynchronous) continue;
        if (model_.accesses.empty() || accesses_.at(x.key)->buffer != accesses_.at(y.key)->buffer) continue;
        compare(n, x, y, closure.happensBefore(x, y));
        if (testing::Test::HasFailure()) return;
      }
  }

 private:
  static constexpr std::size_t kPairsOfARun = 250;
  struct Asked {
    sync::Question question;
    std::unique_ptr<sync::Query> query;
    smt::Term ordered;
  };

  std::int64_t counterOf(const effects::Step& loop, const test::Event& event) const {
    const auto value = event.iterators.at(loop.loop()->iterator.get());
    const auto lo = std::get<ir::IntLiteral>(loop.loop()->lo->node).value;
    return (value - lo) / loop.loop()->step;
  }

  void assign(smt::Model& values, const effects::Side& side, const effects::Access& access, const test::Event& event) const {
    for (const effects::Step* step : effects::pathOf(access.site.step)) {
      if (!step->loop()) continue;
      const auto iterator = side.rename(step->iterator), counter = side.rename(step->counter);
      if (iterator->op == smt::Op::Variable) values.set(iterator, event.iterators.at(step->loop()->iterator.get()));
      else values.set(counter, counterOf(*step, event));
    }
    if (side.position()->op == smt::Op::Variable) values.set(side.position(), event.position);
  }

  bool matches(const sync::Question& question, const test::Event& x, const test::Event& y) const {
    if (question.which == sync::Case::Task) return x.task != y.task;
    if (x.task != y.task) return false;
    const effects::Step* common = effects::commonStep(accesses_.at(x.key)->site.step, accesses_.at(y.key)->site.step);
    for (const effects::Step* step : effects::pathOf(common)) {
      if (!step->loop()) continue;
      const auto* iterator = step->loop()->iterator.get();
      if (x.iterators.at(iterator) == y.iterators.at(iterator)) continue;
      const bool differs = question.which == sync::Case::Iteration || question.which == sync::Case::Threads;
      return differs && question.step == step;
    }
    return question.which == sync::Case::Sequence || question.which == sync::Case::OneStatement ||
           question.which == sync::Case::OneCopy;
  }

  const std::vector<Asked>& ask(const ir::AccessKey& first, const ir::AccessKey& second) {
    auto& asked = asked_[{first, second}];
    if (!asked.empty()) return asked;
    const auto *a = accesses_.at(first), *b = accesses_.at(second);
    for (const auto& question : a->id <= b->id ? sync::casesOf(model_, *a, *b) : sync::casesOf(model_, *b, *a)) {
      if (question.first != a || question.second != b) continue;
      Asked next{question, std::make_unique<sync::Query>(model_, question), nullptr};
      next.ordered = next.query->isOrderable()
                         ? ordering_.ordered(next.query->first(), next.query->second(), next.query->relation())
                         : model_.terms->boolean(false);
      asked.push_back(std::move(next));
    }
    return asked;
  }

  void compare(std::int64_t n, const test::Event& x, const test::Event& y, bool ordered) {
    for (const auto& asked : ask(x.key, y.key)) {
      if (!matches(asked.question, x, y)) continue;
      smt::Model values;
      values.set(model_.normalizer->value(std::get<ir::SymbolRef>(model_.proc->parameters[0])), n);
      assign(values, asked.query->firstSide(), *asked.question.first, x);
      assign(values, asked.query->secondSide(), *asked.question.second, y);
      ASSERT_EQ(values.evaluate(*model_.terms, asked.query->first().thread), x.thread);
      ASSERT_EQ(values.evaluate(*model_.terms, asked.query->second().thread), y.thread);
      const bool claimed = values.evaluate(*model_.terms, asked.ordered).value_or(0) != 0;
      ++score_.pairs;
      score_.ordered += ordered;
      score_.claimed += claimed;
      ASSERT_TRUE(ordered || !claimed) << text_ << "n = " << n << ", case " << sync::text(asked.question.which)
                                       << ": claimed ordered: thread " << x.thread << " " << describe(x) << " before thread "
                                       << y.thread << " " << describe(y);
    }
  }
  static std::string describe(const test::Event& event) {
    std::string text = event.asynchronous ? "copy" : "access";
    for (const auto& [symbol, value] : event.iterators) text += " " + symbol->name + "=" + std::to_string(value);
    return text;
  }

  const std::string& text_;
  const effects::Model& model_;
  sync::Ordering ordering_;
  Score& score_;
  std::map<ir::AccessKey, const effects::Access*> accesses_;
  std::map<std::pair<ir::AccessKey, ir::AccessKey>, std::vector<Asked>> asked_;
};

Score judge(unsigned first_seed, unsigned programs, bool tasks, bool copies, bool chains = false) {
  Score score;
  for (unsigned seed = first_seed; seed < first_seed + programs && !testing::Test::HasFailure(); ++seed) {
    const auto text = ProgramMaker(seed, tasks, copies).make();
    const auto proc = test::resolvedProc(text);
    if (!proc) return score;
    const auto model = effects::buildModel(proc);
    Judge judge(text, *model, chains, score);
    for (std::int64_t n = 0; n <= 3 && !testing::Test::HasFailure(); ++n) {
      if (!tasks) {
        judge.run(n, {});
        continue;
      }
      for (std::int64_t first = 0; first < 3; ++first)
        for (std::int64_t second = 0; second < 3; ++second)
          if (first != second && n == 2) judge.run(n, {first, second});
    }
  }
  return score;
}

void report(const Score& score, double least) {
  std::printf("  %lld pairs of events, %lld ordered, %lld seen as ordered\n", static_cast<long long>(score.pairs),
              static_cast<long long>(score.ordered), static_cast<long long>(score.claimed));
  EXPECT_GE(static_cast<double>(score.claimed), least * static_cast<double>(score.ordered));
}

TEST(Ordered, FencesAgainstTheClosure) { report(judge(1, 150, false, false), 0.8); }
TEST(Ordered, ChainsAgainstTheClosure) { report(judge(3001, 6, false, false, true), 0.8); }
TEST(Ordered, CopiesAgainstTheClosure) { report(judge(1001, 60, false, true), 0.7); }
TEST(Ordered, TasksAgainstTheClosure) { report(judge(2001, 40, true, true), 0.7); }

}  // namespace
}  // namespace exogpu
