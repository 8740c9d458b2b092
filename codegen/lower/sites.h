#pragma once
// numberSites: gives every access of shared and global memory, and every fence, commit, wait and copy of a proc, a number
// in preorder. An instrumented kernel logs these numbers, so that its trace can be laid beside another one of the same
// proc. The proc is the one that was proved: synchronous copies are still whole.
#include <map>
#include <vector>

#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"

namespace exogpu::lower {

struct Site {
  ir::AccessKey key;    ///< side Life: the statement itself (fence, commit, wait)
  ir::BufferRef buffer; ///< null for synchronisation
};
struct Sites {
  std::vector<Site> all;
  std::map<ir::AccessKey, int> number;
};
Sites numberSites(const ir::Proc& proc);

}  // namespace exogpu::lower
