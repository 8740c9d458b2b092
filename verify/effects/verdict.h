#pragma once
// Verdicts and obligations: the common currency of the proving rooms.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/access_key.h"

namespace exogpu::effects {

/// Never fewer than four: a time-out is not "wrong", and "not proved" is not "refuted".
enum class Verdict : std::uint8_t { Proved, Refuted, Unknown, OutOfBudget };
std::string_view text(Verdict verdict);

enum class ObligationKind : std::uint8_t {
#define EXOGPU_OBLIGATION(name, text, claim) name,
#include "verify/effects/obligations.def"
#undef EXOGPU_OBLIGATION
};
std::string_view text(ObligationKind kind);
std::string_view claim(ObligationKind kind);

/// A value of a counterexample: a size, an iterator of one side, a thread number.
struct WitnessValue {
  std::string name;
  std::int64_t value;
};

/// An element of an input tensor whose value matters to a counterexample.
struct WitnessElement {
  std::string tensor;
  std::vector<std::int64_t> indices;
  std::int64_t value;
};

struct Obligation {
  ObligationKind kind;
  Verdict verdict = Verdict::Unknown;
  ir::AccessKey first, second;              ///< second is empty for obligations about one place
  SourceRange where;
  std::string reason;                   ///< the rule that proved it, or why it is not proved
  std::vector<WitnessValue> sizes;      ///< of a refutation: parameters and extents ("M", "X.extent(0)")
  std::vector<WitnessElement> elements; ///< of a refutation: what it reads from integer tensors
  std::optional<std::pair<std::string, std::string>> overlap;  ///< of a refutation: two tensors that the caller lets coincide
  std::vector<WitnessValue> locals;     ///< of a refutation: iterators and threads of both sides
  std::vector<std::string> facts_used;  ///< names of the facts in the unsat core
  std::optional<diag::Diagnostic> diagnostic;
};

}  // namespace exogpu::effects
