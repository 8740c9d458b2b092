#pragma once
// lowerLaunch: takes a proc (levels resolved, copies expanded) and one of its launches; gives everything that
// the emitter needs to know about the kernel. Reports what cannot be made (5xxx); then the result is empty.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/lower/copies.h"
#include "codegen/lower/fences.h"
#include "codegen/lower/launch.h"
#include "codegen/lower/registers.h"
#include "codegen/lower/vectorize.h"
#include "codegen/target/target.h"
#include "frontend/diag/diagnostic.h"

namespace exogpu::lower {

struct Kernel {
  Launch launch;
  ArrayPlan arrays;
  FencePlans fences;
  VectorPlans vectors;
  std::set<const ir::Symbol*> index_symbols;
  std::set<const ir::Symbol*> used_symbols;  ///< the rest needs no declaration: nothing that is printed reads it
  const Definitions* definitions = nullptr;
  std::optional<Divisors> divisors;
  std::vector<target::SharedBuffer> shared;
  std::int64_t shared_bytes = 0;
  bool dynamic_shared = false;  ///< more than a kernel may declare by itself
};

std::optional<Kernel> lowerLaunch(const ExpandedCopies& copies, const ir::StmtRef& stmt, const Definitions& definitions,
                                  std::string name, diag::Sink& sink);

}  // namespace exogpu::lower
