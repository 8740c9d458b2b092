#include "codegen/lower/integers.h"

#include <map>
#include <vector>

#include "frontend/base/overloaded.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
class Finder {
 public:
  std::set<const ir::Symbol*> run(const ir::Body& body) {
    ir::walkStmts(body, [&](const ir::StmtRef& stmt) { addStmt(*stmt); });
    while (!pending_.empty()) {
      const auto* symbol = pending_.back();
      pending_.pop_back();
      for (const auto& value : values_[symbol]) addAll(value);
    }
    return std::move(found_);
  }

 private:
  void addStmt(const ir::Stmt& stmt) {
    ir::parts::eachPlace(stmt.node, [&](const ir::Place& place) {
      for (const auto& index : place.indices) addAll(index);
    });
    std::visit(Overloaded{
                   [&](const ir::Let& n) { define(n.symbol, n.value); },
                   [&](const ir::Assign& n) { define(n.symbol, n.value); },
                   [&](const ir::For& n) { addAll(n.lo), addAll(n.hi); },
                   [&](const ir::If& n) { addAll(n.condition); },
                   [&](const ir::Collective& n) { if (n.argument) addAll(n.argument); },
                   [](const auto&) {},
               },
               stmt.node);
    ir::forEachExpr(stmt, [&](const ir::ExprRef& expr) { addNested(expr); });
  }
  void define(const ir::SymbolRef& symbol, const ir::ExprRef& value) {
    if (value) values_[symbol.get()].push_back(value);
  }
  /// Index uses inside any expression.
  void addNested(const ir::ExprRef& expr) {
    ir::walkExpr(expr, [&](const ir::ExprRef& e) {
      if (const auto* load = std::get_if<ir::Load>(&e->node))
        for (const auto& index : load->place.indices) addAll(index);
      if (const auto* select = std::get_if<ir::Select>(&e->node)) addAll(select->condition);
      const auto* binary = std::get_if<ir::Binary>(&e->node);
      if (!binary) return;
      if (!ir::isInteger(binary->lhs->type)) return;  // what a float is divided by is data
      const bool divides = binary->op == ir::BinaryOp::Div || binary->op == ir::BinaryOp::Rem;
      if (divides || binary->op == ir::BinaryOp::Shl || binary->op == ir::BinaryOp::Shr) addAll(binary->rhs);
    });
  }
  /// Everything that this expression reads reaches an index use.
  void addAll(const ir::ExprRef& expr) {
    ir::walkExpr(expr, [&](const ir::ExprRef& e) {
      const auto* name = std::get_if<ir::Read>(&e->node);
      if (name && ir::isInteger(name->symbol->type) && found_.insert(name->symbol.get()).second)
        pending_.push_back(name->symbol.get());
    });
  }

  std::set<const ir::Symbol*> found_;
  std::vector<const ir::Symbol*> pending_;
  std::map<const ir::Symbol*, std::vector<ir::ExprRef>> values_;
};
}  // namespace

std::set<const ir::Symbol*> findIndexSymbols(const ir::Body& body) { return Finder().run(body); }

}  // namespace exogpu::lower
