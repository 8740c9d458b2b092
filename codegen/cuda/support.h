#pragma once
// The small device and host functions that emitted files may bring along: only those that a file uses are written, in the
// order of support.def.
#include <set>
#include <string>
#include <vector>

namespace exogpu::cuda {

enum class Support : unsigned char {
#define EXOGPU_SUPPORT(id, name, is_machine, needs, text) id,
#include "codegen/cuda/support.def"
#undef EXOGPU_SUPPORT
};
using SupportSet = std::set<Support>;

/// Identifiers that the functions define, used or not: no user's name may be one of them.
const std::vector<std::string>& supportNames();
/// Text of the functions in `used` and of those that they need, with or without those made of instructions.
std::string supportText(const SupportSet& used, bool with_machine);

}  // namespace exogpu::cuda
