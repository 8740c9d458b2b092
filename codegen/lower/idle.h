#pragma once
// withoutIdleLoops: takes a proc (levels resolved), gives it without the loops over threads that no thread executes, such as
// warps(2, 2) or threads(N) of a template argument 0. Everything behind may ask which thread runs a statement first.
#include "frontend/ir/ir.h"

namespace exogpu::lower {

ir::ProcRef withoutIdleLoops(const ir::ProcRef& proc);

}  // namespace exogpu::lower
