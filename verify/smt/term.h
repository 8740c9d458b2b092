#pragma once
// Terms: the small language in which every question to the solver is put. Hash-consed and immutable, so equal terms
// are the same pointer. Integers are mathematical (no wrap); every integer term is kept as Σ cᵢ·atomᵢ + c, so equal
// linear expressions are the same term whatever way they were written. Free of Z3.
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace exogpu::smt {

enum class Sort : std::uint8_t { Bool, Int };

enum class Op : std::uint8_t {
  Constant,       ///< value (of Int, or 0/1 of Bool)
  Variable,       ///< declaration `value`
  Apply,          ///< uninterpreted function `value` of args
  Sum,            ///< value + Σ coefficients[i]·args[i]; args are atoms in order of creation
  FloorDiv,       ///< ⌊args[0] / value⌋, value > 1
  Product,        ///< args[0]·args[1], neither constant: opaque to the solver but for lemmas
  Ite,            ///< args[0] ? args[1] : args[2], of Int
  LessEqualZero,  ///< args[0] ≤ 0
  EqualZero,      ///< args[0] = 0
  And, Or, Not,   ///< Not only around Bool variables, applications and EqualZero
};

struct Node;
using Term = const Node*;
struct Node {
  Op op;
  Sort sort;
  std::uint32_t id;  ///< order of creation in its pool: deterministic, and the order of sums
  std::int64_t value = 0;
  std::vector<Term> args;
  std::vector<std::int64_t> coefficients;
};

/// Closed interval; a missing end is unbounded.
struct Interval {
  std::optional<std::int64_t> lo, hi;
  bool isNonNegative() const { return lo && *lo >= 0; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct VariableInfo {
  std::string name;
  Sort sort;
  Interval range;  ///< holds wherever the variable is meaningful; asserted in every query that mentions it
};
struct FunctionInfo {
  std::string name;
  Sort sort;
  Interval range;
};

/// A term seen as Σ cᵢ·atomᵢ + c.
struct LinearForm {
  std::int64_t constant = 0;
  std::vector<std::pair<Term, std::int64_t>> terms;
};

/// form = g·(result) + rest, term by term, with 0 ≤ the constant of rest < g (g > 0).
LinearForm splitMultiples(const LinearForm& form, std::int64_t g, LinearForm& rest);

/// The pool of terms. Constructors simplify by exact rules only (README.md lists them); arithmetic that would leave
/// int64 gives a fresh unknown, which is sound for proofs.
class Terms {
 public:
  Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  // integers
  Term constant(std::int64_t value);
  Term variable(std::string name, Interval range = {});  ///< always a new one; names need not be unique
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term neg(Term a) { return scale(a, -1); }
  Term scale(Term a, std::int64_t factor);
  Term mul(Term a, Term b);                      ///< linear when one side is constant, else an opaque product
  Term floorDiv(Term a, std::int64_t divisor);   ///< divisor > 0
  Term floorMod(Term a, std::int64_t divisor);   ///< a − divisor·⌊a / divisor⌋
  Term truncDiv(Term a, std::int64_t divisor);   ///< C++'s `/` by a literal ≠ 0
  Term truncMod(Term a, std::int64_t divisor);   ///< C++'s `%` by a literal ≠ 0
  Term bitAnd(Term a, std::int64_t mask);        ///< two's complement `&` with a literal
  Term ite(Term condition, Term if_true, Term if_false);  ///< Int or Bool
  Term min(Term a, Term b);
  Term max(Term a, Term b);

  // booleans
  Term boolean(bool value) { return value ? true_ : false_; }
  Term boolVariable(std::string name);
  Term le(Term a, Term b);
  Term lt(Term a, Term b) { return le(add(a, constant(1)), b); }
  Term ge(Term a, Term b) { return le(b, a); }
  Term gt(Term a, Term b) { return lt(b, a); }
  Term eq(Term a, Term b);  ///< Int or Bool
  Term ne(Term a, Term b) { return logicalNot(eq(a, b)); }
  Term logicalAnd(const std::vector<Term>& terms);
  Term logicalOr(const std::vector<Term>& terms);
  Term logicalAnd(Term a, Term b) { return logicalAnd(std::vector<Term>{a, b}); }
  Term logicalOr(Term a, Term b) { return logicalOr(std::vector<Term>{a, b}); }
  Term logicalNot(Term a);
  Term implies(Term a, Term b) { return logicalOr(logicalNot(a), b); }
  Term within(Term value, std::int64_t lo, std::int64_t hi);  ///< lo ≤ value ≤ hi

  // uninterpreted functions
  std::int64_t function(std::string name, Sort result = Sort::Int, Interval range = {});
  Term apply(std::int64_t function, std::vector<Term> arguments);

  // questions
  const VariableInfo& variableInfo(Term variable) const { return variables_[static_cast<std::size_t>(variable->value)]; }
  const FunctionInfo& functionInfo(std::int64_t function) const { return functions_[static_cast<std::size_t>(function)]; }
  LinearForm linear(Term integer) const;
  Term fromLinear(const LinearForm& form);
  std::optional<std::int64_t> constantOf(Term term) const;
  /// Bounds that follow from the ranges of variables and functions alone.
  Interval interval(Term integer);
  /// Replaces variables (of either sort) and simplifies again.
  Term substitute(Term term, const std::unordered_map<Term, Term>& replacement);
  /// Variables of a term, each once, in order of creation.
  std::vector<Term> variablesOf(const std::vector<Term>& terms) const;
  std::string print(Term term) const;

 private:
  Term intern(Node node);
  Term rebuild(const Node& node, std::vector<Term> args);
  Term fromSum(std::int64_t constant, std::map<std::uint32_t, std::pair<Term, __int128>> terms);
  Interval computeInterval(Term integer);
  Term compare(Op op, Term difference);
  Term splitEquality(const LinearForm& form);
  Term junction(Op op, const std::vector<Term>& terms);

  std::deque<Node> nodes_;
  std::unordered_map<std::size_t, std::vector<Term>> table_;
  std::unordered_map<Term, Interval> intervals_;
  std::deque<VariableInfo> variables_;
  std::deque<FunctionInfo> functions_;
  Term true_ = nullptr, false_ = nullptr;
};

}  // namespace exogpu::smt
