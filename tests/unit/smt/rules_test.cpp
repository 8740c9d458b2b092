// Every simplification rule and lemma of verify/smt/README.md, stated to Z3 as it stands there and proved.
#include <gtest/gtest.h>

#include "verify/smt/solver.h"

using namespace exogpu::smt;

namespace {

void expectValid(const std::string& declarations, const std::string& claim) {
  EXPECT_EQ(checkText(declarations + "(assert (not " + claim + "))(check-sat)"), Status::Unsat) << claim;
}
void expectInvalid(const std::string& declarations, const std::string& claim) {
  EXPECT_EQ(checkText(declarations + "(assert (not " + claim + "))(check-sat)"), Status::Sat) << claim;
}
std::string ints(const std::string& names) {
  std::string out;
  for (const char name : names) out += std::string("(declare-const ") + name + " Int)";
  return out;
}
std::string n(std::int64_t value) { return value < 0 ? "(- " + std::to_string(-value) + ")" : std::to_string(value); }

TEST(Rules, Q1MultiplesLeaveTheQuotient) {
  for (const int d : {2, 3, 16, 24, 128})
    expectValid(ints("xr"), "(= (div (+ (* " + n(d) + " x) r) " + n(d) + ") (+ x (div r " + n(d) + ")))");
}
TEST(Rules, Q2AQuotientWithinOneMultipleIsConstant) {
  for (const int d : {2, 16, 24})
    for (const int q : {-2, 0, 3})
      expectValid(ints("r"), "(=> (and (<= " + n(d * q) + " r) (<= r " + n(d * q + d - 1) + ")) (= (div r " + n(d) + ") " + n(q) + "))");
}
TEST(Rules, Q3ASmallPartVanishes) {
  for (const int g : {2, 8, 24})
    for (const int d : {2, 3, 16})
      expectValid(ints("xs"), "(=> (and (<= 0 s) (< s " + n(g) + ")) (= (div (+ (* " + n(g) + " x) s) " + n(g * d) + ") (div x " + n(d) + ")))");
  expectInvalid(ints("xs"), "(=> (and (<= 0 s) (<= s 8)) (= (div (+ (* 8 x) s) 16) (div x 2)))");
}
TEST(Rules, Q4QuotientsNest) {
  for (const int e : {2, 24})
    for (const int d : {3, 16})
      for (const int c : {-5, 0, 7})
        expectValid(ints("x"), "(= (div (+ (div x " + n(e) + ") " + n(c) + ") " + n(d) + ") (div (+ x " + n(c * e) + ") " + n(d * e) + "))");
}
TEST(Rules, Q5TruncationIsFloorAwayFromZeroForNegatives) {
  // C++'s a / d for d > 0: the q with |a − d·q| < d whose remainder has the sign of a.
  for (const int d : {2, 3, 24}) {
    const auto q = "(ite (>= a 0) (div a " + n(d) + ") (- (div (- a) " + n(d) + ")))";
    expectValid(ints("aq"), "(=> (and (< (abs (- a (* " + n(d) + " q))) " + n(d) + ") (=> (> a 0) (>= (- a (* " + n(d) +
                                " q)) 0)) (=> (< a 0) (<= (- a (* " + n(d) + " q)) 0)) (=> (= a 0) (= q 0))) (= q " + q + "))");
  }
}
TEST(Rules, Q6CeilDivIsACeilingForBothSigns) {
  for (const int b : {1, 2, 24, 128}) {
    const auto d = n(b);
    const auto q = "(ite (>= a 0) (div a " + d + ") (- (div (- a) " + d + ")))";
    expectValid(ints("a"), "(= (+ " + q + " (ite (> (- a (* " + d + " " + q + ")) 0) 1 0)) (div (+ a " + n(b - 1) + ") " + d + "))");
    if (b > 1)  // with != in place of > the pattern is no ceiling: such code is read as it stands
      expectInvalid(ints("a"), "(= (+ " + q + " (ite (not (= (- a (* " + d + " " + q + ")) 0)) 1 0)) (div (+ a " + n(b - 1) + ") " + d + "))");
  }
}
TEST(Rules, Q7ARemainderIsBounded) {
  for (const int d : {2, 24}) expectValid(ints("e"), "(and (<= 0 (- e (* " + n(d) + " (div e " + n(d) + ")))) (<= (- e (* " + n(d) + " (div e " + n(d) + "))) " + n(d - 1) + "))");
}
TEST(Rules, C1AComparisonIsDividedByItsGcd) {
  for (const int g : {2, 6})
    for (const int k : {-7, 0, 5}) {
      const int ceiling = k >= 0 ? (k + g - 1) / g : -(-k / g);
      expectValid(ints("x"), "(= (<= (+ (* " + n(g) + " x) " + n(k) + ") 0) (<= (+ x " + n(ceiling) + ") 0))");
    }
}

TEST(Rules, D1AVariableIsItsDigits) {
  // Every x has digits, and each quotient of the chain is read off them.
  for (const int d : {2, 3, 8})
    for (const int e : {2, 5, 16}) {
      const auto value = "(+ (* " + n(d * e) + " q) (* " + n(d) + " r) s)";
      const auto digits = "(and (<= 0 r) (< r " + n(e) + ") (<= 0 s) (< s " + n(d) + "))";
      expectValid(ints("xqrs"), "(=> (and (= q (div x " + n(d * e) + ")) (= r (- (div x " + n(d) + ") (* " + n(e) + " q))) (= s (- x (* " + n(d) +
                                    " (div x " + n(d) + "))))) (and " + digits + " (= x " + value + ")))");
      expectValid(ints("qrs"), "(=> " + digits + " (and (= (div " + value + " " + n(d * e) + ") q) (= (div " + value + " " + n(d) + ") (+ (* " +
                                   n(e) + " q) r))))");
    }
}
TEST(Rules, E1AnEqualityOfMultiplesAndASmallRestSplits) {
  for (const int g : {2, 7, 64})
    for (const int m : {-2, 0, 3}) {
      const auto rest = "(< " + n((m - 1) * g) + " r) (< r " + n((m + 1) * g) + ")";
      expectValid(ints("xr"), "(=> (and " + rest + ") (= (= (+ (* " + n(g) + " x) r) 0) (and (= r " + n(m * g) + ") (= x " + n(-m) + "))))");
    }
  expectInvalid(ints("xr"), "(=> (and (<= 0 r) (<= r 8)) (= (= (+ (* 8 x) r) 0) (and (= r 0) (= x 0))))");
}

const std::string products = ints("xyn") + "(define-fun p () Int (* x n))(define-fun q () Int (* y n))";
TEST(Lemmas, SignsAndUnitOfOneProduct) {
  expectValid(products, "(=> (= x 0) (= p 0))");
  expectValid(products, "(=> (and (>= n 0) (>= x 1)) (>= p n))");
  expectValid(products, "(=> (and (>= n 0) (<= x (- 1))) (<= p (- n)))");
  for (const int bound : {-3, 2, 7}) {
    expectValid(products, "(=> (and (>= n 0) (<= " + n(bound) + " x)) (<= (* " + n(bound) + " n) p))");
    expectValid(products, "(=> (and (>= n 0) (<= x " + n(bound) + ")) (<= p (* " + n(bound) + " n)))");
  }
}
TEST(Lemmas, GapBetweenTwoProducts) {
  expectValid(products, "(=> (= x y) (= p q))");
  expectValid(products, "(=> (and (>= n 0) (< x y)) (<= (+ p n) q))");
  expectInvalid(products, "(=> (< x y) (<= (+ p n) q))");
}
TEST(Lemmas, ProductsShedConstantsAndFactors) {
  for (const int g : {-2, 3})
    for (const int c : {-1, 4}) expectValid(products, "(= (* (+ (* " + n(g) + " x) " + n(c) + ") n) (+ (* " + n(g) + " p) (* " + n(c) + " n)))");
}
TEST(Lemmas, RefinementFixesAFactor) {
  for (const int v : {-2, 0, 5}) expectValid(products, "(=> (= x " + n(v) + ") (= p (* " + n(v) + " n)))");
}

}  // namespace
