#include "verify/smt/solver.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "verify/smt/digits.h"
#include "verify/smt/units.h"
#include "verify/smt/z3_door.h"

namespace exogpu::smt {
namespace {

constexpr std::uint64_t simple_budget = 400'000;   // about 50 ms
constexpr std::uint64_t qflia_budget = 1'600'000;  // about 200 ms
constexpr int max_refinements = 8;

std::vector<Term> termsOf(const std::vector<Fact>& facts) {
  std::vector<Term> result;
  for (auto& fact : facts) result.push_back(fact.term);
  return result;
}

bool satisfies(const Terms& terms, const Model& model, const std::vector<Fact>& facts) {
  return std::all_of(facts.begin(), facts.end(), [&](const Fact& fact) { return model.evaluate(terms, fact.term) == 1; });
}

/// The values of all variables and applications lie in their ranges (the facts themselves are checked apart).
bool inRange(const Terms& terms, const Model& model, const std::vector<Fact>& facts) {
  const auto inside = [](std::optional<std::int64_t> value, const Interval& range) {
    return value && (!range.lo || *value >= *range.lo) && (!range.hi || *value <= *range.hi);
  };
  for (Term variable : terms.variablesOf(termsOf(facts)))
    if (!inside(model.evaluate(terms, variable), terms.variableInfo(variable).range)) return false;
  return std::all_of(model.applications().begin(), model.applications().end(), [&](auto& application) {
    return inside(application.value, terms.functionInfo(application.function).range);
  });
}

/// Two applications with equal arguments and different values: the model is no function.
bool isFunctional(const Model& model) {
  std::map<std::pair<std::int64_t, std::vector<std::int64_t>>, std::int64_t> values;
  for (auto& application : model.applications()) {
    const auto entry = values.try_emplace({application.function, application.arguments}, application.value);
    if (entry.first->second != application.value) return false;
  }
  return true;
}

void collectProducts(Term term, std::set<std::pair<std::uint32_t, Term>>& products, std::unordered_set<Term>& seen) {
  if (!seen.insert(term).second) return;
  for (Term arg : term->args) collectProducts(arg, products, seen);
  if (term->op == Op::Product) products.emplace(term->id, term);
}

}  // namespace

Answer Solver::check(const std::vector<Fact>& all, std::string_view label) {
  ++counters_.queries;
  std::vector<Fact> facts;
  for (auto& fact : all)
    if (terms_.constantOf(fact.term) != 1) facts.push_back(fact);
  if (!options_.dump_dir.empty()) dump(facts, label);
  if (auto core = refutedByUnits(terms_, facts)) return plainlyUnsat(std::move(*core));
  const Expanded query = expandDigits(terms_, facts);
  if (auto core = refutedByUnits(terms_, query.facts)) return plainlyUnsat(std::move(*core));
  std::vector<Term> extra;
  for (int round = 0; round <= max_refinements; ++round) {
    auto answer = ask(query.facts, extra);
    if (answer.status != Status::Sat) return answer;
    for (auto& [variable, digits] : query.replaced)
      if (const auto value = answer.model.evaluate(terms_, digits)) answer.model.set(variable, *value);
    if (satisfies(terms_, answer.model, facts)) return answer;
    auto more = refine(answer.model, query.facts);
    ++counters_.rejected_models;
    if (!more) return {Status::Unknown, {}, {}, "the solver's model fails our evaluation"};
    extra.insert(extra.end(), more->begin(), more->end());
  }
  return {Status::Unknown, {}, {}, "non-linear product: no model with exact products was found"};
}

Answer Solver::plainlyUnsat(std::vector<std::string> core) {
  ++counters_.plain;
  return {Status::Unsat, {}, std::move(core), {}};
}

/// One pass through the portfolio, in a fixed order.
Answer Solver::ask(const std::vector<Fact>& facts, const std::vector<Term>& extra) {
  auto known = termsOf(facts);
  known.insert(known.end(), extra.begin(), extra.end());
  auto background = lemmas(terms_, known);
  background.insert(background.end(), extra.begin(), extra.end());
  const std::pair<Member, std::uint64_t> members[] = {
      {Member::Simple, simple_budget}, {Member::Qflia, qflia_budget}, {Member::Default, options_.budget}};
  std::uint64_t left = options_.budget;
  Answer last;
  for (auto& [member, share] : members) {
    if (left == 0) break;
    auto got = askZ3(terms_, facts, background, member, std::min(left, share));
    counters_.rlimit += got.rlimit;
    left -= std::min(left, std::max<std::uint64_t>(got.rlimit, 1));
    ++(member == Member::Simple ? counters_.by_simple : member == Member::Qflia ? counters_.by_qflia : counters_.by_default);
    switch (got.kind) {
      case DoorAnswer::Kind::Unsat: return {Status::Unsat, {}, std::move(got.core), {}};
      case DoorAnswer::Kind::Sat:
        // A model that is no function or leaves a range comes from the solver, not from an opaque product: ask the next.
        if (isFunctional(got.model) && inRange(terms_, got.model, facts)) return {Status::Sat, std::move(got.model), {}, {}};
        ++counters_.rejected_models;
        last = {Status::Unknown, {}, {}, "the solver's model fails our evaluation"};
        break;
      case DoorAnswer::Kind::Budget: last = {Status::OutOfBudget, {}, {}, "budget of " + std::to_string(options_.budget) + " rlimit units"}; break;
      case DoorAnswer::Kind::Unknown:
      case DoorAnswer::Kind::Failed: last = {Status::Unknown, {}, {}, "solver: " + got.reason}; break;
    }
  }
  return last;
}

/// For each product x·y whose exact value in the model differs from what the solver took: x = v ⇒ x·y = v·y, and the
/// same for y. True of all integers, so it removes only false models. Empty when no product is to blame.
std::optional<std::vector<Term>> Solver::refine(const Model& model, const std::vector<Fact>& facts) {
  std::set<std::pair<std::uint32_t, Term>> products;
  std::unordered_set<Term> seen;
  for (auto& fact : facts) collectProducts(fact.term, products, seen);
  if (products.empty()) return std::nullopt;
  std::vector<Term> result;
  for (auto& [id, product] : products)
    for (std::size_t i = 0; i < 2; ++i) {
      const auto value = model.evaluate(terms_, product->args[i]);
      if (!value) continue;
      const Term linear = terms_.eq(product, terms_.scale(product->args[1 - i], *value));
      result.push_back(terms_.implies(terms_.eq(product->args[i], terms_.constant(*value)), linear));
    }
  return result;
}

void Solver::dump(const std::vector<Fact>& facts, std::string_view label) {
  llvm::sys::fs::create_directories(options_.dump_dir);
  auto number = std::to_string(counters_.queries);
  number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
  std::error_code error;
  llvm::raw_fd_ostream out(options_.dump_dir + "/" + number + ".smt2", error);
  if (!error) out << smtlib(terms_, facts, label);
}

}  // namespace exogpu::smt
