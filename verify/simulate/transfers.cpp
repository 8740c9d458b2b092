// Statements that move windows and rows: copies, asynchronous copies, collectives.
#include <algorithm>

#include "verify/simulate/machine.h"

namespace exogpu::simulate {

std::optional<std::uint64_t> Machine::windowElement(const ir::Window& window, const Index& origin, std::int64_t element,
                                                    std::uint32_t site) {
  Index index = origin;
  std::size_t dim = index.size();
  for (std::size_t d = window.shape.size(); d-- > 0;) {
    index[--dim] += element % window.shape[d];
    element /= window.shape[d];
  }
  const auto position = storages_[program_.bufferSlot(window.origin.buffer)].position(index);
  if (position || window.clipped) return position;
  return locate(window.origin, index, site);
}

void Machine::checkAligned(const ir::Window& window, const Index& origin, std::int64_t bytes) {
  const auto slot = program_.bufferSlot(window.origin.buffer);
  const Storage& storage = storages_[slot];
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < origin.size(); ++d) offset = offset * storage.extents()[d] + origin[d];
  offset *= ir::sizeInBytes(window.origin.buffer->element);
  const bool is_base_aligned = window.origin.buffer->space != ir::Space::Global ||
                               alignments_[slot] % static_cast<std::uint64_t>(bytes) == 0;
  if (offset % bytes == 0 && is_base_aligned) return;
  fault(FaultKind::Misaligned, whoText() + " copies " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) +
                                   " of " + window.origin.buffer->name + context() + ", which is not aligned to them");
}

void Machine::checkAsync(const ir::Stmt& stmt, const ir::Copy& copy, const Index& dst, const Index& src) {
  const std::int64_t bytes = copy.dst.elements() * ir::sizeInBytes(copy.dst.origin.buffer->element);
  if (!who_.isThread())
    fault(FaultKind::Divergence, whoText() + " issue one asynchronous copy, which a single thread issues", 0, stmt.where);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fault(FaultKind::Other, "an asynchronous copy of " + std::to_string(bytes) + " bytes; it moves 4, 8 or 16", 0, stmt.where);
  if (copy.dst.origin.buffer->space != ir::Space::Shared || copy.src.origin.buffer->space != ir::Space::Global)
    fault(FaultKind::Other, "an asynchronous copy goes from global to shared memory", 0, stmt.where);
  checkAligned(copy.dst, dst, bytes);
  // Of a window that lies outside as a whole nothing is read, so its address does not matter.
  const auto source = program_.sitesOf(stmt).source;
  bool reads_any = !copy.src.clipped;
  for (std::int64_t e = 0; e < copy.src.elements() && !reads_any; ++e)
    reads_any = windowElement(copy.src, src, e, source).has_value();
  if (reads_any) checkAligned(copy.src, src, bytes);
}

void Machine::execCopy(const ir::Stmt& stmt, const ir::Copy& copy) {
  const auto [source, target] = program_.sitesOf(stmt);
  const auto dst_slot = program_.bufferSlot(copy.dst.origin.buffer), src_slot = program_.bufferSlot(copy.src.origin.buffer);
  if (!storages_[dst_slot].exists() || !storages_[src_slot].exists()) {
    fault(FaultKind::Other, "a window of an array that does not live here", target);
    return;
  }
  const Index dst = evalIndices(copy.dst.origin.indices), src = evalIndices(copy.src.origin.indices);
  if (copy.asynchronous) {
    checkAsync(stmt, copy, dst, src);
    emit(EventKind::Issue, dst_slot, 0, target);
  }
  // One element after the other, as the plain loop does it: a window that overlaps its source reads what it wrote.
  const auto elements = std::min(copy.dst.elements(), copy.src.elements());
  for (std::int64_t e = 0; e < elements; ++e) {
    const auto from = windowElement(copy.src, src, e, source);
    Value value = makeInt(0);  // zero in every type
    if (from) {
      touch(copy.asynchronous ? EventKind::AsyncRead : EventKind::Read, src_slot, *from, source);
      value = storages_[src_slot].load(*from);
      if (value.undefined)
        fault(FaultKind::Uninitialised, whoText() + " copies " + elementText(src_slot, *from) + context() +
                                            " before it is written", source);
    }
    const auto to = windowElement(copy.dst, dst, e, target);
    if (!to) continue;
    touch(copy.asynchronous ? EventKind::AsyncWrite : EventKind::Write, dst_slot, *to, target);
    storages_[dst_slot].store(*to, value);
  }
}

std::vector<Value> Machine::readRow(const ir::Collective& collective, std::uint32_t site) {
  const auto slot = program_.bufferSlot(collective.src.buffer);
  Index index = evalIndices(collective.src.indices);
  index.push_back(0);
  std::vector<Value> row(static_cast<std::size_t>(collective.width));
  const ThreadSet group = who_;
  for (std::int64_t lane = 0; lane < collective.width; ++lane) {
    index.back() = lane;
    const auto position = locate(collective.src, index, site);
    if (!position) continue;
    // Lane l of the group reads element l, and nobody else does.
    who_ = {static_cast<std::uint16_t>(group.thread(static_cast<std::uint32_t>(lane))), 1, 1};
    touch(EventKind::Read, slot, *position, site);
    Value& value = row[static_cast<std::size_t>(lane)];
    value = storages_[slot].load(*position);
    if (value.undefined)
      fault(FaultKind::Uninitialised, whoText() + " gives " + elementText(slot, *position) + context() +
                                          " to a collective before it is written", site);
    value.undefined = false;
    who_ = group;
  }
  return row;
}

void Machine::writeRow(const ir::Collective& collective, const std::vector<Value>& row, std::uint32_t site) {
  const auto slot = program_.bufferSlot(collective.dst->buffer);
  Index index = evalIndices(collective.dst->indices);
  index.push_back(0);
  const ThreadSet group = who_;
  for (std::int64_t lane = 0; lane < collective.width; ++lane) {
    index.back() = lane;
    const auto position = locate(*collective.dst, index, site);
    if (!position) continue;
    who_ = {static_cast<std::uint16_t>(group.thread(static_cast<std::uint32_t>(lane))), 1, 1};
    touch(EventKind::Write, slot, *position, site);
    storages_[slot].store(*position, row[static_cast<std::size_t>(lane)]);
    who_ = group;
  }
}

namespace {
Value combine(ir::CollectiveOp op, ir::ScalarType type, const Value& a, const Value& b) {
  Trouble ignored = Trouble::None;
  if (op == ir::CollectiveOp::Sum) return applyBinary(ir::BinaryOp::Add, type, a, b, ignored);
  const bool is_max = op == ir::CollectiveOp::Max;
  if (ir::isFloat(type)) {
    const Value both[] = {a, b};
    return applyMath(is_max ? ir::Function::Fmax : ir::Function::Fmin, type, both);
  }
  const bool less = applyBinary(ir::BinaryOp::Lt, type, a, b, ignored).i != 0;
  return less == is_max ? b : a;
}

/// The lane whose value lane `lane` receives; its own where the hardware has no source.
std::int64_t sourceLane(ir::CollectiveOp op, std::int64_t lane, std::int64_t argument, std::int64_t width) {
  std::int64_t source = lane;
  switch (op) {
    case ir::CollectiveOp::ShuffleXor: source = lane ^ argument; break;
    case ir::CollectiveOp::ShuffleUp: source = lane - argument; break;
    case ir::CollectiveOp::ShuffleDown: source = lane + argument; break;
    case ir::CollectiveOp::ShuffleIdx: source = argument; break;
    case ir::CollectiveOp::Sum:
    case ir::CollectiveOp::Max:
    case ir::CollectiveOp::Min: break;
  }
  return source >= 0 && source < width ? source : lane;
}
}  // namespace

void Machine::execCollective(const ir::Stmt& stmt, const ir::Collective& collective) {
  const auto [source, target] = program_.sitesOf(stmt);
  const std::int64_t width = collective.width;
  if (width != who_.size || width < 1 || width > 32 || (width & (width - 1)) != 0) {
    fault(FaultKind::Divergence, "a collective of " + std::to_string(width) + " lanes is executed by " + whoText(), source);
    return;
  }
  const std::int64_t argument = collective.argument ? evalIndex(collective.argument) : 0;
  if (argument < 0 || argument >= width)
    fault(FaultKind::Contract, "a shuffle by " + std::to_string(argument) + " in a group of " + std::to_string(width) + " lanes",
          source);
  std::vector<Value> row = readRow(collective, source);
  const auto type = collective.src.buffer->element;
  if (ir::isReduction(collective.op)) {
    // The butterfly that the hardware runs; addition and maximum commute, so all lanes agree.
    for (std::int64_t offset = width / 2; offset > 0; offset /= 2) {
      std::vector<Value> next = row;
      for (std::int64_t lane = 0; lane < width; ++lane)
        next[static_cast<std::size_t>(lane)] = combine(collective.op, type, row[static_cast<std::size_t>(lane)],
                                                       row[static_cast<std::size_t>(lane ^ offset)]);
      row = std::move(next);
    }
    row.front().overflowed = false;  // integers of a reduction are data; they wrap
    if (collective.result) assign(collective.result, row.front());
    return;
  }
  std::vector<Value> shuffled(row.size());
  for (std::int64_t lane = 0; lane < width; ++lane)
    shuffled[static_cast<std::size_t>(lane)] =
        row[static_cast<std::size_t>(sourceLane(collective.op, lane, argument, width))];
  if (collective.dst) writeRow(collective, shuffled, target);
}

}  // namespace exogpu::simulate
