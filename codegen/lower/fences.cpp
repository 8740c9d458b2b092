#include "codegen/lower/fences.h"

#include "codegen/target/target.h"
#include "frontend/diag/ids.h"

namespace exogpu::lower {

bool isInsideWarp(const GroupPlace& group) { return 32 % (group.div * group.size) == 0; }

std::uint32_t lanePattern(const GroupPlace& group) {
  std::uint32_t pattern = 0;
  for (std::int64_t rank = 0; rank < group.size; ++rank) pattern |= std::uint32_t{1} << (rank * group.div);
  return pattern;
}

FencePlans planFences(const Launch& launch, diag::Sink& sink) {
  FencePlans plans;
  std::map<std::int64_t, int> first_by_size;  // groups of one size are the same thread sets, so they share barriers
  walkPlaced(*launch.body, launch.threads, [&](const ir::StmtRef& stmt, const Place& place) {
    if (!std::holds_alternative<ir::Fence>(stmt->node)) return;
    FencePlan plan;
    plan.group = place.group;
    if (place.group.size == launch.threads) {
      plan.kind = FencePlan::Kind::Block;
    } else if (isInsideWarp(place.group)) {
      plan.kind = FencePlan::Kind::Warp;
    } else if (place.group.div == 1 && place.group.size % 32 == 0) {
      plan.kind = FencePlan::Kind::Named;
      const auto needed = static_cast<int>(launch.threads / place.group.size);
      const auto [row, is_new] = first_by_size.try_emplace(place.group.size, plans.named_barriers + 1);
      if (is_new) plans.named_barriers += needed;
      if (is_new && plans.named_barriers > target::kNamedBarriers)
        sink.report(diag::make(diag::Id::TooManyNamedBarriers, stmt->where,
                               {std::to_string(plans.named_barriers), std::to_string(target::kNamedBarriers)}));
      plan.first_barrier = row->second;
    } else {
      sink.report(diag::make(diag::Id::FenceAcrossWarps, stmt->where,
                             {std::to_string(place.group.size), std::to_string(place.group.div)}));
    }
    plans.by_stmt[stmt->id] = plan;
  });
  return plans;
}

}  // namespace exogpu::lower
