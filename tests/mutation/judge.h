#pragma once
// Judging one program by both roads: the simulator at a handful of sizes, the prover for all sizes.
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/prove/prove.h"
#include "verify/simulate/simulate.h"

namespace exogpu::mutation {

struct Judgement {
  bool well_formed = false;   ///< the levels could be resolved
  int runs = 0;               ///< sizes that the simulator ran
  bool broken = false;        ///< the simulator found a fault at one of them, or replays a refutation at its sizes
  std::string fault;          ///< the first one, in words
  effects::Verdict verdict = effects::Verdict::Unknown;
  std::string reason;         ///< the first diagnostic of the prover
  int unmapped_conflicts = 0; ///< dynamic conflicting pairs that no obligation of the proof names
};

struct JudgeOptions {
  int runs = 4;
  std::uint64_t seed = 1;
  std::int64_t max_elements = 1 << 16;  ///< larger inputs are not tried
  std::uint64_t max_steps = 20'000'000;
  std::vector<std::int64_t> sizes = {0, 1, 2, 3, 5, 8, 16, 17, 20, 32, 33, 36, 40, 48, 64};
};

/// Inputs of small sizes that fulfil the contracts: deterministic in the seed.
std::vector<simulate::Inputs> chooseInputs(const ir::Proc& proc, const JudgeOptions& options);

/// Judges a proc whose levels are not resolved.
Judgement judge(const ir::ProcRef& proc, const JudgeOptions& options, const SourceTable& sources);

}  // namespace exogpu::mutation
