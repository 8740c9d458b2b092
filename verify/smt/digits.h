#pragma once
// Mixed-radix digits. README.md, rule D1.
#include <vector>

#include "verify/smt/solver.h"

namespace exogpu::smt {

/// A query in which variables that are divided by literals are written by their digits.
struct Expanded {
  std::vector<Fact> facts;                     ///< satisfiable together exactly when the original facts are
  std::vector<std::pair<Term, Term>> replaced;  ///< variable, and its digits put together
};

/// x with quotients ⌊x/d₁⌋ … ⌊x/dₖ⌋, dᵢ | dᵢ₊₁, becomes dₖ·q + Σ dᵢ·rᵢ + r₀ with fresh q and 0 ≤ rᵢ < dᵢ₊₁/dᵢ, in every
/// fact. Divisors that do not fit the chain stay quotients.
Expanded expandDigits(Terms& terms, const std::vector<Fact>& facts);

}  // namespace exogpu::smt
