#include "verify/simulate/program.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"

namespace exogpu::simulate {
using ir::AccessSide;

Program::Program(const ir::ProcRef& proc, const Shared& shared) : proc_(proc) {
  sites_.push_back({});  // site 0: no access
  for (const auto& parameter : proc->parameters)
    std::visit(Overloaded{[&](const ir::SymbolRef& symbol) { addSymbol(symbol); },
                          [&](const ir::BufferRef& buffer) { addBuffer(buffer); }},
               parameter);
  for (const auto& alias : proc->aliases)
    if (alias.same) join(alias.a, alias.b);
  for (const auto& [a, b] : shared) join(a, b);
  ir::walkStmts(proc->body, [&](const ir::StmtRef& stmt) { addStmt(stmt); });
}

void Program::addBuffer(const ir::BufferRef& buffer) {
  buffer_slots_[buffer.get()] = static_cast<std::uint32_t>(buffers_.size());
  buffers_.push_back(buffer);
  written_.push_back(false);
}
void Program::join(const ir::BufferRef& a, const ir::BufferRef& b) {
  const auto kept = std::min(bufferSlot(a), bufferSlot(b)), dropped = std::max(bufferSlot(a), bufferSlot(b));
  for (auto& [buffer, slot] : buffer_slots_)
    if (slot == dropped) slot = kept;
}
void Program::addSymbol(const ir::SymbolRef& symbol) {
  symbols_.try_emplace(symbol.get(), static_cast<std::uint32_t>(symbols_.size()));
}

std::uint32_t Program::addSite(const ir::Stmt& stmt, ir::NodeId expr, AccessSide side, SourceRange where) {
  sites_.push_back({{stmt.id, expr, side}, where});
  return static_cast<std::uint32_t>(sites_.size() - 1);
}
std::uint32_t Program::write(const ir::Stmt& stmt, const ir::BufferRef& buffer, AccessSide side) {
  written_[bufferSlot(buffer)] = true;
  return addSite(stmt, 0, side, stmt.where);
}

void Program::addStmt(const ir::StmtRef& ref) {
  const ir::Stmt& stmt = *ref;
  StmtSites own;
  std::visit(
      Overloaded{
          [&](const ir::Let& s) { addSymbol(s.symbol); },
          [&](const ir::Assign&) {},
          [&](const ir::Alloc& s) {
            addBuffer(s.buffer);
            own.target = addSite(stmt, 0, AccessSide::Life, stmt.where);
            if (s.zero) own.source = write(stmt, s.buffer, AccessSide::Write);
          },
          [&](const ir::Store& s) { own.target = write(stmt, s.place.buffer, AccessSide::Write); },
          [&](const ir::Atomic& s) { own.target = write(stmt, s.place.buffer, AccessSide::Write); },
          [&](const ir::For& s) { addSymbol(s.iterator); },
          [&](const ir::If&) {},
          [&](const ir::Scope&) {},
          [&](const ir::Fence&) {},
          [&](const ir::Copy& s) {
            own.source = addSite(stmt, 0, AccessSide::CopySource, stmt.where);
            own.target = write(stmt, s.dst.origin.buffer, AccessSide::CopyDestination);
          },
          [&](const ir::CommitGroup&) {},
          [&](const ir::Commit&) {},
          [&](const ir::Wait&) {},
          [&](const ir::Collective& s) {
            if (s.result) addSymbol(s.result);
            own.source = addSite(stmt, 0, AccessSide::Read, stmt.where);
            if (s.dst) own.target = write(stmt, s.dst->buffer, AccessSide::Write);
          },
          [&](const ir::Require&) {},
          [&](const ir::Assume&) {},
          [&](const ir::Prove&) {},
      },
      stmt.node);
  if (own.source != 0 || own.target != 0) stmts_[&stmt] = own;
  ir::forEachExpr(stmt, [&](const ir::ExprRef& root) {
    ir::walkExpr(root, [&](const ir::ExprRef& expr) {
      if (std::holds_alternative<ir::Load>(expr->node))
        loads_[expr.get()] = addSite(stmt, expr->id, AccessSide::Read, expr->where);
    });
  });
}

}  // namespace exogpu::simulate
