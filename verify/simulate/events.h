#pragma once
// The events of one run in sequential order: what the clocks judge, the conflict log collects and the replay permutes.
#include <cstdint>
#include <vector>

#include "frontend/ir/types.h"

namespace exogpu::simulate {

/// The threads {base + stride·p | 0 ≤ p < size} of the current block; size 0 is the host.
struct ThreadSet {
  std::uint16_t base = 0, size = 0, stride = 1;
  bool isThread() const { return size == 1; }
  bool isHost() const { return size == 0; }
  std::uint32_t thread(std::uint32_t position) const { return base + stride * position; }
  friend bool operator==(const ThreadSet&, const ThreadSet&) = default;
};

enum class EventKind : std::uint8_t {
  Read,        ///< by every thread of `who`
  Write,
  Atomic,
  Issue,       ///< cp.async by the thread `who`; its AsyncRead and AsyncWrite events follow
  AsyncRead,   ///< by the operation that was issued last
  AsyncWrite,
  Commit,      ///< each thread of `who` closes its open group
  Wait,        ///< each thread of `who` completes all but its last `element` groups
  Fence,       ///< the threads of `who` meet
  Life,        ///< a storage begins again: `element` elements become undefined
  Zero,        ///< `element` elements become zero, each written by some thread of the block
  ScopeEnd,    ///< the storage's scope ends
};

struct Event {
  EventKind kind;
  ir::AtomicOp atomic = ir::AtomicOp::Add;
  ThreadSet who;
  std::uint32_t slot = 0;     ///< storage
  std::uint32_t element = 0;
  std::uint32_t site = 0;     ///< static access
  std::uint64_t seq = 0;      ///< position in the sequential order of the whole run
};

/// The events of one block, or of one task.
struct BlockTrace {
  std::uint32_t block = 0;
  std::vector<Event> events;
};
/// The events of one launch.
struct LaunchTrace {
  bool tasks = false;
  std::uint32_t threads = 0;
  std::vector<BlockTrace> blocks;
};

}  // namespace exogpu::simulate
