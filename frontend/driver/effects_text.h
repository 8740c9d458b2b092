#pragma once
#include <string>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/prove/prove.h"

namespace exogpu::driver {

/// `--emit=effects`: what each proc and each of its loops reads and writes, and which contracts and assumptions its proof
/// used. `reports` may be empty verdicts (--verify=off); the facts are then missing.
std::string effectsText(const std::vector<ir::ProcRef>& procs, const std::vector<const prove::Report*>& reports);

}  // namespace exogpu::driver
