// Participation: what is left of "a barrier is reached by exactly the threads it counts" after resolveLevels has made every
// condition around it uniform by construction: which groups have a barrier in hardware (ptx-rules.md K1, K2, A8). That
// one commit group is live at a time (R18) is a rule of levels (EXG2021), on which `Ordering::groupAt` relies.
#include <set>
#include <tuple>

#include "frontend/ir/levels.h"
#include "frontend/diag/ids.h"
#include "verify/sync/order.h"

namespace exogpu::sync {

using effects::Obligation;
using effects::ObligationKind;
using effects::Step;
using effects::SyncPoint;
using effects::Verdict;

namespace {

constexpr std::int64_t warp_size = 32;
constexpr std::size_t named_barriers = 15;

/// A group as first thread, stride and size.
using GroupKey = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

/// All groups that execute the body of `step`, one for each choice of iterations of the loops over threads around it.
std::set<GroupKey> groupsOf(const Step& step, std::int64_t block_size) {
  std::set<GroupKey> groups = {{0, 1, block_size}};
  for (const Step* outer : effects::pathOf(&step)) {
    if (!outer->isThreadLoop()) continue;
    const auto& loop = *outer->loop();
    const auto lo = ir::constantValue(loop.lo).value_or(0), hi = ir::constantValue(loop.hi).value_or(0);
    std::set<GroupKey> inner;
    for (const auto& [base, stride, size] : groups)
      for (auto i = lo; i < hi; ++i) switch (loop.kind) {
          case ir::LoopKind::Warpgroups: inner.insert({base + 128 * i * stride, stride, 128}); break;
          case ir::LoopKind::Warps: inner.insert({base + warp_size * i * stride, stride, warp_size}); break;
          case ir::LoopKind::Groups: {
            const auto s = loop.group_stride, first = i / s * loop.group_size * s + i % s;
            inner.insert({base + first * stride, stride * s, loop.group_size});
            break;
          }
          case ir::LoopKind::Threads:
          case ir::LoopKind::Lanes:
          case ir::LoopKind::OneThread: inner.insert({base + i * stride, 1, 1}); break;
          case ir::LoopKind::Seq:
          case ir::LoopKind::Unroll:
          case ir::LoopKind::Blocks:
          case ir::LoopKind::Tasks: break;
        }
    groups = std::move(inner);
  }
  return groups;
}

bool isPartOfOneWarp(const GroupKey& group) {
  const auto& [base, stride, size] = group;
  return base / warp_size == (base + stride * (size - 1)) / warp_size;
}
bool isWholeWarps(const GroupKey& group) {
  const auto& [base, stride, size] = group;
  return base % warp_size == 0 && stride == 1 && size % warp_size == 0;
}

class Checker {
 public:
  explicit Checker(const effects::Model& model) : model_(model) {}

  std::vector<Obligation> run() {
    for (const auto& launch : model_.launches) checkLaunch(launch);
    return std::move(obligations_);
  }

 private:
  void checkLaunch(const effects::Launch& launch) {
    std::set<GroupKey> barriers;
    const SyncPoint* last = nullptr;
    for (const int id : launch.points) {
      const SyncPoint& point = model_.points[static_cast<std::size_t>(id)];
      if (!std::holds_alternative<ir::Fence>(point.stmt()->node)) continue;
      checkFence(point, launch, barriers);
      last = &point;
    }
    if (barriers.size() > named_barriers)
      fail(*last, "more groups than named barriers",
           diag::make(diag::Id::TooManyFenceGroups, last->stmt()->where, {std::to_string(barriers.size())}));
  }

  void checkFence(const SyncPoint& point, const effects::Launch& launch, std::set<GroupKey>& barriers) {
    for (const GroupKey& group : groupsOf(*point.site.step, launch.block_size)) {
      const auto size = std::get<2>(group);
      if (size == launch.block_size || isPartOfOneWarp(group)) continue;
      if (!isWholeWarps(group))
        return fail(point, "the group has no barrier",
                    diag::make(diag::Id::FenceSplitsWarps, point.stmt()->where, {std::to_string(size)}));
      barriers.insert(group);
    }
    pass(point, "all threads of the group execute the fence, under uniform conditions");
  }

  void pass(const SyncPoint& point, std::string reason) { add(point, Verdict::Proved, std::move(reason), std::nullopt); }
  void fail(const SyncPoint& point, std::string reason, diag::Diagnostic diagnostic) {
    add(point, Verdict::Refuted, std::move(reason), std::move(diagnostic));
  }
  void add(const SyncPoint& point, Verdict verdict, std::string reason, std::optional<diag::Diagnostic> diagnostic) {
    Obligation obligation = makeObligation(ObligationKind::Participation);
    obligation.verdict = verdict;
    obligation.first = {point.stmt()->id, 0, ir::AccessSide::Read};
    obligation.where = point.stmt()->where;
    obligation.reason = std::move(reason);
    obligation.diagnostic = std::move(diagnostic);
    obligations_.push_back(std::move(obligation));
  }

  const effects::Model& model_;
  std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Obligation> checkParticipation(const effects::Model& model) { return Checker(model).run(); }

}  // namespace exogpu::sync
