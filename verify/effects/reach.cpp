#include "verify/effects/reach.h"

#include <algorithm>
#include <utility>

#include "frontend/base/overloaded.h"
#include "frontend/ir/aliases.h"
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
void addSymbols(const ir::ExprRef& expr, ir::SymbolSet& out) {
  for (const auto* symbol : ir::symbolsOf(expr)) out.insert(symbol);
}

}  // namespace

ir::SymbolSet reachingIndex(const ir::Proc& proc) {
  ir::SymbolSet reaching;
  std::vector<std::pair<const ir::Symbol*, ir::SymbolSet>> flows;
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    for (auto& expr : ownPositions(*stmt)) addSymbols(expr, reaching);
    if (const auto* let = std::get_if<ir::Let>(&stmt->node); let && let->value)
      flows.emplace_back(let->symbol.get(), ir::symbolsOf(let->value));
    if (const auto* assign = std::get_if<ir::Assign>(&stmt->node))
      flows.emplace_back(assign->symbol.get(), ir::symbolsOf(assign->value));
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
  const auto written = ir::writtenIn(proc.body);
  return std::none_of(written.begin(), written.end(),
                      [&](const ir::Buffer* each) { return ir::mayOverlap(proc.aliases, *each, buffer); });
}

}  // namespace exogpu::effects
