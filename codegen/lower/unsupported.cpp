#include "codegen/lower/unsupported.h"

#include <algorithm>

#include "codegen/lower/fences.h"
#include "frontend/base/overloaded.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
bool hasAtomic(ir::AtomicOp op, ir::ScalarType type) {
  using enum ir::ScalarType;
  const bool whole = type == I32 || type == U32 || type == I64 || type == U64;
  return whole || (op == ir::AtomicOp::Add && ir::isFloat(type));
}

/// cp.async moves 4, 8 or 16 adjacent bytes from global to shared memory.
std::string whyNotAsync(const ir::Copy& copy) {
  const auto& shape = copy.src.shape;
  const auto bytes = copy.src.elements() * ir::sizeInBytes(copy.src.origin.buffer->element);
  if (std::any_of(shape.begin(), shape.end() - 1, [](auto extent) { return extent != 1; })) return "its window has several rows";
  if (bytes != 4 && bytes != 8 && bytes != 16) return "it moves " + std::to_string(bytes) + " bytes";
  if (copy.src.origin.buffer->space != ir::Space::Global || copy.dst.origin.buffer->space != ir::Space::Shared)
    return "it does not go from global to shared memory";
  return copy.dst.clipped ? "its destination is clipped" : "";
}

void checkCollective(const ir::Collective& call, const Place& place, const SourceRange& where, diag::Sink& sink) {
  const auto type = call.src.buffer->element;
  const bool power_of_two = (place.group.size & (place.group.size - 1)) == 0 && (place.group.div & (place.group.div - 1)) == 0;
  if (!isInsideWarp(place.group) || !power_of_two)
    sink.report(diag::make(diag::Id::CollectiveNotInWarp, where,
                           {std::to_string(place.group.size), std::to_string(place.group.div)}));
  if (ir::sizeInBytes(type) < 4)
    sink.report(diag::make(diag::Id::UnsupportedType, where, {std::string(ir::text(call.op)), std::string(ir::text(type))}));
}
}  // namespace

void checkSupported(const Launch& launch, diag::Sink& sink) {
  for (std::size_t i = 1; i < launch.grid.size(); ++i)
    for (std::size_t outer = 0; outer < i; ++outer)
      ir::walkExpr(launch.grid[i]->hi, [&](const ir::ExprRef& e) {
        const auto* name = std::get_if<ir::Read>(&e->node);
        if (name && name->symbol == launch.grid[outer]->iterator)
          sink.report(diag::make(diag::Id::GridNotRectangular, e->where, {name->symbol->name}));
      });
  walkPlaced(*launch.body, launch.threads, [&](const ir::StmtRef& stmt, const Place& place) {
    std::visit(Overloaded{
                   [&](const ir::Atomic& n) {
                     const auto type = n.place.buffer->element;
                     if (!hasAtomic(n.op, type))
                       sink.report(diag::make(diag::Id::UnsupportedType, stmt->where,
                                              {"atomic_" + std::string(ir::text(n.op)), std::string(ir::text(type))}));
                   },
                   [&](const ir::Copy& n) {
                     const auto why = n.asynchronous ? whyNotAsync(n) : "";
                     if (!why.empty()) sink.report(diag::make(diag::Id::NotACpAsync, stmt->where, {why}));
                   },
                   [&](const ir::Collective& n) { checkCollective(n, place, stmt->where, sink); },
                   [&](const ir::Alloc& n) {
                     if (n.zero && n.buffer->space == ir::Space::Shared)
                       sink.report(diag::make(diag::Id::SharedNotZeroed, stmt->where, {n.buffer->name}));
                   },
                   [](const auto&) {},
               },
               stmt->node);
  });
}

}  // namespace exogpu::lower
