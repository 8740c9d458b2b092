#pragma once
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/prove/prove.h"

namespace exogpu::driver {

/// What a proof amounts to, in lines without indentation: the claim, the assumptions by name, the numeric exceptions.
std::vector<std::string> verdictLines(const ir::Proc& proc, const prove::Report& report);
/// The same for a terminal, one proc.
std::string verdictText(const ir::Proc& proc, const prove::Report& report);

}  // namespace exogpu::driver
