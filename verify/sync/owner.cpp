// Ownership: any two accesses of one element of one register array are performed by one thread, whatever their order.
#include <map>

#include "verify/sync/explain.h"
#include "verify/sync/order.h"

namespace exogpu::sync {

using effects::Access;
using effects::Obligation;
using effects::ObligationKind;
using effects::Verdict;

namespace {

/// The body whose entry makes the storage: all accesses of one storage agree on the iterators up to there.
const effects::Step* storageOf(const effects::Model& model, const Access& access) {
  for (const Access& life : model.accesses)
    if (life.kind == effects::AccessKind::Life && life.buffer == access.buffer) return life.site.step;
  return model.launch(access.launch)->nest.back();
}

}  // namespace

std::vector<Obligation> checkOwnership(const effects::Model& model, smt::Solver& solver, const SourceTable& sources,
                                       const Options& options) {
  std::vector<Obligation> obligations;
  int explained = 0;
  const auto counts = [](const Access& access) {
    return access.buffer->space == ir::Space::Register && access.kind != effects::AccessKind::Life && access.launch >= 0;
  };
  for (std::size_t i = 0; i < model.accesses.size(); ++i) {
    const Access& a = model.accesses[i];
    if (!counts(a)) continue;
    const effects::Step* storage = storageOf(model, a);
    for (std::size_t j = i; j < model.accesses.size(); ++j) {
      const Access& b = model.accesses[j];
      if (!counts(b) || a.buffer != b.buffer) continue;
      Obligation obligation = makeObligation(ObligationKind::Ownership);
      obligation.first = a.key;
      obligation.second = b.key;
      obligation.where = b.where;
      const Question question{Case::Ownership, &a, &b, storage};
      const Query query(model, question);
      obligation.reason = query.settledBy();
      obligation.verdict = Verdict::Proved;
      if (obligation.reason.empty()) {
        const auto answer = solver.check(query.meeting(), "ownership");
        if (answer.status == smt::Status::Unsat) {
          obligation.reason = "equal elements, equal threads";
          obligation.facts_used = answer.core;
        } else {
          Ordering ordering(model, a.launch);
          const bool thorough = options.explain && explained++ < options.explained_pairs;
          explainFailure({model, solver, sources, query, question, ordering, thorough}, answer, obligation);
        }
      }
      obligations.push_back(std::move(obligation));
    }
  }
  return obligations;
}

}  // namespace exogpu::sync
