#include "verify/smt/z3_door.h"

#include <malloc.h>
#include <sys/mman.h>
#include <z3++.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace exogpu::smt {
namespace {

/// Translates terms into one Z3 context; quotients and products become integer constants of their own.
class Translator {
 public:
  Translator(z3::context& context, Terms& terms) : context_(context), terms_(terms) {}

  z3::expr operator()(Term term) {
    if (const auto found = done_.find(term); found != done_.end()) return found->second;
    z3::expr result = translate(term);
    done_.emplace(term, result);
    return result;
  }
  /// Ranges and definitions that came with the terms translated so far.
  std::vector<z3::expr> takeDefinitions() { return std::exchange(definitions_, {}); }
  const std::vector<Term>& variables() const { return variables_; }
  const std::vector<Term>& applications() const { return applications_; }

 private:
  z3::expr number(std::int64_t value) { return context_.int_val(value); }
  void bound(const z3::expr& value, const Interval& range) {
    if (range.lo) definitions_.push_back(value >= number(*range.lo));
    if (range.hi) definitions_.push_back(value <= number(*range.hi));
  }
  std::string name(const char* prefix, Term term) { return prefix + std::to_string(term->id); }

  z3::expr variable(Term term) {
    variables_.push_back(term);
    if (term->sort == Sort::Bool) return context_.bool_const(name("b", term).c_str());
    z3::expr result = context_.int_const(name("v", term).c_str());
    bound(result, terms_.variableInfo(term).range);
    return result;
  }
  z3::expr application(Term term) {
    z3::sort_vector domain(context_);
    z3::expr_vector arguments(context_);
    for (Term arg : term->args) {
      arguments.push_back((*this)(arg));
      domain.push_back(arg->sort == Sort::Int ? context_.int_sort() : context_.bool_sort());
    }
    const auto& info = terms_.functionInfo(term->value);
    const auto name = "f" + std::to_string(term->value) + "_" + std::to_string(term->args.size());
    z3::expr result = context_.function(name.c_str(), domain, info.sort == Sort::Int ? context_.int_sort()
                                                                                    : context_.bool_sort())(arguments);
    if (info.sort == Sort::Int) bound(result, info.range);
    applications_.push_back(term);
    return result;
  }
  z3::expr quotient(Term term) {
    const z3::expr dividend = (*this)(term->args[0]);
    z3::expr result = context_.int_const(name("q", term).c_str());
    definitions_.push_back(number(term->value) * result <= dividend);
    definitions_.push_back(dividend <= number(term->value) * result + number(term->value - 1));
    return result;
  }
  z3::expr sum(Term term) {
    z3::expr_vector parts(context_);
    for (std::size_t i = 0; i < term->args.size(); ++i) {
      const z3::expr atom = (*this)(term->args[i]);
      parts.push_back(term->coefficients[i] == 1 ? atom : number(term->coefficients[i]) * atom);
    }
    if (term->value != 0) parts.push_back(number(term->value));
    return z3::sum(parts);
  }
  z3::expr_vector arguments(Term term) {
    z3::expr_vector parts(context_);
    for (Term arg : term->args) parts.push_back((*this)(arg));
    return parts;
  }

  z3::expr translate(Term term) {
    switch (term->op) {
      case Op::Constant: return term->sort == Sort::Int ? number(term->value) : context_.bool_val(term->value != 0);
      case Op::Variable: return variable(term);
      case Op::Apply: return application(term);
      case Op::Sum: return sum(term);
      case Op::FloorDiv: return quotient(term);
      case Op::Product: {
        for (Term arg : term->args) (*this)(arg);
        z3::expr result = context_.int_const(name("p", term).c_str());
        bound(result, terms_.interval(term));
        return result;
      }
      case Op::Ite: {
        const auto parts = arguments(term);
        return z3::ite(parts[0], parts[1], parts[2]);
      }
      case Op::LessEqualZero: return comparison(term, true);
      case Op::EqualZero: return comparison(term, false);
      case Op::And: return z3::mk_and(arguments(term));
      case Op::Or: return z3::mk_or(arguments(term));
      case Op::Not: return !(*this)(term->args[0]);
    }
    return context_.bool_val(false);
  }
  /// Σ + c ≤ 0 is put as Σ ≤ −c.
  z3::expr comparison(Term term, bool less) {
    auto form = terms_.linear(term->args[0]);
    z3::expr_vector parts(context_);
    for (auto& [atom, coefficient] : form.terms)
      parts.push_back(coefficient == 1 ? (*this)(atom) : number(coefficient) * (*this)(atom));
    const z3::expr left = z3::sum(parts);
    const z3::expr right = -number(form.constant);
    return less ? left <= right.simplify() : left == right.simplify();
  }

  z3::context& context_;
  Terms& terms_;
  std::unordered_map<Term, z3::expr> done_;
  std::vector<z3::expr> definitions_;
  std::vector<Term> variables_, applications_;
};

z3::solver makeSolver(z3::context& context, Member member) {
  switch (member) {
    case Member::Simple: return z3::solver(context, z3::solver::simple());
    case Member::Qflia: return z3::tactic(context, "qflia").mk_solver();
    case Member::Default: return z3::solver(context);
  }
  return z3::solver(context);
}

std::optional<std::int64_t> valueOf(const z3::model& model, const z3::expr& expr) {
  const z3::expr value = model.eval(expr, true);
  if (value.is_bool()) return value.is_true() ? 1 : 0;
  std::int64_t result = 0;
  if (!value.is_numeral_i64(result)) return std::nullopt;
  return result;
}

bool readModel(const z3::model& model, Translator& translate, Model& out) {
  for (Term variable : translate.variables()) {
    const auto value = valueOf(model, translate(variable));
    if (!value) return false;
    out.set(variable, *value);
  }
  for (Term application : translate.applications()) {
    std::vector<std::int64_t> arguments;
    for (Term arg : application->args) {
      const auto value = valueOf(model, translate(arg));
      if (!value) return false;
      arguments.push_back(*value);
    }
    const auto value = valueOf(model, translate(application));
    if (!value) return false;
    out.setApplication(application->value, std::move(arguments), *value);
  }
  return true;
}

DoorAnswer solve(Terms& terms, const std::vector<Fact>& facts, const std::vector<Term>& lemmas, Member member,
                 std::uint64_t rlimit) {
  DoorAnswer answer;
  z3::context context;
  z3::solver solver = makeSolver(context, member);
  z3::params params(context);
  params.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(rlimit, UINT32_MAX)));
  params.set("random_seed", 0U);
  solver.set(params);
  Translator translate(context, terms);
  std::map<std::string, z3::expr> labels;
  for (auto& fact : facts) {
    const z3::expr formula = translate(fact.term);
    if (fact.name.empty()) {
      solver.add(formula);
      continue;
    }
    const auto label = labels.try_emplace(fact.name, context.bool_const(("n" + std::to_string(labels.size())).c_str()));
    solver.add(z3::implies(label.first->second, formula));
  }
  for (Term lemma : lemmas) solver.add(translate(lemma));
  for (auto& definition : translate.takeDefinitions()) solver.add(definition);

  z3::expr_vector assumptions(context);
  for (auto& [name, label] : labels) assumptions.push_back(label);
  const z3::check_result result = assumptions.empty() ? solver.check() : solver.check(assumptions);
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count") answer.rlimit = statistics.uint_value(i);
  if (result == z3::unsat) {
    answer.kind = DoorAnswer::Kind::Unsat;
    const z3::expr_vector core = solver.unsat_core();
    for (auto& [name, label] : labels)
      for (unsigned i = 0; i < core.size(); ++i)
        if (z3::eq(core[static_cast<int>(i)], label)) answer.core.push_back(name);
  } else if (result == z3::sat) {
    answer.kind = readModel(solver.get_model(), translate, answer.model) ? DoorAnswer::Kind::Sat : DoorAnswer::Kind::Failed;
    answer.reason = "the model has values beyond 64 bits";
  } else {
    answer.reason = solver.reason_unknown();
    const bool budget = answer.reason.find("resource") != std::string::npos ||
                        answer.reason.find("canceled") != std::string::npos || answer.rlimit >= rlimit;
    answer.kind = budget ? DoorAnswer::Kind::Budget : DoorAnswer::Kind::Unknown;
  }
  return answer;
}

}  // namespace

/// A context of Z3 begins with 34 MB of tables. They are kept in the heap from one context to the next, so that they are
/// faulted in once a process and not once a query, and in huge pages where the system has them (60 ms become 10).
static void prepareHeap() {
  static const bool done = [] {
    constexpr std::size_t size = std::size_t{48} << 20, page = std::size_t{2} << 20;
    mallopt(M_MMAP_THRESHOLD, 1 << 26);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    void* block = std::malloc(size);
    if (!block) return false;
    const auto begin = (reinterpret_cast<std::uintptr_t>(block) + page - 1) / page * page;
    madvise(reinterpret_cast<void*>(begin), size - page, MADV_HUGEPAGE);  // advice only: failure costs time
    std::free(block);
    return true;
  }();
  (void)done;
}

DoorAnswer askZ3(Terms& terms, const std::vector<Fact>& facts, const std::vector<Term>& lemmas, Member member,
                 std::uint64_t rlimit) {
  prepareHeap();
  try {
    return solve(terms, facts, lemmas, member, rlimit);
  } catch (const z3::exception& error) {
    DoorAnswer answer;
    answer.reason = error.msg();
    return answer;
  } catch (const std::bad_alloc&) {
    DoorAnswer answer;
    answer.reason = "out of memory";
    return answer;
  }
}

Status checkText(const std::string& smtlib_text, std::uint64_t budget) {
  try {
    z3::context context;
    z3::solver solver(context);
    z3::params params(context);
    params.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(budget, UINT32_MAX)));
    solver.set(params);
    solver.from_string(smtlib_text.c_str());
    const auto result = solver.check();
    return result == z3::unsat ? Status::Unsat : result == z3::sat ? Status::Sat : Status::Unknown;
  } catch (const z3::exception&) {
    return Status::Unknown;
  }
}

}  // namespace exogpu::smt
