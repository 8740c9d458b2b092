// bind_expr: the value of a store travels through a buffer of one element.
#include "frontend/ir/build.h"
#include "schedule/steps/edit.h"

namespace exogpu::steps {

Result apply_bind_expr(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto* store = std::get_if<ir::Store>(&stmt->node);
  if (!store) return edit.refuse("it is no store", "name a statement such as stmt(\"As[_] = _\")", {stmt});
  auto buffer = std::make_shared<ir::Buffer>();
  buffer->name = edit.word(1);
  buffer->element = store->value->type;
  buffer->space = ir::Space::Local;
  buffer->dims = {1};
  buffer->rank = 1;
  buffer->where = stmt->where;
  auto node = *store;
  node.value = ir::load({buffer, {ir::intLiteral(0)}}, stmt->where);
  const ir::Body bound{ir::makeStmt(ir::Alloc{buffer, false}, stmt->where),
                       ir::makeStmt(ir::Store{{buffer, {ir::intLiteral(0)}}, store->value}, stmt->where),
                       cursor::withNode(stmt, std::move(node))};
  return Outcome{cursor::replace(edit.body(), stmt->id, bound), {}};
}

}  // namespace exogpu::steps
