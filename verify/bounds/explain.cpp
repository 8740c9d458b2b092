#include "verify/bounds/explain.h"

#include <algorithm>

#include "frontend/diag/ids.h"
#include "llvm/Support/FormatVariadic.h"
#include "verify/bounds/query.h"

namespace exogpu::bounds {

using effects::Check;

constexpr int max_explained = 8;  // the rest is shown with the sizes that the solver happened to find

std::string exampleText(const std::string& with) { return with.empty() ? "" : ", for example with " + with; }

/// The condition and the facts that share a variable with it: what a reader has to look at.
static std::vector<smt::Term> neighbourhood(const smt::Terms& terms, const std::vector<smt::Fact>& facts, smt::Term condition) {
  std::vector<smt::Term> result{condition};
  const auto own = terms.variablesOf({condition});
  for (auto& fact : facts)
    for (smt::Term variable : terms.variablesOf({fact.term}))
      if (std::find(own.begin(), own.end(), variable) != own.end()) {
        result.push_back(fact.term);
        break;
      }
  return result;
}

std::string Explainer::subject(const Check& check) const {
  if (check.subject) return sourceText(sources_, check.subject);
  if (check.dim >= 0) return "the lane";
  return "the next iterator";
}

/// What should have been proved, in words.
std::string Explainer::claim(const Check& check) const {
  switch (check.kind) {
    case Check::Kind::Bounds: {
      const auto& access = model_.accesses[static_cast<std::size_t>(check.access)];
      return "index " + subject(check) + " of '" + access.buffer->name + "' stays inside its extent";
    }
    case Check::Kind::Overflow: return "the value of " + subject(check) + " fits its type";
    case Check::Kind::Division: return "the divisor " + subject(check) + " is never zero";
    case Check::Kind::Shift: return "the shift count " + subject(check) + " is in range";
    case Check::Kind::Alignment:
      return "the copy of '" + model_.accesses[static_cast<std::size_t>(check.access)].buffer->name + "' is aligned";
    case Check::Kind::Contract: return check.text;
    case Check::Kind::Undefined: return "'" + check.symbol->name + "' is assigned before this read";
  }
  return "the condition holds";
}

void Explainer::refuted(const Check& check, const smt::Model& found, effects::Obligation& obligation) {
  auto& terms = *model_.terms;
  auto facts = factsOf(check.site);
  facts.push_back({terms.logicalNot(check.condition), {}});
  std::vector<smt::Term> small;
  for (auto& [name, term] : iteratorsOf(check.site)) small.push_back(term);
  const bool shrink = explained_++ < max_explained;
  const auto values = shrink ? effects::minimise(model_, solver_, facts, found, small) : found;
  obligation.verdict = effects::Verdict::Refuted;
  effects::describe(model_, values, iteratorsOf(check.site), obligation);
  const auto mentioned = neighbourhood(terms, facts, check.condition);
  const auto with = circumstances(model_, values, check.site, mentioned);
  obligation.reason = "violated" + exampleText(with);
  obligation.diagnostic = message(check, with, values);
}

void Explainer::notProved(const Check& check, const std::string& why, effects::Obligation& obligation) const {
  obligation.reason = why;
  if (obligation.verdict == effects::Verdict::OutOfBudget)
    obligation.diagnostic = diag::make(diag::Id::ProofOutOfBudget, check.where, {claim(check), why});
  else
    obligation.diagnostic = diag::make(diag::Id::NotProved, check.where,
                                       {claim(check), why, "state the missing fact with exo::require, or guard this place"});
}

/// An index that a call gave to an inlined function is written where the call stands, and means something only there.
std::string Explainer::guardedPlace(const Check& check) const {
  const auto& access = check.where;
  const auto index = check.subject ? check.subject->where : access;
  const bool is_here = index.file == access.file && access.begin <= index.begin && index.end <= access.end;
  return is_here ? "the access" : "the call in line " + std::to_string(sources_.lineColumn(index.file, index.begin).line);
}

diag::Diagnostic Explainer::boundsMessage(const Check& check, const std::string& with, const smt::Model& values) const {
  const auto& access = model_.accesses[static_cast<std::size_t>(check.access)];
  const auto dim = static_cast<std::size_t>(check.dim);
  const auto extent = model_.normalizer->extent(*access.buffer, check.dim);
  const auto index = values.evaluate(*model_.terms, access.indices[dim]);
  const auto limit = values.evaluate(*model_.terms, extent);
  const auto number = [](std::optional<std::int64_t> value) { return value ? std::to_string(*value) : std::string("?"); };
  const std::string what = llvm::formatv("{0} is {1}{2}, the extent is {3}", subject(check), number(index),
                                         with.empty() ? "" : " with " + with, number(limit)).str();
  const bool is_tensor = access.buffer->dims.empty();
  const std::string bound = is_tensor ? access.buffer->name + ".extent(" + std::to_string(check.dim) + ")"
                                      : std::to_string(access.buffer->dims[dim]);
  const bool is_below = index.value_or(0) < 0;
  if (access.shape[dim] > 1)
    return diag::make(diag::Id::WindowOutOfRange, check.where,
                      {subject(check), access.buffer->name, what,
                       subject(check) + (is_below ? " >= 0" : " <= " + bound + " - " + std::to_string(access.shape[dim]))});
  const std::string guard = "`if (" + subject(check) + (is_below ? " >= 0" : " < " + bound) + ")`";
  const std::string guarded = "guard " + guardedPlace(check) + " with " + guard;
  const std::string remedy = is_tensor || is_below
                                 ? guarded + ", or state the bound with exo::require"
                                 : "enlarge '" + access.buffer->name + "' if this element is meant, or " + guarded + ", which leaves it out";
  return diag::make(diag::Id::IndexOutOfRange, check.where, {subject(check), access.buffer->name, what, remedy});
}

using NamedTerms = std::vector<std::pair<std::string, smt::Term>>;

/// The sizes of a proc: what a contract can bound.
static NamedTerms sizeTerms(const effects::Model& model) {
  NamedTerms sizes;
  for (const auto& parameter : model.proc->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (ir::isInteger((*symbol)->type)) sizes.emplace_back((*symbol)->name, model.normalizer->value(*symbol));
      continue;
    }
    const auto& buffer = *std::get<ir::BufferRef>(parameter);
    for (int dim = 0; dim < buffer.rank; ++dim)
      sizes.emplace_back(buffer.name + ".extent(" + std::to_string(dim) + ")", model.normalizer->extent(buffer, dim));
  }
  return sizes;
}

/// A bound on one size that rules the overflow out, found by asking.
std::string Explainer::overflowRemedy(const Check& check) const {
  auto& terms = *model_.terms;
  const auto facts = factsOf(check.site);
  const auto goal = terms.logicalNot(check.condition);
  for (const auto& [name, size] : explained_ <= max_explained ? sizeTerms(model_) : NamedTerms{})
    for (const std::int64_t lowest : {-(std::int64_t{1} << 62), std::int64_t{0}})
      for (const int bits : {30, 29, 28, 24, 20, 16}) {
        auto bounded = facts;
        bounded.push_back({terms.within(size, lowest, std::int64_t{1} << bits), {}});
        if (ask(model_, solver_, bounded, goal, "a bound that helps").status != smt::Status::Unsat) continue;
        // A bound that the contracts exclude rules everything out, the overflow included.
        if (solver_.check(bounded, "a bound that can be met").status != smt::Status::Sat) continue;
        return "state how large it may be: `exo::require(" + (lowest == 0 ? name + " >= 0 && " : "") + name + " <= " +
               std::to_string(std::int64_t{1} << bits) + ")` is enough; or let the loops around it end earlier";
      }
  return "state how large the operands can be with exo::require";
}

diag::Diagnostic Explainer::message(const Check& check, const std::string& with, const smt::Model& values) const {
  using diag::Id;
  const std::string example = with.empty() ? "whatever the inputs are" : "with " + with;
  switch (check.kind) {
    case Check::Kind::Bounds: return boundsMessage(check, with, values);
    case Check::Kind::Overflow: {
      const auto type = check.subject ? std::string(ir::spelling(check.subject->type)) : "int";
      return diag::make(Id::IndexOverflow, check.where, {subject(check), type, example, overflowRemedy(check)});
    }
    case Check::Kind::Division: return diag::make(Id::DivisionByZero, check.where, {subject(check), example});
    case Check::Kind::Shift: return diag::make(Id::ShiftOutOfRange, check.where, {subject(check), example});
    case Check::Kind::Alignment: {
      const auto& access = model_.accesses[static_cast<std::size_t>(check.access)];
      std::int64_t bytes = ir::sizeInBytes(access.buffer->element);
      for (const auto n : access.shape) bytes *= n;
      return diag::make(Id::MisalignedCopy, check.where, {access.buffer->name, std::to_string(bytes), exampleText(with)});
    }
    case Check::Kind::Contract: return diag::make(Id::ContractNotMet, check.where, {check.text, exampleText(with)});
    case Check::Kind::Undefined: return diag::make(Id::UndefinedScalar, check.where, {check.symbol->name, exampleText(with)});
  }
  return diag::make(Id::NotProved, check.where, {claim(check), "", ""});
}

}  // namespace exogpu::bounds
