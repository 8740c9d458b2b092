// What a run tells: events to the observers, faults to the log, and the words for both.
#include "verify/simulate/machine.h"

namespace exogpu::simulate {

void Machine::touch(EventKind kind, std::uint32_t slot, std::uint64_t position, std::uint32_t site, ir::AtomicOp op) {
  if (quiet_) return;
  const Storage& storage = storages_[slot];
  switch (storage.buffer().space) {
    case ir::Space::Global:
      if (who_.isHost()) fault(FaultKind::Other, "the host reaches an element of " + storage.buffer().name, site);
      else if (program_.isWritten(slot)) emit(kind, slot, position, site, op);
      return;
    case ir::Space::Shared: emit(kind, slot, position, site, op); return;
    case ir::Space::Register: touchRegister(slot, position, site); return;
    case ir::Space::Local:
      if (kind != EventKind::Read && !(storage.declaredBy() == who_))
        fault(FaultKind::NotOwner, whoText() + " writes " + elementText(slot, position) + context() +
                                       ", of which other threads have their own copies", site);
      return;
  }
}

void Machine::touchRegister(std::uint32_t slot, std::uint64_t position, std::uint32_t site) {
  for (std::uint32_t p = 0; p < who_.size; ++p) {
    const auto thread = who_.thread(p), owner = storages_[slot].claim(position, thread);
    if (owner == thread) continue;
    fault(FaultKind::NotOwner, "thread " + std::to_string(thread) + " of block " + std::to_string(block_) + " touches " +
                                   elementText(slot, position) + context() + ", which thread " + std::to_string(owner) +
                                   " owns", site);
    return;
  }
}

void Machine::emit(EventKind kind, std::uint32_t slot, std::uint64_t element, std::uint32_t site, ir::AtomicOp op) {
  Event event{kind, op, who_, slot, static_cast<std::uint32_t>(element), site, ++seq_};
  ++steps_;
  if (observers_.clocks) observers_.clocks->on(event);
  if (observers_.conflicts) observers_.conflicts->on(event);
  if (observers_.trace && trace_complete_) {
    observers_.trace->back().blocks.back().events.push_back(event);
    trace_complete_ = ++traced_ < observers_.trace_limit;
  }
  if (observers_.contexts && next_context_ != observers_.contexts->end() && next_context_->first == seq_) {
    next_context_->second = context();
    if (++next_context_ == observers_.contexts->end()) stopped_ = true;  // all that this run is for
  }
}

void Machine::fault(FaultKind kind, const std::string& message, std::uint32_t site, SourceRange where) {
  if (quiet_) return;
  Fault fault{kind, {}, {}, message, where, {}, false};
  if (site != 0) {
    fault.first = program_.sites()[site].key;
    fault.where_first = program_.sites()[site].where;
  } else if (current_) {
    fault.first.stmt = current_->id;
    if (!where.isValid()) fault.where_first = current_->where;
  }
  faults_.add(std::move(fault));
}

std::string Machine::whoText() const {
  if (who_.isHost()) return "the host";
  const std::string block = " of block " + std::to_string(block_);
  if (who_.isThread()) return "thread " + std::to_string(who_.base) + block;
  const std::string stride = who_.stride == 1 ? "" : " in steps of " + std::to_string(who_.stride);
  return "threads " + std::to_string(who_.base) + " to " + std::to_string(who_.thread(who_.size - 1u)) + stride + block;
}

std::string Machine::elementText(std::uint32_t slot, std::uint64_t position) const {
  const ir::BufferRef& buffer = program_.buffers()[slot];
  std::string text = buffer->name;
  const Storage empty = storages_[slot].exists() ? Storage() : Storage(buffer, buffer->dims);
  for (const auto i : (storages_[slot].exists() ? storages_[slot] : empty).index(position)) text += "[" + std::to_string(i) + "]";
  return text;
}

std::string Machine::context() const {
  std::string text;
  for (const auto* loop : loops_)
    text += (text.empty() ? " (" : ", ") + loop->iterator->name + " = " +
            std::to_string(scalars_[program_.symbolSlot(loop->iterator)].value.i);
  return text.empty() ? text : text + ")";
}

}  // namespace exogpu::simulate
