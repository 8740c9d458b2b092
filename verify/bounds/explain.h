#pragma once
// Diagnostics of checks that are not proved.
#include "verify/effects/model.h"
#include "verify/effects/verdict.h"
#include "verify/smt/solver.h"

namespace exogpu::bounds {

class Explainer {
 public:
  Explainer(const effects::Model& model, smt::Solver& solver, const SourceTable& sources)
      : model_(model), solver_(solver), sources_(sources) {}
  /// Fills verdict, witness and diagnostic of a check whose condition fails in `found`; makes the witness small first.
  void refuted(const effects::Check& check, const smt::Model& found, effects::Obligation& obligation);
  void notProved(const effects::Check& check, const std::string& why, effects::Obligation& obligation) const;

 private:
  diag::Diagnostic message(const effects::Check& check, const std::string& with, const smt::Model& values) const;
  std::string overflowRemedy(const effects::Check& check) const;
  std::string guardedPlace(const effects::Check& check) const;
  diag::Diagnostic boundsMessage(const effects::Check& check, const std::string& with, const smt::Model& values) const;
  std::string claim(const effects::Check& check) const;
  std::string subject(const effects::Check& check) const;

  const effects::Model& model_;
  smt::Solver& solver_;
  const SourceTable& sources_;
  int explained_ = 0;
};

/// "for … : with …" helpers: ", for example " + text, or nothing.
std::string exampleText(const std::string& with);

}  // namespace exogpu::bounds
