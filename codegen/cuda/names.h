#pragma once
// Names: gives each symbol, buffer and derived value of a function its C++ name: the user's, unless that is taken by
// something visible at the same place, a keyword, or a name that the emitted file itself uses.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::cuda {

class Names {
 public:
  Names();
  /// A name of the current scope for `id` (a Symbol*, Buffer*, …) that hides nothing visible.
  const std::string& declare(const void* id, const std::string& wanted);
  /// The same for a value that belongs to a dimension of a tensor.
  const std::string& declare(const void* id, int dim, const std::string& wanted);
  /// A name for something that has no node.
  std::string fresh(const std::string& wanted);
  const std::string& of(const void* id) const;
  const std::string& of(const void* id, int dim) const;
  bool knows(const void* id) const;

  void push();
  void pop();

 private:
  std::string choose(const std::string& wanted);
  using Key = std::pair<const void*, int>;
  std::map<Key, std::string> names_;
  std::vector<std::set<std::string>> scopes_;
};

}  // namespace exogpu::cuda
