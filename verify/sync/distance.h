#pragma once
// Generator 2: happens-before between the steps of one loop body in steady state, by shortest paths and without a
// solver. Takes the body as a list of steps, gives for every two steps the least difference of iterations from which
// on the first surely happens before the second, for every trip count. Reports nothing. README.md has the proof.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace exogpu::sync {

/// Shortest paths over nodes whose edges carry differences of iterations ≥ 0: an edge u → v of weight w says that
/// u of iteration k happens before v of iteration k + w, for every k of the loop for which k + w is in the loop too.
class DistanceMatrix {
 public:
  explicit DistanceMatrix(std::size_t nodes);
  void addEdge(std::size_t from, std::size_t to, std::int64_t weight);
  /// Closes under composition (Floyd–Warshall). Call once, after the last edge.
  void close();
  /// Nothing: no path, hence no difference of iterations orders the two.
  std::optional<std::int64_t> distance(std::size_t from, std::size_t to) const;

 private:
  std::int64_t& at(std::size_t from, std::size_t to) { return distances_[from * nodes_ + to]; }

  std::size_t nodes_;
  std::vector<std::int64_t> distances_;
};

enum class StepKind : std::uint8_t {
  Access,  ///< generic accesses, anywhere inside the step
  Copy,    ///< asynchronous copies, issued anywhere inside the step; `group` says which object commits them
  Commit,
  Wait,    ///< completes all but the last `pending` groups of `group`
  Fence    ///< of the whole block
};

/// A statement that stands directly in the loop's body. Commits, waits and fences are listed only if every iteration
/// executes them exactly once; accesses and copies may be conditional, repeated or nested.
struct LoopStep {
  StepKind kind = StepKind::Access;
  int group = 0;
  std::int64_t pending = 0;
};

/// The distances of one loop body.
class SteadyLoop {
 public:
  explicit SteadyLoop(std::vector<LoopStep> steps);
  /// Least d ≥ 0 such that `first` of iteration k by a thread happens before `second` of iteration k + d by the same
  /// thread (`same_thread`) or by any thread, for every k. A copy as `first` is meant from its completion on, as
  /// `second` from its issue on. Two events inside one step are ordered from d = 1 on at best.
  std::optional<std::int64_t> distance(std::size_t first, std::size_t second, bool same_thread) const;

 private:
  std::size_t threadNode(std::size_t step, std::size_t role) const;
  std::size_t copyNode(std::size_t step, std::size_t role) const;
  void addProgramOrder(std::size_t role);
  void addCompletions(std::size_t role);
  std::optional<std::int64_t> completionLag(std::size_t copy, std::size_t wait) const;

  std::vector<LoopStep> steps_;
  DistanceMatrix matrix_;
};

}  // namespace exogpu::sync
