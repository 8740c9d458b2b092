#pragma once
// The simulator: the second opinion. An interpreter of the *parallel* IR at one size that shares nothing with the
// prover but the IR.
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/access_key.h"

namespace exogpu::simulate {

/// Arguments of one run, by parameter name. Tensor contents are raw little-endian bytes, row-major.
struct TensorValue {
  std::vector<std::int64_t> extents;
  std::vector<std::uint8_t> bytes;
  std::uint64_t base_alignment = 256;
  /// Another tensor parameter whose memory this is, whole and with the same extents; its bytes are then not looked at.
  /// Only where the proc declares that the two may overlap: elsewhere the launcher refuses, and nothing runs.
  std::string same_as = {};
};
struct Inputs {
  std::map<std::string, std::int64_t> integers;
  std::map<std::string, double> reals;
  std::map<std::string, TensorValue> tensors;
};

enum class FaultKind : std::uint8_t {
  Race, NotCompleted, Uninitialised, OutOfBounds, Overflow, DivisionByZero, NotOwner, Divergence, Contract, Misaligned, Other
};
std::string_view text(FaultKind kind);
/// One fault of one run. `first` is the earlier access of the sequential order (races), else the faulty place.
struct Fault {
  FaultKind kind;
  ir::AccessKey first, second;
  std::string message;  ///< "thread 3 of block 0 writes As[0][5] (k = 1) while thread 35 may still read it (k = 0)"
  SourceRange where_first, where_second;
  bool demonstrated = false;  ///< adversarial replay showed a read that sees another write
};
/// A dynamic conflicting pair that was seen (ordered or not), as static keys, first ≤ second.
using ConflictPair = std::pair<ir::AccessKey, ir::AccessKey>;

struct Options {
  bool adversarial = true;     ///< replay hostile schedules after the clocks
  int schedules = 16;          ///< how many of them
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 200'000'000;
  bool collect_conflicts = false;
};
struct Result {
  bool contracts_hold = true;  ///< false: the inputs violate a contract, nothing ran
  std::string violated;        ///< the text of that contract, or the name of the assumption
  std::vector<Fault> faults;   ///< empty: safe at this size, in every interleaving
  std::map<std::string, TensorValue> outputs;  ///< tensors after the run in sequential order
  std::vector<ConflictPair> conflicts;
  std::uint64_t steps = 0;
  bool out_of_steps = false;
};

/// Runs `proc` (levels resolved). Values follow IEEE with each operation rounded on its own, integers wrap.
Result simulate(const ir::ProcRef& proc, const Inputs& inputs, const Options& options = {});

}  // namespace exogpu::simulate
