#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "verify/smt/arithmetic.h"
#include "verify/smt/solver.h"
#include "verify/smt/tape.h"

using namespace exogpu::smt;

namespace {

std::int64_t truncated(std::int64_t a, std::int64_t b) { return a / b; }

/// A random expression, once as a simplified term and once as a plain function of the variables.
struct Pair {
  Term term;
  std::function<std::int64_t(const std::vector<std::int64_t>&)> value;
};
class Generator {
 public:
  Generator(Terms& terms, std::vector<Term> variables, unsigned seed) : t_(terms), variables_(std::move(variables)), random_(seed) {}
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Pair integer(int depth) {
    if (depth == 0 || pick(6) == 0) {
      if (pick(3) == 0) {
        const std::int64_t c = pick(9) - 4;
        return {t_.constant(c), [c](auto&) { return c; }};
      }
      const auto i = static_cast<std::size_t>(pick(static_cast<int>(variables_.size())));
      return {variables_[i], [i](auto& v) { return v[i]; }};
    }
    const auto a = integer(depth - 1);
    static const std::int64_t divisors[] = {2, 3, 4, 6, 8};
    const auto d = divisors[pick(5)];
    switch (pick(10)) {
      case 0: { const auto b = integer(depth - 1); return {t_.add(a.term, b.term), [=](auto& v) { return a.value(v) + b.value(v); }}; }
      case 1: { const auto b = integer(depth - 1); return {t_.sub(a.term, b.term), [=](auto& v) { return a.value(v) - b.value(v); }}; }
      case 2: return {t_.scale(a.term, d), [=](auto& v) { return a.value(v) * d; }};
      case 3: return {t_.floorDiv(a.term, d), [=](auto& v) { return floorDivide(a.value(v), d); }};
      case 4: return {t_.floorMod(a.term, d), [=](auto& v) { return floorModulo(a.value(v), d); }};
      case 5: return {t_.truncDiv(a.term, d), [=](auto& v) { return truncated(a.value(v), d); }};
      case 6: return {t_.truncMod(a.term, -d), [=](auto& v) { return a.value(v) % -d; }};
      case 7: { const auto b = integer(depth - 1); return {t_.mul(a.term, b.term), [=](auto& v) { return a.value(v) * b.value(v); }}; }
      case 8: { const std::int64_t mask = pick(32) - 8; return {t_.bitAnd(a.term, mask), [=](auto& v) { return a.value(v) & mask; }}; }
      default: { const auto c = boolean(depth - 1); const auto b = integer(depth - 1);
                 return {t_.ite(c.term, a.term, b.term), [=](auto& v) { return c.value(v) ? a.value(v) : b.value(v); }}; }
    }
  }
  Pair boolean(int depth) {
    const auto a = integer(depth), b = integer(depth);
    switch (pick(5)) {
      case 0: return {t_.le(a.term, b.term), [=](auto& v) { return a.value(v) <= b.value(v); }};
      case 1: return {t_.eq(a.term, b.term), [=](auto& v) { return a.value(v) == b.value(v); }};
      case 2: return {t_.ne(a.term, b.term), [=](auto& v) { return a.value(v) != b.value(v); }};
      default: break;
    }
    if (depth == 0) return {t_.lt(a.term, b.term), [=](auto& v) { return a.value(v) < b.value(v); }};
    const auto p = boolean(depth - 1), q = boolean(depth - 1);
    switch (pick(3)) {
      case 0: return {t_.logicalAnd(p.term, q.term), [=](auto& v) { return p.value(v) && q.value(v); }};
      case 1: return {t_.logicalOr(p.term, q.term), [=](auto& v) { return p.value(v) || q.value(v); }};
      default: return {t_.logicalNot(p.term), [=](auto& v) { return !p.value(v); }};
    }
  }

 private:
  Terms& t_;
  std::vector<Term> variables_;
  std::mt19937 random_;
};

TEST(Terms, SimplificationKeepsEveryValue) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    Terms terms;
    const std::vector<Term> variables{terms.variable("x", {-3, 9}), terms.variable("y", {0, 15}), terms.variable("z")};
    Generator generator(terms, variables, seed);
    const auto pair = seed % 2 ? generator.integer(4) : generator.boolean(3);
    Tape tape(terms, {pair.term}, variables);
    ASSERT_TRUE(tape.isClosed());
    const auto range = pair.term->sort == Sort::Int ? terms.interval(pair.term) : Interval{};
    std::vector<std::int64_t> out;
    for (std::int64_t x = -3; x <= 9; x += 2)
      for (std::int64_t y = 0; y <= 15; y += 3)
        for (std::int64_t z = -20; z <= 20; z += 7) {
          ASSERT_TRUE(tape.run({x, y, z}, out));
          const auto want = pair.value({x, y, z});
          ASSERT_EQ(out[0], want) << terms.print(pair.term) << " seed " << seed << " at " << x << "," << y << "," << z;
          Model model;
          model.set(variables[0], x), model.set(variables[1], y), model.set(variables[2], z);
          ASSERT_EQ(model.evaluate(terms, pair.term), want);
          ASSERT_TRUE(!range.lo || *range.lo <= want) << terms.print(pair.term);
          ASSERT_TRUE(!range.hi || want <= *range.hi) << terms.print(pair.term);
        }
  }
}

TEST(Terms, SolverAgreesWithEnumeration) {
  int sat = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Terms terms;
    const std::vector<Term> variables{terms.variable("x", {-3, 9}), terms.variable("y", {0, 15}), terms.variable("z", {-4, 4})};
    Generator generator(terms, variables, seed + 1000);
    const auto a = generator.boolean(2), b = generator.boolean(2);
    bool possible = false;
    for (std::int64_t x = -3; x <= 9; ++x)
      for (std::int64_t y = 0; y <= 15; ++y)
        for (std::int64_t z = -4; z <= 4; ++z) possible |= a.value({x, y, z}) && b.value({x, y, z});
    Solver solver(terms);
    const auto answer = solver.check({{a.term, "a"}, {b.term, "b"}});
    if (answer.status == Status::Unknown) continue;  // a product that the lemmas do not reach
    EXPECT_EQ(answer.status == Status::Sat, possible) << terms.print(a.term) << " & " << terms.print(b.term);
    sat += answer.status == Status::Sat;
  }
  EXPECT_GT(sat, 5);
}

/// Σ cᵢ·xᵢ + c over bounded variables, with coefficients that divide one another now and then.
Pair randomSum(Terms& terms, const std::vector<Term>& variables, std::mt19937& random) {
  static const std::int64_t coefficients[] = {-64, -16, -12, -4, -3, -1, 0, 1, 2, 4, 8, 16, 24, 64};
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < variables.size(); ++i) chosen.push_back(coefficients[random() % std::size(coefficients)]);
  const auto constant = static_cast<std::int64_t>(random() % 81) - 40;
  Term sum = terms.constant(constant);
  for (std::size_t i = 0; i < variables.size(); ++i) sum = terms.add(sum, terms.scale(variables[i], chosen[i]));
  return {sum, [=](auto& v) {
            std::int64_t value = constant;
            for (std::size_t i = 0; i < chosen.size(); ++i) value += chosen[i] * v[i];
            return value;
          }};
}

TEST(Terms, EqualitiesOfMixedRadixSumsKeepEveryValue) {
  std::mt19937 random(7);
  int split = 0;
  for (int round = 0; round < 500; ++round) {
    Terms terms;
    const std::vector<Term> variables{terms.variable("a", {0, 3}), terms.variable("b", {-3, 3}), terms.variable("c", {0, 1}),
                                      terms.variable("d", {-2, 5})};
    const auto sum = randomSum(terms, variables, random);
    const Term equal = terms.eq(sum.term, terms.constant(0));
    split += equal->op == Op::And;
    Tape tape(terms, {equal}, variables);
    std::vector<std::int64_t> out;
    for (std::int64_t a = 0; a <= 3; ++a)
      for (std::int64_t b = -3; b <= 3; ++b)
        for (std::int64_t c = 0; c <= 1; ++c)
          for (std::int64_t d = -2; d <= 5; ++d) {
            ASSERT_TRUE(tape.run({a, b, c, d}, out));
            ASSERT_EQ(out[0] != 0, sum.value({a, b, c, d}) == 0) << terms.print(sum.term) << " as " << terms.print(equal);
          }
  }
  EXPECT_GT(split, 50);
}

TEST(Terms, NumbersAreEqualDigitByDigit) {
  Terms t;
  const auto number = [&](const std::string& suffix) {
    return std::array{t.variable("a" + suffix, {0, 1}), t.variable("b" + suffix, {0, 3}), t.variable("c" + suffix, {0, 15})};
  };
  const auto x = number(""), y = number("'");
  const auto value = [&](const std::array<Term, 3>& of) { return t.add(t.scale(of[0], 64), t.add(of[1], t.scale(of[2], 4))); };
  EXPECT_EQ(t.eq(value(x), value(y)), t.logicalAnd({t.eq(x[0], y[0]), t.eq(x[1], y[1]), t.eq(x[2], y[2])}));
  EXPECT_EQ(t.eq(t.scale(x[2], 4), t.add(x[0], t.constant(2))), t.boolean(false));
}

TEST(Solver, QuotientsOfOneVariableAgreeWithEnumeration) {
  std::mt19937 random(3);
  static const std::int64_t divisors[] = {2, 3, 4, 6, 8, 12, 16, 32};
  int sat = 0, unsat = 0;
  for (int round = 0; round < 150; ++round) {
    Terms terms;
    const std::vector<Term> variables{terms.variable("x", {-5, 40}), terms.variable("y", {0, 63})};
    std::vector<Pair> sides;
    for (int side = 0; side < 4; ++side) {  // x/d + c·(y/e) with random d, e, c
      const auto d = divisors[random() % 8], e = divisors[random() % 8], c = static_cast<std::int64_t>(random() % 5) - 2;
      const Term term = terms.add(terms.floorDiv(variables[0], d), terms.scale(terms.floorMod(variables[1], e), c));
      sides.push_back({term, [=](auto& v) { return floorDivide(v[0], d) + c * floorModulo(v[1], e); }});
    }
    bool possible = false;
    for (std::int64_t x = -5; x <= 40; ++x)
      for (std::int64_t y = 0; y <= 63; ++y) {
        const std::vector<std::int64_t> v{x, y};
        possible |= sides[0].value(v) == sides[1].value(v) + 1 && sides[2].value(v) < sides[3].value(v) - 6;
      }
    Solver solver(terms);
    const auto answer = solver.check({{terms.eq(sides[0].term, terms.add(sides[1].term, terms.constant(1))), "equal"},
                                      {terms.lt(sides[2].term, terms.sub(sides[3].term, terms.constant(6))), ""}});
    ASSERT_EQ(answer.status, possible ? Status::Sat : Status::Unsat) << "round " << round;
    ++(possible ? sat : unsat);
  }
  EXPECT_GT(sat, 20);
  EXPECT_GT(unsat, 20);
}

TEST(Terms, EqualExpressionsAreOneTerm) {
  Terms t;
  const auto i = t.variable("i"), n = t.variable("n"), j = t.variable("j", {0, 7});
  EXPECT_EQ(t.add(t.mul(t.add(i, t.constant(1)), n), t.constant(0)), t.add(t.mul(i, n), n));
  EXPECT_EQ(t.floorDiv(t.add(t.scale(i, 8), j), 8), i);
  EXPECT_EQ(t.floorMod(t.add(t.scale(i, 8), j), 8), j);
  EXPECT_EQ(t.floorDiv(t.floorDiv(i, 4), 8), t.floorDiv(i, 32));
  EXPECT_EQ(t.constantOf(t.le(j, t.constant(7))), 1);
  EXPECT_EQ(t.interval(t.floorMod(i, 32)), (Interval{0, 31}));
}

TEST(Solver, CoresNameTheFactsThatMatter) {
  Terms t;
  const auto x = t.variable("x"), y = t.variable("y");
  Solver solver(t);
  const auto answer = solver.check({{t.gt(x, t.constant(5)), "x > 5"}, {t.gt(y, t.constant(0)), "y > 0"}, {t.lt(x, t.constant(3)), ""}});
  EXPECT_EQ(answer.status, Status::Unsat);
  EXPECT_EQ(answer.core, std::vector<std::string>{"x > 5"});
}

TEST(Solver, ProductsAreOpaqueButLinked) {
  Terms t;
  const auto row = t.variable("row"), col = t.variable("col"), m = t.variable("M", {0, 1 << 20}), n = t.variable("N", {0, 1 << 20});
  const auto index = t.add(t.mul(row, n), col), total = t.mul(m, n);
  Solver solver(t);
  std::vector<Fact> facts{{t.ge(row, t.constant(0)), ""}, {t.lt(row, m), ""}, {t.ge(col, t.constant(0)), ""}, {t.lt(col, n), ""}};
  facts.push_back({t.logicalNot(t.lt(index, total)), ""});
  EXPECT_EQ(solver.check(facts).status, Status::Unsat);
  facts[3] = {t.le(col, n), ""};  // one column too many
  const auto answer = solver.check(facts);
  ASSERT_EQ(answer.status, Status::Sat);
  const auto value = [&](Term term) { return *answer.model.evaluate(t, term); };
  EXPECT_GE(value(row) * value(n) + value(col), value(m) * value(n));
}

TEST(Solver, FunctionsGiveEqualValuesForEqualArguments) {
  Terms t;
  const auto f = t.function("f", Sort::Int, {0, 255});
  const auto i = t.variable("i"), j = t.variable("j");
  Solver solver(t);
  EXPECT_EQ(solver.check({{t.eq(i, j), ""}, {t.ne(t.apply(f, {i}), t.apply(f, {j})), ""}}).status, Status::Unsat);
  EXPECT_EQ(solver.check({{t.gt(t.apply(f, {i}), t.constant(255)), ""}}).status, Status::Unsat);
}

TEST(Solver, ASmallBudgetIsItsOwnAnswer) {
  Terms t;
  std::vector<Fact> facts;
  Term sum = t.constant(0);
  for (int i = 0; i < 24; ++i) {
    const auto x = t.variable("x" + std::to_string(i), {0, 1});
    sum = t.add(sum, t.scale(x, 2 * i * i + 7 * i + 3));
    facts.push_back({t.ne(t.floorMod(t.add(sum, t.constant(i)), 97), t.constant(i)), ""});
  }
  facts.push_back({t.eq(t.floorMod(sum, 8191), t.constant(4099)), ""});
  Solver small(t, {2000, ""});
  EXPECT_EQ(small.check(facts).status, Status::OutOfBudget);
}

TEST(Solver, AnswersAndDumpsAreDeterministic) {
  const auto text = [] {
    Terms t;
    const auto x = t.variable("x", {0, 9});
    return smtlib(t, {{t.eq(t.floorMod(x, 4), t.constant(3)), "name"}}, "label");
  };
  EXPECT_EQ(text(), text());
  EXPECT_EQ(checkText(text()), Status::Sat);
}

}  // namespace
