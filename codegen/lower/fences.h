#pragma once
// planFences: takes a launch, says how each fence is made: __syncthreads, __syncwarp with a mask, or a named barrier with
// its number and count. A fence that none of them can make is an error (EXG5006), as is a 16th barrier (EXG5007).
#include <map>

#include "codegen/lower/launch.h"
#include "codegen/lower/threads.h"
#include "frontend/diag/diagnostic.h"

namespace exogpu::lower {

struct FencePlan {
  enum class Kind : std::uint8_t { Block, Warp, Named } kind = Kind::Block;
  GroupPlace group;
  int first_barrier = 0;  ///< Named: number of the barrier of the group that starts at thread 0
};
struct FencePlans {
  std::map<ir::NodeId, FencePlan> by_stmt;
  int named_barriers = 0;
};

FencePlans planFences(const Launch& launch, diag::Sink& sink);
/// True when the group lies inside one warp, at lanes base + div·rank with base = lane − div·rank.
bool isInsideWarp(const GroupPlace& group);
/// Bit div·rank for each rank: the mask of the group whose base is lane 0.
std::uint32_t lanePattern(const GroupPlace& group);

}  // namespace exogpu::lower
