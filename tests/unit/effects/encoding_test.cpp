// The model against brute force: at tiny sizes every dynamic access satisfies the facts of its site and has the indices of
// its terms, and every assignment of iterators that satisfies the facts is a dynamic access.
#include "tests/unit/effects/brute.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/programs.h"
#include "verify/effects/encode.h"

using namespace exogpu;
using namespace exogpu::effects;

namespace {

class Encoding {
 public:
  explicit Encoding(const std::string& text) : proc_(test::resolvedProc(text)), model_(buildModel(proc_)) {}
  const Model& model() const { return *model_; }

  /// Returns the number of events.
  std::size_t check(const std::map<std::string, std::int64_t>& sizes) {
    test::Brute brute;
    brute.sizes = sizes;
    brute.run(*proc_);
    std::map<ir::AccessKey, std::size_t> counts;
    for (auto& event : brute.events) {
      ++counts[event.key];
      const auto* access = find(event.key);
      if (!access) {
        ADD_FAILURE() << "an access that the model does not list";
        continue;
      }
      const auto values = assignment(sizes, event.at, *access);
      for (auto& fact : access->site.facts)
        EXPECT_EQ(values.evaluate(*model_->terms, fact.term), 1) << model_->terms->print(fact.term);
      for (std::size_t d = 0; d < event.indices.size(); ++d)
        EXPECT_EQ(values.evaluate(*model_->terms, access->indices[d]), event.indices[d])
            << model_->terms->print(access->indices[d]);
    }
    for (auto& access : model_->accesses) {
      if (access.kind != AccessKind::Life) { EXPECT_EQ(countAssignments(sizes, access), counts[access.key]) << access.id; }
    }
    checkValues(sizes, brute);
    return brute.events.size();
  }

 private:
  const Access* find(const ir::AccessKey& key) const {
    for (auto& access : model_->accesses)
      if (access.key == key) return &access;
    return nullptr;
  }
  smt::Model sizesOnly(const std::map<std::string, std::int64_t>& sizes) const {
    smt::Model values;
    for (auto& parameter : proc_->parameters) {
      if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
        if (sizes.count((*symbol)->name)) values.set(model_->normalizer->value(*symbol), sizes.at((*symbol)->name));
        continue;
      }
      const auto& buffer = std::get<ir::BufferRef>(parameter);
      for (int d = 0; d < buffer->rank; ++d)
        values.set(model_->normalizer->extent(*buffer, d), sizes.at(buffer->name + ".extent(" + std::to_string(d) + ")"));
      if (model_->normalizer->functions().count(buffer.get()))
        for (std::int64_t i = -4; i < 80; ++i)
          values.setApplication(model_->normalizer->contents(*buffer), {i}, test::Brute::contents({i}));
    }
    for (auto& [key, term] : model_->normalizer->alignments()) values.set(term, 1);
    return values;
  }
  void setLoop(smt::Model& values, const Step& step, std::int64_t iterator) const {
    if (step.iterator->op == smt::Op::Variable) values.set(step.iterator, iterator);
    else values.set(step.counter, (iterator - *values.evaluate(*model_->terms, step.lo)) / step.loop()->step);
  }
  smt::Model assignment(const std::map<std::string, std::int64_t>& sizes, const test::Iterations& at, const Access& access) const {
    auto values = sizesOnly(sizes);
    for (const auto* step : pathOf(access.site.step))
      if (step->loop()) setLoop(values, *step, at.at(step->stmt->id));
    return values;
  }
  std::size_t countAssignments(const std::map<std::string, std::int64_t>& sizes, const Access& access) const {
    std::vector<const Step*> loops;
    for (const auto* step : pathOf(access.site.step))
      if (step->loop()) loops.push_back(step);
    auto values = sizesOnly(sizes);
    std::size_t count = 0;
    const auto visit = [&](auto&& self, std::size_t depth) -> void {
      if (depth == loops.size()) {
        for (auto& fact : access.site.facts)
          if (values.evaluate(*model_->terms, fact.term) != 1) return;
        ++count;
        return;
      }
      const auto variable = loops[depth]->iterator->op == smt::Op::Variable ? loops[depth]->iterator : loops[depth]->counter;
      const auto range = model_->terms->variableInfo(variable).range;
      for (std::int64_t i = std::max<std::int64_t>(range.lo.value_or(-6), -6); i <= std::min<std::int64_t>(range.hi.value_or(40), 40); ++i) {
        values.set(variable, i);
        // Cut at once where the loop's own range fails.
        if (values.evaluate(*model_->terms, loops[depth]->lo) > values.evaluate(*model_->terms, loops[depth]->iterator)) continue;
        if (values.evaluate(*model_->terms, loops[depth]->iterator) >= values.evaluate(*model_->terms, loops[depth]->hi)) continue;
        self(self, depth + 1);
      }
    };
    visit(visit, 0);
    return count;
  }
  /// Overflow checks: their condition is exactly "the value fits".
  void checkValues(const std::map<std::string, std::int64_t>& sizes, const test::Brute& brute) const {
    for (auto& check : model_->checks) {
      if (check.kind != Check::Kind::Overflow || !check.subject) continue;
      for (auto& event : brute.values) {
        if (event.expr != check.subject->id) continue;
        auto values = sizesOnly(sizes);
        for (const auto* step : pathOf(check.site.step))
          if (step->loop()) setLoop(values, *step, event.at.at(step->stmt->id));
        const bool fits = event.value >= ir::minValue(check.subject->type) && event.value <= ir::maxValue(check.subject->type);
        EXPECT_EQ(values.evaluate(*model_->terms, check.condition), fits) << model_->terms->print(check.condition);
      }
    }
  }

  ir::ProcRef proc_;
  std::unique_ptr<Model> model_;
};

std::string inBlock(const std::string& body) {
  return "proc p(i32 n, tensor<const i32, 1> x, tensor<f32, 1> y) {\n  for b in blocks(0, n / 4 + (n % 4 > 0 ? 1 : 0)) {\n" + body +
         "  }\n}\n";
}
std::size_t events(const std::string& text) {
  Encoding encoding(text);
  std::size_t total = 0;
  for (const std::int64_t n : {0, 1, 3, 4, 7}) total += encoding.check({{"n", n}, {"x.extent(0)", n}, {"y.extent(0)", 2 * n}});
  return total;
}

TEST(Encoding, GuardsShortCircuitsAndSelects) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { let i32 i = b * 4 + t; if i < n && x[i] > 2 || i == 1 {"
                           " y[i] = i >= 1 && i + 1 < n ? cast<f32>(x[i - 1]) : cast<f32>(x[i]); } else { y[i + n] = 0.0f; } }\n")),
            20u);
}
TEST(Encoding, StepsOffsetsAndNestedBounds) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { for e in seq(t - 2, n) step 3 { for f in seq(e, e + 3) { y[e + f] = 0.0f; } }"
                           " for g in seq(5, n - t) step 2 { y[g] = 1.0f; } }\n")),
            20u);
}
TEST(Encoding, QuotientsRemaindersAndBits) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { for k in seq(-3, n) { y[(k - 4) / 4 + k % 3] = 0.0f;"
                           " y[(k & 6) + (k | 5) - (k ^ 3)] = 0.0f; y[k << 2] = 1.0f; y[k >> 1] = 1.0f; y[-k / -3 + ~k] = 2.0f; } }\n")),
            20u);
}
TEST(Encoding, ConversionsWrap) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { for k in seq(-3, n) { let u8 a = cast<u8>(k * 100); let i8 c = cast<i8>(k * 50);"
                           " y[cast<i32>(a) + cast<i32>(c)] = 0.0f; let bool d = k > 1; y[cast<i32>(d) + cast<i32>(cast<bool>(k))] = 0.0f; } }\n")),
            20u);
}
TEST(Encoding, ScalarsAreFollowedThroughBranchesAndCounters) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { var i32 p = t; var i32 q = 1; if t > 1 { p = p + 2; if n > 3 { q = p; } } else { q = n; }"
                           " for k in seq(0, n) { y[p + q] = 0.0f; p = p + 3; y[p] = 1.0f; } y[p - q] = 2.0f; }\n")),
            20u);
}
TEST(Encoding, LoadsOfReadOnlyTensorsAreFunctions) {
  EXPECT_GT(events(inBlock("for t in threads(0, 4) { for k in seq(x[t], x[t + 1] + n) { y[x[k]] = cast<f32>(x[x[k] + 1]); } }\n")), 20u);
}
TEST(Encoding, WindowsAndAtomics) {
  EXPECT_GT(events(inBlock("alloc i32 s[64] @shared; for t in threads(0, 4) { let i32 e = (b * 4 + t) * 4;"
                           " cp_async s[e % 64]:[4] <- x[e]:[4] clipped; atomic add y[e / 2], 1.0f; }\n")),
            20u);
}

TEST(Encoding, OverflowConditionsAreExact) {
  Encoding encoding("proc p(i32 n, tensor<f32, 1> y) { for b in blocks(0, 1) { for t in threads(0, 2) {"
                    " if t == 0 { y[n * 3 - n / 2 + (n - 5)] = 0.0f; } } } }");
  for (const std::int64_t n : {-2147483648LL, -1500000000LL, -4LL, 0LL, 700000000LL, 1000000000LL, 2147483647LL})
    encoding.check({{"n", n}, {"y.extent(0)", 8}});
}

TEST(Encoding, SgemmAtTinySizes) {
  // 128 rows and columns a block are too many to enumerate twice; the shape is the same with 4.
  auto text = test::sgemmText();
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"128", "4"}, {"256", "4"}, {"(0, 8)", "(0, 2)"}, {"[8][8]", "[2][2]"}, {"[8]", "[2]"}, {"16", "2"}, {"* 8", "* 2"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  Encoding encoding(text);
  for (const auto& [m, k, n] : std::vector<std::array<std::int64_t, 3>>{{0, 1, 1}, {1, 1, 1}, {5, 3, 2}})
    encoding.check({{"M", m}, {"N", n}, {"K", k}, {"A.extent(0)", m}, {"A.extent(1)", k}, {"B.extent(0)", k},
                    {"B.extent(1)", n}, {"C.extent(0)", m}, {"C.extent(1)", n}});
}

TEST(Side, SharesTheOuterStepsAndRenamesTheRest) {
  Encoding encoding(inBlock("for k in seq(0, n) { for t in threads(0, 4) { y[b * 64 + k * 4 + t] = 0.0f; } }\n"));
  const auto& model = encoding.model();
  const auto& store = model.accesses.back();
  const auto* k = store.site.step->parent;
  ASSERT_TRUE(k->loop());
  Side a(model, store.site, "@1", k->depth), b(model, store.site, "@2", k->depth), c(model, store.site, "@3", 0);
  EXPECT_EQ(a.iterator(*k), b.iterator(*k));
  EXPECT_NE(a.iterator(*k), c.iterator(*k));
  EXPECT_NE(a.thread(), b.thread());
  smt::Solver solver(*model.terms);
  auto facts = a.facts();
  facts.insert(facts.end(), b.facts().begin(), b.facts().end());
  facts.push_back({sameElement(*model.terms, a.element(store), b.element(store)), {}});
  facts.push_back({model.terms->ne(a.thread(), b.thread()), {}});
  EXPECT_EQ(solver.check(facts).status, smt::Status::Unsat);
  auto loose = a.facts();
  loose.insert(loose.end(), c.facts().begin(), c.facts().end());
  loose.push_back({sameElement(*model.terms, a.element(store), c.element(store)), {}});
  loose.push_back({model.terms->ne(a.iterator(*k), c.iterator(*k)), {}});
  EXPECT_EQ(solver.check(loose).status, smt::Status::Sat);
}

TEST(Model, BoundsThatChangeInTheLoopGiveNoUpperBound) {
  Encoding encoding(inBlock("for t in threads(0, 4) { var i32 m = n; for k in seq(0, m) { y[k] = 0.0f; m = m + 1; } }\n"));
  EXPECT_TRUE(encoding.model().accesses.back().site.step->bounds_change);
}

}  // namespace
