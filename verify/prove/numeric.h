#pragma once
// What keeps the result from being bitwise equal to the sequential run: functions that are not exactly rounded on both
// sides, and what the granted policies allow. One line each, in the order of the text.
#include <string>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::prove {

std::vector<std::string> numericExceptions(const ir::Proc& proc, const SourceTable& sources);

}  // namespace exogpu::prove
