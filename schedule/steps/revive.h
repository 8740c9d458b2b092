#pragma once
// What a step may not bring to life: statements in a branch that literals decide against.
#include "frontend/ir/ir.h"

namespace exogpu::steps {

/// A statement that runs in `after` although in `before` literals (of a template argument, say) keep it from running; null
/// if there is none.
ir::StmtRef revived(const ir::Proc& before, const ir::Proc& after);

}  // namespace exogpu::steps
