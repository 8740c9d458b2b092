#include "verify/sync/witness_text.h"

#include <algorithm>

#include "verify/sync/explain.h"

namespace exogpu::sync {

using effects::AccessKind;
using effects::WitnessValue;

std::string lineText(const SourceTable& sources, const SourceRange& where) {
  if (!where.isValid()) return "generated code";
  return "line " + std::to_string(sources.lineColumn(where.file, where.begin).line);
}

std::vector<WitnessValue> sizesOf(const effects::Model& model, const smt::Model& values) {
  std::vector<WitnessValue> sizes;
  const auto add = [&](std::string name, Term term) {
    if (const auto value = values.evaluate(*model.terms, term)) sizes.push_back({std::move(name), *value});
  };
  for (const auto& parameter : model.proc->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (!ir::isFloat((*symbol)->type)) add((*symbol)->name, model.normalizer->value(*symbol));
      continue;
    }
    const auto& buffer = *std::get<ir::BufferRef>(parameter);
    for (int dim = 0; dim < buffer.rank; ++dim)
      add(buffer.name + ".extent(" + std::to_string(dim) + ")", effects::extentTerm(model, buffer, dim));
  }
  return sizes;
}

std::vector<WitnessValue> WitnessText::sizeValues() const { return sizesOf(model_, values_); }

std::vector<WitnessValue> WitnessText::localValues() const {
  std::vector<WitnessValue> locals;
  const auto add = [&](const std::string& name, Term term) {
    if (!term) return;
    if (const auto result = values_.evaluate(*model_.terms, term)) locals.push_back({name, *result});
  };
  for (const auto* side : {&query_.firstSide(), &query_.secondSide()}) {
    const std::string prefix = side == &query_.firstSide() ? "first." : "second.";
    for (const auto& [name, term] : side->names()) add(prefix + name, term);
    add(prefix + "thread", side->thread());
  }
  return locals;
}

std::string WitnessText::sizes() const {
  std::vector<Term> terms;
  for (const auto& fact : query_.meeting()) terms.push_back(fact.term);
  const auto used = model_.terms->variablesOf(terms);
  std::string result;
  int shown = 0;
  const auto add = [&](const std::string& name, Term term) {
    const auto mentioned = model_.terms->variablesOf({term});
    const bool matters = std::any_of(mentioned.begin(), mentioned.end(), [&](Term variable) {
      return std::find(used.begin(), used.end(), variable) != used.end();
    });
    if (!matters || shown == 4) return;
    result += (shown++ == 0 ? "with " : ", ") + name + " = " + value(term);
  };
  for (const auto& parameter : model_.proc->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (!ir::isFloat((*symbol)->type)) add((*symbol)->name, model_.normalizer->value(*symbol));
      continue;
    }
    const auto& buffer = *std::get<ir::BufferRef>(parameter);
    for (int dim = 0; dim < buffer.rank; ++dim)
      add(buffer.name + ".extent(" + std::to_string(dim) + ")", effects::extentTerm(model_, buffer, dim));
  }
  return result.empty() ? result : result + ": ";
}

std::string WitnessText::value(Term term) const {
  const auto result = term ? values_.evaluate(*model_.terms, term) : std::nullopt;
  return result ? std::to_string(*result) : "?";
}

std::string WitnessText::agent(const effects::Side& side, const End& end, const std::string& where) const {
  std::string text = "thread " + value(end.thread), loops, blocks;
  for (const effects::Step* step : effects::pathOf(end.access->site.step)) {
    if (!step->loop() || step->launch < 0 || step->isThreadLoop()) continue;
    auto& list = step->isLaunchLoop() ? blocks : loops;
    list += (list.empty() ? "" : ", ") + step->loop()->iterator->name + " = " + value(side.iterator(*step));
  }
  const bool block_matters = question_.which == Case::Blocks || question_.which == Case::Task;
  if (block_matters) text += " of block " + blocks;
  if (!where.empty()) loops += (loops.empty() ? "" : ", ") + where;
  return loops.empty() ? text : text + " (" + loops + ")";
}

std::string WitnessText::elementText(const effects::Access& access) const {
  if (access.kind == AccessKind::Life) return access.buffer->name;
  std::string text = access.buffer->name;
  for (const Term index : query_.element()) text += "[" + value(index) + "]";
  return text;
}

std::string WitnessText::secondEvent() const {
  const auto& access = *question_.second;
  const auto who = agent(query_.secondSide(), query_.second(), "");
  const auto what = elementText(access);
  switch (access.kind) {
    case AccessKind::Read: return who + " reads " + what;
    case AccessKind::Write: return who + " writes " + what;
    case AccessKind::Atomic: return who + " updates " + what;
    case AccessKind::AsyncRead: return "a copy issued by " + who + " reads " + what;
    case AccessKind::AsyncWrite: return "a copy issued by " + who + " writes " + what;
    case AccessKind::Life: return who + " enters the scope of " + what + " again";
  }
  return {};
}

std::string WitnessText::firstEvent() const {
  const auto& access = *question_.first;
  const auto who = agent(query_.firstSide(), query_.first(), lineText(sources_, access.where));
  const std::string it = question_.second->kind == AccessKind::Life ? elementText(access) : "it";
  switch (access.kind) {
    case AccessKind::Read: return who + " may still read " + it;
    case AccessKind::Write: return who + " may still write " + it;
    case AccessKind::Atomic: return who + " may still update " + it;
    case AccessKind::AsyncRead: return "the copy issued by " + who + ", which reads " + it + ",";
    case AccessKind::AsyncWrite: return "the copy issued by " + who + ", which writes " + it + ",";
    case AccessKind::Life: return who + " clears " + it;
  }
  return {};
}

}  // namespace exogpu::sync
