// exo::instruction: functions whose body is the meaning of what the GPU executes in its place.
#include "frontend/ir/instruction.h"
#include "frontend/ir/text.h"
#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;

// Note [Decision: operands by name]
// language.md leaves open how a template names its operands. Here `{x}` in the text names the parameter x, `{N}` an integer
// template argument, `{result}` the result; nothing follows the text. A name cannot be given in the wrong order, and the
// text can be checked against the function that it stands in.
//
// Note [Decision: instructions of scalars]
// Parameters are scalars by value and the result is a scalar, so that the body can touch nothing but its own locals: what
// is trusted is one function of scalars. Memory operands would need trusted effects as well; they are refused.
//
// Note [Decision: any level below the host]
// A function of scalars called at a group level has equal operands in all its threads and gives equal results, so it may
// stand wherever a local may. A template whose result differs from thread to thread is not its body, which is trusted to
// be its meaning.

/// `exo::instruction(…)` as the first statement of a function; only declarations of types and static_asserts may precede it.
const clang::CallExpr* Lowering::instructionOf(const clang::FunctionDecl& function) {
  const auto says_nothing = [](const clang::Stmt* stmt) {
    const auto* declarations = dyn_cast<clang::DeclStmt>(stmt);
    return declarations && llvm::all_of(declarations->decls(), [](const clang::Decl* each) {
             return clang::isa<clang::StaticAssertDecl, clang::TypedefNameDecl>(each);
           });
  };
  const auto list = listOf(function.getBody());
  const auto* found = llvm::find_if_not(list, says_nothing);
  const auto* first = found != list.end() ? dyn_cast<clang::Expr>(*found) : nullptr;
  const auto* call = first ? asCall(first) : nullptr;
  const auto entity = call && call->getDirectCallee() ? entityOf(call->getDirectCallee()) : std::nullopt;
  return entity && entity->kind == EntityKind::Instruction ? call : nullptr;
}

/// The integer that a template parameter of this name has in an instance.
static std::optional<std::string> templateValue(const clang::FunctionDecl& function, const std::string& name) {
  const auto* arguments = function.getTemplateSpecializationArgs();
  const auto* pattern = function.getPrimaryTemplate();
  if (!arguments || !pattern) return std::nullopt;
  for (unsigned i = 0; i < pattern->getTemplateParameters()->size() && i < arguments->size(); ++i)
    if (pattern->getTemplateParameters()->getParam(i)->getName() == name && arguments->get(i).getKind() == clang::TemplateArgument::Integral)
      return llvm::toString(arguments->get(i).getAsIntegral(), 10);
  return std::nullopt;
}

/// The template with the values of the function's own template arguments in it.
std::string Lowering::instructionText(const clang::CallExpr* call, const clang::FunctionDecl& function) {
  const auto* literal = dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts());
  if (!literal) refuse(diag::Id::NotConstant, call->getArg(0)->getSourceRange(), {"the template of an instruction"});
  auto read = ir::readTemplate(literal->getString().str());
  if (const auto* problem = std::get_if<std::string>(&read))
    refuse(diag::Id::InstructionTemplate, call->getArg(0)->getSourceRange(), {*problem});
  auto& pieces = std::get<ir::Template>(read);
  const bool is_expression = !ir::isPtx(pieces);
  for (auto& piece : pieces) {
    const auto value = piece.is_name ? templateValue(function, piece.text) : std::nullopt;
    if (!value) continue;
    const bool could_join = is_expression && value->front() == '-';  // "{x}-{N}" is no decrement
    piece = {could_join ? "(" + *value + ")" : *value, false};
  }
  return ir::writeTemplate(pieces);
}

/// Behind bindArguments: what the GPU executes in place of the body of `function`.
ir::Instruction Lowering::makeInstruction(const clang::CallExpr* call, const clang::FunctionDecl& function, const SymbolPtr& result) {
  const auto refuseOperand = [&](clang::SourceRange tokens, const std::string& what) {
    refuse(diag::Id::InstructionOperand, tokens, {what});
  };
  if (!result) refuseOperand(function.getReturnTypeSourceRange(), "its result is void");
  ir::Instruction made{instructionText(call, function), {}, result};
  for (const auto* parameter : function.parameters()) {
    const auto type = parameter->getType();
    if (type->isReferenceType() || !scalarTypeOf(type))
      refuseOperand(parameter->getSourceRange(), "the parameter '" + parameter->getNameAsString() + "' is no scalar by value");
    made.operands.push_back({parameter->getNameAsString(), ir::cloneExpr(readBinding(bindings_.at(parameter), parameter->getSourceRange()))});
  }
  if (const auto problem = ir::templateProblem(made); !problem.empty())
    refuse(diag::Id::InstructionTemplate, call->getArg(0)->getSourceRange(), {problem});
  return made;
}

/// The body of an instruction computes its result from its operands and does nothing else.
void Lowering::checkInstructionBody(const ir::Body& body, const clang::CallExpr* call) {
  const auto* impure = ir::findImpure(body);
  if (!impure) return;
  auto text = ir::print(std::make_shared<const ir::Stmt>(*impure));
  refuse(diag::Id::InstructionBody, call->getSourceRange(), {text.substr(0, text.find_first_of("{\n"))});
}

}  // namespace exogpu::parse
