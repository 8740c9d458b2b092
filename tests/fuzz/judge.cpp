#include "tests/fuzz/judge.h"

#include <algorithm>
#include <set>

#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"
#include "verify/prove/prove.h"
#include "verify/witness/inputs.h"

namespace exogpu::fuzz {
namespace {

/// `data` seeds the contents of the tensors.
void simulateAt(const ir::ProcRef& proc, const Trial& trial, std::uint64_t data, const Settings& settings,
                Judgement& judgement) {
  const auto made = witness::makeInputs(*proc, trial.given, data, trial.otherwise);
  if (!made.inputs) return;  // no contract allows these sizes
  simulate::Options options;
  options.collect_conflicts = true;
  options.schedules = 4;
  options.max_steps = settings.max_steps;
  const auto result = simulate::simulate(proc, *made.inputs, options);
  judgement.runs += result.contracts_hold && !result.out_of_steps ? 1 : 0;
  judgement.conflicts.insert(judgement.conflicts.end(), result.conflicts.begin(), result.conflicts.end());
  for (const auto& fault : result.faults) {
    judgement.demonstrated |= fault.demonstrated;
    judgement.contradictions += fault.kind == simulate::FaultKind::Other ? 1 : 0;
  }
  if (result.faults.empty() || judgement.broken) return;
  judgement.broken = true;
  for (const auto& [name, value] : trial.given) judgement.first_fault += name + " = " + std::to_string(value) + ", ";
  judgement.first_fault += "sizes " + std::to_string(trial.otherwise) + ": ";
  judgement.first_fault += std::string(simulate::text(result.faults[0].kind)) + ": " + result.faults[0].message;
}

std::string textOf(const ir::AccessKey& key) {
  static constexpr const char* kSides[] = {"read", "write", "copy source", "copy destination", "life"};
  return std::to_string(key.stmt) + "/" + std::to_string(key.expr) + " " + kSides[static_cast<std::size_t>(key.side)];
}

/// Every pair that conflicted in some run must be an obligation of the proof.
void checkCoverage(const std::vector<effects::Obligation>& obligations, Judgement& judgement) {
  std::set<simulate::ConflictPair> covered;
  for (const auto& obligation : obligations) covered.insert(std::minmax(obligation.first, obligation.second));
  for (const auto& pair : judgement.conflicts)
    if (!covered.contains(pair) && judgement.unmapped++ == 0)
      judgement.first_unmapped = textOf(pair.first) + " with " + textOf(pair.second);
}

void prove(const ir::ProcRef& proc, const Settings& settings, const SourceTable& sources, Judgement& judgement) {
  diag::Sink sink;
  prove::Options options;
  options.smt_budget = settings.smt_budget;
  const auto report = prove::prove(proc, options, sources, sink);
  for (const auto& d : sink.all()) judgement.complaint += diag::codeName(d.id) + " " + d.message + "\n";
  switch (report.verdict) {
    case effects::Verdict::Proved:
      judgement.verdict = Judgement::Verdict::Proved;
      checkCoverage(report.obligations, judgement);
      return;
    case effects::Verdict::Refuted: judgement.verdict = Judgement::Verdict::Refuted; break;
    case effects::Verdict::Unknown: judgement.verdict = Judgement::Verdict::Unknown; return;
    case effects::Verdict::OutOfBudget: judgement.verdict = Judgement::Verdict::OutOfBudget; return;
  }
  judgement.confirmed = judgement.broken;
  for (const auto& obligation : report.obligations) {
    if (obligation.verdict != effects::Verdict::Refuted || judgement.confirmed) continue;
    Trial at;
    for (const auto& value : obligation.sizes)
      if (value.name.find('.') == std::string::npos) at.given[value.name] = value.value;
    Judgement at_witness;
    for (std::uint64_t data = 1; data <= 3; ++data) simulateAt(proc, at, data, settings, at_witness);
    judgement.confirmed |= at_witness.broken;
    if (!at_witness.broken) continue;
    judgement.broken = true;
    judgement.first_fault = at_witness.first_fault;
  }
}

}  // namespace

Judgement judge(const ir::ProcRef& proc, const Settings& settings, const SourceTable& sources) {
  Judgement judgement;
  diag::Sink sink;
  const auto resolved = ir::resolveLevels(proc, sink);
  if (!resolved) {
    judgement.complaint = diag::codeName(sink.all().front().id) + " " + sink.all().front().message;
    return judgement;
  }
  judgement.well_formed = true;
  std::uint64_t data = 0;
  for (const auto& trial : settings.trials)
    if (!judgement.broken) simulateAt(resolved, trial, ++data, settings, judgement);
  std::sort(judgement.conflicts.begin(), judgement.conflicts.end());
  judgement.conflicts.erase(std::unique(judgement.conflicts.begin(), judgement.conflicts.end()), judgement.conflicts.end());
  if (settings.ask_prover) prove(resolved, settings, sources, judgement);
  return judgement;
}

Judgement judge(const std::string& text, const Settings& settings) {
  SourceTable sources;
  const FileId file = sources.add("fuzz.ir", text);
  diag::Sink sink;
  const auto module = ir::parseText(file, text, sink);
  if (module) return judge(module->procs.front(), settings, sources);
  Judgement judgement;
  judgement.complaint = diag::codeName(sink.all().front().id) + " " + sink.all().front().message;
  return judgement;
}

}  // namespace exogpu::fuzz
