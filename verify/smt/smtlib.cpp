#include <set>
#include <unordered_set>

#include "llvm/Support/raw_ostream.h"
#include "verify/smt/solver.h"

namespace exogpu::smt {
namespace {

std::string number(std::int64_t value) {
  return value < 0 ? "(- " + std::to_string(value).substr(1) + ")" : std::to_string(value);
}

/// Prints with a `define-fun` for every shared node, so that the text stays as small as the graph.
class Printer {
 public:
  Printer(Terms& terms, llvm::raw_ostream& out) : terms_(terms), out_(out) {}

  std::string ref(Term term) {
    if (term->op == Op::Constant) return term->sort == Sort::Int ? number(term->value) : term->value ? "true" : "false";
    if (seen_.insert(term).second) define(term);
    return name(term);
  }

 private:
  std::string name(Term term) {
    std::string base = term->op == Op::Variable ? terms_.variableInfo(term).name
                       : term->op == Op::Apply  ? terms_.functionInfo(term->value).name
                                                : "t";
    for (char& c : base)
      if (!isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '@') c = '_';
    return base + "!" + std::to_string(term->id);
  }
  void range(Term term, const Interval& range) {
    if (range.lo) out_ << "(assert (<= " << number(*range.lo) << " " << name(term) << "))\n";
    if (range.hi) out_ << "(assert (<= " << name(term) << " " << number(*range.hi) << "))\n";
  }
  void defineAs(Term term, const std::string& body) {
    out_ << "(define-fun " << name(term) << " () " << (term->sort == Sort::Int ? "Int " : "Bool ") << body << ")\n";
  }
  std::string call(const std::string& op, Term term) {
    std::string result = "(" + op;
    for (Term arg : term->args) result += " " + ref(arg);
    return result + ")";
  }
  std::string sum(Term term) {
    std::string result = "(+";
    for (std::size_t i = 0; i < term->args.size(); ++i)
      result += " (* " + number(term->coefficients[i]) + " " + ref(term->args[i]) + ")";
    return result + " " + number(term->value) + ")";
  }
  void declareFunction(Term term) {
    if (!functions_.insert({term->value, term->args.size()}).second) return;
    out_ << "(declare-fun f" << term->value << "_" << term->args.size() << " (";
    for (Term arg : term->args) out_ << (arg->sort == Sort::Int ? "Int " : "Bool ");
    out_ << ") " << (term->sort == Sort::Int ? "Int" : "Bool") << ")  ; " << terms_.functionInfo(term->value).name << "\n";
  }
  void define(Term term) {
    switch (term->op) {
      case Op::Constant: break;
      case Op::Variable:
        out_ << "(declare-const " << name(term) << (term->sort == Sort::Int ? " Int)\n" : " Bool)\n");
        range(term, terms_.variableInfo(term).range);
        break;
      case Op::Apply: {
        declareFunction(term);
        const auto head = "f" + std::to_string(term->value) + "_" + std::to_string(term->args.size());
        defineAs(term, term->args.empty() ? head : call(head, term));
        range(term, terms_.functionInfo(term->value).range);
        break;
      }
      case Op::FloorDiv: defineAs(term, "(div " + ref(term->args[0]) + " " + number(term->value) + ")"); break;
      case Op::Product: defineAs(term, call("*", term)); break;
      case Op::Sum: defineAs(term, sum(term)); break;
      case Op::Ite: defineAs(term, call("ite", term)); break;
      case Op::LessEqualZero: defineAs(term, "(<= " + ref(term->args[0]) + " 0)"); break;
      case Op::EqualZero: defineAs(term, "(= " + ref(term->args[0]) + " 0)"); break;
      case Op::And: defineAs(term, call("and", term)); break;
      case Op::Or: defineAs(term, call("or", term)); break;
      case Op::Not: defineAs(term, call("not", term)); break;
    }
  }

  Terms& terms_;
  llvm::raw_ostream& out_;
  std::unordered_set<Term> seen_;
  std::set<std::pair<std::int64_t, std::size_t>> functions_;
};

}  // namespace

std::string smtlib(Terms& terms, const std::vector<Fact>& facts, std::string_view label) {
  std::string result;
  llvm::raw_string_ostream out(result);
  out << "; " << std::string(label) << "\n(set-logic ALL)\n";
  Printer printer(terms, out);
  for (auto& fact : facts) {
    const auto ref = printer.ref(fact.term);
    out << "(assert " << ref << ")";
    if (!fact.name.empty()) out << "  ; " << fact.name;
    out << "\n";
  }
  out << "(check-sat)\n";
  return result;
}

}  // namespace exogpu::smt
