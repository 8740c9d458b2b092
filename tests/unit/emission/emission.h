#pragma once
// Emits a program, compiles the text for the CPU (tests/tools/cuda_on_cpu), runs it, and compares with the simulator's run
// of the same program in sequential order: bit for bit.
#include <string>
#include <vector>

#include "codegen/run/program.h"
#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"

namespace exogpu::test {

/// One proc, emitted and compiled once.
class CompiledProc {
 public:
  /// A test failure when it cannot be emitted or compiled; then run gives nothing.
  explicit CompiledProc(const ir::ProcRef& proc, bool trace = false);
  std::optional<run::Outcome> run(const simulate::Inputs& inputs, int seed) const;
  const std::string& cuda() const { return cuda_; }

 private:
  ir::ProcRef proc_;
  std::string cuda_, name_, program_;
  bool trace_ = false;
  mutable int runs_ = 0;
};

/// Emits, compiles and runs the proc with `main` as its program; its exit status, -1 and a test failure without one.
int runWithMain(const std::string& ir_text, const std::string& main);
/// Parses, resolves, emits, and compares with the simulator for each of the inputs and several orders of threads.
void expectEqualRuns(const std::string& ir_text, const std::vector<simulate::Inputs>& inputs);
/// The same for the events of an instrumented build: every thread does what the IR says, in the order of its fences.
void expectEqualTraces(const ir::ProcRef& proc, const simulate::Inputs& inputs);
void expectEqualTraces(const std::string& ir_text, const simulate::Inputs& inputs);

}  // namespace exogpu::test
