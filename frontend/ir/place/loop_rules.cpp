// The rules about where a parallel loop may stand and how many iterations it may have.
#include "frontend/ir/levels.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/place/place_rules.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {

using diag::Id;

namespace {

constexpr std::int64_t kMostThreads = 1024;

std::string number(std::int64_t value) { return std::to_string(value); }
std::string name(LoopKind kind) { return std::string(text(kind)); }

}  // namespace

bool PlaceRules::judgeLaunch(const Stmt& stmt, const For& loop, const Frame& frame) {
  if (frame.launch_iterators.empty() && frame.atHost()) return true;
  if (!frame.in_nest) {
    if (frame.level() == Level::Block)
      return refuse(Id::LaunchNestNotPerfect, stmt.where, {name(loop.kind), name(frame.launch_kind)});
    return refuse(Id::LaunchInsideThreads, stmt.where, {name(loop.kind), describe(frame)});
  }
  if (loop.kind != frame.launch_kind)
    return refuse(Id::LaunchNestMixed, stmt.where, {name(loop.kind), name(frame.launch_kind)});
  walkExpr(loop.hi, [&](const ExprRef& expr) {
    const auto* variable = std::get_if<Read>(&expr->node);
    if (variable && frame.launch_iterators.contains(variable->symbol))
      refuse(Id::LaunchBoundsDependOnBlock, expr->where.isValid() ? expr->where : stmt.where, {variable->symbol->name});
  });
  return true;
}

bool PlaceRules::judgeThreadLoop(const Stmt& stmt, const For& loop, const Frame& frame) {
  if (frame.atThread()) return refuse(Id::ThreadLoopAtThread, stmt.where, {name(loop.kind)});
  if (!judgeShape(stmt, loop, frame)) return false;
  if (judgeCount(stmt, loop)) judgeFit(stmt, loop, frame);
  return true;
}

bool PlaceRules::judgeShape(const Stmt& stmt, const For& loop, const Frame& frame) {
  const auto& unit = frame.unit();
  switch (loop.kind) {
    case LoopKind::Warpgroups:
    case LoopKind::Warps: {
      const bool whole = units::isMadeOf(unit, loop.kind == LoopKind::Warps ? 32 : 128);
      return whole || refuse(Id::NotWholeUnits, stmt.where, {name(loop.kind), describe(frame)});
    }
    case LoopKind::Lanes:
      return units::isWarp(unit) || refuse(Id::LanesNeedWarp, stmt.where, {describe(frame)});
    case LoopKind::Groups: {
      const auto size = number(loop.group_size);
      const auto stride = number(loop.group_stride);
      if (loop.group_size < 1 || loop.group_stride < 1)
        return refuse(Id::GroupSizeNotPositive, stmt.where, {size, stride});
      const auto block = loop.group_size * loop.group_stride;
      return unit.group.size % block == 0 ||
             refuse(Id::GroupDoesNotDivide, stmt.where, {size, stride, describe(frame), number(block)});
    }
    case LoopKind::Threads:
    case LoopKind::OneThread:
    case LoopKind::Seq:
    case LoopKind::Unroll:
    case LoopKind::Blocks:
    case LoopKind::Tasks: break;
  }
  return true;
}

bool PlaceRules::judgeCount(const Stmt& stmt, const For& loop) {
  const auto lo = constantValue(loop.lo);
  const auto hi = constantValue(loop.hi);
  if (!lo || !hi) return refuse(Id::CountNotConstant, stmt.where, {name(loop.kind)});
  if (*lo != 0 && (loop.kind != LoopKind::Warps || *lo < 0))
    return refuse(Id::LowerBoundNotZero, stmt.where, {name(loop.kind), number(*lo)});
  if (*hi < *lo) return refuse(Id::CountNegative, stmt.where, {name(loop.kind), number(*hi - *lo)});
  return true;
}

bool PlaceRules::judgeFit(const Stmt& stmt, const For& loop, const Frame& frame) {
  const auto hi = *constantValue(loop.hi);
  const auto needed = units::threadsNeeded(loop, hi);
  if (needed <= frame.size()) return true;
  // The block is as large as its loops ask for, so a loop that does not fit it asks for more than there can be.
  if (frame.level() == Level::Block)
    return refuse(Id::BlockTooLarge, stmt.where,
                  {name(loop.kind), number(hi), number(needed), number(units::mostIterations(loop, kMostThreads))});
  return refuse(Id::TooManyIterations, stmt.where,
                {name(loop.kind), number(hi), number(needed), describe(frame),
                 number(units::mostIterations(loop, frame.size()))});
}

}  // namespace exogpu::ir
