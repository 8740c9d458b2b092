#pragma once
// Which buffers of a proc may share memory: each with itself, those declared `same`, those declared `may_alias`, and what
// follows from these by transitivity of `same`.
#include <map>
#include <set>

#include "frontend/ir/ir.h"

namespace exogpu::sync {

enum class Overlap : std::uint8_t {
  None,
  SameElement,  ///< one memory: equal indices, and only these, are the same element
  SameShape,    ///< one memory, provided that the inner extents agree; else any two elements may be the same
  AnyElement    ///< any two elements may be the same
};

class Aliases {
 public:
  explicit Aliases(const ir::Proc& proc);
  Overlap overlap(const ir::Buffer& a, const ir::Buffer& b) const;

 private:
  const ir::Buffer* classOf(const ir::Buffer* buffer) const;

  std::map<const ir::Buffer*, const ir::Buffer*> parent_;
  std::set<std::pair<const ir::Buffer*, const ir::Buffer*>> may_;  ///< of classes, both directions
};

}  // namespace exogpu::sync
