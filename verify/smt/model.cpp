// Our own evaluator: every model of the solver has to stand before it.
#include "verify/smt/arithmetic.h"
#include "verify/smt/solver.h"

namespace exogpu::smt {
namespace {

std::int64_t nearestToZero(const Interval& range) {
  if (range.lo && *range.lo > 0) return *range.lo;
  if (range.hi && *range.hi < 0) return *range.hi;
  return 0;
}

}  // namespace

std::string_view text(Status status) {
  switch (status) {
    case Status::Unsat: return "unsat";
    case Status::Sat: return "sat";
    case Status::Unknown: return "unknown";
    case Status::OutOfBudget: return "out of budget";
  }
  return "";
}

void Model::setApplication(std::int64_t function, std::vector<std::int64_t> arguments, std::int64_t value) {
  applications_.push_back({function, std::move(arguments), value});
}

std::optional<std::int64_t> Model::evaluate(const Terms& terms, Term root) const {
  std::unordered_map<Term, std::optional<std::int64_t>> done;
  const auto visit = [&](auto&& self, Term term) -> std::optional<std::int64_t> {
    if (const auto found = done.find(term); found != done.end()) return found->second;
    return done[term] = step(terms, *term, [&](Term arg) { return self(self, arg); });
  };
  return visit(visit, root);
}

std::optional<std::int64_t> Model::step(const Terms& terms, const Node& node,
                                        const std::function<std::optional<std::int64_t>(Term)>& value) const {
  const auto arg = [&](std::size_t i) { return value(node.args[i]); };
  switch (node.op) {
    case Op::Constant: return node.value;
    case Op::Variable: {
      const auto found = values_.find(&node);
      return found != values_.end() ? found->second : nearestToZero(terms.variableInfo(&node).range);
    }
    case Op::Apply: return applied(terms, node, value);
    case Op::Sum: {
      auto total = std::optional<std::int64_t>(node.value);
      for (std::size_t i = 0; i < node.args.size() && total; ++i) {
        const auto x = arg(i);
        const auto part = x ? narrow(static_cast<__int128>(*x) * node.coefficients[i]) : std::nullopt;
        total = part ? narrow(static_cast<__int128>(*total) + *part) : std::nullopt;
      }
      return total;
    }
    case Op::FloorDiv: {
      const auto x = arg(0);
      return x ? std::optional(floorDivide(*x, node.value)) : std::nullopt;
    }
    case Op::Product: {
      const auto x = arg(0), y = arg(1);
      return x && y ? narrow(static_cast<__int128>(*x) * *y) : std::nullopt;
    }
    case Op::Ite: {
      const auto condition = arg(0);
      return condition ? arg(*condition ? 1 : 2) : std::nullopt;
    }
    case Op::LessEqualZero: {
      const auto x = arg(0);
      return x ? std::optional<std::int64_t>(*x <= 0) : std::nullopt;
    }
    case Op::EqualZero: {
      const auto x = arg(0);
      return x ? std::optional<std::int64_t>(*x == 0) : std::nullopt;
    }
    case Op::Not: {
      const auto x = arg(0);
      return x ? std::optional<std::int64_t>(!*x) : std::nullopt;
    }
    case Op::And:
    case Op::Or: {
      const std::int64_t neutral = node.op == Op::And;
      for (std::size_t i = 0; i < node.args.size(); ++i) {
        const auto x = arg(i);
        if (!x) return std::nullopt;
        if (*x != neutral) return x;
      }
      return neutral;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> Model::applied(const Terms& terms, const Node& node,
                                           const std::function<std::optional<std::int64_t>(Term)>& value) const {
  std::vector<std::int64_t> arguments;
  for (Term term : node.args) {
    const auto x = value(term);
    if (!x) return std::nullopt;
    arguments.push_back(*x);
  }
  for (auto& known : applications_)
    if (known.function == node.value && known.arguments == arguments) return known.value;
  return nearestToZero(terms.functionInfo(node.value).range);
}

}  // namespace exogpu::smt
