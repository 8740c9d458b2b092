#include "verify/smt/units.h"

#include <set>
#include <unordered_map>

namespace exogpu::smt {
namespace {

/// Names of the facts that something follows from.
using Reason = std::set<std::string>;

class Units {
 public:
  explicit Units(Terms& terms) : terms_(terms) {}

  std::optional<Reason> contradiction(const std::vector<Fact>& facts) {
    for (auto& fact : facts) assume(fact.term, fact.name.empty() ? Reason{} : Reason{fact.name});
    for (bool learnt = true; learnt && !contradiction_;) {
      const std::size_t before = known_.size();
      for (std::size_t i = 0; i < choices_.size() && !contradiction_; ++i) narrow(choices_[i]);  // grows meanwhile
      learnt = known_.size() > before;
    }
    return contradiction_;
  }

 private:
  void assume(Term term, const Reason& reason) {
    if (contradiction_ || terms_.constantOf(term) == 1 || known_.contains(term)) return;
    if (auto denial = whyFalse(term)) {
      denial->insert(reason.begin(), reason.end());
      contradiction_ = std::move(denial);
      return;
    }
    known_.emplace(term, reason);
    if (term->op == Op::Or) choices_.push_back(term);
    if (term->op == Op::And)
      for (Term part : term->args) assume(part, reason);
  }

  /// Why a term cannot hold beside what is known; nothing when that is not seen.
  std::optional<Reason> whyFalse(Term term) {
    if (terms_.constantOf(term) == 0) return Reason{};
    if (term->op == Op::Or) {
      Reason all;
      for (Term part : term->args) {
        const auto one = whyFalse(part);
        if (!one) return std::nullopt;
        all.insert(one->begin(), one->end());
      }
      return all;
    }
    if (term->op == Op::And) {
      for (Term part : term->args)
        if (auto one = whyFalse(part)) return one;
      return std::nullopt;
    }
    const auto found = known_.find(terms_.logicalNot(term));
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }

  /// A known disjunction with one open part makes that part known; with none it is the contradiction.
  void narrow(Term choice) {
    Reason reason = known_.at(choice);
    Term open = nullptr;
    for (Term part : choice->args) {
      if (known_.contains(part)) return;
      if (const auto denial = whyFalse(part)) {
        reason.insert(denial->begin(), denial->end());
      } else if (open) {
        return;
      } else {
        open = part;
      }
    }
    if (open)
      assume(open, reason);
    else
      contradiction_ = std::move(reason);
  }

  Terms& terms_;
  std::unordered_map<Term, Reason> known_;
  std::vector<Term> choices_;  ///< known disjunctions, in the order in which they were learnt
  std::optional<Reason> contradiction_;
};

}  // namespace

std::optional<std::vector<std::string>> refutedByUnits(Terms& terms, const std::vector<Fact>& facts) {
  const auto reason = Units(terms).contradiction(facts);
  if (!reason) return std::nullopt;
  return std::vector<std::string>(reason->begin(), reason->end());
}

}  // namespace exogpu::smt
