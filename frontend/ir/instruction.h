#pragma once
// Templates of instructions: what exo::instruction says the GPU executes in place of a function's body.
#include <string>
#include <variant>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// A template is text with placeholders: `{x}` names an operand, `{result}` the result; `{{` and `}}` are braces. One that
/// names the result is PTX, "popc.b32 {result}, {x};", any other the result as an expression of CUDA C++, "__popc({x})".
struct TemplatePiece {
  std::string text;
  bool is_name = false;
};
using Template = std::vector<TemplatePiece>;

inline constexpr const char* kResultName = "result";

/// The pieces of a template, or what is wrong with its braces.
std::variant<Template, std::string> readTemplate(const std::string& text);
/// The text that reads back as these pieces.
std::string writeTemplate(const Template& pieces);
bool isPtx(const Template& pieces);
/// The letter of an operand's constraint in `asm`; 0 for types that PTX does not take from C++.
char ptxConstraint(ScalarType type);

/// What is wrong with the template of an instruction as far as its text and types tell; empty: nothing.
std::string templateProblem(const Instruction& instruction);
/// The first statement that does more than compute scalars in locals and local arrays; null if there is none.
const Stmt* findImpure(const Body& body);

}  // namespace exogpu::ir
