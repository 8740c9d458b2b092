#include "verify/sync/alias.h"

namespace exogpu::sync {

Aliases::Aliases(const ir::Proc& proc) {
  for (const auto& fact : proc.aliases)
    if (fact.same) parent_[classOf(fact.a.get())] = classOf(fact.b.get());
  for (const auto& fact : proc.aliases) {
    if (fact.same) continue;
    const auto *a = classOf(fact.a.get()), *b = classOf(fact.b.get());
    may_.insert({a, b});
    may_.insert({b, a});
  }
}

const ir::Buffer* Aliases::classOf(const ir::Buffer* buffer) const {
  for (auto found = parent_.find(buffer); found != parent_.end() && found->second != buffer; found = parent_.find(buffer))
    buffer = found->second;
  return buffer;
}

Overlap Aliases::overlap(const ir::Buffer& a, const ir::Buffer& b) const {
  if (&a == &b) return Overlap::SameElement;
  const auto *first = classOf(&a), *second = classOf(&b);
  if (may_.count({first, second})) return Overlap::AnyElement;
  if (first != second) return Overlap::None;
  // `same` states one address and the same extents; the pitch of strided tensors is left open.
  const bool alike = a.rank == b.rank && a.element == b.element && !a.is_strided && !b.is_strided;
  return alike ? Overlap::SameShape : Overlap::AnyElement;
}

}  // namespace exogpu::sync
