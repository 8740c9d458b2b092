#include "codegen/lower/launch.h"

#include <algorithm>
#include <set>

#include "frontend/base/overloaded.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

std::vector<ir::StmtRef> findLaunches(const ir::Body& body) {
  std::vector<ir::StmtRef> found;
  for (const auto& stmt : body) {
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    if (loop && ir::isLaunch(loop->kind)) {
      found.push_back(stmt);
      continue;
    }
    ir::forEachBody(*stmt, [&](const ir::Body& nested) {
      const auto inner = findLaunches(nested);
      found.insert(found.end(), inner.begin(), inner.end());
    });
  }
  return found;
}

namespace {
/// The perfect nest below the outermost loop.
std::vector<const ir::For*> gridNest(const ir::StmtRef& stmt) {
  std::vector<const ir::For*> nest{&std::get<ir::For>(stmt->node)};
  while (nest.back()->body.size() == 1) {
    const auto* inner = std::get_if<ir::For>(&nest.back()->body.front()->node);
    if (!inner || inner->kind != nest.front()->kind) break;
    nest.push_back(inner);
  }
  return nest;
}

/// The policy in force at a statement below `body`: the innermost loop's around it that states one, else `outer`.
std::optional<ir::Policy> policyAt(const ir::Body& body, const ir::StmtRef& place, ir::Policy outer) {
  for (const auto& stmt : body) {
    if (stmt == place) return outer;
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    const auto inner = loop && loop->policy ? *loop->policy : outer;
    std::optional<ir::Policy> found;
    ir::forEachBody(*stmt, [&](const ir::Body& nested) {
      if (!found) found = policyAt(nested, place, inner);
    });
    if (found) return found;
  }
  return std::nullopt;
}

/// Collects what a kernel body needs from outside.
class Needs {
 public:
  explicit Needs(const Launch& launch) {
    for (const auto* loop : launch.grid) declared_.insert(loop->iterator.get());
  }

  void addBody(const ir::Body& body) {
    ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
      declare(*stmt);
      ir::forEachExpr(*stmt, [&](const ir::ExprRef& expr) { addExpr(expr); });
      addPlaces(*stmt);
    });
  }
  TensorUse& use(const ir::BufferRef& buffer) {
    for (auto& row : tensors)
      if (row.buffer == buffer) return row;
    const auto rank = static_cast<std::size_t>(buffer->rank);
    tensors.push_back({buffer, false, true, std::vector<bool>(rank), std::vector<bool>(rank)});
    return tensors.back();
  }

  std::vector<TensorUse> tensors;
  std::vector<ir::SymbolRef> scalars;

 private:
  void declare(const ir::Stmt& stmt) {
    if (const auto* let = std::get_if<ir::Let>(&stmt.node)) declared_.insert(let->symbol.get());
    if (const auto* loop = std::get_if<ir::For>(&stmt.node)) declared_.insert(loop->iterator.get());
    if (const auto* call = std::get_if<ir::Collective>(&stmt.node))
      if (call->result) declared_.insert(call->result.get());
  }
  void addExpr(const ir::ExprRef& expr) {
    ir::walkExpr(expr, [&](const ir::ExprRef& e) {
      if (const auto* name = std::get_if<ir::Read>(&e->node)) addScalar(name->symbol);
      if (const auto* load = std::get_if<ir::Load>(&e->node)) addPlace(load->place);
      if (const auto* extent = std::get_if<ir::Extent>(&e->node))
        use(extent->buffer).extents_used[static_cast<std::size_t>(extent->dim)] = true;
    });
  }
  void addScalar(const ir::SymbolRef& symbol) {
    if (declared_.count(symbol.get())) return;
    if (std::find(scalars.begin(), scalars.end(), symbol) == scalars.end()) scalars.push_back(symbol);
  }
  /// Row-major positions need all extents but the first; strided ones their strides.
  void addPlace(const ir::Place& place, bool written = false) {
    if (place.buffer->space != ir::Space::Global) return;
    auto& row = use(place.buffer);
    row.is_written |= written;
    for (std::size_t d = 0; d < row.extents_used.size(); ++d)
      if (place.buffer->is_strided)
        row.strides_used[d] = d + 1 < row.extents_used.size();  // the last dimension is contiguous
      else if (d > 0)
        row.extents_used[d] = true;
  }
  void addWindow(const ir::Window& window, bool written) {
    addPlace(window.origin, written);
    if (!window.clipped || window.origin.buffer->space != ir::Space::Global) return;
    auto& row = use(window.origin.buffer);
    std::fill(row.extents_used.begin(), row.extents_used.end(), true);
  }
  void addPlaces(const ir::Stmt& stmt) {
    std::visit(Overloaded{
                   [&](const ir::Store& n) { addPlace(n.place, true); },
                   [&](const ir::Atomic& n) { addPlace(n.place, true); },
                   [&](const ir::Copy& n) { addWindow(n.src, false), addWindow(n.dst, true); },
                   [](const auto&) {},
               },
               stmt.node);
  }

  std::set<const ir::Symbol*> declared_;
};

/// Tensors in parameter order, with what may be said of their overlap.
std::vector<TensorUse> orderTensors(const ir::Proc& proc, const std::vector<TensorUse>& found) {
  std::vector<TensorUse> ordered;
  for (const auto& parameter : proc.parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter))
      for (const auto& row : found)
        if (row.buffer == *buffer) ordered.push_back(row);
  for (const auto& fact : proc.aliases)
    for (auto& row : ordered)
      if (row.buffer == fact.a || row.buffer == fact.b) row.is_restrict = false;
  return ordered;
}
}  // namespace

Launch splitLaunch(const ir::Proc& proc, const ir::StmtRef& stmt, const Definitions& definitions, std::string name) {
  Launch launch;
  launch.name = std::move(name);
  launch.stmt = stmt;
  launch.grid = gridNest(stmt);
  launch.body = &launch.grid.back()->body;
  launch.is_persistent = launch.grid.front()->kind == ir::LoopKind::Tasks;
  launch.threads = ir::blockSize(*launch.grid.front());
  launch.policy = policyAt(proc.body, stmt, proc.policy).value_or(proc.policy);
  for (const auto* loop : launch.grid)
    if (loop->policy) launch.policy = *loop->policy;

  Needs needs(launch);
  needs.addBody(*launch.body);
  launch.tensors = orderTensors(proc, std::move(needs.tensors));
  for (const auto& symbol : needs.scalars) {
    const auto value = definitions.valueOf(*symbol);
    const bool is_constant = value && ir::isInteger(symbol->type) && definitions.evaluate(value, {});
    (is_constant ? launch.constants : launch.scalars).push_back(symbol);
  }
  return launch;
}

std::vector<ir::BufferRef> writtenTensors(const ir::Proc& proc) {
  std::vector<ir::BufferRef> written;
  const auto add = [&](const ir::BufferRef& buffer) {
    if (buffer->space == ir::Space::Global && std::find(written.begin(), written.end(), buffer) == written.end())
      written.push_back(buffer);
  };
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    std::visit(Overloaded{
                   [&](const ir::Store& n) { add(n.place.buffer); },
                   [&](const ir::Atomic& n) { add(n.place.buffer); },
                   [&](const ir::Copy& n) { add(n.dst.origin.buffer); },
                   [](const auto&) {},
               },
               stmt->node);
  });
  return written;
}

}  // namespace exogpu::lower
