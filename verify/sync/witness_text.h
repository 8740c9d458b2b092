#pragma once
// The words of a witness: events of a query under a model of the solver.
#include <string>
#include <vector>

#include "verify/effects/verdict.h"
#include "verify/sync/question.h"

namespace exogpu::sync {

class WitnessText {
 public:
  WitnessText(const effects::Model& model, const Query& query, const Question& question, const SourceTable& sources,
              const smt::Model& values)
      : model_(model), query_(query), question_(question), sources_(sources), values_(values) {}

  /// "with M = 32, K = 33: ", of the sizes that the query depends on; may be empty.
  std::string sizes() const;
  /// "thread 3 (k = 1) writes As[0][5]".
  std::string secondEvent() const;
  /// "thread 35 (k = 0, line 27) may still read it".
  std::string firstEvent() const;
  std::vector<effects::WitnessValue> sizeValues() const;
  std::vector<effects::WitnessValue> localValues() const;

 private:
  std::string agent(const effects::Side& side, const End& end, const std::string& where) const;
  std::string elementText(const effects::Access& access) const;
  std::string value(Term term) const;

  const effects::Model& model_;
  const Query& query_;
  const Question& question_;
  const SourceTable& sources_;
  const smt::Model& values_;
};

}  // namespace exogpu::sync
