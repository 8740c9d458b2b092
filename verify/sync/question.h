#pragma once
// Questions: the case split of a pair of accesses (README.md, L5) and the query of each case. Takes two static accesses of
// one launch, gives the cases in which two of their events may meet, and for a case the facts that must be
// contradictory. Keeps the model.
#include <memory>
#include <string>
#include <vector>

#include "verify/sync/alias.h"
#include "verify/sync/ordered.h"

namespace exogpu::sync {

enum class Case : std::uint8_t {
#define EXOGPU_CASE(name, text) name,
#include "verify/sync/cases.def"
#undef EXOGPU_CASE
};
std::string_view text(Case which);

/// `first` is the event that comes first in sequential order, where the case says which.
struct Question {
  Case which;
  const effects::Access* first;
  const effects::Access* second;
  const effects::Step* step;  ///< common body, loop whose iterations differ, declaring body (Ownership)
};

/// All cases of a pair in shared or global memory. Together they cover every two events of one launch.
std::vector<Question> casesOf(const effects::Model& model, const effects::Access& a, const effects::Access& b);

/// Can these two ever be in conflict, judged by their kinds alone?
bool mayConflict(const effects::Access& a, const effects::Access& b);

/// The query of a question, with what a witness needs.
class Query {
 public:
  /// `overlap`: how the memory of the two buffers meets.
  Query(const effects::Model& model, const Question& question, Overlap overlap = Overlap::SameElement);

  /// Facts that contradict each other iff no two events of this case are in conflict and unordered.
  std::vector<smt::Fact> facts(const Ordering& ordering) const;
  /// Without `ordered`: can the two events meet on one element at all?
  const std::vector<smt::Fact>& meeting() const { return facts_; }
  /// Whether any order is thinkable in this case (one block, not two iterations of a loop over threads).
  bool isOrderable() const;
  Relation relation() const;
  const End& first() const { return first_; }
  const End& second() const { return second_; }
  const effects::Side& firstSide() const { return *sides_[0]; }
  const effects::Side& secondSide() const { return *sides_[1]; }
  const std::vector<Term>& element() const { return element_; }
  /// A rule that settles the question without the solver; empty: none.
  std::string settledBy() const;

 private:
  int sharedDepth() const;
  Term meet(Overlap overlap, const std::vector<Term>& a, const std::vector<Term>& b) const;
  void addCase();

  const effects::Model& model_;
  smt::Terms& terms_;
  Question question_;
  std::vector<std::unique_ptr<effects::Side>> sides_;
  std::vector<smt::Fact> facts_;
  std::vector<Term> element_;
  Term same_element_ = nullptr;
  End first_, second_;
};

}  // namespace exogpu::sync
