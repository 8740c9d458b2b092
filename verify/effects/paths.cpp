#include <algorithm>

#include "verify/effects/model.h"

namespace exogpu::effects {

std::string_view text(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "read";
    case AccessKind::Write: return "write";
    case AccessKind::Atomic: return "atomic";
    case AccessKind::AsyncRead: return "asynchronous read";
    case AccessKind::AsyncWrite: return "asynchronous write";
    case AccessKind::Life: return "allocation";
  }
  return "";
}

int Model::depthOf(smt::Term variable) const {
  const auto found = variable_depth.find(variable);
  return found == variable_depth.end() ? lane_depth : found->second;
}

std::vector<const Step*> pathOf(const Step* step) {
  std::vector<const Step*> path;
  for (; step; step = step->parent) path.push_back(step);
  std::reverse(path.begin(), path.end());
  return path;
}

const Step* commonStep(const Step* a, const Step* b) {
  while (a->depth > b->depth) a = a->parent;
  while (b->depth > a->depth) b = b->parent;
  while (a != b) {
    a = a->parent;
    b = b->parent;
  }
  return a;
}

bool precedes(const Site& a, const Site& b) { return a.order < b.order; }

}  // namespace exogpu::effects
