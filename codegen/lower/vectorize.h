#pragma once
// planVectors: takes a launch, finds unrolled loops whose iterations touch adjacent elements of shared or global memory,
// and says how many iterations make one access of up to 16 bytes. Needs the order of accesses proved: it moves only loads
// and stores of the executing thread that nothing else of its iterations touches. Keeps every guard. Reports nothing.
#include <map>
#include <optional>
#include <vector>

#include "codegen/lower/copies.h"
#include "codegen/lower/launch.h"
#include "codegen/lower/registers.h"

namespace exogpu::lower {

/// One vector access of a chunk of iterations: the places that name the same element in each iteration. Loaded before the
/// chunk when read, stored behind it when written.
struct VectorAccess {
  ir::BufferRef buffer;
  std::vector<const ir::Place*> places;
  ir::Place first;                      ///< the element of the chunk's first iteration, for the iterator's value there
  bool is_read = false, is_written = false;
  std::int64_t alignment_to_check = 0;  ///< bytes, at run time; 0: proved
};
/// A condition around the accesses, to be tested at the first or at the last iteration of a chunk: it is linear in the
/// iterator, so between them it holds too.
struct ChunkGuard {
  ir::ExprRef condition;
  bool at_last = false;
};
/// Neighbouring elements of a private array, from the one of the chunk's first iteration on.
struct PrivateRow {
  ir::BufferRef buffer;
  std::vector<ir::ExprRef> indices;  ///< private ones; the last runs with the loop's iterator
};
struct VectorPlan {
  std::int64_t lo = 0, count = 0, width = 0;  ///< iterations lo, lo + 1, …; `width` of them make a chunk
  std::vector<VectorAccess> accesses;
  std::vector<ChunkGuard> tests;
  bool all_or_none = false;            ///< when the tests fail, no access of the chunk happens
  bool zero_filled = false;            ///< all_or_none, and what is not read is zero
  std::vector<ir::NodeId> known_true;  ///< conditions of If statements and Select expressions that the tests imply
  /// Set when the chunk does nothing but move its one access's elements to or from a private array, which is then the
  /// access's other side itself: no element becomes a value of its own on the way.
  std::optional<PrivateRow> row;
};
/// Tests of all vector loops inside an unrolled loop, made once in front of it: its loads then stand in one straight line
/// and are in flight together. Names of the loop's body are replaced, its iterators by their extreme values.
struct LiftedTests {
  std::vector<ir::ExprRef> conditions;
  std::vector<std::pair<ir::Place, std::int64_t>> alignments;
};
struct VectorPlans {
  std::map<const ir::For*, VectorPlan> by_loop;
  std::map<const ir::For*, LiftedTests> lifted;
};

VectorPlans planVectors(const ExpandedCopies& copies, const Launch& launch, const ArrayPlan& arrays,
                        const Definitions& definitions);

}  // namespace exogpu::lower
