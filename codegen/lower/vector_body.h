#pragma once
// collectVectorBody: what the body of a loop does to shared and global memory, under which conditions; nothing when it
// holds a statement that must stay where it is (loops, fences, atomics, copies, collectives).
#include <optional>
#include <set>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::lower {

/// A condition that decides whether an access happens, and the If statement or Select expression that it belongs to.
struct BodyGuard {
  ir::ExprRef condition;
  ir::NodeId owner;
};
struct BodyAccess {
  const ir::Place* place = nullptr;
  bool is_write = false;
  bool is_replaceable = true;  ///< false: read to decide something, or guarded by a condition being false
  std::vector<BodyGuard> guards;
};
struct VectorBody {
  std::vector<BodyAccess> accesses;
  std::set<const ir::Symbol*> declared;  ///< by Let
  std::set<const ir::Symbol*> assigned;
};
std::optional<VectorBody> collectVectorBody(const ir::For& loop);

}  // namespace exogpu::lower
