#include <algorithm>

#include "verify/simulate/schedule.h"

namespace exogpu::simulate {
namespace {
/// splitmix64: a name that no sum of other names hits by chance.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
}  // namespace

Steps::Steps(const Program& program, std::uint32_t threads, const std::vector<std::vector<const BlockTrace*>>& blocks)
    : threads_per_block_(threads), slots_(program.buffers().size()), blocks_(blocks.size()) {
  for (const auto& buffer : program.buffers()) is_shared_.push_back(buffer->space == ir::Space::Shared);
  measure(blocks);
  threads_.resize(blocks.size() * threads);
  final_memory_ = emptyMemory();
  for (std::uint32_t block = 0; block < blocks.size(); ++block)
    for (const BlockTrace* trace : blocks[block])
      for (const Event& event : trace->events) add(event, block, final_memory_);
}

void Steps::measure(const std::vector<std::vector<const BlockTrace*>>& blocks) {
  sizes_.assign(slots_, 0);
  for (const auto& block : blocks)
    for (const BlockTrace* trace : block)
      for (const Event& event : trace->events) {
        const bool whole = event.kind == EventKind::Life || event.kind == EventKind::Zero;
        if (event.site != 0) sizes_[event.slot] = std::max<std::size_t>(sizes_[event.slot], event.element + (whole ? 0 : 1));
      }
}

Steps::Memory Steps::emptyMemory() const {
  Memory memory(slots_ * (1 + blocks_));
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    if (!is_shared_[slot]) memory[slot].assign(sizes_[slot], 0);
    else
      for (std::uint32_t block = 0; block < blocks_; ++block)
        memory[home(static_cast<std::uint32_t>(slot), block)].assign(sizes_[slot], 0);
  }
  return memory;
}

void Steps::add(const Event& event, std::uint32_t block, Memory& memory) {
  const std::uint32_t first = block * threads_per_block_;
  const auto next = [&] {
    expected_.push_back(0);
    return Step{&event, count_++};
  };
  switch (event.kind) {
    case EventKind::Life:
    case EventKind::ScopeEnd: return;
    case EventKind::AsyncRead:
    case EventKind::AsyncWrite: {
      Operation& operation = operations_.back();
      const Step step = next();
      (event.kind == EventKind::AsyncRead ? operation.reads : operation.writes).push_back(step);
      apply(step, block, memory, expected_);
      return;
    }
    case EventKind::Issue: operations_.push_back({first + event.who.base, {}, {}}); break;
    case EventKind::Read:
    case EventKind::Write:
    case EventKind::Atomic:
    case EventKind::Zero:
    case EventKind::Commit:
    case EventKind::Wait:
    case EventKind::Fence: break;
  }
  // Which thread writes a zero is open; one that is never waited for is as bad as any.
  const std::uint32_t size = event.kind == EventKind::Zero ? 1 : event.who.size;
  for (std::uint32_t p = 0; p < size; ++p) {
    const Step step = next();
    threads_[first + event.who.thread(p)].push_back(step);
    apply(step, block, memory, expected_);
  }
}

void Steps::apply(const Step& step, std::uint32_t block, Memory& memory, std::vector<std::uint64_t>& seen) const {
  const Event& event = *step.event;
  switch (event.kind) {
    case EventKind::Read:
    case EventKind::AsyncRead: seen[step.id] = memory[home(event.slot, block)][event.element]; return;
    case EventKind::Write:
    case EventKind::AsyncWrite: memory[home(event.slot, block)][event.element] = mix(step.id) & ~std::uint64_t{3}; return;
    case EventKind::Atomic: {
      // The lowest two bits tell the operation of the last update: updates of one operation commute, so their names are
      // added; a change of the operation is an order that shows.
      std::uint64_t& word = memory[home(event.slot, block)][event.element];
      const std::uint64_t tag = static_cast<std::uint64_t>(event.atomic) + 1;
      const std::uint64_t before = (word & 3) == tag || (word & 3) == 0 ? word & ~std::uint64_t{3} : mix(word) & ~std::uint64_t{3};
      word = (before + (mix(step.id) & ~std::uint64_t{3})) | tag;
      return;
    }
    case EventKind::Zero:
      for (std::uint32_t e = 0; e < event.element; ++e)
        memory[home(event.slot, block)][e] = mix((std::uint64_t{step.id} << 32) + e) & ~std::uint64_t{3};
      return;
    case EventKind::Issue:
    case EventKind::Commit:
    case EventKind::Wait:
    case EventKind::Fence:
    case EventKind::Life:
    case EventKind::ScopeEnd: return;
  }
}

bool Steps::differsInGlobal(const Memory& memory) const {
  for (std::size_t slot = 0; slot < slots_; ++slot)
    if (!is_shared_[slot] && memory[slot] != final_memory_[slot]) return true;
  return false;
}

}  // namespace exogpu::simulate
