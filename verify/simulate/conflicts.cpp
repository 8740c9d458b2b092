#include "verify/simulate/conflicts.h"

#include <algorithm>

namespace exogpu::simulate {
namespace {
constexpr std::uint64_t kOperations = std::uint64_t{1} << 40;  ///< agents from here on are asynchronous operations
}

void ConflictLog::beginLaunch() { shadows_.clear(); }

void ConflictLog::declare(std::uint32_t slot, std::uint64_t elements, bool shared) {
  if (shadows_.size() <= slot) shadows_.resize(slot + 1);
  shadows_[slot].shared = shared;
  shadows_[slot].cells.resize(elements);
}

void ConflictLog::beginBlock(std::uint32_t block, std::uint32_t threads) {
  first_agent_ = static_cast<std::uint64_t>(block) * threads;
  for (auto& shadow : shadows_) {
    if (!shadow.shared) continue;
    shadow.begun = false;
    for (auto& cell : shadow.cells) cell.clear();
  }
}

void ConflictLog::on(const Event& event) {
  switch (event.kind) {
    case EventKind::Read:
    case EventKind::Write:
    case EventKind::Atomic:
      for (std::uint32_t p = 0; p < event.who.size; ++p) access(event, event.kind, first_agent_ + event.who.thread(p));
      return;
    case EventKind::Issue: ++next_operation_; return;
    case EventKind::AsyncRead: access(event, EventKind::Read, kOperations + next_operation_); return;
    case EventKind::AsyncWrite: access(event, EventKind::Write, kOperations + next_operation_); return;
    case EventKind::Life: life(event); return;
    case EventKind::Zero:
      for (auto& cell : shadows_[event.slot].cells)
        cell.push_back({event.site, EventKind::Write, event.atomic, 0, true});
      return;
    case EventKind::Commit:
    case EventKind::Wait:
    case EventKind::Fence:
    case EventKind::ScopeEnd: return;
  }
}

void ConflictLog::access(const Event& event, EventKind kind, std::uint64_t agent) {
  auto& cell = shadows_[event.slot].cells[event.element];
  Seen* same = nullptr;
  for (Seen& first : cell) {
    if (first.site == event.site) same = &first;
    if (!first.many_agents && first.agent == agent) continue;
    const bool reads_only = first.kind == EventKind::Read && kind == EventKind::Read;
    const bool commute = first.kind == EventKind::Atomic && kind == EventKind::Atomic && first.atomic == event.atomic;
    if (!reads_only && !commute) pairs_.insert(std::minmax(first.site, event.site));
  }
  if (!same) cell.push_back({event.site, kind, event.atomic, agent, false});
  else if (same->agent != agent) same->many_agents = true;
}

void ConflictLog::life(const Event& event) {
  Shadow& shadow = shadows_[event.slot];
  for (auto& cell : shadow.cells) {
    if (shadow.begun)
      for (const Seen& first : cell) pairs_.insert(std::minmax(first.site, event.site));
    cell.clear();
  }
  shadow.begun = true;
}

}  // namespace exogpu::simulate
