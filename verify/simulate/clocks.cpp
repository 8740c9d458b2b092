#include "verify/simulate/clocks.h"

#include <algorithm>
#include <tuple>

namespace exogpu::simulate {

void Clocks::beginLaunch(std::uint32_t threads_per_block) {
  threads_per_block_ = threads_per_block;
  shadows_.clear();
  operations_.clear();
}

void Clocks::declare(std::uint32_t slot, std::uint64_t elements, bool shared) {
  if (shadows_.size() <= slot) shadows_.resize(slot + 1);
  shadows_[slot].shared = shared;
  shadows_[slot].cells.resize(elements);
}

void Clocks::beginBlock(std::uint32_t block) {
  block_ = block;
  block_epoch_ = 1;
  const auto nothing = std::make_shared<const std::vector<std::uint32_t>>(threads_per_block_ + 1, 0u);
  threads_.assign(threads_per_block_, Thread{nothing, 1, {}, {}});
  for (auto& shadow : shadows_) {
    if (!shadow.shared) continue;
    shadow.begun = false;
    for (auto& cell : shadow.cells) cell = Cell{};
  }
}

void Clocks::on(const Event& event) {
  switch (event.kind) {
    case EventKind::Read:
    case EventKind::Write:
    case EventKind::Atomic:
      for (std::uint32_t p = 0; p < event.who.size; ++p) access(event, event.kind, event.who.thread(p), false);
      return;
    case EventKind::Issue: {
      Operation operation;
      operation.issuer = event.who.base;
      operation.block = block_;
      operation.seq = event.seq;
      threads_[event.who.base].open.push_back(static_cast<std::uint32_t>(operations_.size()));
      operations_.push_back(operation);
      return;
    }
    case EventKind::AsyncRead: access(event, EventKind::Read, event.who.base, true); return;
    case EventKind::AsyncWrite: access(event, EventKind::Write, event.who.base, true); return;
    case EventKind::Commit:
      for (std::uint32_t p = 0; p < event.who.size; ++p) {
        Thread& thread = threads_[event.who.thread(p)];
        thread.groups.push_back(std::move(thread.open));
        thread.open.clear();
      }
      return;
    case EventKind::Wait:
      for (std::uint32_t p = 0; p < event.who.size; ++p) wait(event.who.thread(p), event.element);
      return;
    case EventKind::Fence: fence(event.who); return;
    case EventKind::Life: life(event); return;
    case EventKind::Zero: zero(event); return;
    case EventKind::ScopeEnd: scopeEnd(event); return;
  }
}

bool Clocks::isOrdered(const Stamp& first, std::uint32_t thread) const {
  std::uint32_t agent = first.agent, epoch = first.epoch;
  if ((agent & kAsync) != 0) {
    const Operation& operation = operations_[agent & ~kAsync];
    if (!operation.completed) return false;
    agent = agentOf(operation.block, operation.issuer);
    epoch = operation.completion_epoch;
  }
  const std::uint32_t block = agent / (threads_per_block_ + 1), local = agent % (threads_per_block_ + 1);
  if (block != block_) return false;
  return local == thread || (*threads_[thread].base)[local] >= epoch;
}

void Clocks::access(const Event& event, EventKind kind, std::uint32_t thread, bool async) {
  Stamp stamp{agentOf(block_, thread), threads_[thread].epoch, event.site, event.atomic, event.seq};
  if (async) {
    const auto index = static_cast<std::uint32_t>(operations_.size() - 1);
    const int side = kind == EventKind::Write ? 1 : 0;
    operations_[index].slots[side] = event.slot;
    operations_[index].sites[side] = event.site;
    stamp.agent = kAsync | index;
  }
  Cell& cell = shadows_[event.slot].cells[event.element];
  if (cell.write.site != 0) check(cell.write, EventKind::Write, event, kind, thread, stamp);
  if (cell.others) {
    for (const Stamp& first : cell.others->atomics)
      if (kind != EventKind::Atomic || first.atomic != event.atomic)
        check(first, EventKind::Atomic, event, kind, thread, stamp);
    if (kind != EventKind::Read)
      for (const Stamp& first : cell.others->readers) check(first, EventKind::Read, event, kind, thread, stamp);
  }
  if (kind == EventKind::Write) {
    cell.write = stamp;
    cell.others.reset();
    return;
  }
  if (!cell.others) cell.others = std::make_unique<Others>();
  if (kind == EventKind::Read) addReader(*cell.others, stamp);
  else cell.others->atomics.push_back(stamp);
}

void Clocks::addReader(Others& others, const Stamp& stamp) const {
  auto& readers = others.readers;
  if (!readers.empty() && readers.back().agent == stamp.agent && readers.back().site == stamp.site) {
    readers.back() = stamp;
    return;
  }
  readers.push_back(stamp);
  if (readers.size() < others.compact_at) return;
  // Of one agent's reads at one site the last one says everything: what is ordered after it is after the others.
  std::sort(readers.begin(), readers.end(), [](const Stamp& a, const Stamp& b) {
    return std::tuple(a.agent, a.site, a.seq) < std::tuple(b.agent, b.site, b.seq);
  });
  std::vector<Stamp> kept;
  for (const Stamp& reader : readers) {
    if (!kept.empty() && kept.back().agent == reader.agent && kept.back().site == reader.site) kept.back() = reader;
    else kept.push_back(reader);
  }
  readers = std::move(kept);
  others.compact_at = std::max<std::size_t>(64, 2 * readers.size());
}

void Clocks::describe(const Stamp& stamp, std::uint32_t& thread, std::uint32_t& block, bool& async) const {
  async = (stamp.agent & kAsync) != 0;
  if (async) {
    thread = operations_[stamp.agent & ~kAsync].issuer;
    block = operations_[stamp.agent & ~kAsync].block;
  } else {
    thread = stamp.agent % (threads_per_block_ + 1);
    block = stamp.agent / (threads_per_block_ + 1);
  }
}

void Clocks::check(const Stamp& first, EventKind first_kind, const Event& event, EventKind kind, std::uint32_t thread,
                   const Stamp& second) {
  if (isOrdered(first, thread) || !reported_.emplace(first.site, second.site).second) return;
  Finding finding{Finding::Kind::Race, first_kind, kind, first, second};
  finding.slot = event.slot;
  finding.element = event.element;
  describe(first, finding.first_thread, finding.first_block, finding.first_async);
  describe(second, finding.second_thread, finding.second_block, finding.second_async);
  report_(finding);
}

void Clocks::fence(const ThreadSet& who) {
  std::vector<const std::vector<std::uint32_t>*> bases;
  for (std::uint32_t p = 0; p < who.size; ++p) {
    const auto* base = threads_[who.thread(p)].base.get();
    if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.push_back(base);
  }
  auto joined = std::make_shared<std::vector<std::uint32_t>>(*bases.front());
  for (const auto* base : bases)
    for (std::size_t u = 0; u < joined->size(); ++u) (*joined)[u] = std::max((*joined)[u], (*base)[u]);
  for (std::uint32_t p = 0; p < who.size; ++p) (*joined)[who.thread(p)] = threads_[who.thread(p)].epoch;
  if (who.size == threads_per_block_) (*joined)[threads_per_block_] = block_epoch_++;
  for (std::uint32_t p = 0; p < who.size; ++p) {
    threads_[who.thread(p)].base = joined;
    ++threads_[who.thread(p)].epoch;
  }
}

void Clocks::wait(std::uint32_t thread, std::uint32_t pending) {
  Thread& waiting = threads_[thread];
  if (waiting.groups.size() <= pending) return;
  const auto done = waiting.groups.end() - pending;
  for (auto group = waiting.groups.begin(); group != done; ++group)
    for (const std::uint32_t index : *group) {
      operations_[index].completed = true;
      operations_[index].completion_epoch = waiting.epoch;
    }
  waiting.groups.erase(waiting.groups.begin(), done);
}

void Clocks::life(const Event& event) {
  Shadow& shadow = shadows_[event.slot];
  if (shadow.begun) {
    common_ = *threads_.front().base;
    const std::vector<std::uint32_t>* last = threads_.front().base.get();
    for (const Thread& thread : threads_) {
      if (thread.base.get() == last) continue;
      last = thread.base.get();
      for (std::size_t u = 0; u < common_.size(); ++u) common_[u] = std::min(common_[u], (*last)[u]);
    }
    for (std::uint32_t e = 0; e < shadow.cells.size(); ++e) {
      const Cell& cell = shadow.cells[e];
      if (cell.write.site != 0) checkLife(cell.write, EventKind::Write, e, event);
      if (!cell.others) continue;
      for (const Stamp& first : cell.others->readers) checkLife(first, EventKind::Read, e, event);
      for (const Stamp& first : cell.others->atomics) checkLife(first, EventKind::Atomic, e, event);
    }
  }
  shadow.begun = true;
  for (auto& cell : shadow.cells) cell = Cell{};
}

void Clocks::zero(const Event& event) {
  const Stamp stamp{agentOf(block_, threads_per_block_), block_epoch_, event.site, event.atomic, event.seq};
  for (auto& cell : shadows_[event.slot].cells) cell.write = stamp;
}

void Clocks::checkLife(const Stamp& stamp, EventKind kind, std::uint32_t element, const Event& event) {
  const bool is_thread = (stamp.agent & kAsync) == 0 && stamp.agent / (threads_per_block_ + 1) == block_;
  if (is_thread && common_[stamp.agent % (threads_per_block_ + 1)] >= stamp.epoch) return;
  for (std::uint32_t thread = 0; thread < threads_per_block_; ++thread) {
    if (isOrdered(stamp, thread)) continue;
    Event at = event;
    at.element = element;
    const Stamp second{agentOf(block_, thread), threads_[thread].epoch, event.site, event.atomic, event.seq};
    check(stamp, kind, at, EventKind::Life, thread, second);
    return;
  }
}

void Clocks::scopeEnd(const Event& event) {
  const auto inspect = [&](const std::vector<std::uint32_t>& operations) {
    for (const std::uint32_t index : operations)
      for (std::uint32_t side = 0; side < 2; ++side)
        if (operations_[index].sites[side] != 0 && operations_[index].slots[side] == event.slot)
          reportPending(operations_[index], side);
  };
  for (const Thread& thread : threads_) {
    inspect(thread.open);
    for (const auto& group : thread.groups) inspect(group);
  }
}

void Clocks::endBlock() {
  for (const Thread& thread : threads_) {
    for (const std::uint32_t index : thread.open) reportPending(operations_[index], 1);
    for (const auto& group : thread.groups)
      for (const std::uint32_t index : group) reportPending(operations_[index], 1);
  }
}

void Clocks::reportPending(const Operation& operation, std::uint32_t which) {
  if (!reported_.emplace(operation.sites[which], 0u).second) return;
  Finding finding{Finding::Kind::NotCompleted, EventKind::AsyncWrite, EventKind::ScopeEnd, {}, {}};
  finding.first.site = operation.sites[which];
  finding.first.seq = operation.seq;
  finding.first_thread = operation.issuer;
  finding.first_block = operation.block;
  finding.first_async = true;
  finding.slot = operation.slots[which];
  report_(finding);
}

}  // namespace exogpu::simulate
