#include "verify/bounds/query.h"

#include <algorithm>

#include "frontend/ir/text.h"

namespace exogpu::bounds {

std::vector<smt::Fact> factsOf(const effects::Site& site, std::size_t from) {
  std::vector<smt::Fact> facts;
  for (std::size_t i = from; i < site.facts.size(); ++i) facts.push_back({site.facts[i].term, site.facts[i].name});
  return facts;
}

smt::Answer ask(const effects::Model& model, smt::Solver& solver, const std::vector<smt::Fact>& facts, smt::Term goal,
                std::string_view label) {
  auto cone = effects::relevant(*model.terms, facts, goal);
  const bool all = cone.size() == facts.size();
  cone.push_back({goal, {}});
  auto answer = solver.check(cone, label);
  if (answer.status != smt::Status::Sat || all) return answer;
  auto whole = facts;
  whole.push_back({goal, {}});
  return solver.check(whole, label);
}

std::vector<std::pair<std::string, smt::Term>> iteratorsOf(const effects::Site& site) {
  std::vector<std::pair<std::string, smt::Term>> result;
  for (const auto* step : effects::pathOf(site.step))
    if (const auto* loop = step->loop(); loop && loop->kind != ir::LoopKind::OneThread)
      result.emplace_back(loop->iterator->name, step->iterator);
  return result;
}

std::string circumstances(const effects::Model& model, const smt::Model& values, const effects::Site& site,
                          const std::vector<smt::Term>& mentioned) {
  auto& terms = *model.terms;
  std::string result;
  const auto add = [&](const std::string& name, smt::Term term) {
    if (const auto value = values.evaluate(terms, term))
      result += (result.empty() ? "" : ", ") + name + " = " + std::to_string(*value);
  };
  const auto variables = terms.variablesOf(mentioned);
  for (smt::Term variable : variables)
    if (model.depthOf(variable) == 0) add(terms.variableInfo(variable).name, variable);
  for (auto& [name, term] : iteratorsOf(site)) {
    const auto own = terms.variablesOf({term});
    const bool used = std::any_of(own.begin(), own.end(), [&](smt::Term v) {
      return model.depthOf(v) > 0 && std::find(variables.begin(), variables.end(), v) != variables.end();
    });
    if (used) add(name, term);
  }
  return result;
}

std::string sourceText(const SourceTable& sources, SourceRange range) {
  return range.isValid() ? std::string(sources.text(range)) : std::string();
}

std::string sourceText(const SourceTable& sources, const ir::ExprRef& expr) {
  auto text = sourceText(sources, expr->where);
  return text.empty() || text.find('\n') != std::string::npos ? ir::print(expr) : text;
}

}  // namespace exogpu::bounds
