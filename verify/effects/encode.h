#pragma once
// Encoding of places into facts. A Side is one copy of a site's context: its own iterators, thread number and unknowns
// (names end in the suffix), while everything that belongs to the outermost `shared_depth` steps is common to both
// sides. Two sides and "same element" make the query of a pair.
#include "verify/effects/model.h"

namespace exogpu::effects {

class Side {
 public:
  /// `shared_depth`: depth of the innermost step whose iteration both copies have in common (0: only parameters;
  /// depth of the innermost launch loop: same block; of a loop below it: same iteration of that loop too).
  /// `role`: which group of the executing set (0 for kernels without roles).
  Side(const Model& model, const Site& site, std::string suffix, int shared_depth, std::size_t role = 0);

  /// What is known: loop ranges, guards, contracts and assumptions (named), the range of the thread's position.
  const std::vector<smt::Fact>& facts() const { return facts_; }
  /// The thread that executes, numbered in its block: base + stride·position; null at host level.
  smt::Term thread() const { return thread_; }
  smt::Term position() const { return position_; }
  /// Renames a term of the model into this copy.
  smt::Term rename(smt::Term term) const;
  std::vector<smt::Term> rename(const std::vector<smt::Term>& terms) const;
  /// The iterator of an enclosing loop.
  smt::Term iterator(const Step& loop) const { return rename(loop.iterator); }
  /// Element that an access of this site touches: the indices, for windows plus a fresh offset inside the shape (its
  /// range is among the facts), clipped to the buffer.
  std::vector<smt::Term> element(const Access& access);
  const std::vector<std::pair<std::string, smt::Term>>& names() const { return names_; }  ///< for witnesses

 private:
  smt::Term fresh(smt::Term variable) const;
  const Model& model_;
  std::string suffix_;
  int shared_depth_;
  mutable std::unordered_map<smt::Term, smt::Term> renaming_;
  std::vector<smt::Fact> facts_;
  smt::Term thread_ = nullptr, position_ = nullptr;
  std::vector<std::pair<std::string, smt::Term>> names_;
};

/// All indices equal (same buffer).
smt::Term sameElement(smt::Terms& terms, const std::vector<smt::Term>& a, const std::vector<smt::Term>& b);
/// The two sides run on different blocks of the launch: some iterator of its nest differs.
smt::Term differentBlocks(const Model& model, const Launch& launch, const Side& a, const Side& b);
/// Facts with the background dropped that shares no variable, however indirectly, with `goal`.
std::vector<smt::Fact> relevant(const smt::Terms& terms, std::vector<smt::Fact> facts, smt::Term goal);
/// Extent of a buffer along a dimension: its constant or the tensor's extent.
smt::Term extentTerm(const Model& model, const ir::Buffer& buffer, int dim);

}  // namespace exogpu::effects
