#include "schedule/steps/rebuffer.h"

#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"
#include "schedule/cursor/locate.h"
#include "schedule/steps/legality.h"

namespace exogpu::steps {
namespace {

ir::StmtRef rebuilt(const ir::StmtRef& stmt, const ir::BufferRef& from, const ir::BufferRef& to, const MapIndices& map,
                    const MapShape& map_shape) {
  const auto in_exprs = ir::rewriteExprs(stmt, [&](const ir::ExprRef& expr) -> ir::ExprRef {
    const auto* load = std::get_if<ir::Load>(&expr->node);
    if (!load || load->place.buffer != from) return nullptr;
    auto copy = *expr;
    copy.node = ir::Load{{to, map(load->place.indices)}};
    return std::make_shared<const ir::Expr>(std::move(copy));
  });
  auto node = in_exprs->node;
  bool changed = false;
  if (auto* copy = std::get_if<ir::Copy>(&node); copy && map_shape)
    for (auto* window : {&copy->dst, &copy->src})
      if (window->origin.buffer == from) window->shape = map_shape(window->shape);
  ir::parts::eachPlace(node, [&](ir::Place& place) {
    if (place.buffer != from) return;
    place = {to, map(place.indices)};
    changed = true;
  });
  if (auto* alloc = std::get_if<ir::Alloc>(&node); alloc && alloc->buffer == from) {
    alloc->buffer = to;
    changed = true;
  }
  return changed ? cursor::withNode(in_exprs, std::move(node)) : in_exprs;
}

std::vector<std::int64_t> shapeOf(const ir::Window& window) {
  std::vector<std::int64_t> shape(window.origin.indices.size() - window.shape.size(), 1);
  shape.insert(shape.end(), window.shape.begin(), window.shape.end());
  return shape;
}

}  // namespace

ir::Body replaceBuffer(const ir::Body& body, const ir::BufferRef& from, const ir::BufferRef& to, const MapIndices& map,
                       const MapShape& map_shape) {
  ir::Body out;
  for (const auto& stmt : body) {
    auto node = stmt->node;
    bool nested_changed = false;
    ir::parts::eachBody(node, [&](ir::Body& nested) {
      auto changed = replaceBuffer(nested, from, to, map, map_shape);
      nested_changed |= changed != nested;
      nested = std::move(changed);
    });
    // rewriteExprs descends by itself, so nested bodies are finished first and have no access left to map.
    out.push_back(rebuilt(nested_changed ? cursor::withNode(stmt, node) : stmt, from, to, map, map_shape));
  }
  return out;
}

std::vector<PlaceUse> usesOf(const ir::Body& body, const ir::BufferRef& buffer) {
  std::vector<PlaceUse> uses;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    for (const auto& [load, guard] : guardedLoads(*stmt)) {
      const auto& place = std::get<ir::Load>(load->node).place;
      if (place.buffer == buffer)
        uses.push_back({stmt, place.indices, std::vector<std::int64_t>(place.indices.size(), 1), false, false, guard, false});
    }
    const auto add = [&](const ir::Place& place, std::vector<std::int64_t> shape, bool is_write, bool is_row = false) {
      if (place.buffer == buffer) uses.push_back({stmt, place.indices, std::move(shape), is_write, is_row, nullptr, false});
    };
    const auto ones = [](const ir::Place& place) { return std::vector<std::int64_t>(place.indices.size(), 1); };
    if (const auto* n = std::get_if<ir::Store>(&stmt->node)) add(n->place, ones(n->place), true);
    if (const auto* n = std::get_if<ir::Atomic>(&stmt->node)) {
      add(n->place, ones(n->place), false);
      add(n->place, ones(n->place), true);
    }
    if (const auto* n = std::get_if<ir::Copy>(&stmt->node)) {
      const auto window = [&](const ir::Window& w, bool is_write) {
        if (w.origin.buffer == buffer) uses.push_back({stmt, w.origin.indices, shapeOf(w), is_write, false, nullptr, w.clipped});
      };
      window(n->src, false);
      window(n->dst, true);
    }
    if (const auto* n = std::get_if<ir::Collective>(&stmt->node)) {
      add(n->src, ones(n->src), false, true);
      if (n->dst) add(*n->dst, ones(*n->dst), true, true);
    }
  });
  return uses;
}

ir::StmtRef asyncCopyAgainst(const ir::Body& body, const ir::BufferRef& buffer, ir::Space space) {
  ir::StmtRef found;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    const auto* copy = std::get_if<ir::Copy>(&stmt->node);
    if (found || !copy || !copy->asynchronous) return;
    const bool ends = copy->dst.origin.buffer == buffer && space != ir::Space::Shared;
    const bool begins = copy->src.origin.buffer == buffer && space != ir::Space::Global;
    if (ends || begins) found = stmt;
  });
  return found;
}

ir::Space memoryNamed(const std::string& word) {
  for (const auto space : {ir::Space::Local, ir::Space::Shared})
    if (text(space) == word) return space;
  return ir::Space::Register;
}

std::string problemOfShape(const std::vector<std::int64_t>& dims) {
  const auto most = ir::maxValue(ir::ScalarType::I32);
  std::int64_t elements = 1;
  for (const auto extent : dims) {
    if (extent < 1) return "is not positive";
    if (extent > most / elements) return "makes a buffer of more than " + std::to_string(most) + " elements";
    elements *= extent;
  }
  return "";
}

}  // namespace exogpu::steps
