#pragma once
// effectsOf: takes a model, gives what the proc and each of its loops read and write: buffer, kind, indices as written, and
// for each dimension a range that covers all of them, in terms of what is known outside the loop. Used by schedule steps
// (do two statements touch the same data?) and exported as JSON. Reports nothing; a range that cannot be told is the whole
// dimension.
#include <string>
#include <vector>

#include "llvm/Support/JSON.h"
#include "verify/effects/model.h"

namespace exogpu::effects {

struct DimensionRange {
  smt::Term lo = nullptr, hi = nullptr;  ///< closed; over variables of the steps around the loop
};
struct Effect {
  const Access* access = nullptr;
  std::vector<DimensionRange> ranges;
};
/// `step` is the root or a loop.
struct StepEffects {
  const Step* step = nullptr;
  std::vector<Effect> effects;  ///< in sequential order of one iteration
};

std::vector<StepEffects> effectsOf(const Model& model);
/// {"proc": …, "loops": [{"loop": "k0", "path": […], "effects": [{"buffer", "kind", "indices", "lo", "hi"}]}]}
llvm::json::Value exportEffects(const Model& model);

}  // namespace exogpu::effects
