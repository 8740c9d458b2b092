#include "verify/smt/tape.h"

#include "verify/smt/arithmetic.h"

namespace exogpu::smt {

Tape::Tape(const Terms& terms, const std::vector<Term>& outputs, const std::vector<Term>& inputs) {
  std::unordered_map<Term, std::uint32_t> done;
  for (Term input : inputs) {
    inputs_.push_back(static_cast<std::uint32_t>(code_.size()));
    done[input] = inputs_.back();
    code_.push_back({Op::Variable, 0, {}});
  }
  for (Term output : outputs) outputs_.push_back(compile(terms, output, done));
  registers_.resize(code_.size());
}

std::uint32_t Tape::compile(const Terms& terms, Term term, std::unordered_map<Term, std::uint32_t>& done) {
  if (const auto found = done.find(term); found != done.end()) return found->second;
  Instruction instruction{term->op, term->value, {}};
  for (std::size_t i = 0; i < term->args.size(); ++i)
    instruction.args.emplace_back(compile(terms, term->args[i], done),
                                  term->op == Op::Sum ? term->coefficients[i] : 1);
  closed_ &= term->op != Op::Variable && term->op != Op::Apply;
  code_.push_back(std::move(instruction));
  return done[term] = static_cast<std::uint32_t>(code_.size() - 1);
}

bool Tape::run(const std::vector<std::int64_t>& inputs, std::vector<std::int64_t>& outputs) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) registers_[inputs_[i]] = inputs[i];
  for (std::size_t i = inputs_.size(); i < code_.size(); ++i)
    if (!step(code_[i], registers_[i])) return false;
  outputs.clear();
  for (const auto index : outputs_) outputs.push_back(registers_[index]);
  return true;
}

bool Tape::step(const Instruction& instruction, std::int64_t& result) const {
  const auto arg = [&](std::size_t i) { return registers_[instruction.args[i].first]; };
  switch (instruction.op) {
    case Op::Constant: result = instruction.value; return true;
    case Op::Variable:
    case Op::Apply: return false;
    case Op::Sum: {
      __int128 total = instruction.value;
      for (auto& [index, coefficient] : instruction.args) total += static_cast<__int128>(registers_[index]) * coefficient;
      const auto fits = narrow(total);
      result = fits.value_or(0);
      return fits.has_value();
    }
    case Op::FloorDiv: result = floorDivide(arg(0), instruction.value); return true;
    case Op::Product: {
      const auto fits = narrow(static_cast<__int128>(arg(0)) * arg(1));
      result = fits.value_or(0);
      return fits.has_value();
    }
    case Op::Ite: result = arg(0) ? arg(1) : arg(2); return true;
    case Op::LessEqualZero: result = arg(0) <= 0; return true;
    case Op::EqualZero: result = arg(0) == 0; return true;
    case Op::Not: result = !arg(0); return true;
    case Op::And:
    case Op::Or: {
      const bool is_and = instruction.op == Op::And;
      result = is_and;
      for (std::size_t i = 0; i < instruction.args.size(); ++i)
        if ((arg(i) != 0) != is_and) result = !is_and;
      return true;
    }
  }
  return false;
}

}  // namespace exogpu::smt
