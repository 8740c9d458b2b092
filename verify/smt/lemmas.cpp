// Lemmas about opaque products. README.md, "Lemmas", gives the reasons; tests/unit/smt proves them.
#include <algorithm>
#include <unordered_set>

#include "verify/smt/solver.h"

namespace exogpu::smt {
namespace {

constexpr std::size_t max_products = 24;  // pairs grow with the square; beyond, products stay opaque

std::vector<Term> productsOf(const std::vector<Term>& facts) {
  std::vector<Term> found;
  std::unordered_set<Term> seen;
  const auto visit = [&](auto&& self, Term term) -> void {
    if (!seen.insert(term).second) return;
    for (Term arg : term->args) self(self, arg);
    if (term->op == Op::Product) found.push_back(term);
  };
  for (Term term : facts) visit(visit, term);
  std::sort(found.begin(), found.end(), [](Term a, Term b) { return a->id < b->id; });
  return found;
}

class LemmaMaker {
 public:
  explicit LemmaMaker(Terms& terms) : t_(terms) {}

  /// p = x·n alone: signs, and x ≥ 1 ⇒ p ≥ n, x ≤ −1 ⇒ p ≤ −n (n ≥ 0).
  void single(Term p, Term x, Term n) {
    const Term zero = t_.constant(0), one = t_.constant(1);
    emit(t_.implies(t_.eq(x, zero), t_.eq(p, zero)));
    whenNonNegative(n, t_.implies(t_.ge(x, one), t_.ge(p, n)));
    whenNonNegative(n, t_.implies(t_.le(x, t_.constant(-1)), t_.le(p, t_.neg(n))));
    const auto range = t_.interval(x);
    if (range.lo && *range.lo != 0) whenNonNegative(n, t_.ge(p, t_.scale(n, *range.lo)));
    if (range.hi) whenNonNegative(n, t_.le(p, t_.scale(n, *range.hi)));
  }
  /// p = x·n, q = y·n: the gap x < y ⇒ x·n + n ≤ y·n (n ≥ 0), both ways, and equality.
  void pair(Term p, Term x, Term q, Term y, Term n) {
    emit(t_.implies(t_.eq(x, y), t_.eq(p, q)));
    whenNonNegative(n, t_.implies(t_.lt(x, y), t_.le(t_.add(p, n), q)));
    whenNonNegative(n, t_.implies(t_.lt(y, x), t_.le(t_.add(q, n), p)));
  }
  std::vector<Term> take() { return std::move(lemmas_); }

 private:
  void emit(Term lemma) {
    if (t_.constantOf(lemma) != 1) lemmas_.push_back(lemma);
  }
  void whenNonNegative(Term n, Term lemma) { emit(t_.implies(t_.ge(n, t_.constant(0)), lemma)); }
  Terms& t_;
  std::vector<Term> lemmas_;
};

}  // namespace

std::vector<Term> lemmas(Terms& terms, const std::vector<Term>& facts) {
  auto products = productsOf(facts);
  if (products.size() > max_products) products.resize(max_products);
  LemmaMaker maker(terms);
  for (Term p : products) {
    maker.single(p, p->args[0], p->args[1]);
    if (p->args[0] != p->args[1]) maker.single(p, p->args[1], p->args[0]);
  }
  for (std::size_t i = 0; i < products.size(); ++i)
    for (std::size_t j = i + 1; j < products.size(); ++j)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b)
          if (products[i]->args[a] == products[j]->args[b])
            maker.pair(products[i], products[i]->args[1 - a], products[j], products[j]->args[1 - b], products[i]->args[a]);
  return maker.take();
}

}  // namespace exogpu::smt
