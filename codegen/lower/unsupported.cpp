#include "codegen/lower/unsupported.h"

#include <algorithm>

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
  return copy.dst.clipped ? "its destination is clipped" : "";
}

/// Levels are resolved: a collective stands where a warp, or a power-of-two part of one, executes.
void checkCollective(const ir::Collective& call, const SourceRange& where, diag::Sink& sink) {
  const auto type = call.src.buffer->element;
  if (ir::sizeInBytes(type) < 4)
    sink.report(diag::make(diag::Id::UnsupportedType, where, {std::string(ir::text(call.op)), std::string(ir::spelling(type))}));
}
}  // namespace

void checkSupported(const Launch& launch, diag::Sink& sink) {
  ir::walkStmts(*launch.body, [&](const ir::StmtRef& stmt) {
    std::visit(Overloaded{
                   [&](const ir::Atomic& n) {
                     const auto type = n.place.buffer->element;
                     if (!hasAtomic(n.op, type))
                       sink.report(diag::make(diag::Id::UnsupportedType, stmt->where,
                                              {"atomic_" + std::string(ir::text(n.op)), std::string(ir::spelling(type))}));
                   },
                   [&](const ir::Copy& n) {
                     const auto why = n.asynchronous ? whyNotAsync(n) : "";
                     if (!why.empty()) sink.report(diag::make(diag::Id::NotACpAsync, stmt->where, {why}));
                   },
                   [&](const ir::Collective& n) { checkCollective(n, stmt->where, sink); },
                   [](const auto&) {},
               },
               stmt->node);
  });
}

}  // namespace exogpu::lower
