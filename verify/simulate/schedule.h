#pragma once
// The steps of one launch, split by thread, and their execution under a chosen schedule.
#include <cstdint>
#include <random>
#include <vector>

#include "verify/simulate/events.h"
#include "verify/simulate/program.h"

namespace exogpu::simulate {

/// One event as seen by one thread. `id` numbers it among all steps; writes are named by it.
struct Step {
  const Event* event;
  std::uint32_t id;
};

/// When an asynchronous operation acts, between its issue and the wait that completes it.
enum class Moment : std::uint8_t { AtIssue, AtWait };

/// What every step does and what each read saw in the sequential run. Memory holds, in place of values, the name of the
/// write that an element shows (for atomics: of the set of updates), so that no two writes look alike.
class Steps {
 public:
  /// Each inner list is run by one block, one trace after the other.
  Steps(const Program& program, std::uint32_t threads, const std::vector<std::vector<const BlockTrace*>>& blocks);

  struct Operation {
    std::uint32_t thread;
    std::vector<Step> reads, writes;
  };
  using Memory = std::vector<std::vector<std::uint64_t>>;

  std::uint32_t threadsPerBlock() const { return threads_per_block_; }
  const std::vector<std::vector<Step>>& threads() const { return threads_; }
  const std::vector<Operation>& operations() const { return operations_; }
  std::uint32_t stepCount() const { return count_; }
  const std::vector<std::uint64_t>& expected() const { return expected_; }
  const Memory& expectedMemory() const { return final_memory_; }
  Memory emptyMemory() const;
  /// Does to memory what one access does; what it saw goes to `seen`.
  void apply(const Step& step, std::uint32_t block, Memory& memory, std::vector<std::uint64_t>& seen) const;
  /// Index into Memory of a storage as a block sees it.
  std::size_t home(std::uint32_t slot, std::uint32_t block) const {
    return is_shared_[slot] ? slot + slots_ * (1 + block) : slot;
  }
  /// Some write that lasts in global memory is another one.
  bool differsInGlobal(const Memory& memory) const;

 private:
  void measure(const std::vector<std::vector<const BlockTrace*>>& blocks);
  void add(const Event& event, std::uint32_t block, Memory& memory);

  std::uint32_t threads_per_block_, count_ = 0;
  std::size_t slots_ = 0, blocks_ = 0;
  std::vector<bool> is_shared_;
  std::vector<std::size_t> sizes_;  ///< elements, by slot
  std::vector<std::vector<Step>> threads_;
  std::vector<Operation> operations_;
  std::vector<std::uint64_t> expected_;
  Memory final_memory_;
};

/// A run of the steps in progress.
class Schedule {
 public:
  Schedule(const Steps& steps, std::vector<Moment> read_moments, std::vector<Moment> write_moments);

  /// Holds a thread before its step of event `seq`, or, when that is an access of an operation, before the wait that
  /// would complete the operation.
  void freeze(std::uint32_t thread, std::uint64_t seq);
  void unfreeze() { frozen_ = kNone; }
  /// Runs a thread for at most `most` steps; false when it could not move.
  bool advance(std::uint32_t thread, std::uint64_t most);
  bool isBlocked(std::uint32_t thread) const { return blocked_[thread]; }
  bool isDone(std::uint32_t thread) const { return next_[thread] == steps_.threads()[thread].size(); }
  /// Every thread as far as it goes, again and again until nothing moves.
  void runAll();
  void runRandomly(std::mt19937_64& random);
  /// Some read saw another write than in sequential order, or another write lasts. For finished runs.
  bool differs() const { return seen_ != steps_.expected() || steps_.differsInGlobal(memory_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  bool isFrozenAt(std::uint32_t thread, const Step& step) const;
  void perform(const Step& step, std::uint32_t thread);
  bool meet(const Step& step, std::uint32_t thread);
  void issue(std::uint32_t thread);
  void complete(std::uint32_t thread, std::uint32_t pending);
  void finish(std::uint32_t operation);
  void access(const std::vector<Step>& list, std::uint32_t thread);
  std::uint32_t blockOf(std::uint32_t thread) const { return thread / steps_.threadsPerBlock(); }

  const Steps& steps_;
  std::vector<Moment> read_moments_, write_moments_;
  Steps::Memory memory_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::size_t> next_;
  std::vector<char> blocked_, arrived_;
  std::vector<std::vector<std::uint32_t>> issued_;  ///< operations by thread, in order of issue
  std::vector<std::size_t> next_issue_;
  std::vector<std::vector<std::uint32_t>> open_;
  std::vector<std::vector<std::vector<std::uint32_t>>> groups_;
  llvm::DenseMap<const Event*, std::uint32_t> meeting_;  ///< how many have arrived at a fence
  std::uint32_t frozen_ = kNone;
  std::uint64_t frozen_seq_ = 0;
};

}  // namespace exogpu::simulate
