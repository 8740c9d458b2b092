#include "tests/mutation/judge.h"

#include <random>
#include <set>

#include "frontend/ir/levels.h"
#include "verify/witness/inputs.h"
#include "verify/witness/replay.h"

namespace exogpu::mutation {
namespace {

/// Names of all integer parameters and extents.
std::vector<std::string> sizeNames(const ir::Proc& proc) {
  std::vector<std::string> names;
  for (const auto& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (!ir::isFloat((*symbol)->type)) names.push_back((*symbol)->name);
      continue;
    }
    const auto& buffer = *std::get<ir::BufferRef>(parameter);
    for (int d = 0; d < buffer.rank; ++d) names.push_back(buffer.name + ".extent(" + std::to_string(d) + ")");
  }
  return names;
}

std::int64_t elementsOf(const simulate::Inputs& inputs) {
  std::int64_t total = 0;
  for (const auto& [name, tensor] : inputs.tensors) total += static_cast<std::int64_t>(tensor.bytes.size());
  return total;
}

/// The shape of a run: sizes only.
std::vector<std::int64_t> shapeOf(const simulate::Inputs& inputs) {
  std::vector<std::int64_t> shape;
  for (const auto& [name, value] : inputs.integers) shape.push_back(value);
  for (const auto& [name, tensor] : inputs.tensors)
    shape.insert(shape.end(), tensor.extents.begin(), tensor.extents.end());
  return shape;
}

simulate::Result run(const ir::ProcRef& proc, const simulate::Inputs& inputs, const JudgeOptions& options) {
  simulate::Options settings;
  settings.adversarial = false;
  settings.seed = options.seed;
  settings.max_steps = options.max_steps;
  settings.collect_conflicts = true;
  return simulate::simulate(proc, inputs, settings);
}

void judgeBySimulator(const ir::ProcRef& proc, const JudgeOptions& options, const prove::Report& report,
                      Judgement& result) {
  std::set<std::pair<ir::AccessKey, ir::AccessKey>> known;
  for (const auto& obligation : report.obligations) {
    known.emplace(obligation.first, obligation.second);
    known.emplace(obligation.second, obligation.first);
  }
  for (const auto& inputs : chooseInputs(*proc, options)) {
    const auto outcome = run(proc, inputs, options);
    if (!outcome.contracts_hold) continue;
    ++result.runs;
    for (const auto& pair : outcome.conflicts) result.unmapped_conflicts += !known.contains(pair);
    if (outcome.faults.empty()) continue;
    result.broken = true;
    result.fault = outcome.faults.front().message;
    return;
  }
}

/// The simulator on the witness of a refutation: what it breaks there is broken.
void replay(const ir::ProcRef& proc, const prove::Report& report, Judgement& result) {
  witness::Replayer replayer(proc);
  for (const auto& obligation : report.obligations) {
    if (obligation.verdict != effects::Verdict::Refuted || replayer.confirm(obligation) != witness::Replay::Confirmed) continue;
    result.broken = true;
    result.fault = "at the witness's sizes: " + replayer.message();
    return;
  }
}

}  // namespace

std::vector<simulate::Inputs> chooseInputs(const ir::Proc& proc, const JudgeOptions& options) {
  std::mt19937_64 random(options.seed);
  const auto pick = [&] { return options.sizes[random() % options.sizes.size()]; };
  const auto names = sizeNames(proc);
  std::vector<simulate::Inputs> chosen;
  std::set<std::vector<std::int64_t>> seen;
  for (int attempt = 0; attempt < 80 && static_cast<int>(chosen.size()) < options.runs; ++attempt) {
    witness::Sizes sizes;
    for (const auto& name : names)
      if (random() % 3 == 0) sizes[name] = pick();
    auto made = witness::makeInputs(proc, sizes, random(), pick());
    if (!made.inputs || elementsOf(*made.inputs) > options.max_elements) continue;
    if (seen.insert(shapeOf(*made.inputs)).second) chosen.push_back(std::move(*made.inputs));
  }
  return chosen;
}

Judgement judge(const ir::ProcRef& unresolved, const JudgeOptions& options, const SourceTable& sources) {
  Judgement result;
  diag::Sink levels;
  const auto proc = ir::resolveLevels(unresolved, levels);
  if (!proc || levels.hasErrors()) return result;
  result.well_formed = true;
  diag::Sink sink;
  const auto report = prove::prove(proc, {}, sources, sink);
  result.verdict = report.verdict;
  for (const auto& diagnostic : sink.all())
    if (diagnostic.severity == diag::Severity::Error && result.reason.empty()) result.reason = diagnostic.message;
  judgeBySimulator(proc, options, report, result);
  if (result.verdict == effects::Verdict::Refuted && !result.broken) replay(proc, report, result);
  return result;
}

}  // namespace exogpu::mutation
