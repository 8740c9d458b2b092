#include "frontend/base/nearest.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace exogpu {

std::string nearestName(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  unsigned best_distance = static_cast<unsigned>(std::max<std::size_t>(word.size(), 3) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const unsigned distance = llvm::StringRef(word).edit_distance(candidate, /*AllowReplacements=*/true, best_distance);
    if (distance < best_distance) best = candidate, best_distance = distance;
  }
  return best;
}

}  // namespace exogpu
