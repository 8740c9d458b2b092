#pragma once
// normalise: takes IR expressions, gives terms in normal form (Σ cᵢ·atomᵢ + c; see smt/term.h). Atoms are symbols,
// extents, floor quotients by literals, opaque products, loads, conditionals. Free of Z3; used by the prover, by codegen
// (strength reduction, alignment) and by schedule steps (simplification).
// Needs: well-formed IR. Mathematical integers: the reading is C++'s as long as no intermediate overflows, which is an
// obligation of its own. Immutable locals are inlined once they are bound.
#include <functional>
#include <map>
#include <unordered_map>

#include "frontend/ir/ir.h"
#include "verify/smt/term.h"

namespace exogpu::effects {

/// Largest extent of a tensor (language.md, "Tensors, windows, aliasing").
inline constexpr std::int64_t max_extent = (std::int64_t{1} << 31) - (std::int64_t{1} << 16);

class Normalizer {
 public:
  explicit Normalizer(smt::Terms& terms) : terms_(terms) {}

  /// The value of a symbol from here on (integers and bools only).
  void bind(const ir::SymbolRef& symbol, smt::Term value) { values_[symbol.get()] = value; }
  /// Binds `symbol` to the normal form of `value`.
  void bind(const ir::SymbolRef& symbol, const ir::ExprRef& value) { bind(symbol, term(value)); }
  /// Makes the symbol a fresh variable with this range and returns it.
  smt::Term declare(const ir::SymbolRef& symbol, smt::Interval range);
  /// Bound value; an unbound symbol becomes a variable with the range of its type.
  smt::Term value(const ir::SymbolRef& symbol);

  /// Normal form of an integer or bool expression. Never fails: what has no linear reading is an opaque atom.
  /// One node is evaluated once until `forget`, so its unknowns are the same wherever it is used meanwhile.
  smt::Term term(const ir::ExprRef& expr);
  void forget() { memo_.clear(); }
  /// 0 ≤ extent ≤ max_extent.
  smt::Term extent(const ir::Buffer& buffer, int dim);
  /// Bool: the base address of a tensor is a multiple of `bytes`.
  smt::Term aligned(const ir::Buffer& buffer, std::int64_t bytes);
  /// The function that gives the elements of a read-only integer buffer by index.
  std::int64_t contents(const ir::Buffer& buffer);

  /// A fresh unknown of this type.
  smt::Term unknown(std::string name, ir::ScalarType type);
  /// What a load means, given the terms of its indices; the default is a fresh unknown of the element type.
  std::function<smt::Term(const ir::ExprRef& load, const std::vector<smt::Term>& indices)> on_load;
  /// Called for each variable that stands for a value at some place (unknowns, symbols), and for each that has one value
  /// in the whole proc (extents, alignments).
  std::function<void(smt::Term variable)> on_variable, on_global;

  smt::Terms& terms() { return terms_; }
  std::unordered_map<const ir::Symbol*, smt::Term>& values() { return values_; }
  const std::map<std::pair<const ir::Buffer*, int>, smt::Term>& extents() const { return extents_; }
  const std::map<std::pair<const ir::Buffer*, std::int64_t>, smt::Term>& alignments() const { return aligned_; }
  const std::map<const ir::Buffer*, std::int64_t>& functions() const { return contents_; }

 private:
  smt::Term evaluate(const ir::ExprRef& expr);
  smt::Term load(const ir::Load& node, const ir::ExprRef& expr);
  smt::Term convert(smt::Term value, ir::ScalarType from, ir::ScalarType to);
  smt::Term unary(const ir::Unary& node, ir::ScalarType type);
  smt::Term binary(const ir::Binary& node, const ir::ExprRef& expr);
  smt::Term comparison(const ir::Binary& node);
  smt::Term division(ir::BinaryOp op, smt::Term a, smt::Term b, ir::ScalarType type);
  smt::Term bitwise(ir::BinaryOp op, smt::Term a, smt::Term b, ir::ScalarType type);
  smt::Term shift(ir::BinaryOp op, smt::Term a, smt::Term b, ir::ScalarType type);
  smt::Term opaque(const std::string& name, std::vector<smt::Term> arguments, ir::ScalarType type);

  smt::Terms& terms_;
  std::unordered_map<const ir::Symbol*, smt::Term> values_;
  std::map<std::pair<const ir::Buffer*, int>, smt::Term> extents_;
  std::map<std::pair<const ir::Buffer*, std::int64_t>, smt::Term> aligned_;
  std::map<const ir::Buffer*, std::int64_t> contents_;
  std::map<std::pair<std::string, ir::ScalarType>, std::int64_t> opaque_functions_;
  std::unordered_map<const ir::Expr*, smt::Term> memo_;
};

/// The range of an integer type or bool.
smt::Interval typeRange(ir::ScalarType type);
/// The quotient pattern of exo::ceil_div, `a/b + (a%b > 0 ? 1 : 0)` with a literal b > 0: gives (a, b).
std::optional<std::pair<ir::ExprRef, std::int64_t>> matchCeilDiv(const ir::ExprRef& expr);
/// Same tree, node identities aside (symbols and buffers by identity).
bool sameExpr(const ir::ExprRef& a, const ir::ExprRef& b);

}  // namespace exogpu::effects
