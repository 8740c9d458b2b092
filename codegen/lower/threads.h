#pragma once
// Which thread runs which iteration, as arithmetic on threadIdx.x. Takes parallel loops of one block whose mapping
// resolveLevels has accepted; the same table as language.md, "Execution levels", read from the emitter's side.
#include <cstdint>
#include <functional>
#include <vector>

#include "codegen/lower/definitions.h"
#include "frontend/ir/ir.h"

namespace exogpu::lower {

/// A group of `size` threads at one place: thread `tid` has rank tid / div % mod in its group (mod 0: no remainder).
/// Consecutive ranks are `div` threads apart.
struct GroupPlace {
  std::int64_t size = 0;
  std::int64_t div = 1;
  std::int64_t mod = 0;
  bool isThread() const { return size == 1; }
  friend bool operator==(const GroupPlace&, const GroupPlace&) = default;
};
std::int64_t rankOf(const GroupPlace& place, std::int64_t tid);

/// A digit of the thread number times a factor: (tid / div % mod) · factor; mod 0: no remainder; mod 1: zero.
struct Digit {
  std::int64_t div = 1, mod = 0, factor = 1;
};
/// A parallel loop over threads of one block: its iterator is high + low, and only lo ≤ iterator < hi is executed.
struct ThreadLoop {
  const ir::For* loop = nullptr;
  GroupPlace outer, inner;
  Digit high, low;
  std::int64_t lo = 0, hi = 0;
  std::int64_t units = 0;  ///< the iterators of `outer`'s threads are those below; hi ≤ units
  bool needsLowGuard() const { return lo > 0; }
  bool needsHighGuard() const { return hi < units; }
};
ThreadLoop mapThreads(const ir::For& loop, const GroupPlace& outer);
/// Value of the iterator in a thread; the loop executes it when lo ≤ value < hi.
std::int64_t iteratorOf(const ThreadLoop& loop, std::int64_t tid);
inline bool executes(const ThreadLoop& loop, std::int64_t tid) {
  const auto i = iteratorOf(loop, tid);
  return loop.lo <= i && i < loop.hi;
}

/// Where a statement stands inside a launch.
struct Place {
  GroupPlace group;
  std::vector<ThreadLoop> thread_loops;      ///< outermost first
  std::vector<const ir::For*> serial_loops;  ///< sequential and unrolled ones, outermost first
};
/// Preorder over the statements below block level, with their places.
using PlacedVisit = std::function<void(const ir::StmtRef&, const Place&)>;
void walkPlaced(const ir::Body& body, std::int64_t threads, const PlacedVisit& visit);

/// Iterators of the enclosing thread loops in one thread; nothing when the thread does not execute the place.
std::optional<Point> pointOf(const Place& place, std::int64_t tid);

}  // namespace exogpu::lower
