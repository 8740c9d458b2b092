#pragma once
// One program before both judges: the simulator at several sizes, and the prover.
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"

namespace exogpu::fuzz {

struct Judgement {
  bool well_formed = false;
  std::string complaint;               ///< of parser, levels or prover: why it is not well formed or not proved
  bool broken = false;                 ///< the simulator found a fault at some size
  std::string first_fault;             ///< "n = 3, m = 0: race: …"
  int contradictions = 0;              ///< faults that only a random schedule shows
  bool demonstrated = false;
  std::vector<simulate::ConflictPair> conflicts;
  enum class Verdict : std::uint8_t { None, Proved, Refuted, Unknown, OutOfBudget } verdict = Verdict::None;
  int unmapped = 0;                    ///< dynamic conflicting pairs without an obligation in an accepted proof
  std::string first_unmapped;
  bool confirmed = false;              ///< of a refutation: the simulator breaks the program at the witness's sizes
};

struct Settings {
  bool ask_prover = true;
  std::uint64_t smt_budget = 2'000'000;
};

Judgement judge(const std::string& text, const Settings& settings);

}  // namespace exogpu::fuzz
