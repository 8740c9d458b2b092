#pragma once
// The text form: printing and parsing are inverse to each other. `exogpu compile --emit=ir` prints it; tests and
// goldens are written in it.
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::ir {

std::string print(const Module& module);
std::string print(const Proc& proc);
std::string print(const StmtRef& stmt, int indent = 0);
std::string print(const ExprRef& expr);
/// Parses the text form (file: the id of this text in the source table, for ranges). Levels are not resolved yet.
std::optional<Module> parseText(FileId file, std::string_view text, diag::Sink& sink);


/// What a name of the text form stands for.
using Entity = std::variant<SymbolRef, BufferRef, GroupRef>;
using Visible = std::map<std::string, Entity, std::less<>>;
/// The name under which each declared symbol, buffer and group of a proc is printed: its own, or told apart (`i_1`).
std::map<const void*, std::string> printedNames(const Proc& proc);
/// A part of a proc under the names that the whole gives it.
std::string print(const StmtRef& stmt, const std::map<const void*, std::string>& names, int indent = 0);
std::string print(const ExprRef& expr, const std::map<const void*, std::string>& names);
/// An expression, or a window `A[i][j]:[4, 8]`, whose names are `visible`. Null after an error.
ExprRef parseExprText(FileId file, std::string_view text, const Visible& visible, diag::Sink& sink);
std::optional<Window> parseWindowText(FileId file, std::string_view text, const Visible& visible, diag::Sink& sink);

}  // namespace exogpu::ir
