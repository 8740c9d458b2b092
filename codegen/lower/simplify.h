#pragma once
// simplify: the same value in fewer operations: constants are folded, x + 0 and x * 1 are x. For readable text only.
#include "frontend/ir/ir.h"

namespace exogpu::lower {

ir::ExprRef simplify(const ir::ExprRef& expr);

}  // namespace exogpu::lower
