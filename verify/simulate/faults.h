#pragma once
// Faults found so far, each kind of fault at each place once.
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "verify/simulate/simulate.h"

namespace exogpu::simulate {

class FaultLog {
 public:
  /// More distinct faults than this say nothing new.
  static constexpr std::size_t kMost = 100;
  /// True when the fault is new.
  bool add(Fault fault) {
    if (faults_.size() >= kMost || !seen_.emplace(fault.kind, fault.first, fault.second).second) return false;
    faults_.push_back(std::move(fault));
    return true;
  }
  std::vector<Fault>& all() { return faults_; }

 private:
  std::vector<Fault> faults_;
  std::set<std::tuple<FaultKind, ir::AccessKey, ir::AccessKey>> seen_;
};

}  // namespace exogpu::simulate
