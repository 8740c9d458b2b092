#include "codegen/lower/idle.h"

#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
bool isIdle(const ir::Stmt& stmt) {
  const auto* loop = std::get_if<ir::For>(&stmt.node);
  if (!loop || !ir::isThreadLoop(loop->kind)) return false;
  const auto lo = ir::constantValue(loop->lo), hi = ir::constantValue(loop->hi);
  return lo && hi && *hi <= *lo;
}
}  // namespace

ir::ProcRef withoutIdleLoops(const ir::ProcRef& proc) {
  bool any = false;
  ir::walkStmts(proc->body, [&](const ir::StmtRef& stmt) { any |= isIdle(*stmt); });
  if (!any) return proc;
  auto copy = *proc;
  copy.body = ir::rewriteStmts(proc->body, [](const ir::StmtRef& stmt) {
    return isIdle(*stmt) ? std::optional<ir::Body>(ir::Body{}) : std::nullopt;
  });
  return std::make_shared<const ir::Proc>(std::move(copy));
}

}  // namespace exogpu::lower
