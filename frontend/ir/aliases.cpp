#include "frontend/ir/aliases.h"

#include <algorithm>

namespace exogpu::ir {

namespace {
bool isAbout(const AliasFact& fact, const Buffer& a, const Buffer& b) {
  return (fact.a.get() == &a && fact.b.get() == &b) || (fact.a.get() == &b && fact.b.get() == &a);
}

/// Adds the fact, or strengthens the one there is; whether that said anything new.
bool learn(std::vector<AliasFact>& facts, const BufferRef& a, const BufferRef& b, bool same) {
  if (a == b) return false;
  for (auto& fact : facts) {
    if (!isAbout(fact, *a, *b)) continue;
    const bool is_new = same && !fact.same;
    fact.same |= same;
    return is_new;
  }
  facts.push_back({a, b, same});
  return true;
}

/// What follows from `x` is `same` as `y` and a fact about y.
bool learnFrom(std::vector<AliasFact>& facts, const BufferRef& x, const BufferRef& y, const AliasFact& other) {
  if (other.a == y) return learn(facts, x, other.b, other.same);
  if (other.b == y) return learn(facts, x, other.a, other.same);
  return false;
}
}  // namespace

void closeAliases(std::vector<AliasFact>& facts) {
  for (bool grows = true; grows;) {
    grows = false;
    const auto known = facts;
    for (const auto& equal : known) {
      if (!equal.same) continue;
      for (const auto& other : known) {
        grows |= learnFrom(facts, equal.a, equal.b, other);
        grows |= learnFrom(facts, equal.b, equal.a, other);
      }
    }
  }
}

bool mayOverlap(const std::vector<AliasFact>& facts, const Buffer& a, const Buffer& b) {
  return &a == &b || std::any_of(facts.begin(), facts.end(), [&](const AliasFact& fact) { return isAbout(fact, a, b); });
}

}  // namespace exogpu::ir
