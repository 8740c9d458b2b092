// Traces of instrumented kernels against the simulator's events.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "codegen/lower/sites.h"
#include "tests/unit/emission/emission.h"
#include "tests/unit/support/ir_text.h"
#include "verify/simulate/machine.h"

namespace exogpu::test {

namespace {
/// What one thread of one launch's block does: per stretch between synchronisations, the accesses in any order.
using Access = std::tuple<char, int, std::int64_t>;  // kind, site, element
struct Stretch {
  std::vector<Access> accesses;
  char ends_with = ' ';  // f, c, p
  friend bool operator==(const Stretch&, const Stretch&) = default;
};
using Threads = std::map<std::pair<int, int>, std::vector<Stretch>>;  // (block, thread)

void add(Threads& threads, int block, int thread, char kind, int site, std::int64_t element) {
  auto& stretches = threads[{block, thread}];
  if (stretches.empty()) stretches.emplace_back();
  if (kind != 'f' && kind != 'c' && kind != 'p') {
    stretches.back().accesses.emplace_back(kind, site, element);
    return;
  }
  stretches.back().ends_with = kind;
  stretches.emplace_back();
}
void sortAll(Threads& threads) {
  for (auto& [who, stretches] : threads)
    for (auto& stretch : stretches) std::sort(stretch.accesses.begin(), stretch.accesses.end());
}

char letterOf(simulate::EventKind kind) {
  switch (kind) {
    case simulate::EventKind::Read: return 'r';
    case simulate::EventKind::Write: return 'w';
    case simulate::EventKind::Atomic: return 'a';
    case simulate::EventKind::AsyncWrite: return 'i';
    case simulate::EventKind::Commit: return 'c';
    case simulate::EventKind::Wait: return 'p';
    case simulate::EventKind::Fence: return 'f';
    case simulate::EventKind::Issue:
    case simulate::EventKind::AsyncRead:
    case simulate::EventKind::Life:
    case simulate::EventKind::Zero:
    case simulate::EventKind::ScopeEnd: return ' ';
  }
  return ' ';
}

Threads simulatedThreads(const simulate::Program& program, const lower::Sites& sites, const simulate::Inputs& inputs) {
  simulate::FaultLog faults;
  std::vector<simulate::LaunchTrace> trace;
  simulate::Observers observers;
  observers.trace = &trace;
  observers.trace_limit = 1 << 22;
  simulate::Machine machine(program, inputs, 1 << 26, faults, observers);
  machine.run();
  EXPECT_TRUE(machine.contractsHold() && machine.traceComplete());
  Threads threads;
  for (const auto& launch : trace)
    for (const auto& block : launch.blocks)
      for (const auto& event : block.events) {
        const char kind = letterOf(event.kind);
        if (kind == ' ') continue;
        const auto number = sites.number.find(program.sites().at(event.site).key);
        const int site = number == sites.number.end() ? -1 : number->second;
        for (std::uint32_t p = 0; p < event.who.size; ++p)
          add(threads, static_cast<int>(block.block), static_cast<int>(event.who.thread(p)), kind, site, event.element);
      }
  sortAll(threads);
  return threads;
}

/// The simulator keeps no events of tensors that nothing writes.
Threads emittedThreads(const run::Outcome& outcome, const simulate::Program& program, const lower::Sites& sites) {
  std::vector<const ir::Buffer*> written;
  for (std::uint32_t slot = 0; slot < program.buffers().size(); ++slot)
    if (program.isWritten(slot)) written.push_back(program.buffers()[slot].get());
  Threads threads;
  for (const auto& event : outcome.trace) {
    const auto* buffer = event.site < 0 ? nullptr : sites.all.at(static_cast<std::size_t>(event.site)).buffer.get();
    if (buffer && buffer->space == ir::Space::Global && std::find(written.begin(), written.end(), buffer) == written.end())
      continue;
    add(threads, event.block, event.thread, static_cast<char>(event.kind), event.site, event.element);
  }
  sortAll(threads);
  return threads;
}

std::string show(const std::vector<Stretch>& stretches) {
  std::string text;
  for (const auto& stretch : stretches) {
    for (const auto& [kind, site, element] : stretch.accesses)
      text += std::string(1, kind) + std::to_string(site) + "[" + std::to_string(element) + "] ";
    text += std::string(1, stretch.ends_with) + "\n";
  }
  return text;
}
}  // namespace

void expectEqualTraces(const std::string& ir_text, const simulate::Inputs& inputs) {
  if (const auto proc = resolvedProc(ir_text)) expectEqualTraces(proc, inputs);
}

void expectEqualTraces(const ir::ProcRef& proc, const simulate::Inputs& inputs) {
  const CompiledProc compiled(proc, true);
  const auto outcome = compiled.run(inputs, 1);
  ASSERT_TRUE(outcome) << compiled.cuda();
  const simulate::Program program(proc);
  const auto sites = lower::numberSites(*proc);
  const auto expected = simulatedThreads(program, sites, inputs);
  const auto actual = emittedThreads(*outcome, program, sites);
  EXPECT_FALSE(expected.empty());
  for (const auto& [who, stretches] : expected) {
    const auto found = actual.find(who);
    ASSERT_TRUE(found != actual.end()) << "block " << who.first << " thread " << who.second << " logged nothing";
    ASSERT_TRUE(found->second == stretches) << "block " << who.first << " thread " << who.second << "\nIR:\n" << show(stretches)
                                            << "emitted:\n" << show(found->second) << compiled.cuda();
  }
  EXPECT_EQ(actual.size(), expected.size());
}

}  // namespace exogpu::test
