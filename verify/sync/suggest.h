#pragma once
// What would help: takes a refuted question, tries one more fence at each place between the two accesses, or a wait that
// leaves fewer groups pending, and keeps the weakest that makes the query contradictory. And why the
// synchronisation that stands there does not help.
#include "verify/sync/explain.h"

namespace exogpu::sync {

struct Suggestion {
  std::string text;
  std::vector<diag::FixIt> fixes;
};
Suggestion suggestFence(const Failure& failure);

/// One note for each fence that lies between the two accesses in the text of the program, under the model.
std::vector<diag::Label> whyFencesDoNotHelp(const Failure& failure, const smt::Model& values);

}  // namespace exogpu::sync
