#include "verify/sync/distance.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace exogpu::sync {

namespace {
constexpr std::int64_t kNoPath = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::size_t kRoles = 2;  // the thread of the first event, and any other one
}  // namespace

DistanceMatrix::DistanceMatrix(std::size_t nodes) : nodes_(nodes), distances_(nodes * nodes, kNoPath) {}

void DistanceMatrix::addEdge(std::size_t from, std::size_t to, std::int64_t weight) {
  // Non-negative weights keep every event of a path between the iterations of its two ends, where the loop surely runs.
  assert(weight >= 0 && "an edge may not point to an earlier iteration");
  at(from, to) = std::min(at(from, to), weight);
}

void DistanceMatrix::close() {
  for (std::size_t via = 0; via < nodes_; ++via)
    for (std::size_t from = 0; from < nodes_; ++from) {
      if (at(from, via) == kNoPath) continue;
      for (std::size_t to = 0; to < nodes_; ++to)
        if (at(via, to) != kNoPath) at(from, to) = std::min(at(from, to), at(from, via) + at(via, to));
    }
}

std::optional<std::int64_t> DistanceMatrix::distance(std::size_t from, std::size_t to) const {
  const auto result = distances_[from * nodes_ + to];
  if (result == kNoPath) return std::nullopt;
  return result;
}

SteadyLoop::SteadyLoop(std::vector<LoopStep> steps) : steps_(std::move(steps)), matrix_(steps_.size() * kRoles * 2) {
  for (std::size_t role = 0; role < kRoles; ++role) {
    addProgramOrder(role);
    addCompletions(role);
  }
  for (std::size_t s = 0; s < steps_.size(); ++s)
    if (steps_[s].kind == StepKind::Fence) {
      matrix_.addEdge(threadNode(s, 0), threadNode(s, 1), 0);
      matrix_.addEdge(threadNode(s, 1), threadNode(s, 0), 0);
    }
  matrix_.close();
}

std::size_t SteadyLoop::threadNode(std::size_t step, std::size_t role) const { return (step * kRoles + role) * 2; }
std::size_t SteadyLoop::copyNode(std::size_t step, std::size_t role) const { return threadNode(step, role) + 1; }

void SteadyLoop::addProgramOrder(std::size_t role) {
  for (std::size_t from = 0; from < steps_.size(); ++from)
    for (std::size_t to = 0; to < steps_.size(); ++to)
      matrix_.addEdge(threadNode(from, role), threadNode(to, role), from < to ? 0 : 1);
}

void SteadyLoop::addCompletions(std::size_t role) {
  for (std::size_t copy = 0; copy < steps_.size(); ++copy) {
    if (steps_[copy].kind != StepKind::Copy) continue;
    for (std::size_t wait = 0; wait < steps_.size(); ++wait)
      if (const auto lag = completionLag(copy, wait)) matrix_.addEdge(copyNode(copy, role), threadNode(wait, role), *lag);
  }
}

// The wait of iteration k + d completes a copy of iteration k iff at least pending + 1 commits lie between the two:
// the first of them closes the copy's group, the others are the groups that may still be pending.
std::optional<std::int64_t> SteadyLoop::completionLag(std::size_t copy, std::size_t wait) const {
  const LoopStep& waiting = steps_[wait];
  if (waiting.kind != StepKind::Wait || waiting.group != steps_[copy].group) return std::nullopt;
  const auto isCommit = [&](const LoopStep& step) {
    return step.kind == StepKind::Commit && step.group == waiting.group;
  };
  const auto countCommits = [&](std::size_t from, std::size_t to) {
    return static_cast<std::int64_t>(std::count_if(steps_.begin() + static_cast<std::ptrdiff_t>(from),
                                                   steps_.begin() + static_cast<std::ptrdiff_t>(to), isCommit));
  };
  const auto needed = waiting.pending + 1;
  if (copy < wait && countCommits(copy, wait) >= needed) return 0;
  const auto in_first_and_last = countCommits(copy, steps_.size()) + countCommits(0, wait);
  if (in_first_and_last >= needed) return 1;
  const auto each = countCommits(0, steps_.size());
  if (each == 0) return std::nullopt;
  return 1 + (needed - in_first_and_last + each - 1) / each;
}

std::optional<std::int64_t> SteadyLoop::distance(std::size_t first, std::size_t second, bool same_thread) const {
  const auto from = steps_[first].kind == StepKind::Copy ? copyNode(first, 0) : threadNode(first, 0);
  return matrix_.distance(from, threadNode(second, same_thread ? 0 : 1));
}

}  // namespace exogpu::sync
