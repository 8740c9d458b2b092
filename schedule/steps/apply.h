#pragma once
// apply: takes a program and one call of a step, gives the program after it, or reports why not. The step is proved to
// keep the sequential meaning when it is applied, and the result is checked (ir/check).
#include "frontend/diag/diagnostic.h"
#include "schedule/cursor/cursor.h"
#include "schedule/steps/legality.h"
#include "schedule/steps/step.h"

namespace exogpu::steps {

/// Null after a diagnostic. `history` gets the record of the step.
ir::ProcRef apply(const ir::ProcRef& proc, const StepCall& call, cursor::History& history, diag::Sink& sink,
                  Trust trust = Trust::Prove);

}  // namespace exogpu::steps
