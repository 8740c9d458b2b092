#include "verify/effects/encode.h"

#include <unordered_set>

namespace exogpu::effects {

Side::Side(const Model& model, const Site& site, std::string suffix, int shared_depth, std::size_t role)
    : model_(model), suffix_(std::move(suffix)), shared_depth_(shared_depth) {
  auto& terms = *model.terms;
  if (role < site.step->exec.size()) {
    const auto& group = site.step->exec[role].group;
    position_ = group.size == 1 ? terms.constant(0) : terms.variable("p" + suffix_, {0, group.size - 1});
    thread_ = terms.add(rename(site.step->bases[role]), terms.scale(position_, group.stride));
  }
  for (auto& fact : site.facts) facts_.push_back({rename(fact.term), fact.name});
  for (const Step* step : pathOf(site.step))
    if (const auto* loop = step->loop())
      if (step->iterator) names_.emplace_back(loop->iterator->name, rename(step->iterator));
}

smt::Term Side::fresh(smt::Term variable) const {
  if (model_.depthOf(variable) <= shared_depth_) return variable;
  auto& terms = *model_.terms;
  const auto info = terms.variableInfo(variable);
  return info.sort == smt::Sort::Bool ? terms.boolVariable(info.name + suffix_)
                                      : terms.variable(info.name + suffix_, info.range);
}

smt::Term Side::rename(smt::Term term) const {
  auto& terms = *model_.terms;
  for (smt::Term variable : terms.variablesOf({term}))
    if (!renaming_.count(variable)) renaming_[variable] = fresh(variable);
  return terms.substitute(term, renaming_);
}

std::vector<smt::Term> Side::rename(const std::vector<smt::Term>& terms) const {
  std::vector<smt::Term> result;
  for (smt::Term term : terms) result.push_back(rename(term));
  return result;
}

std::vector<smt::Term> Side::element(const Access& access) {
  auto& terms = *model_.terms;
  auto result = rename(access.indices);
  for (std::size_t d = 0; d < result.size(); ++d) {
    if (access.shape[d] > 1)
      result[d] = terms.add(result[d], terms.variable("e" + std::to_string(d) + suffix_, {0, access.shape[d] - 1}));
    if (!access.clipped) continue;
    facts_.push_back({terms.le(terms.constant(0), result[d]), {}});
    facts_.push_back({terms.lt(result[d], extentTerm(model_, *access.buffer, static_cast<int>(d))), {}});
  }
  if (access.lane && position_) facts_.push_back({terms.eq(rename(access.lane), position_), {}});
  return result;
}

smt::Term sameElement(smt::Terms& terms, const std::vector<smt::Term>& a, const std::vector<smt::Term>& b) {
  std::vector<smt::Term> parts;
  for (std::size_t d = 0; d < a.size() && d < b.size(); ++d) parts.push_back(terms.eq(a[d], b[d]));
  return terms.logicalAnd(std::move(parts));
}

smt::Term differentBlocks(const Model& model, const Launch& launch, const Side& a, const Side& b) {
  auto& terms = *model.terms;
  std::vector<smt::Term> parts;
  for (const Step* loop : launch.nest) parts.push_back(terms.ne(a.iterator(*loop), b.iterator(*loop)));
  return terms.logicalOr(std::move(parts));
}

smt::Term extentTerm(const Model& model, const ir::Buffer& buffer, int dim) { return model.normalizer->extent(buffer, dim); }

namespace {

/// Variables and functions of a term: what ties facts together.
void supportOf(smt::Term term, std::unordered_set<std::int64_t>& out, std::unordered_set<smt::Term>& seen) {
  if (!seen.insert(term).second) return;
  if (term->op == smt::Op::Variable) out.insert(2 * term->value);
  if (term->op == smt::Op::Apply) out.insert(2 * term->value + 1);
  for (smt::Term arg : term->args) supportOf(arg, out, seen);
}

}  // namespace

std::vector<smt::Fact> relevant(const smt::Terms&, std::vector<smt::Fact> facts, smt::Term goal) {
  std::unordered_set<std::int64_t> reached;
  std::unordered_set<smt::Term> seen;
  supportOf(goal, reached, seen);
  std::vector<std::unordered_set<std::int64_t>> supports(facts.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    std::unordered_set<smt::Term> visited;
    supportOf(facts[i].term, supports[i], visited);
  }
  std::vector<bool> taken(facts.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (taken[i]) continue;
      bool touches = supports[i].empty();
      for (const auto id : supports[i]) touches |= reached.count(id) > 0;
      if (!touches) continue;
      taken[i] = changed = true;
      reached.insert(supports[i].begin(), supports[i].end());
    }
  }
  std::vector<smt::Fact> result;
  for (std::size_t i = 0; i < facts.size(); ++i)
    if (taken[i]) result.push_back(std::move(facts[i]));
  return result;
}

}  // namespace exogpu::effects
