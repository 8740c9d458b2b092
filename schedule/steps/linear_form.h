#pragma once
// Integer expressions as Σ cᵢ·atomᵢ + c, and back into readable text.
#include <optional>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::steps {

struct LinearForm {
  struct Term {
    ir::ExprRef atom;
    std::int64_t factor;
  };
  std::vector<Term> terms;  ///< in the order in which they were written
  std::int64_t constant = 0;
  bool isConstant() const { return terms.empty(); }
};

/// Empty when a coefficient leaves int.
std::optional<LinearForm> linearForm(const ir::ExprRef& expr);
/// Fresh nodes; sums first, then what is subtracted.
ir::ExprRef expression(const LinearForm& form);
/// form = divisor·quotient + rest, the rest with coefficients that the divisor does not divide and 0 <= constant < divisor.
struct Split {
  LinearForm quotient, rest;
};
Split splitBy(const LinearForm& form, std::int64_t divisor);

}  // namespace exogpu::steps
