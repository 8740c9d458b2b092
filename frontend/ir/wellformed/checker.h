#pragma once
// The parts of `check` (check.h): types of expressions, and names, shapes and places of statements.
#include <set>
#include <string>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// Collects violations; each names the statement at which it was found.
class Violations {
 public:
  void enter(const Stmt* stmt) { stmt_ = stmt; }
  void add(const std::string& what);
  bool require(bool holds, const std::string& what) {
    if (!holds) add(what);
    return holds;
  }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  const Stmt* stmt_ = nullptr;
  std::vector<std::string> found_;
};

/// Types of an expression tree: every node's type is the one that its operands give.
void checkTypes(const ExprRef& expr, Violations& violations);
/// i32 … u64, f32, f64: what arithmetic exists on. The other types are storage types.
bool isArithmetic(ScalarType type);

/// Names, scopes, shapes and ids of a whole proc.
class ProcChecker {
 public:
  ProcChecker(const Proc& proc, bool levels_resolved) : proc_(proc), levels_resolved_(levels_resolved) {}
  std::vector<std::string> run();

 private:
  void parameters();
  void body(const Body& body);
  void stmt(const StmtRef& stmt);
  void node(const StmtNode& node);
  void exprs(const StmtNode& node);
  void instruction(const Scope& scope);
  void let(const Let& let);
  void assigned(const SymbolRef& symbol, ScalarType type);
  void alloc(const Alloc& alloc);
  void written(const Place& place, const ExprRef& value);
  void loop(const For& loop);
  void copy(const Copy& copy);
  void window(const Window& window, const char* side);
  void collective(const Collective& collective);
  void full(const Place& place);
  void declare(const void* entity, const std::string& name);
  void used(const void* entity, const std::string& name);
  void condition(const ExprRef& condition);

  const Proc& proc_;
  const bool levels_resolved_;
  Violations violations_;
  std::set<NodeId> ids_;
  std::set<const void*> declared_;  ///< ever
  std::set<const void*> visible_;
};

}  // namespace exogpu::ir
