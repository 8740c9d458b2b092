#pragma once
// Verdicts of verify/sync for programs in the text form.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/diag/ids.h"
#include "tests/unit/support/ir_text.h"
#include "verify/sync/order.h"

namespace exogpu::test {

struct Proof {
  std::vector<effects::Obligation> obligations;
  std::string text;  ///< of every obligation that is not proved, one a line
  smt::Counters counters;

  bool proved() const { return text.empty(); }
  /// An unproved obligation of this kind, with this diagnostic.
  const effects::Obligation* find(effects::ObligationKind kind, diag::Id id) const {
    for (const auto& obligation : obligations)
      if (obligation.kind == kind && obligation.diagnostic && obligation.diagnostic->id == id) return &obligation;
    return nullptr;
  }
  const effects::Obligation* find(diag::Id id) const {
    for (const auto& obligation : obligations)
      if (obligation.diagnostic && obligation.diagnostic->id == id) return &obligation;
    return nullptr;
  }
};

inline Proof prove(const std::string& text, const sync::Options& options = {}) {
  Proof proof;
  const auto proc = resolvedProc(text);
  if (!proc) return proof;
  SourceTable sources;
  sources.add("test.ir", text);
  const auto model = effects::buildModel(proc);
  smt::Solver solver(*model->terms);
  proof.obligations = sync::checkOrder(*model, solver, sources, options);
  for (const auto& obligation : proof.obligations) {
    if (obligation.verdict == effects::Verdict::Proved) continue;
    proof.text += std::string(effects::text(obligation.verdict)) + ": " + std::string(effects::text(obligation.kind)) + ": ";
    if (obligation.diagnostic) {
      proof.text += diag::codeName(obligation.diagnostic->id) + " " + obligation.diagnostic->message + " | " +
                    obligation.diagnostic->remedy;
      for (const auto& note : obligation.diagnostic->notes) proof.text += "\n    note: " + note.text;
    } else {
      proof.text += obligation.reason;
    }
    proof.text += "\n";
  }
  proof.counters = solver.counters();
  return proof;
}

/// `text` with the first (or the given) occurrence of `from` replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to, int occurrence = 0) {
  std::size_t at = text.find(from);
  for (; occurrence > 0 && at != std::string::npos; --occurrence) at = text.find(from, at + 1);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

#define EXPECT_PROVED(program)                        \
  do {                                                \
    const auto proof_ = exogpu::test::prove(program); \
    EXPECT_TRUE(proof_.proved()) << proof_.text;      \
  } while (false)
#define EXPECT_REFUSED(program, code)                                                     \
  do {                                                                                    \
    const auto proof_ = exogpu::test::prove(program);                                     \
    EXPECT_NE(proof_.find(exogpu::diag::Id::code), nullptr) << "found:\n" << proof_.text; \
  } while (false)

}  // namespace exogpu::test
