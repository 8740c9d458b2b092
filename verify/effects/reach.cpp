#include "verify/effects/reach.h"

#include <algorithm>
#include <utility>

#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"
#include "verify/effects/model.h"

namespace exogpu::effects {
namespace {

/// Expressions in index position inside `expr`: subscripts, conditions that select, divisors, shift counts, and the
/// operands of integer comparisons below those.
void indexPositions(const ir::ExprRef& expr, std::vector<ir::ExprRef>& out) {
  ir::walkExpr(expr, [&](const ir::ExprRef& node) {
    if (const auto* load = std::get_if<ir::Load>(&node->node))
      out.insert(out.end(), load->place.indices.begin(), load->place.indices.end());
    if (const auto* select = std::get_if<ir::Select>(&node->node)) out.push_back(select->condition);
    const auto* binary = std::get_if<ir::Binary>(&node->node);
    if (!binary) return;
    using enum ir::BinaryOp;
    const bool integers = ir::isInteger(binary->lhs->type);
    if (ir::isLogical(binary->op)) out.push_back(binary->lhs);
    if (integers && (binary->op == Div || binary->op == Rem || binary->op == Shl || binary->op == Shr))
      out.push_back(binary->rhs);
  });
}

/// Expressions of a statement that are indices, bounds or guards themselves.
std::vector<ir::ExprRef> ownPositions(const ir::Stmt& stmt) {
  std::vector<ir::ExprRef> out;
  const auto add = [&](const std::vector<ir::ExprRef>& more) { out.insert(out.end(), more.begin(), more.end()); };
  std::visit(Overloaded{
                 [&](const ir::Store& s) { add(s.place.indices); },
                 [&](const ir::Atomic& s) { add(s.place.indices); },
                 [&](const ir::For& s) { add({s.lo, s.hi}); },
                 [&](const ir::If& s) { add({s.condition}); },
                 [&](const ir::Copy& s) { add(s.dst.origin.indices), add(s.src.origin.indices); },
                 [&](const ir::Collective& s) {
                   add(s.src.indices);
                   if (s.dst) add(s.dst->indices);
                   if (s.argument) add({s.argument});
                 },
                 [&](const ir::Require& s) { add({s.condition}); },
                 [&](const ir::Assume& s) { add({s.condition}); },
                 [&](const ir::Prove& s) { add({s.condition}); },
                 [](const ir::Let&) {},
                 [](const ir::Assign&) {},
                 [](const ir::Alloc&) {},
                 [](const ir::Scope&) {},
                 [](const ir::Fence&) {},
                 [](const ir::CommitGroup&) {},
                 [](const ir::Commit&) {},
                 [](const ir::Wait&) {},
             },
             stmt.node);
  ir::forEachExpr(stmt, [&](const ir::ExprRef& expr) { indexPositions(expr, out); });
  return out;
}

/// Symbols that flow into the value of `expr`; what only selects or subscripts is an index position of its own.
void addSymbols(const ir::ExprRef& expr, SymbolSet& out) {
  for (const auto* symbol : symbolsOf(expr)) out.insert(symbol);
}

}  // namespace

SymbolSet symbolsOf(const ir::ExprRef& expr) {
  SymbolSet out;
  ir::walkExpr(expr, [&](const ir::ExprRef& node) {
    if (const auto* read = std::get_if<ir::Read>(&node->node)) out.insert(read->symbol.get());
  });
  return out;
}

std::set<const ir::Buffer*> loadsOf(const ir::ExprRef& expr) {
  std::set<const ir::Buffer*> out;
  ir::walkExpr(expr, [&](const ir::ExprRef& node) {
    if (const auto* load = std::get_if<ir::Load>(&node->node)) out.insert(load->place.buffer.get());
  });
  return out;
}

std::vector<ir::SymbolRef> assignedIn(const ir::Body& body) {
  std::vector<ir::SymbolRef> out;
  const auto add = [&](const ir::SymbolRef& symbol) {
    if (symbol && std::find(out.begin(), out.end(), symbol) == out.end()) out.push_back(symbol);
  };
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (const auto* assign = std::get_if<ir::Assign>(&stmt->node)) add(assign->symbol);
    if (const auto* collective = std::get_if<ir::Collective>(&stmt->node)) add(collective->result);
  });
  return out;
}

std::set<const ir::Buffer*> writtenIn(const ir::Body& body) {
  std::set<const ir::Buffer*> out;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (const auto* store = std::get_if<ir::Store>(&stmt->node)) out.insert(store->place.buffer.get());
    if (const auto* atomic = std::get_if<ir::Atomic>(&stmt->node)) out.insert(atomic->place.buffer.get());
    if (const auto* copy = std::get_if<ir::Copy>(&stmt->node)) out.insert(copy->dst.origin.buffer.get());
    if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node)) out.insert(alloc->buffer.get());
    if (const auto* collective = std::get_if<ir::Collective>(&stmt->node); collective && collective->dst)
      out.insert(collective->dst->buffer.get());
  });
  return out;
}

SymbolSet reachingIndex(const ir::Proc& proc) {
  SymbolSet reaching;
  std::vector<std::pair<const ir::Symbol*, SymbolSet>> flows;
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    for (auto& expr : ownPositions(*stmt)) addSymbols(expr, reaching);
    if (const auto* let = std::get_if<ir::Let>(&stmt->node); let && let->value)
      flows.emplace_back(let->symbol.get(), symbolsOf(let->value));
    if (const auto* assign = std::get_if<ir::Assign>(&stmt->node))
      flows.emplace_back(assign->symbol.get(), symbolsOf(assign->value));
  });
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [symbol, sources] : flows)
      if (reaching.count(symbol))
        for (const auto* source : sources) changed |= reaching.insert(source).second;
  }
  return reaching;
}

bool isReadOnly(const ir::Proc& proc, const ir::Buffer& buffer) {
  if (buffer.space != ir::Space::Global) return false;
  std::set<const ir::Buffer*> family{&buffer};
  for (std::size_t before = 0; before != family.size();) {  // overlap is taken as transitive, to be safe
    before = family.size();
    for (auto& fact : proc.aliases)
      if (family.count(fact.a.get()) || family.count(fact.b.get())) family.insert({fact.a.get(), fact.b.get()});
  }
  const auto written = writtenIn(proc.body);
  return std::none_of(family.begin(), family.end(), [&](const ir::Buffer* member) { return written.count(member) > 0; });
}

}  // namespace exogpu::effects
