#pragma once
// One program before both judges: the simulator at several sizes, and the prover.
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/simulate/simulate.h"
#include "verify/witness/inputs.h"

namespace exogpu::fuzz {

struct Judgement {
  bool well_formed = false;
  std::string complaint;               ///< of parser, levels or prover: why it is not well formed or not proved
  bool broken = false;                 ///< the simulator found a fault at some size
  int runs = 0;                        ///< that came to an end
  std::string first_fault;             ///< "n = 3, m = 0: race: …"
  int contradictions = 0;              ///< faults that only a random schedule shows
  bool demonstrated = false;
  std::vector<simulate::ConflictPair> conflicts;
  enum class Verdict : std::uint8_t { None, Proved, Refuted, Unknown, OutOfBudget } verdict = Verdict::None;
  int unmapped = 0;                    ///< dynamic conflicting pairs without an obligation in an accepted proof
  std::string first_unmapped;
  bool confirmed = false;              ///< of a refutation: the simulator breaks the program at the witness's sizes
};

/// Sizes of one run; what `given` leaves open follows from the contracts, else it is `otherwise`.
struct Trial {
  witness::Sizes given;
  std::int64_t otherwise = 64;
};
struct Settings {
  bool ask_prover = true;
  std::uint64_t smt_budget = 2'000'000;
  std::uint64_t max_steps = 4'000'000;  ///< of one run in the simulator
  std::vector<Trial> trials;
};

/// Of a proc whose levels are not resolved.
Judgement judge(const ir::ProcRef& proc, const Settings& settings, const SourceTable& sources);
/// Of a proc in the text form.
Judgement judge(const std::string& text, const Settings& settings);

}  // namespace exogpu::fuzz
