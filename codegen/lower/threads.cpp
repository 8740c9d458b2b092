#include "codegen/lower/threads.h"

#include <algorithm>
#include <cassert>

#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
std::int64_t digitOf(const Digit& digit, std::int64_t tid) {
  const auto quotient = tid / digit.div;
  return (digit.mod ? quotient % digit.mod : quotient) * digit.factor;
}

/// Threads of one unit and their distance.
struct UnitShape {
  std::int64_t size, stride;
};
UnitShape shapeOf(const ir::For& loop) {
  switch (loop.kind) {
    case ir::LoopKind::Warpgroups: return {128, 1};
    case ir::LoopKind::Warps: return {32, 1};
    case ir::LoopKind::Groups: return {loop.group_size, loop.group_stride};
    case ir::LoopKind::Threads:
    case ir::LoopKind::Lanes:
    case ir::LoopKind::OneThread: return {1, 1};
    case ir::LoopKind::Seq:
    case ir::LoopKind::Unroll:
    case ir::LoopKind::Blocks:
    case ir::LoopKind::Tasks: break;
  }
  assert(false && "not a loop over threads");
  return {1, 1};
}
}  // namespace

std::int64_t rankOf(const GroupPlace& place, std::int64_t tid) {
  return place.mod ? tid / place.div % place.mod : tid / place.div;
}

ThreadLoop mapThreads(const ir::For& loop, const GroupPlace& outer) {
  const auto [size, stride] = shapeOf(loop);
  const auto span = size * stride;  // ranks of one block of `stride` interleaved units
  ThreadLoop map;
  map.loop = &loop;
  map.outer = outer;
  // The threads behind the last whole unit compute an iterator too: a block need not be a multiple of its warps.
  map.units = outer.size / span * stride + std::min(outer.size % span, stride);
  map.lo = ir::constantValue(loop.lo).value_or(0);
  map.hi = ir::constantValue(loop.hi).value_or(outer.size / span * stride);
  if (loop.kind == ir::LoopKind::OneThread) map.lo = 0, map.hi = 1, map.units = outer.size;
  map.high = {outer.div * span, outer.mod ? outer.mod / span : 0, stride};
  map.low = stride == 1 ? Digit{1, 1, 1} : Digit{outer.div, stride, 1};
  map.inner = {size, outer.div * stride, size};
  if (size == 1) map.inner = {1, 1, 1};
  return map;
}

std::int64_t iteratorOf(const ThreadLoop& loop, std::int64_t tid) { return digitOf(loop.high, tid) + digitOf(loop.low, tid); }

namespace {
void walk(const ir::Body& body, Place& place, const PlacedVisit& visit) {
  for (const auto& stmt : body) {
    visit(stmt, place);
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    if (!loop) {
      ir::forEachBody(*stmt, [&](const ir::Body& nested) { walk(nested, place, visit); });
    } else if (ir::isThreadLoop(loop->kind)) {
      const auto outer = place.group;
      place.thread_loops.push_back(mapThreads(*loop, outer));
      place.group = place.thread_loops.back().inner;
      walk(loop->body, place, visit);
      place.thread_loops.pop_back();
      place.group = outer;
    } else {
      place.serial_loops.push_back(loop);
      walk(loop->body, place, visit);
      place.serial_loops.pop_back();
    }
  }
}
}  // namespace

void walkPlaced(const ir::Body& body, std::int64_t threads, const PlacedVisit& visit) {
  Place place;
  place.group = {threads, 1, 0};
  walk(body, place, visit);
}

std::optional<Point> pointOf(const Place& place, std::int64_t tid) {
  Point point;
  for (const auto& loop : place.thread_loops) {
    if (!executes(loop, tid)) return std::nullopt;
    point[loop.loop->iterator.get()] = iteratorOf(loop, tid);
  }
  return point;
}

}  // namespace exogpu::lower
