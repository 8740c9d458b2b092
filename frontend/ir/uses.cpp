#include "frontend/ir/uses.h"

#include <algorithm>

#include "frontend/ir/walk.h"

namespace exogpu::ir {

SymbolSet symbolsOf(const ExprRef& expr) {
  SymbolSet out;
  walkExpr(expr, [&](const ExprRef& node) {
    if (const auto* read = std::get_if<Read>(&node->node)) out.insert(read->symbol.get());
  });
  return out;
}

BufferSet loadsOf(const ExprRef& expr) {
  BufferSet out;
  walkExpr(expr, [&](const ExprRef& node) {
    if (const auto* load = std::get_if<Load>(&node->node)) out.insert(load->place.buffer.get());
  });
  return out;
}

std::vector<SymbolRef> assignedIn(const Body& body) {
  std::vector<SymbolRef> out;
  const auto add = [&](const SymbolRef& symbol) {
    if (symbol && std::find(out.begin(), out.end(), symbol) == out.end()) out.push_back(symbol);
  };
  walkStmts(body, [&](const StmtRef& stmt) {
    if (const auto* assign = std::get_if<Assign>(&stmt->node)) add(assign->symbol);
    if (const auto* collective = std::get_if<Collective>(&stmt->node)) add(collective->result);
  });
  return out;
}

BufferSet writtenIn(const Body& body) {
  BufferSet out;
  walkStmts(body, [&](const StmtRef& stmt) {
    if (const auto* store = std::get_if<Store>(&stmt->node)) out.insert(store->place.buffer.get());
    if (const auto* atomic = std::get_if<Atomic>(&stmt->node)) out.insert(atomic->place.buffer.get());
    if (const auto* copy = std::get_if<Copy>(&stmt->node)) out.insert(copy->dst.origin.buffer.get());
    if (const auto* alloc = std::get_if<Alloc>(&stmt->node)) out.insert(alloc->buffer.get());
    if (const auto* collective = std::get_if<Collective>(&stmt->node); collective && collective->dst)
      out.insert(collective->dst->buffer.get());
  });
  return out;
}

}  // namespace exogpu::ir
