// Quotients by literals and intervals of terms. README.md, "Rules", numbers them; tests/unit/smt proves each with Z3.
#include <numeric>

#include "verify/smt/arithmetic.h"
#include "verify/smt/term.h"

namespace exogpu::smt {
namespace {

std::optional<std::int64_t> plus(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? narrow(static_cast<__int128>(*a) + *b) : std::nullopt;
}
Interval plus(const Interval& a, const Interval& b) { return {plus(a.lo, b.lo), plus(a.hi, b.hi)}; }
std::optional<std::int64_t> times(std::optional<std::int64_t> a, std::int64_t factor) {
  return a ? narrow(static_cast<__int128>(*a) * factor) : std::nullopt;
}
Interval scaled(const Interval& a, std::int64_t factor) {
  if (factor >= 0) return {times(a.lo, factor), times(a.hi, factor)};
  return {times(a.hi, factor), times(a.lo, factor)};
}
Interval meet(const Interval& a, const Interval& b) {
  Interval result = a;
  if (b.lo && (!result.lo || *b.lo > *result.lo)) result.lo = b.lo;
  if (b.hi && (!result.hi || *b.hi < *result.hi)) result.hi = b.hi;
  return result;
}
Interval join(const Interval& a, const Interval& b) {
  Interval result;
  if (a.lo && b.lo) result.lo = std::min(*a.lo, *b.lo);
  if (a.hi && b.hi) result.hi = std::max(*a.hi, *b.hi);
  return result;
}
Interval product(const Interval& a, const Interval& b) {
  if (a.lo && a.hi && b.lo && b.hi) {
    Interval result;
    for (const auto x : {*a.lo, *a.hi})
      for (const auto y : {*b.lo, *b.hi}) {
        const auto corner = narrow(static_cast<__int128>(x) * y);
        if (!corner) return {};
        result.lo = result.lo ? std::min(*result.lo, *corner) : *corner;
        result.hi = result.hi ? std::max(*result.hi, *corner) : *corner;
      }
    return result;
  }
  if (a.isNonNegative() && b.isNonNegative()) return {0, std::nullopt};
  return {};
}

}  // namespace

LinearForm splitMultiples(const LinearForm& form, std::int64_t g, LinearForm& rest) {
  LinearForm multiples;
  for (auto& [atom, coefficient] : form.terms) {
    if (coefficient % g == 0) multiples.terms.emplace_back(atom, coefficient / g);
    else rest.terms.emplace_back(atom, coefficient);
  }
  multiples.constant = floorDivide(form.constant, g);
  rest.constant = floorModulo(form.constant, g);
  return multiples;
}

Term Terms::floorDiv(Term a, std::int64_t divisor) {
  if (divisor == 1) return a;
  if (a->op == Op::Constant) return constant(floorDivide(a->value, divisor));
  // Q1: ⌊(d·x + r)/d⌋ = x + ⌊r/d⌋.
  LinearForm rest;
  const auto whole = splitMultiples(linear(a), divisor, rest);
  if (!whole.terms.empty() || whole.constant != 0)
    return add(fromLinear(whole), floorDiv(fromLinear(rest), divisor));
  // Q2: r stays within one multiple of d.
  const auto range = interval(a);
  if (range.lo && range.hi && floorDivide(*range.lo, divisor) == floorDivide(*range.hi, divisor))
    return constant(floorDivide(*range.lo, divisor));
  // Q3: ⌊(g·x + s)/(g·d)⌋ = ⌊x/d⌋ for 0 ≤ s < g; the largest such g first (with s = 0 this cancels the gcd).
  const auto form = linear(a);
  std::int64_t best = 1;
  for (auto& [atom, coefficient] : form.terms) {
    const auto g = std::gcd(divisor, coefficient);
    if (g <= best) continue;
    LinearForm small;
    splitMultiples(form, g, small);
    const auto small_range = interval(fromLinear(small));
    if (small_range.isNonNegative() && small_range.hi && *small_range.hi < g) best = g;
  }
  if (best > 1) {
    LinearForm small;
    return floorDiv(fromLinear(splitMultiples(form, best, small)), divisor / best);
  }
  // Q4: ⌊(⌊x/e⌋ + c)/d⌋ = ⌊(x + c·e)/(d·e)⌋.
  if (form.terms.size() == 1 && form.terms[0].second == 1 && form.terms[0].first->op == Op::FloorDiv) {
    const Term inner = form.terms[0].first;
    const auto both = narrow(static_cast<__int128>(inner->value) * divisor);
    const auto shift = narrow(static_cast<__int128>(form.constant) * inner->value);
    if (both && shift) return floorDiv(add(inner->args[0], constant(*shift)), *both);
  }
  return intern({Op::FloorDiv, Sort::Int, 0, divisor, {a}, {}});
}

Term Terms::floorMod(Term a, std::int64_t divisor) { return sub(a, scale(floorDiv(a, divisor), divisor)); }

Term Terms::truncDiv(Term a, std::int64_t divisor) {
  if (divisor == INT64_MIN) return variable("quotient");
  if (divisor < 0) return neg(truncDiv(a, -divisor));
  const auto range = interval(a);
  if (range.isNonNegative()) return floorDiv(a, divisor);
  const Term negative = neg(floorDiv(neg(a), divisor));
  if (range.hi && *range.hi <= 0) return negative;
  return ite(le(constant(0), a), floorDiv(a, divisor), negative);
}

Term Terms::truncMod(Term a, std::int64_t divisor) { return sub(a, scale(truncDiv(a, divisor), divisor)); }

/// A literal mask is a union of runs of ones; the run [l, h) of a is 2^l·(⌊a/2^l⌋ mod 2^(h−l)).
Term Terms::bitAnd(Term a, std::int64_t mask) {
  if (mask < 0) return sub(a, bitAnd(a, ~mask));
  Term result = constant(0);
  for (int low = 0; low < 63; ++low) {
    if (!(mask >> low & 1)) continue;
    int high = low;
    while (high < 63 && (mask >> high & 1)) ++high;
    if (high > 62) return variable("mask");
    const Term run = floorMod(floorDiv(a, std::int64_t{1} << low), std::int64_t{1} << (high - low));
    result = add(result, scale(run, std::int64_t{1} << low));
    low = high;
  }
  return result;
}

Interval Terms::interval(Term integer) {
  if (const auto found = intervals_.find(integer); found != intervals_.end()) return found->second;
  const auto result = computeInterval(integer);
  intervals_.emplace(integer, result);
  return result;
}

Interval Terms::computeInterval(Term integer) {
  switch (integer->op) {
    case Op::Constant: return {integer->value, integer->value};
    case Op::Variable: return variableInfo(integer).range;
    case Op::Apply: return functionInfo(integer->value).range;
    case Op::FloorDiv: {
      const auto inner = interval(integer->args[0]);
      Interval result;
      if (inner.lo) result.lo = floorDivide(*inner.lo, integer->value);
      if (inner.hi) result.hi = floorDivide(*inner.hi, integer->value);
      return result;
    }
    case Op::Product: return product(interval(integer->args[0]), interval(integer->args[1]));
    case Op::Ite: return join(interval(integer->args[1]), interval(integer->args[2]));
    case Op::Sum: break;
    case Op::LessEqualZero: case Op::EqualZero: case Op::And: case Op::Or: case Op::Not: return {0, 1};
  }
  Interval result{integer->value, integer->value};
  for (std::size_t i = 0; i < integer->args.size(); ++i)
    result = plus(result, scaled(interval(integer->args[i]), integer->coefficients[i]));
  // A quotient beside its own dividend is a remainder: m·(e − d·⌊e/d⌋) lies in m·[0, d−1].
  for (std::size_t i = 0; i < integer->args.size(); ++i) {
    const Term quotient = integer->args[i];
    if (quotient->op != Op::FloorDiv || integer->coefficients[i] % quotient->value != 0) continue;
    const auto m = -(integer->coefficients[i] / quotient->value);
    const Term rest = sub(integer, scale(sub(quotient->args[0], scale(quotient, quotient->value)), m));
    if (linear(rest).terms.size() >= integer->args.size()) continue;
    result = meet(result, plus(interval(rest), scaled({0, quotient->value - 1}, m)));
  }
  return result;
}

}  // namespace exogpu::smt
