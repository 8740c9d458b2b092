#pragma once
// Definitions: what the names of a proc stand for, and the arithmetic facts that follow: resolved expressions, values at
// one point, linear coefficients, known divisors. Needs levels resolved; the proc must outlive it.
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::lower {

using Point = std::map<const ir::Symbol*, std::int64_t>;

/// How often a sequential loop with constant bounds runs, and its values lo, lo + step, …
struct ConstantRange {
  std::int64_t lo, step, count;
};
std::optional<ConstantRange> constantRange(const ir::For& loop);

class Definitions {
 public:
  explicit Definitions(const ir::Proc& proc);

  /// The declaration's value of a local when neither it nor a name in its value is ever assigned, else null. It may still
  /// read memory.
  ir::ExprRef valueOf(const ir::Symbol& symbol) const;
  /// Replaces every local that has such a value by it, as far down as it goes.
  ir::ExprRef resolve(const ir::ExprRef& expr) const;
  /// Names that the resolved expression still reads, each once, in order of first use.
  std::vector<ir::SymbolRef> leaves(const ir::ExprRef& expr) const;
  /// True when a resolved expression depends on something else than names and literals (a load, an extent).
  bool readsMemory(const ir::ExprRef& expr) const;
  /// Value at a point that gives every leaf; nothing when it is not computable, or leaves its type on the way.
  std::optional<std::int64_t> evaluate(const ir::ExprRef& expr, const Point& point) const;
  /// Known not to be negative, from literals and from where iterators start.
  bool isNonNegative(const ir::ExprRef& expr) const;
  /// c such that expr = c·symbol + (something without symbol), if it is linear in it.
  std::optional<std::int64_t> coefficient(const ir::ExprRef& expr, const ir::SymbolRef& symbol) const;

 private:
  std::optional<std::int64_t> exactly(const ir::ExprRef& expr, const Point& point) const;
  const ir::For* loopOf(const ir::Symbol& symbol) const;
  std::map<const ir::Symbol*, ir::ExprRef> values_;
  friend class Divisors;
  std::map<const ir::Symbol*, const ir::For*> loops_;
};

/// Known divisors, with the facts that hold at one launch: the contracts and host-level branches around it.
class Divisors {
 public:
  Divisors(const Definitions& definitions, const ir::Proc& proc, const ir::StmtRef& launch);
  /// A number that divides the value in every run (0: the value is 0).
  std::int64_t divisor(const ir::ExprRef& expr) const;
  std::int64_t divisorOfExtent(const ir::Buffer& buffer, int dim) const;
  /// Bytes to which the base address is known to be aligned (at least the element size).
  std::int64_t alignment(const ir::Buffer& buffer) const;

 private:
  void addFact(const ir::ExprRef& condition);
  void addEquality(const ir::ExprRef& a, const ir::ExprRef& b);
  std::int64_t divisorOfBinary(const ir::Binary& binary) const;
  const Definitions* definitions_;
  std::map<const ir::Symbol*, std::int64_t> symbols_;
  std::map<std::pair<const ir::Buffer*, int>, std::int64_t> extents_;
  std::map<const ir::Buffer*, std::int64_t> alignments_;
};

}  // namespace exogpu::lower
