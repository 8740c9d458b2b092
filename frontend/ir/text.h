#pragma once
// The text form: printing and parsing are inverse to each other. `exogpu compile --emit=ir` prints it; tests and
// goldens are written in it.
#include <string>
#include <string_view>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::ir {

std::string print(const Module& module);
std::string print(const Proc& proc);
std::string print(const StmtRef& stmt, int indent = 0);
std::string print(const ExprRef& expr);
/// Parses the text form (file: the id of this text in the source table, for ranges). Levels are not resolved yet.
std::optional<Module> parseText(FileId file, std::string_view text, diag::Sink& sink);

}  // namespace exogpu::ir
