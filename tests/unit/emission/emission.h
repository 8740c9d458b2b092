#pragma once
// Emits a program, compiles the text for the CPU (tests/tools/cuda_on_cpu), runs it, and compares with the simulator's run
// of the same program in sequential order: bit for bit.
#include <map>
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"

namespace exogpu::test {

struct TraceEvent {
  int block, thread, kind, site;
  std::int64_t element;
  friend auto operator<=>(const TraceEvent&, const TraceEvent&) = default;
};
struct EmissionResult {
  int code = -1;     ///< exogpu_code; -1: the program did not end well
  std::string text;  ///< of the status
  std::map<std::string, std::vector<std::uint8_t>> tensors;
  std::vector<TraceEvent> trace;
};

/// Turns emitted text into C++ that cuda_on_cpu.h can run: launches and shared declarations become calls.
std::string rewriteForCpu(const std::string& cuda);

/// One proc, emitted and compiled once.
class CompiledProc {
 public:
  /// A test failure when it cannot be emitted or compiled; then run gives code -1.
  explicit CompiledProc(const ir::ProcRef& proc, bool trace = false);
  EmissionResult run(const simulate::Inputs& inputs, std::uint64_t seed) const;
  const std::string& cuda() const { return cuda_; }

 private:
  std::string mainText(bool trace) const;
  ir::ProcRef proc_;
  std::string cuda_, program_;
  bool trace_ = false;
};

/// Parses, resolves, emits, and compares with the simulator for each of the inputs and several orders of threads.
void expectEqualRuns(const std::string& ir_text, const std::vector<simulate::Inputs>& inputs);

}  // namespace exogpu::test
