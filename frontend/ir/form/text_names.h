#pragma once
// Names of the text form. Nodes are identified by pointer and C++ names may shadow one another; printed names may not.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace exogpu::ir {

/// Words that the text form keeps for itself.
bool isReserved(std::string_view word);

/// Gives every declared node a name that no other node in scope has: its own, or its own with a number behind.
class ScopedNames {
 public:
  ScopedNames() = default;
  /// Names that are decided already; the others are as printed alone.
  explicit ScopedNames(std::map<const void*, std::string> decided) : printed_(decided), decided_(std::move(decided)) {}
  const std::string& declare(const void* node, const std::string& name);
  /// The printed name; `name` for a node that was declared nowhere (an expression printed on its own).
  std::string of(const void* node, const std::string& name) const;
  void open() { starts_.push_back(order_.size()); }
  void close();
  /// The names of everything that was ever declared, also of what is out of scope by now.
  const std::map<const void*, std::string>& all() const { return printed_; }

 private:
  std::map<const void*, std::string> printed_, decided_;
  std::set<std::string> visible_;
  std::vector<const void*> order_;
  std::vector<std::size_t> starts_;
};

}  // namespace exogpu::ir
