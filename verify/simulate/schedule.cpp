#include "verify/simulate/schedule.h"

#include <algorithm>

namespace exogpu::simulate {

Schedule::Schedule(const Steps& steps, std::vector<Moment> read_moments, std::vector<Moment> write_moments)
    : steps_(steps), read_moments_(std::move(read_moments)), write_moments_(std::move(write_moments)),
      memory_(steps.emptyMemory()) {
  const auto threads = steps.threads().size();
  seen_.assign(steps.stepCount(), 0);
  next_.assign(threads, 0);
  blocked_.assign(threads, 0);
  arrived_.assign(threads, 0);
  next_issue_.assign(threads, 0);
  issued_.resize(threads);
  open_.resize(threads);
  groups_.resize(threads);
  for (std::uint32_t op = 0; op < steps.operations().size(); ++op) issued_[steps.operations()[op].thread].push_back(op);
}

void Schedule::freeze(std::uint32_t thread, std::uint64_t seq) {
  frozen_ = thread;
  frozen_seq_ = seq;
}

bool Schedule::isFrozenAt(std::uint32_t thread, const Step& step) const {
  if (step.event->seq == frozen_seq_) return true;
  if (step.event->kind != EventKind::Wait) return false;
  const auto& groups = groups_[thread];
  for (std::size_t g = 0; g + step.event->element < groups.size(); ++g)
    for (const auto op : groups[g])
      for (const auto* list : {&steps_.operations()[op].reads, &steps_.operations()[op].writes})
        for (const Step& access : *list)
          if (access.event->seq == frozen_seq_) return true;
  return false;
}

bool Schedule::advance(std::uint32_t thread, std::uint64_t most) {
  const auto& list = steps_.threads()[thread];
  bool moved = false;
  while (most-- > 0 && !blocked_[thread] && next_[thread] < list.size()) {
    const Step& step = list[next_[thread]];
    if (thread == frozen_ && isFrozenAt(thread, step)) return moved;
    moved = true;
    if (step.event->kind == EventKind::Fence) {
      if (!meet(step, thread)) return moved;
    } else {
      perform(step, thread);
      ++next_[thread];
    }
  }
  return moved;
}

bool Schedule::meet(const Step& step, std::uint32_t thread) {
  const ThreadSet& who = step.event->who;
  if (++meeting_[step.event] < who.size) {
    blocked_[thread] = 1;
    return false;
  }
  const std::uint32_t first = blockOf(thread) * steps_.threadsPerBlock();
  for (std::uint32_t p = 0; p < who.size; ++p) {
    blocked_[first + who.thread(p)] = 0;
    ++next_[first + who.thread(p)];
  }
  meeting_.erase(step.event);
  return true;
}

void Schedule::perform(const Step& step, std::uint32_t thread) {
  switch (step.event->kind) {
    case EventKind::Issue: issue(thread); return;
    case EventKind::Commit:
      groups_[thread].push_back(std::move(open_[thread]));
      open_[thread].clear();
      return;
    case EventKind::Wait: complete(thread, step.event->element); return;
    case EventKind::Read:
    case EventKind::Write:
    case EventKind::Atomic:
    case EventKind::Zero: steps_.apply(step, blockOf(thread), memory_, seen_); return;
    case EventKind::AsyncRead:
    case EventKind::AsyncWrite:
    case EventKind::Fence:
    case EventKind::Life:
    case EventKind::ScopeEnd: return;
  }
}

void Schedule::access(const std::vector<Step>& list, std::uint32_t thread) {
  for (const Step& step : list) steps_.apply(step, blockOf(thread), memory_, seen_);
}

void Schedule::issue(std::uint32_t thread) {
  const std::uint32_t op = issued_[thread][next_issue_[thread]++];
  open_[thread].push_back(op);
  const auto& operation = steps_.operations()[op];
  if (read_moments_[op] == Moment::AtIssue) access(operation.reads, thread);
  if (write_moments_[op] == Moment::AtIssue) access(operation.writes, thread);
}

void Schedule::finish(std::uint32_t op) {
  const auto& operation = steps_.operations()[op];
  if (read_moments_[op] == Moment::AtWait) access(operation.reads, operation.thread);
  if (write_moments_[op] == Moment::AtWait) access(operation.writes, operation.thread);
}

void Schedule::complete(std::uint32_t thread, std::uint32_t pending) {
  auto& groups = groups_[thread];
  while (groups.size() > pending) {
    for (const auto op : groups.front()) finish(op);
    groups.erase(groups.begin());
  }
}

void Schedule::runAll() {
  constexpr std::uint64_t kForever = ~std::uint64_t{0};
  bool moved = true;
  while (moved) {
    moved = false;
    for (std::uint32_t thread = 0; thread < next_.size(); ++thread) moved |= advance(thread, kForever);
  }
  if (frozen_ != kNone) return;
  // Copies that nobody waits for happen at the very end.
  for (std::uint32_t thread = 0; thread < next_.size(); ++thread) {
    complete(thread, 0);
    for (const auto op : open_[thread]) finish(op);
    open_[thread].clear();
  }
}

void Schedule::runRandomly(std::mt19937_64& random) {
  std::vector<std::uint32_t> live(next_.size());
  for (std::uint32_t thread = 0; thread < live.size(); ++thread) live[thread] = thread;
  // Some threads are slow: they get a turn only now and then.
  std::vector<char> slow(next_.size());
  for (auto& is_slow : slow) is_slow = random() % 4 == 0 ? 1 : 0;
  while (!live.empty()) {
    const auto pick = random() % live.size();
    const auto thread = live[pick];
    if (slow[thread] && random() % 16 != 0) continue;
    if (!blocked_[thread]) advance(thread, 1 + random() % 64);
    if (!isDone(thread) && !blocked_[thread]) continue;
    if (isDone(thread)) {
      live[pick] = live.back();
      live.pop_back();
    } else if (std::all_of(live.begin(), live.end(), [&](auto t) { return blocked_[t] || slow[t]; })) {
      for (const auto t : live) advance(t, 1);
    }
  }
  runAll();
}

}  // namespace exogpu::simulate
