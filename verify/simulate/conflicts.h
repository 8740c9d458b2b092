#pragma once
// Every dynamic conflicting pair of one run, ordered or not, by static keys.
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "verify/simulate/events.h"

namespace exogpu::simulate {

/// Two accesses of one element in one life of its storage and one launch conflict when one of them writes, they are not
/// both atomics of one operation, and their agents differ (another thread, or an asynchronous operation).
class ConflictLog {
 public:
  void beginLaunch();
  void declare(std::uint32_t slot, std::uint64_t elements, bool shared);
  void beginBlock(std::uint32_t block, std::uint32_t threads);
  void on(const Event& event);
  /// Pairs of sites, smaller number first.
  const std::set<std::pair<std::uint32_t, std::uint32_t>>& pairs() const { return pairs_; }

 private:
  struct Seen {
    std::uint32_t site = 0;
    EventKind kind = EventKind::Read;
    ir::AtomicOp atomic = ir::AtomicOp::Add;
    std::uint64_t agent = 0;
    bool many_agents = false;
  };
  struct Shadow {
    bool shared = false, begun = false;
    std::vector<std::vector<Seen>> cells;
  };
  void access(const Event& event, EventKind kind, std::uint64_t agent);
  void life(const Event& event);

  std::vector<Shadow> shadows_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::uint64_t first_agent_ = 0, next_operation_ = 0;
};

}  // namespace exogpu::simulate
