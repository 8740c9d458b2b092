#pragma once
// What solver.cpp asks of Z3; z3_door.cpp is the only file that includes its header.
#include "verify/smt/solver.h"

namespace exogpu::smt {

enum class Member : std::uint8_t { Simple, Qflia, Default };

struct DoorAnswer {
  enum class Kind : std::uint8_t { Unsat, Sat, Unknown, Budget, Failed } kind = Kind::Failed;
  Model model;
  std::vector<std::string> core;
  std::string reason;
  std::uint64_t rlimit = 0;
};
/// One member of the portfolio on one query: facts, plus `lemmas` as background. Ranges of variables and functions and
/// the definitions of quotients are added here. Exceptions of Z3 become Failed.
DoorAnswer askZ3(Terms& terms, const std::vector<Fact>& facts, const std::vector<Term>& lemmas, Member member,
                 std::uint64_t rlimit);

}  // namespace exogpu::smt
