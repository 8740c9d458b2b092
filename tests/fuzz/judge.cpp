#include "tests/fuzz/judge.h"

#include <algorithm>
#include <set>

#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"
#include "verify/prove/prove.h"
#include "verify/witness/inputs.h"

namespace exogpu::fuzz {
namespace {

constexpr std::pair<std::int64_t, std::int64_t> kSizes[] = {{0, 0}, {1, 1}, {2, 3}, {3, 1}, {5, 2}, {4, 0}, {9, 1}};

/// `data` seeds the contents of the tensors.
void simulateAt(const ir::ProcRef& proc, const witness::Sizes& sizes, std::uint64_t data, Judgement& judgement) {
  const auto made = witness::makeInputs(*proc, sizes, data);
  if (!made.inputs) {
    judgement.well_formed = false;
    judgement.complaint = made.problem;
    return;
  }
  simulate::Options options;
  options.collect_conflicts = true;
  options.schedules = 4;
  options.max_steps = 4'000'000;
  const auto result = simulate::simulate(proc, *made.inputs, options);
  judgement.conflicts.insert(judgement.conflicts.end(), result.conflicts.begin(), result.conflicts.end());
  for (const auto& fault : result.faults) {
    judgement.demonstrated |= fault.demonstrated;
    judgement.contradictions += fault.kind == simulate::FaultKind::Other ? 1 : 0;
  }
  if (result.faults.empty() || judgement.broken) return;
  judgement.broken = true;
  for (const auto& [name, value] : sizes) judgement.first_fault += name + " = " + std::to_string(value) + " ";
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

void prove(const ir::ProcRef& proc, const std::string& text, const Settings& settings, Judgement& judgement) {
  SourceTable sources;
  sources.add("fuzz.ir", text);
  diag::Sink sink;
  prove::Options options;
  options.smt_budget = settings.smt_budget;
  options.replay = false;
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
    witness::Sizes sizes;
    for (const auto& value : obligation.sizes)
      if (value.name.find('.') == std::string::npos) sizes[value.name] = value.value;
    Judgement at_witness;
    for (std::uint64_t data = 1; data <= 3; ++data) simulateAt(proc, sizes, data, at_witness);
    judgement.confirmed |= at_witness.broken;
  }
}

}  // namespace

Judgement judge(const std::string& text, const Settings& settings) {
  Judgement judgement;
  diag::Sink sink;
  const auto module = ir::parseText(1, text, sink);
  const auto proc = module ? ir::resolveLevels(module->procs.front(), sink) : nullptr;
  if (!proc) {
    judgement.complaint = diag::codeName(sink.all().front().id) + " " + sink.all().front().message;
    return judgement;
  }
  judgement.well_formed = true;
  std::uint64_t data = 0;
  for (const auto& [n, m] : kSizes) simulateAt(proc, {{"n", n}, {"m", m}}, ++data, judgement);
  std::sort(judgement.conflicts.begin(), judgement.conflicts.end());
  judgement.conflicts.erase(std::unique(judgement.conflicts.begin(), judgement.conflicts.end()), judgement.conflicts.end());
  if (settings.ask_prover && judgement.well_formed) prove(proc, text, settings, judgement);
  return judgement;
}

}  // namespace exogpu::fuzz
