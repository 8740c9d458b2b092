#include "verify/prove/confirm.h"

#include "frontend/diag/ids.h"
#include "verify/witness/replay.h"

namespace exogpu::prove {
namespace {

using effects::Obligation;
using effects::ObligationKind;

constexpr int max_replays = 12;  // of one proc; what comes after the first dozen has the same few causes

/// Refutations that are exact by themselves: the condition is evaluated on the model's values, and no order of events
/// and no choice of witness writers is involved.
bool standsWithoutReplay(const Obligation& obligation) {
  switch (obligation.kind) {
    case ObligationKind::Bounds:
    case ObligationKind::Overflow:
    case ObligationKind::Division:
    case ObligationKind::Alignment:
    case ObligationKind::Contract:
    case ObligationKind::Satisfiable:
    case ObligationKind::Participation:
    case ObligationKind::Resources: return true;
    case ObligationKind::Order:
    case ObligationKind::Definedness:
    case ObligationKind::Ownership:
    case ObligationKind::Completion:
    case ObligationKind::Aliasing: return false;
  }
  return false;
}

/// Refutations about the text of the program alone: no run shows them.
bool isStatic(ObligationKind kind) {
  return kind == ObligationKind::Satisfiable || kind == ObligationKind::Participation || kind == ObligationKind::Resources;
}

/// A model computes without wrapping. Where a value may leave its type it is another one in a run, and so is what follows from
/// it. That a value leaves its type rests on those before it alone; one that surely does refutes the proc, whatever follows.
bool mayRestOnWrapping(const Obligation& refuted, const std::vector<Obligation>& all) {
  const bool is_overflow = refuted.kind == ObligationKind::Overflow;
  for (const auto& other : all) {
    if (is_overflow && &other == &refuted) return false;
    if (other.kind != ObligationKind::Overflow || other.verdict == effects::Verdict::Proved) continue;
    if (!is_overflow || other.verdict != effects::Verdict::Refuted) return true;
  }
  return false;
}

const char* const kMayWrap = "a value of the proc may wrap, and then the counterexample is none; ";

std::string sizesOf(const Obligation& obligation) {
  std::string text;
  for (auto& size : obligation.sizes) text += (text.empty() ? "" : ", ") + size.name + " = " + std::to_string(size.value);
  return text.empty() ? "these inputs" : text;
}

void makeSpurious(Obligation& obligation, const std::string& why) {
  obligation.verdict = effects::Verdict::Unknown;
  if (obligation.overlap && obligation.diagnostic) {  // the simulator overlays whole tensors only, so its silence says little
    obligation.reason = "not confirmed: " + why;
    obligation.diagnostic->notes.push_back({obligation.where, "not confirmed, for the simulator overlays whole tensors only: " + why});
    return;
  }
  const auto claim = obligation.diagnostic ? obligation.diagnostic->message : obligation.reason;
  obligation.reason = "spurious: " + why;
  auto shown = diag::make(diag::Id::NotProved, obligation.where,
                          {std::string(effects::claim(obligation.kind)) + " here", why,
                           "state the missing fact with exo::require or a named exo::assume"});
  shown.notes.push_back({obligation.where, "what could not be excluded: " + claim});
  obligation.diagnostic = std::move(shown);
}

void leaveUnconfirmed(Obligation& obligation, const std::vector<Obligation>& all, const std::string& why) {
  if (!standsWithoutReplay(obligation)) makeSpurious(obligation, why);
  else if (!isStatic(obligation.kind) && mayRestOnWrapping(obligation, all)) makeSpurious(obligation, kMayWrap + why);
}

}  // namespace

void leaveUnconfirmed(std::vector<Obligation>& obligations, const std::string& why) {
  for (auto& obligation : obligations)
    if (obligation.verdict == effects::Verdict::Refuted) leaveUnconfirmed(obligation, obligations, why);
}

void confirmRefutations(const ir::ProcRef& proc, std::vector<Obligation>& obligations) {
  witness::Replayer replayer(proc);
  int replays = 0;
  for (auto& obligation : obligations) {
    if (obligation.verdict != effects::Verdict::Refuted || isStatic(obligation.kind)) continue;
    const auto outcome = ++replays <= max_replays ? replayer.confirm(obligation) : witness::Replay::NotRun;
    switch (outcome) {
      case witness::Replay::Confirmed:
        obligation.reason += "; confirmed in the simulator: " + replayer.message();
        if (obligation.diagnostic && replayer.sawSameAccess())
          obligation.diagnostic->notes.push_back({obligation.where, "confirmed in the simulator, with " + sizesOf(obligation)});
        break;
      case witness::Replay::Refuted:
        if (obligation.kind == ObligationKind::Alignment) break;  // a model's address need not be the one of the run
        makeSpurious(obligation, "the simulator sees no such fault with " + sizesOf(obligation));
        break;
      case witness::Replay::NotRun:
        leaveUnconfirmed(obligation, obligations, "the counterexample was not replayed in the simulator");
        break;
    }
  }
}

}  // namespace exogpu::prove
