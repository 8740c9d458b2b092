#include "verify/simulate/simulate.h"

#include <algorithm>

#include "frontend/ir/aliases.h"
#include "verify/simulate/machine.h"
#include "verify/simulate/replay.h"
#include "verify/simulate/report.h"
#include "verify/simulate/tasks.h"

namespace exogpu::simulate {
namespace {

/// Events that are kept for the replay; a longer run is judged by the clocks alone.
constexpr std::size_t kTraceLimit = 1'500'000;

/// A finding and the fault that stands for it.
struct Noted {
  Finding finding;
  std::size_t fault;
  std::uint32_t launch_threads;
  bool tasks;
};

ir::BufferRef tensorNamed(const ir::Proc& proc, const std::string& name) {
  for (const auto& parameter : proc.parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter); buffer && (*buffer)->name == name) return *buffer;
  return nullptr;
}

/// The pairs that the caller lets coincide; nothing when the proc does not allow one of them.
std::optional<Program::Shared> sharedTensors(const ir::Proc& proc, const Inputs& inputs) {
  Program::Shared shared;
  for (const auto& [name, tensor] : inputs.tensors) {
    if (tensor.same_as.empty()) continue;
    const auto a = tensorNamed(proc, tensor.same_as), b = tensorNamed(proc, name);
    if (!a || !b || a == b || !ir::mayOverlap(proc.aliases, *a, *b)) return std::nullopt;
    shared.emplace_back(a, b);
  }
  return shared;
}

class Run {
 public:
  Run(const ir::ProcRef& proc, const Program::Shared& shared, const Inputs& inputs, const Options& options)
      : inputs_(inputs), options_(options), program_(proc, shared), clocks_([this](const Finding& f) { note(f); }) {}

  Result simulate() {
    Observers observers{&clocks_, options_.collect_conflicts ? &conflicts_ : nullptr, &trace_, kTraceLimit, nullptr};
    Machine machine(program_, inputs_, options_.max_steps, faults_, observers);
    machine.run();
    Result result;
    result.contracts_hold = machine.contractsHold();
    result.violated = machine.violated();
    result.steps = machine.steps();
    result.out_of_steps = machine.outOfSteps();
    if (!result.contracts_hold) return result;
    if (machine.traceComplete()) checkTasks();
    else for (auto& launch : trace_) launch.blocks.clear();
    if (options_.adversarial && machine.traceComplete() && !machine.outOfSteps()) attack();
    explain(machine);
    result.faults = std::move(faults_.all());
    collectOutputs(machine, result);
    collectConflicts(result);
    return result;
  }

 private:
  void note(const Finding& finding) {
    if (!faults_.add(makeFault(program_, finding))) return;
    noted_.push_back({finding, faults_.all().size() - 1, trace_.back().threads, trace_.back().tasks});
  }

  void checkTasks() {
    for (const auto& launch : trace_) {
      if (!launch.tasks) continue;
      const auto report = [&](const Finding& finding) {
        if (faults_.add(makeFault(program_, finding)))
          noted_.push_back({finding, faults_.all().size() - 1, launch.threads, true});
      };
      checkTaskPairs(program_, launch, report, options_.collect_conflicts ? &conflicts_ : nullptr);
    }
  }

  void attack() {
    Replay replay(program_, trace_, options_.seed);
    int left = options_.schedules;
    for (const auto& noted : noted_) {
      if (left-- <= 0) return;
      if (replay.delays(noted.finding)) faults_.all()[noted.fault].demonstrated = true;
    }
    const bool clean = faults_.all().empty();
    while (clean && left-- > 0 && replay.hasBudget())
      if (replay.breaksAtRandom())
        faults_.add({FaultKind::Other, {}, {}, "a random schedule reads another write, though the clocks found every "
                     "conflict ordered: the simulator contradicts itself", {}, {}, true});
  }

  /// A second run, for the iterators at the places that the messages speak of.
  void explain(const Machine& machine) {
    std::map<std::uint64_t, std::string> contexts;
    for (const auto& noted : noted_) {
      contexts[noted.finding.first.seq];
      if (noted.finding.kind == Finding::Kind::Race) contexts[noted.finding.second.seq];
    }
    if (!contexts.empty()) {
      FaultLog ignored;
      Observers observers;
      observers.contexts = &contexts;
      Machine(program_, inputs_, options_.max_steps, ignored, observers).run();
    }
    for (const auto& noted : noted_) {
      const Finding& finding = noted.finding;
      faults_.all()[noted.fault].message =
          describe(program_, finding, contexts, machine.elementText(finding.slot, finding.element),
                   noted.tasks ? "task" : "block", noted.launch_threads);
    }
  }

  void collectOutputs(const Machine& machine, Result& result) const {
    for (const auto& parameter : program_.proc().parameters) {
      const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
      if (!buffer) continue;
      const Storage& storage = machine.storage(program_.bufferSlot(*buffer));
      const auto given = inputs_.tensors.find((*buffer)->name);
      if (!storage.exists() || given == inputs_.tensors.end()) continue;
      result.outputs[(*buffer)->name] = {storage.extents(), storage.bytes(), given->second.base_alignment, {}};
    }
  }

  void collectConflicts(Result& result) const {
    for (const auto& [a, b] : conflicts_.pairs())
      result.conflicts.push_back(std::minmax(program_.sites()[a].key, program_.sites()[b].key));
    std::sort(result.conflicts.begin(), result.conflicts.end());
    result.conflicts.erase(std::unique(result.conflicts.begin(), result.conflicts.end()), result.conflicts.end());
  }

  const Inputs& inputs_;
  const Options& options_;
  Program program_;
  FaultLog faults_;
  Clocks clocks_;
  ConflictLog conflicts_;
  std::vector<LaunchTrace> trace_;
  std::vector<Noted> noted_;
};

constexpr std::string_view kKinds[] = {"race",          "copy not completed", "uninitialised read", "out of bounds",
                                       "overflow",      "division by zero",   "not the owner",      "divergence",
                                       "broken contract", "misaligned copy",  "fault"};
}  // namespace

std::string_view text(FaultKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Result simulate(const ir::ProcRef& proc, const Inputs& inputs, const Options& options) {
  const auto shared = sharedTensors(*proc, inputs);
  if (shared) return Run(proc, *shared, inputs, options).simulate();
  Result refused;
  refused.contracts_hold = false;
  return refused;
}

}  // namespace exogpu::simulate
