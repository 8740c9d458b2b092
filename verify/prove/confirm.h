#pragma once
// confirmRefutations: replays every refutation in the simulator. A confirmed one says so; one that the simulator does not
// see is `unknown` (spurious) and never shown as a fault.
#include <vector>

#include "verify/effects/verdict.h"

namespace exogpu::prove {

void confirmRefutations(const ir::ProcRef& proc, std::vector<effects::Obligation>& obligations);

}  // namespace exogpu::prove
