#pragma once
// Sequential-order clocks: one pass over the events of a launch decides whether any interleaving at this size can
// differ. README.md, "Event model", says which event makes which edge and why.
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "verify/simulate/events.h"

namespace exogpu::simulate {

/// An access as the clocks remember it.
struct Stamp {
  std::uint32_t agent = 0;  ///< kAsync | operation, or block · (threads + 1) + thread
  std::uint32_t epoch = 0;  ///< of the thread, at the access; of no use for operations
  std::uint32_t site = 0;
  ir::AtomicOp atomic = ir::AtomicOp::Add;
  std::uint64_t seq = 0;
};

/// What the clocks object to.
struct Finding {
  enum class Kind : std::uint8_t { Race, NotCompleted };
  Kind kind;
  EventKind first_kind, second_kind;
  Stamp first, second;         ///< NotCompleted: only first
  std::uint32_t first_thread = 0, second_thread = 0;  ///< within their blocks; of an operation: the issuing thread
  std::uint32_t first_block = 0, second_block = 0;
  bool first_async = false, second_async = false;
  std::uint32_t slot = 0, element = 0;
};

class Clocks {
 public:
  static constexpr std::uint32_t kAsync = 0x80000000u;
  /// `report` is called once per pair of sites.
  explicit Clocks(std::function<void(const Finding&)> report) : report_(std::move(report)) {}

  /// Before each launch and after its last block. Launches are ordered one after another.
  void beginLaunch(std::uint32_t threads_per_block);
  /// A storage of the launch; `shared` ones begin anew with each block.
  void declare(std::uint32_t slot, std::uint64_t elements, bool shared);
  void beginBlock(std::uint32_t block);
  void on(const Event& event);
  void endBlock();

 private:
  using Base = std::shared_ptr<const std::vector<std::uint32_t>>;
  /// What a thread knows of the others of its block: accesses of u up to epoch (*base)[u]. Its own are all known.
  /// The entry behind the last thread stands for "some thread of the block": only a fence of the whole block moves it.
  struct Thread {
    Base base;
    std::uint32_t epoch = 1;
    std::vector<std::uint32_t> open;                 ///< operations issued since the last commit
    std::vector<std::vector<std::uint32_t>> groups;  ///< committed, not yet completed, oldest first
  };
  struct Operation {
    std::uint32_t issuer = 0;  ///< thread of the block
    std::uint32_t block = 0;
    bool completed = false;
    std::uint32_t completion_epoch = 0;  ///< of the issuer, at the wait
    std::uint32_t slots[2] = {0, 0};     ///< storages that it reads, writes
    std::uint32_t sites[2] = {0, 0};
    std::uint64_t seq = 0;
  };
  /// Accesses of one element since its last plain write.
  struct Others {
    std::vector<Stamp> readers, atomics;
    std::size_t compact_at = 64;
  };
  struct Cell {
    Stamp write;  ///< site 0: none
    std::unique_ptr<Others> others;
  };
  struct Shadow {
    bool shared = false;
    bool begun = false;  ///< a life of it has begun in this block
    std::vector<Cell> cells;
  };

  /// `first` takes effect before anything that `thread` does now, in every schedule.
  bool isOrdered(const Stamp& first, std::uint32_t thread) const;
  void access(const Event& event, EventKind kind, std::uint32_t thread, bool async);
  void check(const Stamp& first, EventKind first_kind, const Event& event, EventKind kind, std::uint32_t thread,
             const Stamp& second);
  void fence(const ThreadSet& who);
  void wait(std::uint32_t thread, std::uint32_t pending);
  void life(const Event& event);
  void zero(const Event& event);
  void checkLife(const Stamp& stamp, EventKind kind, std::uint32_t element, const Event& event);
  void scopeEnd(const Event& event);
  void reportPending(const Operation& operation, std::uint32_t which);
  void addReader(Others& others, const Stamp& stamp) const;
  std::uint32_t agentOf(std::uint32_t block, std::uint32_t thread) const {
    return block * (threads_per_block_ + 1) + thread;
  }
  void describe(const Stamp& stamp, std::uint32_t& thread, std::uint32_t& block, bool& async) const;

  std::function<void(const Finding&)> report_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported_;
  std::uint32_t threads_per_block_ = 0, block_ = 0, block_epoch_ = 1;
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> common_;  ///< what every thread of the block knows, at the life being judged
  std::vector<Operation> operations_;
  std::vector<Shadow> shadows_;
};

}  // namespace exogpu::simulate
