#pragma once
// planArrays: takes a launch, gives each `reg` array its private form: the index digits that name the owning thread are
// erased, what is left is a small array per thread whose indices are constants after unrolling. Needs ownership proved
// and levels resolved. Reports an index that is not constant (EXG5004 for `reg`, warning EXG5005 for plain locals).
#include <map>
#include <set>
#include <vector>

#include "codegen/lower/launch.h"
#include "codegen/lower/threads.h"
#include "frontend/diag/diagnostic.h"

namespace exogpu::lower {

struct ArrayPlan {
  /// Private extents by declared dimension; 1: erased.
  std::map<const ir::Buffer*, std::vector<std::int64_t>> dims;
  /// Private indices of each place that names a `reg` array, by declared dimension; null: erased.
  std::map<const ir::Place*, std::vector<ir::ExprRef>> indices;
  /// Plain loops that must be unrolled so that every array index is a constant.
  std::set<const ir::For*> unrolled;

  /// Elements of all arrays that one thread holds.
  std::int64_t elements() const;
};

ArrayPlan planArrays(const Launch& launch, const Definitions& definitions, diag::Sink& sink);

}  // namespace exogpu::lower
