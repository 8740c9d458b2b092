#include "verify/smt/term.h"

#include <algorithm>
#include <numeric>

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/raw_ostream.h"
#include "verify/smt/arithmetic.h"

namespace exogpu::smt {
namespace {

std::size_t hashOf(const Node& node) {
  auto hash = llvm::hash_combine(static_cast<int>(node.op), static_cast<int>(node.sort), node.value);
  for (Term arg : node.args) hash = llvm::hash_combine(hash, arg->id);
  for (auto c : node.coefficients) hash = llvm::hash_combine(hash, c);
  return hash;
}
bool sameNode(const Node& a, const Node& b) {
  return a.op == b.op && a.sort == b.sort && a.value == b.value && a.args == b.args && a.coefficients == b.coefficients;
}
bool byId(Term a, Term b) { return a->id < b->id; }

}  // namespace

Terms::Terms() {
  true_ = intern({Op::Constant, Sort::Bool, 0, 1, {}, {}});
  false_ = intern({Op::Constant, Sort::Bool, 0, 0, {}, {}});
}

Term Terms::intern(Node node) {
  auto& bucket = table_[hashOf(node)];
  for (Term known : bucket)
    if (sameNode(*known, node)) return known;
  node.id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(std::move(node));
  bucket.push_back(&nodes_.back());
  return &nodes_.back();
}

Term Terms::constant(std::int64_t value) { return intern({Op::Constant, Sort::Int, 0, value, {}, {}}); }

Term Terms::variable(std::string name, Interval range) {
  variables_.push_back({std::move(name), Sort::Int, range});
  return intern({Op::Variable, Sort::Int, 0, static_cast<std::int64_t>(variables_.size()) - 1, {}, {}});
}

Term Terms::boolVariable(std::string name) {
  variables_.push_back({std::move(name), Sort::Bool, {}});
  return intern({Op::Variable, Sort::Bool, 0, static_cast<std::int64_t>(variables_.size()) - 1, {}, {}});
}

// ---- sums -------------------------------------------------------------------------------------------------------
LinearForm Terms::linear(Term integer) const {
  LinearForm form;
  if (integer->op == Op::Constant) {
    form.constant = integer->value;
  } else if (integer->op == Op::Sum) {
    form.constant = integer->value;
    for (std::size_t i = 0; i < integer->args.size(); ++i)
      form.terms.emplace_back(integer->args[i], integer->coefficients[i]);
  } else {
    form.terms.emplace_back(integer, 1);
  }
  return form;
}

Term Terms::fromSum(std::int64_t constant_part, std::map<std::uint32_t, std::pair<Term, __int128>> terms) {
  Node node{Op::Sum, Sort::Int, 0, constant_part, {}, {}};
  for (auto& [id, entry] : terms) {
    if (entry.second == 0) continue;
    const auto coefficient = narrow(entry.second);
    if (!coefficient) return variable("overflow");
    node.args.push_back(entry.first);
    node.coefficients.push_back(*coefficient);
  }
  if (node.args.empty()) return constant(constant_part);
  if (constant_part == 0 && node.args.size() == 1 && node.coefficients[0] == 1) return node.args[0];
  return intern(std::move(node));
}

Term Terms::fromLinear(const LinearForm& form) {
  std::map<std::uint32_t, std::pair<Term, __int128>> terms;
  for (auto& [atom, coefficient] : form.terms) {
    auto& entry = terms[atom->id];
    entry.first = atom;
    entry.second += coefficient;
  }
  return fromSum(form.constant, std::move(terms));
}

Term Terms::add(Term a, Term b) {
  const auto fa = linear(a), fb = linear(b);
  const auto total = narrow(static_cast<__int128>(fa.constant) + fb.constant);
  if (!total) return variable("overflow");
  std::map<std::uint32_t, std::pair<Term, __int128>> terms;
  for (const auto* form : {&fa, &fb})
    for (auto& [atom, coefficient] : form->terms) {
      auto& entry = terms[atom->id];
      entry.first = atom;
      entry.second += coefficient;
    }
  return fromSum(*total, std::move(terms));
}

Term Terms::sub(Term a, Term b) { return add(a, scale(b, -1)); }

Term Terms::scale(Term a, std::int64_t factor) {
  if (factor == 0) return constant(0);
  const auto form = linear(a);
  const auto total = narrow(static_cast<__int128>(form.constant) * factor);
  if (!total) return variable("overflow");
  std::map<std::uint32_t, std::pair<Term, __int128>> terms;
  for (auto& [atom, coefficient] : form.terms)
    terms[atom->id] = {atom, static_cast<__int128>(coefficient) * factor};
  return fromSum(*total, std::move(terms));
}

Term Terms::mul(Term a, Term b) {
  if (a->op == Op::Constant) return scale(b, a->value);
  if (b->op == Op::Constant) return scale(a, b->value);
  // (g·x + c)·y = g·(x·y) + c·y, for both sides, so that (i+1)·N and i·N + N are one term.
  for (const bool swap : {false, true}) {
    const Term x = swap ? b : a, y = swap ? a : b;
    auto form = linear(x);
    std::int64_t g = 0;
    for (auto& entry : form.terms) g = std::gcd(g, entry.second);
    if (form.terms.front().second < 0) g = -g;
    if (form.constant == 0 && g == 1) continue;
    const auto rest = form.constant;
    form.constant = 0;
    for (auto& entry : form.terms) entry.second /= g;
    return add(scale(mul(fromLinear(form), y), g), scale(y, rest));
  }
  if (b->id < a->id) std::swap(a, b);
  return intern({Op::Product, Sort::Int, 0, 0, {a, b}, {}});
}

// ---- conditionals and booleans --------------------------------------------------------------------------------------
Term Terms::ite(Term condition, Term if_true, Term if_false) {
  if (condition == true_ || if_true == if_false) return if_true;
  if (condition == false_) return if_false;
  if (if_true->sort == Sort::Bool)
    return logicalAnd(implies(condition, if_true), logicalOr(condition, if_false));
  if (condition->op == Op::Not) return ite(condition->args[0], if_false, if_true);
  return intern({Op::Ite, Sort::Int, 0, 0, {condition, if_true, if_false}, {}});
}
Term Terms::min(Term a, Term b) { return ite(le(a, b), a, b); }
Term Terms::max(Term a, Term b) { return ite(le(a, b), b, a); }

/// E1: Σ g·xᵢ + r = 0, where the range of r holds one multiple m·g: r = m·g and Σ xᵢ = −m. Null where no g splits the sum.
Term Terms::splitEquality(const LinearForm& form) {
  for (auto& [candidate, coefficient] : form.terms) {
    if (coefficient == INT64_MIN || coefficient == 1 || coefficient == -1) continue;
    const auto g = coefficient < 0 ? -coefficient : coefficient;
    LinearForm rest;
    const auto multiples = splitMultiples(form, g, rest);
    if (rest.terms.empty()) continue;
    const Term small = fromLinear(rest);
    const auto range = interval(small);
    if (!range.lo || !range.hi || *range.lo == INT64_MIN) continue;
    const auto first = -floorDivide(-*range.lo, g), last = floorDivide(*range.hi, g);
    if (first > last) return false_;
    const auto multiple = narrow(static_cast<__int128>(first) * g);
    if (first == last && multiple && first != INT64_MIN)
      return logicalAnd(eq(small, constant(*multiple)), eq(fromLinear(multiples), constant(-first)));
  }
  return nullptr;
}

/// Divides by the gcd (rounding the constant of ≤ up, which is exact on integers), decides by intervals.
Term Terms::compare(Op op, Term difference) {
  const auto range = interval(difference);
  const bool never_zero = (range.lo && *range.lo > 0) || (range.hi && *range.hi < 0);
  if (op == Op::LessEqualZero) {
    if (range.hi && *range.hi <= 0) return true_;
    if (range.lo && *range.lo > 0) return false_;
  } else {
    if (never_zero) return false_;
    if (range.lo == 0 && range.hi == 0) return true_;
  }
  auto form = linear(difference);
  std::int64_t g = 0;
  for (auto& entry : form.terms) g = std::gcd(g, entry.second);
  if (op == Op::EqualZero && form.constant % g != 0) return false_;
  if (op == Op::EqualZero && form.terms.front().second < 0) g = -g;
  if (form.constant == INT64_MIN) return intern({op, Sort::Bool, 0, 0, {difference}, {}});  // cannot be negated
  for (auto& entry : form.terms) entry.second /= g;
  form.constant = op == Op::EqualZero ? form.constant / g : -floorDivide(-form.constant, g);
  if (op == Op::EqualZero)
    if (const Term split = splitEquality(form)) return split;
  return intern({op, Sort::Bool, 0, 0, {fromLinear(form)}, {}});
}

Term Terms::le(Term a, Term b) {
  const Term difference = sub(a, b);
  return difference->op == Op::Constant ? boolean(difference->value <= 0) : compare(Op::LessEqualZero, difference);
}

Term Terms::eq(Term a, Term b) {
  if (a == b) return true_;
  if (a->sort == Sort::Bool) return logicalAnd(implies(a, b), implies(b, a));
  const Term difference = sub(a, b);
  return difference->op == Op::Constant ? boolean(difference->value == 0) : compare(Op::EqualZero, difference);
}

Term Terms::junction(Op op, const std::vector<Term>& terms) {
  const Term neutral = boolean(op == Op::And), absorbing = boolean(op == Op::Or);
  std::vector<Term> flat;
  for (Term term : terms) {
    if (term->op == op) flat.insert(flat.end(), term->args.begin(), term->args.end());
    else if (term != neutral) flat.push_back(term);
  }
  std::sort(flat.begin(), flat.end(), byId);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (Term term : flat) {
    if (term == absorbing) return absorbing;
    if (std::binary_search(flat.begin(), flat.end(), logicalNot(term), byId)) return absorbing;
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return intern({op, Sort::Bool, 0, 0, std::move(flat), {}});
}
Term Terms::logicalAnd(const std::vector<Term>& terms) { return junction(Op::And, terms); }
Term Terms::logicalOr(const std::vector<Term>& terms) { return junction(Op::Or, terms); }

Term Terms::logicalNot(Term a) {
  switch (a->op) {
    case Op::Constant: return boolean(a->value == 0);
    case Op::Not: return a->args[0];
    case Op::LessEqualZero: return le(constant(1), a->args[0]);
    case Op::And:
    case Op::Or: {
      std::vector<Term> negated;
      for (Term arg : a->args) negated.push_back(logicalNot(arg));
      return junction(a->op == Op::And ? Op::Or : Op::And, std::move(negated));
    }
    case Op::Variable: case Op::Apply: case Op::Sum: case Op::FloorDiv: case Op::Product: case Op::Ite:
    case Op::EqualZero: return intern({Op::Not, Sort::Bool, 0, 0, {a}, {}});
  }
  return a;
}

Term Terms::within(Term value, std::int64_t lo, std::int64_t hi) {
  return logicalAnd(le(constant(lo), value), le(value, constant(hi)));
}

// ---- functions and questions ----------------------------------------------------------------------------------------
std::int64_t Terms::function(std::string name, Sort result, Interval range) {
  functions_.push_back({std::move(name), result, range});
  return static_cast<std::int64_t>(functions_.size()) - 1;
}

Term Terms::apply(std::int64_t function_id, std::vector<Term> arguments) {
  return intern({Op::Apply, functionInfo(function_id).sort, 0, function_id, std::move(arguments), {}});
}

std::optional<std::int64_t> Terms::constantOf(Term term) const {
  if (term->op != Op::Constant) return std::nullopt;
  return term->value;
}

Term Terms::substitute(Term root, const std::unordered_map<Term, Term>& replacement) {
  std::unordered_map<Term, Term> done;
  const auto visit = [&](auto&& self, Term term) -> Term {
    if (term->op == Op::Variable) {
      const auto found = replacement.find(term);
      return found == replacement.end() ? term : found->second;
    }
    if (term->args.empty()) return term;
    if (const auto found = done.find(term); found != done.end()) return found->second;
    std::vector<Term> args;
    for (Term arg : term->args) args.push_back(self(self, arg));
    return done[term] = args == term->args ? term : rebuild(*term, std::move(args));
  };
  return visit(visit, root);
}

Term Terms::rebuild(const Node& node, std::vector<Term> args) {
  switch (node.op) {
    case Op::Constant:
    case Op::Variable: return &node;
    case Op::Apply: return apply(node.value, std::move(args));
    case Op::Sum: {
      Term sum = constant(node.value);
      for (std::size_t i = 0; i < args.size(); ++i) sum = add(sum, scale(args[i], node.coefficients[i]));
      return sum;
    }
    case Op::FloorDiv: return floorDiv(args[0], node.value);
    case Op::Product: return mul(args[0], args[1]);
    case Op::Ite: return ite(args[0], args[1], args[2]);
    case Op::LessEqualZero: return le(args[0], constant(0));
    case Op::EqualZero: return eq(args[0], constant(0));
    case Op::And: return logicalAnd(std::move(args));
    case Op::Or: return logicalOr(std::move(args));
    case Op::Not: return logicalNot(args[0]);
  }
  return &node;
}

std::vector<Term> Terms::variablesOf(const std::vector<Term>& terms) const {
  std::vector<Term> found;
  std::unordered_map<Term, bool> seen;
  const auto visit = [&](auto&& self, Term term) -> void {
    if (!seen.try_emplace(term, true).second) return;
    if (term->op == Op::Variable) found.push_back(term);
    for (Term arg : term->args) self(self, arg);
  };
  for (Term term : terms) visit(visit, term);
  std::sort(found.begin(), found.end(), byId);
  return found;
}

std::string Terms::print(Term term) const {
  std::string result;
  llvm::raw_string_ostream out(result);
  const auto list = [&](const char* separator) {
    for (std::size_t i = 0; i < term->args.size(); ++i) out << (i ? separator : "") << print(term->args[i]);
  };
  switch (term->op) {
    case Op::Constant: out << (term->sort == Sort::Int ? std::to_string(term->value) : term->value ? "true" : "false"); break;
    case Op::Variable: out << variableInfo(term).name; break;
    case Op::Apply: out << functionInfo(term->value).name << "("; list(", "); out << ")"; break;
    case Op::Sum:
      for (std::size_t i = 0; i < term->args.size(); ++i) {
        const auto c = term->coefficients[i];
        out << (i ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""));
        if (c != 1 && c != -1) out << (c < 0 ? -static_cast<__int128>(c) > INT64_MAX ? c : -c : c) << "*";
        out << print(term->args[i]);
      }
      if (term->value != 0) out << (term->value < 0 ? " - " : " + ") << (term->value < 0 ? 0 - term->value : term->value);
      break;
    case Op::FloorDiv: out << "floor((" << print(term->args[0]) << ")/" << term->value << ")"; break;
    case Op::Product: out << "("; list(")*("); out << ")"; break;
    case Op::Ite: out << "(" << print(term->args[0]) << " ? " << print(term->args[1]) << " : " << print(term->args[2]) << ")"; break;
    case Op::LessEqualZero: out << print(term->args[0]) << " <= 0"; break;
    case Op::EqualZero: out << print(term->args[0]) << " = 0"; break;
    case Op::And: out << "("; list(" & "); out << ")"; break;
    case Op::Or: out << "("; list(" | "); out << ")"; break;
    case Op::Not: out << "!(" << print(term->args[0]) << ")"; break;
  }
  return result;
}

}  // namespace exogpu::smt
