#pragma once
// Replayer: takes the refutations of a proc, runs the simulator at the sizes and input elements of each, and says whether
// it saw the same fault. Runs with equal inputs are done once. Needs levels resolved; reports nothing.
#include <map>
#include <string>

#include "verify/effects/verdict.h"
#include "verify/simulate/simulate.h"

namespace exogpu::witness {

enum class Replay : std::uint8_t {
  Confirmed,  ///< the same kind of fault at the same places
  Refuted,    ///< the run was clean there: the counterexample is spurious
  NotRun      ///< too large to run, or no such inputs could be made
};

struct Limits {
  std::int64_t elements = 1 << 24;         ///< of all tensors together
  std::uint64_t steps = 10'000'000;
  std::size_t runs = 6;                    ///< with different inputs
};

class Replayer {
 public:
  explicit Replayer(ir::ProcRef proc, Limits limits = {}) : proc_(std::move(proc)), limits_(limits) {}
  Replay confirm(const effects::Obligation& obligation);
  /// What the simulator said about the fault of the last confirmed call.
  const std::string& message() const { return message_; }
  /// Whether that fault was at the very access, not at another one of the same statement.
  bool sawSameAccess() const { return same_access_; }

 private:
  const simulate::Result* run(const effects::Obligation& obligation);

  ir::ProcRef proc_;
  Limits limits_;
  std::map<std::string, std::optional<simulate::Result>> runs_;
  std::string message_;
  bool same_access_ = false;
};

}  // namespace exogpu::witness
