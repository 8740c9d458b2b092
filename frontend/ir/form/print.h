#pragma once
// The printer of the text form (text.h is what other rooms use).
#include "llvm/Support/raw_ostream.h"

#include "frontend/ir/form/text_names.h"
#include "frontend/ir/ir.h"

namespace exogpu::ir {

class Printer {
 public:
  explicit Printer(llvm::raw_ostream& out, ScopedNames names = {}) : out_(out), names_(std::move(names)) {}
  void proc(const Proc& proc);
  void stmt(const StmtRef& stmt, int indent);
  /// Parentheses are written where the operator around binds as strongly as `context` or stronger.
  void expr(const ExprRef& expr, int context = 0);
  /// Every name that was declared while printing.
  const std::map<const void*, std::string>& allNames() const { return names_.all(); }

 private:
  void body(const Body& body, int indent);
#define EXOGPU_STATEMENT(name) void node(const name& n, int indent);
#include "frontend/ir/statements.def"
#undef EXOGPU_STATEMENT
  void block(const Body& nested, int indent);
  void ended(const ExprRef& value);
  void condition(std::string_view word, const ExprRef& condition, std::string_view note);
  void parameter(const Parameter& parameter);
  void loopHead(const For& loop);
  void place(const Place& place);
  void window(const Window& window);
  void collective(const Collective& collective);
  void binary(const Binary& node, int context);
  void select(const Select& node, int context);
  void unary(const Unary& node);
  void list(const std::vector<ExprRef>& exprs);
  std::string nameOf(const SymbolRef& node) const { return names_.of(node.get(), node->name); }
  std::string nameOf(const BufferRef& node) const { return names_.of(node.get(), node->name); }
  std::string nameOf(const GroupRef& node) const { return names_.of(node.get(), node->name); }
  template <class Node>
  const std::string& declare(const Node& node) { return names_.declare(node.get(), node->name); }

  llvm::raw_ostream& out_;
  ScopedNames names_;
};

/// A literal of the text form, exact: integers with their type behind (none: i32), floats shortest that read back.
std::string intText(std::int64_t value, ScalarType type);
std::string floatText(double value, ScalarType type);
/// A quoted string with \" \\ \n escaped.
std::string quoted(std::string_view text);
/// Binding strength of a binary operator, as in C; 0 is the weakest (what `? :` has).
int precedence(BinaryOp op);

}  // namespace exogpu::ir
