// checkDefinedness: witness writers for every read of an element.
#include <map>

#include "verify/bounds/bounds.h"
#include "frontend/diag/ids.h"
#include "verify/bounds/explain.h"
#include "verify/bounds/query.h"
#include "verify/bounds/writers.h"

namespace exogpu::bounds {
namespace {

using effects::Access;
using effects::AccessKind;
using effects::Obligation;
using effects::Verdict;

bool needsValue(AccessKind kind) {
  return kind == AccessKind::Read || kind == AccessKind::AsyncRead || kind == AccessKind::Atomic;
}
bool givesValue(AccessKind kind) {
  return kind == AccessKind::Write || kind == AccessKind::AsyncWrite || kind == AccessKind::Atomic;
}

class DefinednessProver {
 public:
  DefinednessProver(const effects::Model& model, smt::Solver& solver, const SourceTable& sources)
      : model_(model), t_(*model.terms), solver_(solver), sources_(sources), writers_(model) {
    for (auto& access : model.accesses) {
      if (access.kind == AccessKind::Life) life_[access.buffer.get()] = &access;
      else if (givesValue(access.kind)) writes_[access.buffer.get()].push_back(&access);
    }
  }

  std::vector<Obligation> run() {
    std::vector<Obligation> result;
    for (auto& access : model_.accesses) {
      const auto life = life_.find(access.buffer.get());
      if (!needsValue(access.kind) || life == life_.end()) continue;
      Obligation obligation;
      obligation.kind = effects::ObligationKind::Definedness;
      obligation.first = access.key;
      obligation.second = life->second->key;
      obligation.where = access.where;
      prove(access, *life->second, obligation);
      result.push_back(std::move(obligation));
    }
    return result;
  }

 private:
  void prove(const Access& access, const Access& life, Obligation& obligation) {
    if (life.initialises) return settle(obligation, "the array begins with all elements zero", {});
    auto facts = factsOf(access.site);
    Need need{&access, element(access, facts), life.site.step->depth};
    std::vector<smt::Term> misses;
    const auto found = writes_.find(access.buffer.get());
    if (found != writes_.end())
      for (const Access* writer : found->second)
        for (smt::Term candidate : writers_.candidates(need, *writer)) misses.push_back(t_.logicalNot(candidate));
    const auto goal = t_.logicalAnd(misses);
    auto answer = ask(model_, solver_, facts, goal, "definedness");
    switch (answer.status) {
      case smt::Status::Unsat: return settle(obligation, "an earlier write of the same element exists", answer.core);
      case smt::Status::Sat: return refuted(access, facts, goal, answer.model, need, obligation);
      case smt::Status::Unknown: obligation.verdict = Verdict::Unknown; break;
      case smt::Status::OutOfBudget: obligation.verdict = Verdict::OutOfBudget; break;
    }
    notProved(access, answer.reason, obligation);
  }

  void settle(Obligation& obligation, std::string reason, std::vector<std::string> core) {
    obligation.verdict = Verdict::Proved;
    obligation.reason = std::move(reason);
    obligation.facts_used = std::move(core);
  }

  /// The element that is read: for windows any of its elements that lies inside the array.
  std::vector<smt::Term> element(const Access& access, std::vector<smt::Fact>& facts) {
    auto result = access.indices;
    for (std::size_t d = 0; d < result.size(); ++d) {
      if (access.shape[d] > 1) result[d] = t_.add(result[d], t_.variable("e" + std::to_string(d), {0, access.shape[d] - 1}));
      if (access.clipped) {
        facts.push_back({t_.le(t_.constant(0), result[d]), {}});
        facts.push_back({t_.lt(result[d], effects::extentTerm(model_, *access.buffer, static_cast<int>(d))), {}});
      }
    }
    return result;
  }

  std::string elementText(const Access& access) const {
    std::string text;
    for (auto& index : access.index_exprs) text += "[" + sourceText(sources_, index) + "]";
    return access.lane ? text + "[lane]" : text;
  }

  /// Shared memory cannot begin as zeros: all threads would store them.
  static std::string orZero(const Access& access) {
    return access.buffer->space == ir::Space::Shared ? "" : ", or declare it with `= {}`";
  }

  /// Nothing shows that the element has a value; whether it really has none is for the simulator to say.
  void refuted(const Access& access, std::vector<smt::Fact> facts, smt::Term goal, const smt::Model& found, const Need& need,
               Obligation& obligation) {
    facts.push_back({goal, {}});
    std::vector<smt::Term> small;
    for (auto& [name, term] : iteratorsOf(access.site)) small.push_back(term);
    const auto values = ++explained_ > 8 ? found : effects::minimise(model_, solver_, facts, found, small);
    obligation.verdict = Verdict::Refuted;
    effects::describe(model_, values, iteratorsOf(access.site), obligation);
    auto mentioned = need.element;
    mentioned.push_back(goal);
    const auto with = exampleText(circumstances(model_, values, access.site, mentioned));
    obligation.reason = "no earlier write of this element is known" + with;
    obligation.diagnostic = diag::make(diag::Id::UndefinedElement, access.where, {elementText(access), access.buffer->name, with, orZero(access)});
  }

  void notProved(const Access& access, const std::string& why, Obligation& obligation) {
    obligation.reason = why;
    const auto claim = "element " + elementText(access) + " of '" + access.buffer->name + "' is written before it is read";
    if (obligation.verdict == Verdict::OutOfBudget)
      obligation.diagnostic = diag::make(diag::Id::ProofOutOfBudget, access.where, {claim, why});
    else
      obligation.diagnostic = diag::make(diag::Id::NotProved, access.where,
                                         {claim, why, "write all of it first" + orZero(access)});
  }

  const effects::Model& model_;
  smt::Terms& t_;
  smt::Solver& solver_;
  const SourceTable& sources_;
  Writers writers_;
  int explained_ = 0;
  std::map<const ir::Buffer*, const Access*> life_;
  std::map<const ir::Buffer*, std::vector<const Access*>> writes_;
};

}  // namespace

std::vector<Obligation> checkDefinedness(const effects::Model& model, smt::Solver& solver, const SourceTable& sources) {
  return DefinednessProver(model, solver, sources).run();
}

}  // namespace exogpu::bounds
