#include "frontend/ir/place/units.h"

#include <numeric>

#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"

namespace exogpu::ir::units {
namespace {

constexpr std::int64_t kWarp = 32;
constexpr std::int64_t kWarpgroup = 128;

bool isLiteral(const ExprRef& expr, std::int64_t value) {
  const auto* literal = std::get_if<IntLiteral>(&expr->node);
  return literal && literal->value == value;
}
ExprRef times(const ExprRef& expr, std::int64_t factor) {
  return factor == 1 ? expr : binary(BinaryOp::Mul, expr, intLiteral(factor));
}
ExprRef plus(const ExprRef& base, const ExprRef& offset) {
  return isLiteral(base, 0) ? offset : binary(BinaryOp::Add, base, offset);
}

Level levelOf(const Unit& unit) {
  if (unit.group.size == 1) return Level::Thread;
  if (unit.group.size == kWarp && isMadeOf(unit, kWarp)) return Level::Warp;
  if (unit.group.size == kWarpgroup && isMadeOf(unit, kWarpgroup)) return Level::Warpgroup;
  return Level::Part;
}

/// `size` contiguous threads of the group per iteration, the iterator counting from the group's first thread.
Unit contiguous(const Unit& outer, const ExprRef& iterator, std::int64_t size) {
  const auto pitch = outer.group.stride * size;
  Unit unit;
  unit.group = {Level::Part, plus(outer.group.base, times(iterator, pitch)), size, outer.group.stride};
  unit.alignment = std::gcd(outer.alignment, pitch);
  unit.in_one_warp = outer.in_one_warp || (kWarp % pitch == 0 && unit.alignment % pitch == 0);
  return unit;
}

/// Iteration i = q·Stride + r: threads r, r + Stride, … of the q-th block of Size·Stride threads.
Unit strided(const Unit& outer, const ExprRef& iterator, std::int64_t size, std::int64_t stride) {
  const auto block = outer.group.stride * size * stride;
  const auto q = binary(BinaryOp::Div, iterator, intLiteral(stride));
  const auto r = binary(BinaryOp::Rem, iterator, intLiteral(stride));
  const auto offset = binary(BinaryOp::Add, times(q, block), times(r, outer.group.stride));
  Unit unit;
  unit.group = {Level::Part, plus(outer.group.base, offset), size, outer.group.stride * stride};
  const auto start = std::gcd(outer.alignment, block);
  unit.alignment = std::gcd(start, outer.group.stride);
  unit.in_one_warp = outer.in_one_warp || (kWarp % block == 0 && start % block == 0);
  return unit;
}

Unit oneThread(const Unit& outer) {
  Unit unit = outer;
  unit.group.size = 1;
  unit.in_one_warp = true;
  return unit;
}

Unit divide(const Unit& outer, const For& loop) {
  const auto iterator = read(loop.iterator);
  switch (loop.kind) {
    case LoopKind::Warpgroups: return contiguous(outer, iterator, kWarpgroup);
    case LoopKind::Warps: return contiguous(outer, iterator, kWarp);
    case LoopKind::Threads:
    case LoopKind::Lanes: return contiguous(outer, iterator, 1);
    case LoopKind::OneThread: return oneThread(outer);
    case LoopKind::Groups:
      return loop.group_stride == 1 ? contiguous(outer, iterator, loop.group_size)
                                    : strided(outer, iterator, loop.group_size, loop.group_stride);
    case LoopKind::Seq:
    case LoopKind::Unroll:
    case LoopKind::Blocks:
    case LoopKind::Tasks: break;
  }
  return outer;
}

/// Threads of one iteration, the r of `groups` aside.
std::int64_t unitSize(const For& loop) {
  switch (loop.kind) {
    case LoopKind::Warpgroups: return kWarpgroup;
    case LoopKind::Warps: return kWarp;
    case LoopKind::Groups: return loop.group_size * loop.group_stride;
    case LoopKind::Threads:
    case LoopKind::Lanes:
    case LoopKind::OneThread: return 1;
    case LoopKind::Seq:
    case LoopKind::Unroll:
    case LoopKind::Blocks:
    case LoopKind::Tasks: break;
  }
  return 0;
}

}  // namespace

Unit wholeBlock(std::int64_t threads) {
  return {{Level::Block, intLiteral(0), threads, 1}, 0, threads == kWarp};
}

bool isMadeOf(const Unit& unit, std::int64_t size) {
  // A block is as large as its loops ask for: warpgroups(2) beside a ninth warp is whole in all that it divides.
  const bool whole = unit.group.level == Level::Block ? unit.group.size >= size : unit.group.size % size == 0;
  return unit.group.stride == 1 && whole && unit.alignment % size == 0;
}
bool isWarp(const Unit& unit) { return unit.group.size == kWarp && isMadeOf(unit, kWarp); }

std::int64_t threadsNeeded(const For& loop, std::int64_t iterations) {
  const auto size = unitSize(loop);
  if (loop.kind == LoopKind::Groups) return (iterations + loop.group_stride - 1) / loop.group_stride * size;
  return iterations * size;
}

std::int64_t mostIterations(const For& loop, std::int64_t available) {
  const auto blocks = available / unitSize(loop);
  return loop.kind == LoopKind::Groups ? blocks * loop.group_stride : blocks;
}

Unit narrow(const Unit& outer, const For& loop) {
  auto unit = divide(outer, loop);
  unit.group.level = levelOf(unit);
  if (unit.group.size == 1) unit.group.stride = 1;  // one thread has one description
  return unit;
}

}  // namespace exogpu::ir::units
