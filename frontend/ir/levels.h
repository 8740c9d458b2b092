#pragma once
// resolveLevels: takes a proc whose loops say how they are mapped, gives the same proc with `For::exec` filled, or
// reports why a loop cannot be mapped. Needs nothing; keeps everything but exec. Checks every rule of language.md that
// depends on the place alone ("Execution levels", "Locals and uniformity", "Collectives", where fence, commit, wait,
// cp_async and stores may stand).
#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::ir {

/// Null after an error.
ProcRef resolveLevels(const ProcRef& proc, diag::Sink& sink);
/// Threads of the block that executes a launch: the least multiple of 32 that fits every loop at block level.
/// `launch` is the outermost Blocks or Tasks loop of a nest. More than 1024 is reported by resolveLevels.
std::int64_t blockSize(const For& launch);
/// Value of a constant expression (literals and arithmetic on them), if it is one.
std::optional<std::int64_t> constantValue(const ExprRef& expr);
/// The side that runs of an `if` that literals decide (of a template argument, say); null when both may.
const Body* decidedSide(const If& branch);

}  // namespace exogpu::ir
