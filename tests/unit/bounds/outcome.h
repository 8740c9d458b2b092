#pragma once
#include "tests/unit/support/ir_text.h"
#include "verify/bounds/bounds.h"

namespace exogpu::test {

struct Outcome {
  std::vector<effects::Obligation> obligations;
  std::uint64_t queries = 0;
  bool proved() const {
    for (auto& o : obligations)
      if (o.verdict != effects::Verdict::Proved) return false;
    return !obligations.empty();
  }
  std::string text() const {
    std::string out;
    for (auto& o : obligations)
      if (o.verdict != effects::Verdict::Proved)
        out += std::string(effects::text(o.kind)) + " " + std::string(effects::text(o.verdict)) + ": " +
               (o.diagnostic ? o.diagnostic->message : o.reason) + "\n";
    return out;
  }
};

template <class Check>
Outcome outcomeOf(const std::string& text, Check check) {
  const auto proc = resolvedProc(text);
  if (!proc) return {};
  SourceTable sources;
  sources.add("test.ir", text);
  const auto model = effects::buildModel(proc);
  smt::Solver solver(*model->terms);
  Outcome outcome;
  outcome.obligations = check(*model, solver, sources);
  outcome.queries = solver.counters().queries;
  return outcome;
}
inline Outcome conditionsOf(const std::string& text) { return outcomeOf(text, bounds::checkConditions); }
inline Outcome definednessOf(const std::string& text) { return outcomeOf(text, bounds::checkDefinedness); }
inline Outcome satisfiableOf(const std::string& text) { return outcomeOf(text, bounds::checkSatisfiable); }

}  // namespace exogpu::test
