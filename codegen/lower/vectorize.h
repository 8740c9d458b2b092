#pragma once
// planVectors: takes a launch, finds unrolled loops whose iterations touch adjacent elements of shared or global memory,
// and says how many iterations make one access of 8 or 16 bytes. Needs the order of accesses proved: it moves only loads
// and stores of the executing thread that nothing else of its iterations touches. Keeps every guard.
#include <map>
#include <vector>

#include "codegen/lower/launch.h"
#include "codegen/lower/registers.h"

namespace exogpu::lower {

/// One vector access of a chunk of iterations: all places of `buffer` with these indices (the last one runs with the
/// iterator). Loaded before the chunk when read, stored after it when written.
struct VectorAccess {
  ir::BufferRef buffer;
  std::vector<const ir::Place*> places;  ///< the same element in every iteration; the first one gives the address
  bool is_read = false, is_written = false;
  std::int64_t alignment_to_check = 0;   ///< bytes, at run time; 0: proved
};
struct VectorPlan {
  std::int64_t width = 0;                ///< iterations of a chunk
  std::vector<VectorAccess> accesses;
  std::vector<ir::ExprRef> guards;       ///< conditions around the accesses; all must hold at both ends of the chunk
};
struct VectorPlans {
  std::map<const ir::For*, VectorPlan> by_loop;
};

VectorPlans planVectors(const ir::Proc& proc, const Launch& launch, const Definitions& definitions);

}  // namespace exogpu::lower
