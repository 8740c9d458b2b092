#pragma once
// A fast evaluator for many assignments of the same terms: exact enumeration of small iteration sets, brute-force tests.
#include "verify/smt/term.h"

namespace exogpu::smt {

class Tape {
 public:
  /// `inputs` are variables; terms must mention no other variable and no application.
  Tape(const Terms& terms, const std::vector<Term>& outputs, const std::vector<Term>& inputs);
  /// False when the terms mention something that is no input.
  bool isClosed() const { return closed_; }
  /// Values of the outputs; false when an intermediate left int64.
  bool run(const std::vector<std::int64_t>& inputs, std::vector<std::int64_t>& outputs);

 private:
  struct Instruction {
    Op op;
    std::int64_t value;
    std::vector<std::pair<std::uint32_t, std::int64_t>> args;  ///< register, coefficient
  };
  std::uint32_t compile(const Terms& terms, Term term, std::unordered_map<Term, std::uint32_t>& done);
  bool step(const Instruction& instruction, std::int64_t& result) const;

  std::vector<Instruction> code_;
  std::vector<std::int64_t> registers_;
  std::vector<std::uint32_t> outputs_, inputs_;
  bool closed_ = true;
};

}  // namespace exogpu::smt
