#pragma once
// The proving pipeline: every obligation of a proc, for all sizes.
#include <cstdint>
#include <string>
#include <vector>

#include "verify/effects/verdict.h"

namespace exogpu::prove {

struct Options {
  std::uint64_t smt_budget = 20'000'000;  ///< Z3 rlimit units for one query
  std::string smt_dump_dir;               ///< when set, every query is written there as SMT-LIB
  std::string cache_dir;                  ///< when set, verdicts are kept there by structural hash
  bool replay = true;                     ///< refutations are replayed in the simulator before they are shown
};

struct Report {
  effects::Verdict verdict = effects::Verdict::Unknown;
  std::vector<effects::Obligation> obligations;
  std::vector<std::string> assumptions;         ///< names of exo::assume that stand in the proc
  std::vector<std::string> numeric_exceptions;  ///< "exp (line 52, at most 2 ulp on each side)"; empty: equal bitwise
  std::uint64_t queries = 0;
  std::uint64_t rlimit_used = 0;
};

/// Proves what the sequential run of `proc` needs (levels need not be resolved): places in range, values in their types,
/// nothing read before it is written. A schedule keeps the meaning of a program that has one, and may remove the very
/// place that shows it has none, so the program that it begins with is asked too.
Report proveSource(const ir::ProcRef& proc, const Options& options, const SourceTable& sources, diag::Sink& sink);

/// Proves `proc` (levels resolved). Diagnostics of everything not proved go to `sink`, at most one an access pair.
Report prove(const ir::ProcRef& proc, const Options& options, const SourceTable& sources, diag::Sink& sink);

}  // namespace exogpu::prove
