#pragma once
// Witness writers: for a read of an array element, formulas each of which implies that some earlier write of the same
// element exists (README.md, "Definedness"). No quantifiers: the writer's iterators are either those of the read, or
// solved from the equality of indices, or enumerated exactly when their loops have constant bounds.
#include <optional>
#include <vector>

#include "verify/effects/model.h"

namespace exogpu::bounds {

/// A read whose element is to be covered, and the depth of the body that declares the array.
struct Need {
  const effects::Access* access = nullptr;
  std::vector<smt::Term> element;
  int alloc_depth = 0;
};

/// One loop of the writer's copy; windows and lanes count as loops from 0 to their size.
struct WriterLoop {
  smt::Term variable = nullptr;
  smt::Term lo = nullptr, hi = nullptr;  ///< of the variable: lo ≤ variable < hi, as far as the loop says
  smt::Term last = nullptr;              ///< value of the variable in the last iteration
  bool is_pivot = false;
  bool enumerated = false;
};

/// A copy of the writer, placed before the read: outside `pivot` both are in the same iteration, in the pivot the
/// writer's iteration is an earlier one, inside it is free.
struct WriterCopy {
  std::vector<WriterLoop> loops;        ///< free ones, outermost first
  std::vector<smt::Term> facts;         ///< what makes the write happen
  std::vector<smt::Term> element;
  smt::Term pivot_counter = nullptr;    ///< of the read
  smt::Term writer_counter = nullptr;   ///< of the writer
};

class Writers {
 public:
  explicit Writers(const effects::Model& model) : model_(model), t_(*model.terms) {}
  /// Formulas over the read's own variables (and unknowns of the writer, which the solver may choose against us).
  std::vector<smt::Term> candidates(const Need& need, const effects::Access& writer);

 private:
  std::vector<WriterCopy> placements(const Need& need, const effects::Access& writer);
  std::optional<WriterCopy> place(const effects::Access& writer, int identity_depth, const effects::Step* pivot);
  void chooseEnumerated(WriterCopy& copy) const;
  bool dropMixed(WriterCopy& copy) const;
  void solve(const Need& need, const WriterCopy& copy, std::size_t next, std::vector<smt::Term>& out);
  std::vector<smt::Term> solutions(const Need& need, const WriterCopy& copy, const WriterLoop& loop) const;
  WriterCopy substituted(const WriterCopy& copy, smt::Term variable, smt::Term value) const;
  smt::Term cover(const Need& need, const WriterCopy& copy) const;

  const effects::Model& model_;
  smt::Terms& t_;
};

}  // namespace exogpu::bounds
