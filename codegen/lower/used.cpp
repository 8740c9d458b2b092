#include "codegen/lower/used.h"

#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
class Finder {
 public:
  Finder(const std::map<const ir::Place*, std::vector<ir::ExprRef>>& private_indices,
         const std::set<const ir::Place*>& lanes, const std::set<ir::NodeId>& dropped)
      : private_indices_(private_indices), lanes_(lanes), dropped_(dropped) {}

  std::set<const ir::Symbol*> run(const ir::Body& body) {
    ir::walkStmts(body, [&](const ir::StmtRef& stmt) { addStmt(*stmt); });
    return std::move(used_);
  }

 private:
  void addStmt(const ir::Stmt& stmt) {
    std::visit(Overloaded{
                   [&](const ir::Let& n) {
                     if (n.value && !n.symbol->is_mutable && !used_.count(n.symbol.get()))
                       waiting_[n.symbol.get()] = n.value;
                     else if (n.value)
                       addExpr(n.value);
                   },
                   [&](const ir::Store& n) { addPlace(n.place), addExpr(n.value); },
                   [&](const ir::Atomic& n) { addPlace(n.place), addExpr(n.value); },
                   [&](const ir::Copy& n) { addPlace(n.dst.origin), addPlace(n.src.origin); },
                   [&](const ir::Collective& n) {
                     addPlace(n.src);
                     if (n.dst) addPlace(*n.dst);
                     if (n.argument) addExpr(n.argument);
                   },
                   [&](const ir::If& n) { if (!dropped_.count(stmt.id)) addExpr(n.condition); },
                   [&](const ir::For& n) { addExpr(n.lo), addExpr(n.hi); },
                   [&](const ir::Scope& n) {
                     if (!n.instruction) return;
                     use(*n.instruction->result);
                     for (const auto& operand : n.instruction->operands) addExpr(operand.value);
                   },
                   [&](const ir::Assign& n) { use(*n.symbol), addExpr(n.value); },
                   [](const ir::Require&) {},
                   [](const ir::Assume&) {},
                   [](const ir::Prove&) {},
                   [](const auto&) {},
               },
               stmt.node);
  }
  void addPlace(const ir::Place& place) {
    if (lanes_.count(&place)) return;
    const auto own = private_indices_.find(&place);
    for (const auto& index : own == private_indices_.end() ? place.indices : own->second)
      if (index) addExpr(index);
  }
  void addExpr(const ir::ExprRef& expr) {
    if (const auto* name = std::get_if<ir::Read>(&expr->node)) use(*name->symbol);
    if (const auto* load = std::get_if<ir::Load>(&expr->node)) return addPlace(load->place);
    const auto* select = std::get_if<ir::Select>(&expr->node);
    if (select && dropped_.count(expr->id)) return addExpr(select->if_true);
    ir::forEachChild(*expr, [&](const ir::ExprRef& child) { addExpr(child); });
  }
  void use(const ir::Symbol& symbol) {
    if (!used_.insert(&symbol).second) return;
    const auto value = waiting_.find(&symbol);
    if (value != waiting_.end()) addExpr(ir::ExprRef(value->second));
  }

  const std::map<const ir::Place*, std::vector<ir::ExprRef>>& private_indices_;
  const std::set<const ir::Place*>& lanes_;
  const std::set<ir::NodeId>& dropped_;
  std::map<const ir::Symbol*, ir::ExprRef> waiting_;  ///< values of locals that nothing has read so far
  std::set<const ir::Symbol*> used_;
};
}  // namespace

std::set<const ir::Symbol*> findUsedSymbols(const ir::Body& body,
                                            const std::map<const ir::Place*, std::vector<ir::ExprRef>>& private_indices,
                                            const std::set<const ir::Place*>& lanes, const std::set<ir::NodeId>& dropped) {
  return Finder(private_indices, lanes, dropped).run(body);
}

}  // namespace exogpu::lower
