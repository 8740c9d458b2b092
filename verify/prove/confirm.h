#pragma once
// confirmRefutations: replays every refutation in the simulator. A confirmed one says so; one that the simulator does not
// see is `unknown` (spurious) and never shown as a fault.
#include <vector>

#include "verify/effects/verdict.h"

namespace exogpu::prove {

/// For what cannot be replayed: refutations that need the simulator's word become unknown, and say why. Those of single
/// conditions need it where a value may wrap, for their numbers come from a model that does not.
void leaveUnconfirmed(std::vector<effects::Obligation>& obligations, const std::string& why);

void confirmRefutations(const ir::ProcRef& proc, std::vector<effects::Obligation>& obligations);

}  // namespace exogpu::prove
