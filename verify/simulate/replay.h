#pragma once
// Adversarial replay: the traces of a run under hostile schedules, comparing which write each read sees.
#include <cstdint>
#include <vector>

#include "verify/simulate/clocks.h"
#include "verify/simulate/events.h"
#include "verify/simulate/program.h"

namespace exogpu::simulate {

class Replay {
 public:
  Replay(const Program& program, const std::vector<LaunchTrace>& launches, std::uint64_t seed)
      : program_(program), launches_(launches), seed_(seed) {}

  /// The schedule that holds the first access back as long as anything else can move: does a read see another write,
  /// or does another write last in global memory?
  bool delays(const Finding& finding);
  /// A random hostile schedule of every launch: slow threads, operations early or at the last legal moment.
  bool breaksAtRandom();
  /// Random schedules are tried while they stay cheap.
  bool hasBudget() const { return spent_ < kBudget; }

 private:
  static constexpr std::uint64_t kBudget = 8'000'000;  ///< events

  const Program& program_;
  const std::vector<LaunchTrace>& launches_;
  std::uint64_t seed_;
  std::uint64_t spent_ = 0;
};

}  // namespace exogpu::simulate
