#include "verify/smt/units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace exogpu::smt;

namespace {

/// Random facts over comparisons of x and y and two Booleans: small enough that every assignment can be tried.
class Facts {
 public:
  Facts(Terms& terms, unsigned seed) : t_(terms), random_(seed) {
    for (std::int64_t c = 0; c < 3; ++c) {
      atoms_.push_back(t_.eq(x_, t_.constant(c)));
      atoms_.push_back(t_.le(y_, t_.constant(c)));
    }
    atoms_.insert(atoms_.end(), {t_.eq(x_, y_), p_, q_});
  }
  std::vector<Fact> draw() {
    std::vector<Fact> facts;
    for (unsigned i = 0, n = 2 + pick(5); i < n; ++i)
      facts.push_back({formula(2), pick(3) ? "fact " + std::to_string(i) : ""});
    return facts;
  }
  bool someAssignmentSatisfies(const std::vector<Fact>& facts) const {
    for (std::int64_t x = 0; x < 4; ++x)
      for (std::int64_t y = 0; y < 4; ++y)
        for (std::int64_t booleans = 0; booleans < 4; ++booleans) {
          Model model;
          model.set(x_, x);
          model.set(y_, y);
          model.set(p_, booleans & 1);
          model.set(q_, booleans >> 1);
          const auto holds = [&](const Fact& fact) { return model.evaluate(t_, fact.term) == 1; };
          if (std::all_of(facts.begin(), facts.end(), holds)) return true;
        }
    return false;
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_()) % n; }
  Term formula(int depth) {
    const Term atom = atoms_[pick(static_cast<unsigned>(atoms_.size()))];
    switch (depth == 0 ? pick(2) : pick(5)) {
      case 0: return atom;
      case 1: return t_.logicalNot(atom);
      case 2: return t_.logicalAnd(formula(depth - 1), formula(depth - 1));
      default: return t_.logicalOr(formula(depth - 1), formula(depth - 1));
    }
  }

  Terms& t_;
  std::mt19937 random_;
  Term x_ = t_.variable("x", {0, 3}), y_ = t_.variable("y", {0, 3}), p_ = t_.boolVariable("p"), q_ = t_.boolVariable("q");
  std::vector<Term> atoms_;
};

}  // namespace

TEST(Units, WhatIsRefutedHasNoSolutionAndItsCoreSuffices) {
  int refuted = 0, missed = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Terms terms;
    Facts generator(terms, seed);
    auto facts = generator.draw();
    const auto core = refutedByUnits(terms, facts);
    if (!core) {
      missed += !generator.someAssignmentSatisfies(facts);
      continue;
    }
    ++refuted;
    std::erase_if(facts, [&](const Fact& fact) {
      return !fact.name.empty() && !std::binary_search(core->begin(), core->end(), fact.name);
    });
    EXPECT_FALSE(generator.someAssignmentSatisfies(facts)) << "seed " << seed;
  }
  EXPECT_GT(refuted, 300);
  EXPECT_GT(missed, 0) << "the draw holds contradictions of arithmetic, too";
}

TEST(Units, ChainsAreFollowedAndUnusedFactsStayOutOfTheCore) {
  Terms t;
  const auto p = t.boolVariable("p"), q = t.boolVariable("q"), r = t.boolVariable("r");
  const std::vector<Fact> facts{{t.logicalOr(t.logicalNot(q), r), "q implies r"},
                                {t.logicalOr(t.logicalNot(p), q), "p implies q"},
                                {t.logicalNot(t.logicalAnd(r, p)), "not both"},
                                {p, "p"},
                                {t.ge(t.variable("x"), t.constant(1)), "beside the point"}};
  EXPECT_EQ(refutedByUnits(t, facts), (std::vector<std::string>{"not both", "p", "p implies q", "q implies r"}));
  EXPECT_EQ(refutedByUnits(t, {facts.begin(), facts.begin() + 3}), std::nullopt);
}
