#include "codegen/lower/sites.h"

#include "frontend/base/overloaded.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

Sites numberSites(const ir::Proc& proc) {
  Sites sites;
  const auto add = [&](ir::AccessKey key, const ir::BufferRef& buffer) {
    if (buffer && buffer->space != ir::Space::Global && buffer->space != ir::Space::Shared) return;
    sites.number[key] = static_cast<int>(sites.all.size());
    sites.all.push_back({key, buffer});
  };
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    ir::forEachExpr(*stmt, [&](const ir::ExprRef& expr) {
      ir::walkExpr(expr, [&](const ir::ExprRef& e) {
        if (const auto* load = std::get_if<ir::Load>(&e->node))
          add({stmt->id, e->id, ir::AccessSide::Read}, load->place.buffer);
      });
    });
    const auto own = [&](ir::AccessSide side, const ir::BufferRef& buffer) { add({stmt->id, 0, side}, buffer); };
    std::visit(Overloaded{
                   [&](const ir::Store& n) { own(ir::AccessSide::Write, n.place.buffer); },
                   [&](const ir::Atomic& n) { own(ir::AccessSide::Write, n.place.buffer); },
                   [&](const ir::Copy& n) {
                     own(ir::AccessSide::CopySource, n.src.origin.buffer);
                     own(ir::AccessSide::CopyDestination, n.dst.origin.buffer);
                   },
                   [&](const ir::Fence&) { own(ir::AccessSide::Life, nullptr); },
                   [&](const ir::Commit&) { own(ir::AccessSide::Life, nullptr); },
                   [&](const ir::Wait&) { own(ir::AccessSide::Life, nullptr); },
                   [](const auto&) {},
               },
               stmt->node);
  });
  return sites;
}

}  // namespace exogpu::lower
