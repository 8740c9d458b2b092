#include "verify/effects/verdict.h"

namespace exogpu::effects {

std::string_view text(Verdict verdict) {
  constexpr std::string_view kTexts[] = {"proved", "refuted", "unknown", "out of budget"};
  return kTexts[static_cast<std::size_t>(verdict)];
}

std::string_view text(ObligationKind kind) {
  constexpr std::string_view kTexts[] = {
#define EXOGPU_OBLIGATION(name, text, claim) text,
#include "verify/effects/obligations.def"
#undef EXOGPU_OBLIGATION
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

std::string_view claim(ObligationKind kind) {
  constexpr std::string_view kClaims[] = {
#define EXOGPU_OBLIGATION(name, text, claim) claim,
#include "verify/effects/obligations.def"
#undef EXOGPU_OBLIGATION
  };
  return kClaims[static_cast<std::size_t>(kind)];
}

}  // namespace exogpu::effects
