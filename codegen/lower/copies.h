#pragma once
// expandCopies: takes a proc, gives the same proc with each synchronous copy written as loops over its window, with the
// guards of clipping. Asynchronous copies stay. Reports nothing.
#include <map>

#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"

namespace exogpu::lower {

struct ExpandedCopies {
  ir::ProcRef proc;
  /// The copy's accesses in terms of the nodes that stand for them now: new Load or Store node → side of the copy.
  std::map<ir::NodeId, ir::AccessKey> origin;
};
ExpandedCopies expandCopies(const ir::ProcRef& proc);

}  // namespace exogpu::lower
