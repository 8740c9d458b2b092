#include "verify/smt/digits.h"

#include <map>
#include <set>
#include <unordered_set>

#include "verify/smt/arithmetic.h"

namespace exogpu::smt {
namespace {

struct ById {
  bool operator()(Term a, Term b) const { return a->id < b->id; }
};
using Divisors = std::map<Term, std::set<std::int64_t>, ById>;

void collect(Term term, Divisors& found, std::unordered_set<Term>& seen) {
  if (!seen.insert(term).second) return;
  if (term->op == Op::FloorDiv && term->args[0]->op == Op::Variable) found[term->args[0]].insert(term->value);
  for (Term arg : term->args) collect(arg, found, seen);
}

/// Each divisor that is a multiple of the one taken before it.
std::vector<std::int64_t> chainOf(const std::set<std::int64_t>& divisors) {
  std::vector<std::int64_t> chain;
  for (const auto divisor : divisors)
    if (chain.empty() || divisor % chain.back() == 0) chain.push_back(divisor);
  return chain;
}

Term digitsOf(Terms& terms, Term variable, const std::vector<std::int64_t>& chain) {
  const auto info = terms.variableInfo(variable);
  const auto digit = [&](const Interval& range) { return terms.variable(info.name + ".digit", range); };
  Interval top;
  if (info.range.lo) top.lo = floorDivide(*info.range.lo, chain.back());
  if (info.range.hi) top.hi = floorDivide(*info.range.hi, chain.back());
  Term sum = terms.scale(digit(top), chain.back());
  for (std::size_t i = chain.size(); i-- > 0;) {
    const auto below = i == 0 ? 1 : chain[i - 1];
    sum = terms.add(sum, terms.scale(digit({0, chain[i] / below - 1}), below));
  }
  return sum;
}

}  // namespace

Expanded expandDigits(Terms& terms, const std::vector<Fact>& facts) {
  Divisors divisors;
  std::unordered_set<Term> seen;
  for (auto& fact : facts) collect(fact.term, divisors, seen);
  if (divisors.empty()) return {facts, {}};

  Expanded result;
  std::unordered_map<Term, Term> replacement;
  for (auto& [variable, of] : divisors) {
    const Term digits = digitsOf(terms, variable, chainOf(of));
    replacement[variable] = digits;
    result.replaced.emplace_back(variable, digits);
    const auto range = terms.variableInfo(variable).range;
    if (range.lo) result.facts.push_back({terms.ge(digits, terms.constant(*range.lo)), {}});
    if (range.hi) result.facts.push_back({terms.le(digits, terms.constant(*range.hi)), {}});
  }
  for (auto& fact : facts) result.facts.push_back({terms.substitute(fact.term, replacement), fact.name});
  return result;
}

}  // namespace exogpu::smt
