#include "verify/effects/counterexample.h"

#include <algorithm>

namespace exogpu::effects {
namespace {

constexpr std::int64_t size_limits[] = {4, 40, 300, 2100, 70000};

/// Integer parameters and extents that occur in the facts.
std::vector<smt::Term> sizesIn(const Model& model, const std::vector<smt::Fact>& facts) {
  std::vector<smt::Term> all, result;
  for (auto& fact : facts) all.push_back(fact.term);
  for (smt::Term variable : model.terms->variablesOf(all))
    if (variable->sort == smt::Sort::Int && model.depthOf(variable) == 0) result.push_back(variable);
  return result;
}

class Minimiser {
 public:
  Minimiser(const Model& model, smt::Solver& solver, std::vector<smt::Fact> facts, smt::Model best)
      : t_(*model.terms), solver_(solver), facts_(std::move(facts)), best_(std::move(best)) {}

  /// Keeps `more` when the facts still have a model with it.
  bool tryAdd(const std::vector<smt::Term>& more) {
    auto facts = facts_;
    for (smt::Term term : more) facts.push_back({term, {}});
    auto answer = solver_.check(facts, "smaller counterexample");
    if (answer.status != smt::Status::Sat) return false;
    facts_ = std::move(facts);
    best_ = std::move(answer.model);
    return true;
  }
  void boundAll(const std::vector<smt::Term>& sizes) {
    for (const auto limit : size_limits) {
      std::vector<smt::Term> bounds;
      for (smt::Term size : sizes) bounds.push_back(t_.within(size, -limit, limit));
      if (tryAdd(bounds)) return;
    }
  }
  /// The least absolute value, by bisection.
  void shrink(smt::Term term) {
    const auto value = best_.evaluate(t_, term);
    if (!value || *value == 0) return;
    if (*value < 0 && tryAdd({t_.ge(term, t_.constant(0))})) return shrink(term);
    const bool negative = *value < 0;
    std::int64_t bad = -1, good = negative ? -*value : *value;
    for (int round = 0; round < 12 && good - bad > 1; ++round) {
      const auto middle = round == 0 ? 0 : bad + (good - bad) / 2;
      const auto bound = negative ? t_.ge(term, t_.constant(-middle)) : t_.le(term, t_.constant(middle));
      if (tryAdd({bound})) good = middle;
      else bad = middle;
    }
    tryAdd({t_.eq(term, t_.constant(negative ? -good : good))});
  }
  smt::Model take() { return std::move(best_); }

 private:
  smt::Terms& t_;
  smt::Solver& solver_;
  std::vector<smt::Fact> facts_;
  smt::Model best_;
};

std::string listText(const std::vector<WitnessValue>& values) {
  std::string result;
  for (auto& value : values) result += (result.empty() ? "" : ", ") + value.name + " = " + std::to_string(value.value);
  return result;
}

}  // namespace

smt::Model minimise(const Model& model, smt::Solver& solver, const std::vector<smt::Fact>& facts, const smt::Model& found,
                    const std::vector<smt::Term>& then_small) {
  const auto sizes = sizesIn(model, facts);
  Minimiser minimiser(model, solver, facts, found);
  minimiser.boundAll(sizes);
  for (smt::Term size : sizes) minimiser.shrink(size);
  for (smt::Term term : then_small) minimiser.shrink(term);
  return minimiser.take();
}

std::vector<WitnessElement> elementsOf(const Model& model, const smt::Model& values) {
  std::vector<WitnessElement> elements;
  for (auto& application : values.applications())
    for (auto& [buffer, function] : model.normalizer->functions())
      if (function == application.function) elements.push_back({buffer->name, application.arguments, application.value});
  std::sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) {
    return std::tie(a.tensor, a.indices) < std::tie(b.tensor, b.indices);
  });
  return elements;
}

void describe(const Model& model, const smt::Model& values, const std::vector<std::pair<std::string, smt::Term>>& locals,
              Obligation& obligation) {
  const auto& terms = *model.terms;
  const auto add = [&](std::vector<WitnessValue>& out, const std::string& name, smt::Term term) {
    if (const auto value = values.evaluate(terms, term)) out.push_back({name, *value});
  };
  const auto& normalizer = *model.normalizer;
  for (auto& parameter : model.proc->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (!ir::isFloat((*symbol)->type)) add(obligation.sizes, (*symbol)->name, model.normalizer->value(*symbol));
      continue;
    }
    const auto& buffer = std::get<ir::BufferRef>(parameter);
    for (int d = 0; d < buffer->rank; ++d)
      add(obligation.sizes, buffer->name + ".extent(" + std::to_string(d) + ")", model.normalizer->extent(*buffer, d));
    for (auto& [key, term] : normalizer.alignments())
      if (key.first == buffer.get()) add(obligation.sizes, buffer->name + ".is_aligned(" + std::to_string(key.second) + ")", term);
  }
  obligation.elements = elementsOf(model, values);
  for (auto& [name, term] : locals) add(obligation.locals, name, term);
}

std::string sizesText(const Obligation& obligation) { return listText(obligation.sizes); }
std::string localsText(const Obligation& obligation) { return listText(obligation.locals); }

}  // namespace exogpu::effects
