#include "verify/simulate/machine.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/ir/leave.h"
#include "frontend/ir/levels.h"

namespace exogpu::simulate {
namespace {
/// The next loop of a launch nest, if the body is nothing else.
const ir::Stmt* nextOfNest(const ir::For& loop) {
  if (loop.body.size() != 1) return nullptr;
  const auto* inner = std::get_if<ir::For>(&loop.body.front()->node);
  return inner && ir::isLaunch(inner->kind) ? loop.body.front().get() : nullptr;
}
}  // namespace

void Machine::run() {
  if (!stopped_) exec(program_.proc().body);
}

void Machine::exec(const ir::Body& body) {
  for (const auto& stmt : body) {
    if (stopped_) return;
    exec(*stmt);
  }
  for (const auto& stmt : body) {
    const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
    if (alloc && alloc->buffer->space == ir::Space::Shared && !stopped_)
      emit(EventKind::ScopeEnd, program_.bufferSlot(alloc->buffer));
  }
}

void Machine::exec(const ir::Stmt& stmt) {
  if (++steps_ > max_steps_) {
    out_of_steps_ = stopped_ = true;
    return;
  }
  current_ = &stmt;
  std::visit(
      Overloaded{
          [&](const ir::Let& s) {
            Value value;
            value.undefined = true;
            if (s.value) value = eval(s.value);
            scalars_[program_.symbolSlot(s.symbol)] = {value, who_};
          },
          [&](const ir::Assign& s) { assign(s.symbol, eval(s.value)); },
          [&](const ir::Alloc& s) { execAlloc(stmt, s); },
          [&](const ir::Store& s) { execStore(stmt, s); },
          [&](const ir::Atomic& s) { execAtomic(stmt, s); },
          [&](const ir::For& s) { execFor(stmt, s); },
          [&](const ir::If& s) { exec(evalCondition(s.condition) ? s.then_body : s.else_body); },
          [&](const ir::Scope& s) { exec(s.body); },
          [&](const ir::Fence&) {
            if (who_.size > 1) emit(EventKind::Fence);
            else fault(FaultKind::Divergence, "a fence of " + whoText() + " meets nobody");
          },
          [&](const ir::Copy& s) { execCopy(stmt, s); },
          [&](const ir::CommitGroup&) {},
          [&](const ir::Commit&) { emit(EventKind::Commit); },
          [&](const ir::Wait& s) { emit(EventKind::Wait, 0, static_cast<std::uint64_t>(s.pending)); },
          [&](const ir::Collective& s) { execCollective(stmt, s); },
          [&](const ir::Require& s) { execContract(s.condition, false, s.text); },
          [&](const ir::Assume& s) { execContract(s.condition, true, s.name); },
          [&](const ir::Prove& s) { execProve(s); },
      },
      stmt.node);
}

void Machine::execFor(const ir::Stmt& stmt, const ir::For& loop) {
  if (loop.step < 1) fault(FaultKind::Other, "a loop whose step is not positive", 0, stmt.where);
  else if (ir::isLaunch(loop.kind)) execLaunch(loop);
  else if (ir::isParallel(loop.kind)) execParallel(loop);
  else execSequential(loop);
  current_ = &stmt;
}

void Machine::execSequential(const ir::For& loop) {
  const ir::Stmt* self = current_;
  auto& iterator = scalars_[program_.symbolSlot(loop.iterator)];
  std::int64_t i = evalIndex(loop.lo);
  const auto flag = ir::leaveFlag(loop);
  loops_.push_back(&loop);
  while (!stopped_) {
    if (flag && isSet(flag)) break;  // as `break` does: without another look at the bound
    current_ = self;
    iterator = {makeInt(i), who_};
    // The condition is evaluated before every iteration, reads of memory included, as in C++.
    if (i >= evalIndex(loop.hi)) break;
    exec(loop.body);
    i += loop.step;
    if (++steps_ > max_steps_) out_of_steps_ = stopped_ = true;
    if (i > ir::maxValue(loop.iterator->type)) {
      current_ = self;
      fault(FaultKind::Overflow, "the iterator '" + loop.iterator->name + "' leaves its type");
      break;
    }
  }
  loops_.pop_back();
}

ThreadSet Machine::groupOf(const ir::For& loop) {
  if (loop.exec.size() != 1) {
    fault(FaultKind::Other, "this loop is executed by several roles, which are not simulated");
    stopped_ = true;
    return who_;
  }
  const ir::ThreadGroup& group = loop.exec.front().group;
  const auto base = evalIndex(group.base);
  const ThreadSet inner{static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(group.size),
                        static_cast<std::uint16_t>(group.stride)};
  const auto last = base + (group.size - 1) * group.stride;
  if (group.size < 1 || base < 0 || last >= threads_) {
    fault(FaultKind::Divergence, "this loop asks for threads " + std::to_string(base) + " to " + std::to_string(last) +
                                     " of a block of " + std::to_string(threads_));
    stopped_ = true;
  }
  return inner;
}

void Machine::execParallel(const ir::For& loop) {
  const ir::Stmt* self = current_;
  const ThreadSet outer = who_;
  const std::int64_t lo = evalIndex(loop.lo), hi = evalIndex(loop.hi);
  auto& iterator = scalars_[program_.symbolSlot(loop.iterator)];
  for (std::int64_t i = lo; i < hi && !stopped_; ++i) {
    current_ = self;
    iterator = {makeInt(i), outer};
    who_ = groupOf(loop);
    if (!stopped_) exec(loop.body);
    who_ = outer;
  }
}

void Machine::execLaunch(const ir::For& loop) {
  const ir::Stmt* self = current_;
  const bool outermost = !in_launch_;
  if (outermost) {
    in_launch_ = true;
    next_block_ = 0;
    threads_ = static_cast<std::uint32_t>(ir::blockSize(loop));
    if (observers_.clocks) observers_.clocks->beginLaunch(threads_);
    if (observers_.conflicts) observers_.conflicts->beginLaunch();
    if (observers_.trace) observers_.trace->push_back({loop.kind == ir::LoopKind::Tasks, threads_, {}});
    for (std::uint32_t slot = 0; slot < storages_.size(); ++slot) {
      const ir::Buffer& buffer = *program_.buffers()[slot];
      const bool shared = buffer.space == ir::Space::Shared;
      if (!shared && (buffer.space != ir::Space::Global || !program_.isWritten(slot) || !storages_[slot].exists())) continue;
      std::uint64_t count = shared ? 1 : storages_[slot].count();
      for (const auto dim : buffer.dims) count *= static_cast<std::uint64_t>(dim);
      if (observers_.clocks) observers_.clocks->declare(slot, count, shared);
      if (observers_.conflicts) observers_.conflicts->declare(slot, count, shared);
    }
  }
  const std::int64_t lo = evalIndex(loop.lo), hi = evalIndex(loop.hi);
  auto& iterator = scalars_[program_.symbolSlot(loop.iterator)];
  for (std::int64_t i = lo; i < hi && !stopped_; ++i) {
    current_ = self;
    iterator = {makeInt(i), {}};
    if (const ir::Stmt* inner = nextOfNest(loop)) exec(*inner);
    else runBlock(loop);
  }
  if (outermost) in_launch_ = false;
}

void Machine::runBlock(const ir::For& loop) {
  block_ = next_block_++;
  who_ = {0, static_cast<std::uint16_t>(threads_), 1};
  for (std::uint32_t slot = 0; slot < storages_.size(); ++slot)
    if (program_.buffers()[slot]->space != ir::Space::Global) storages_[slot] = Storage();
  if (observers_.clocks) observers_.clocks->beginBlock(block_);
  if (observers_.conflicts) observers_.conflicts->beginBlock(block_, threads_);
  if (observers_.trace) observers_.trace->back().blocks.push_back({block_, {}});
  exec(loop.body);
  if (observers_.clocks && !stopped_) observers_.clocks->endBlock();
  who_ = {};
}

void Machine::execAlloc(const ir::Stmt& stmt, const ir::Alloc& alloc) {
  const auto slot = program_.bufferSlot(alloc.buffer);
  const bool shared = alloc.buffer->space == ir::Space::Shared;
  if (shared && who_.size != threads_) fault(FaultKind::Divergence, "shared memory is declared by " + whoText());
  if (!storages_[slot].exists()) storages_[slot] = Storage(alloc.buffer, alloc.buffer->dims);
  storages_[slot].begin(who_, alloc.zero);
  if (!shared) return;
  emit(EventKind::Life, slot, storages_[slot].count(), program_.sitesOf(stmt).target);
  if (alloc.zero) emit(EventKind::Zero, slot, storages_[slot].count(), program_.sitesOf(stmt).source);
}

void Machine::execStore(const ir::Stmt& stmt, const ir::Store& store) {
  const auto site = program_.sitesOf(stmt).target;
  const auto slot = program_.bufferSlot(store.place.buffer);
  const auto position = locate(store.place, evalIndices(store.place.indices), site);
  const Value value = eval(store.value);
  if (!position) return;
  touch(EventKind::Write, slot, *position, site);
  storages_[slot].store(*position, value);
}

void Machine::execAtomic(const ir::Stmt& stmt, const ir::Atomic& atomic) {
  const auto site = program_.sitesOf(stmt).target;
  const auto slot = program_.bufferSlot(atomic.place.buffer);
  const auto position = locate(atomic.place, evalIndices(atomic.place.indices), site);
  const Value value = eval(atomic.value);
  if (!position) return;
  touch(EventKind::Atomic, slot, *position, site, atomic.op);
  const auto type = atomic.place.buffer->element;
  const Value old = storages_[slot].load(*position);
  if (old.undefined)
    fault(FaultKind::Uninitialised, whoText() + " updates " + elementText(slot, *position) + context() + " before it is written",
          site);
  Trouble ignored = Trouble::None;
  Value result = value;
  if (atomic.op == ir::AtomicOp::Add) {
    result = applyBinary(ir::BinaryOp::Add, type, old, value, ignored);
  } else {
    const bool less = applyBinary(ir::BinaryOp::Lt, type, value, old, ignored).i != 0;
    if (less != (atomic.op == ir::AtomicOp::Min)) result = old;
  }
  storages_[slot].store(*position, result);
}

void Machine::assign(const ir::SymbolRef& symbol, const Value& value) {
  Scalar& scalar = scalars_[program_.symbolSlot(symbol)];
  if (!(scalar.declared_by == who_))
    fault(FaultKind::NotOwner, whoText() + " assign '" + symbol->name + "', which belongs to other threads as well");
  scalar.value = value;
}

bool Machine::isSet(const ir::SymbolRef& flag) const {
  const Value& value = scalars_[program_.symbolSlot(flag)].value;
  return !value.undefined && value.i != 0;
}

bool Machine::isTrueQuietly(const ir::ExprRef& condition) {
  quiet_ = true;
  const Value value = eval(condition);
  quiet_ = false;
  return value.undefined || value.i != 0;
}

void Machine::execContract(const ir::ExprRef& condition, bool is_assumption, const std::string& text) {
  if (isTrueQuietly(condition)) return;
  if (!who_.isHost() && !is_assumption) {
    fault(FaultKind::Contract, "the contract '" + text + "' does not hold" + context());
    return;
  }
  contracts_hold_ = false;
  violated_ = text;
  stopped_ = true;
}

void Machine::execProve(const ir::Prove& prove) {
  const Value value = eval(prove.condition);  // what it divides by or reads was written by the user
  if (!value.undefined && value.i == 0)
    fault(FaultKind::Contract, "it does not hold that " + prove.text + " for " + whoText() + context());
}

}  // namespace exogpu::simulate
