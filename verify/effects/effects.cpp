#include "verify/effects/effects.h"

#include <algorithm>

#include "frontend/ir/text.h"

namespace exogpu::effects {
namespace {

namespace json = llvm::json;

class RangeFinder {
 public:
  RangeFinder(const Model& model, const Step& step) : model_(model), t_(*model.terms), step_(step) {}

  DimensionRange range(const Access& access, std::size_t dim) {
    const auto extent = model_.normalizer->extent(*access.buffer, static_cast<int>(dim));
    DimensionRange whole{t_.constant(0), t_.sub(extent, t_.constant(1))};
    const auto lo = end(access, access.indices[dim], false), hi = end(access, access.indices[dim], true);
    if (!lo || !hi) return whole;
    return {lo, t_.add(hi, t_.constant(access.shape[dim] - 1))};
  }

 private:
  /// The least or greatest value of a term over the loops inside the step; null when it is not known.
  smt::Term end(const Access& access, smt::Term term, bool greatest) {
    for (std::size_t round = 0; round <= model_.steps.size(); ++round) {
      const auto form = t_.linear(term);
      smt::Term next = t_.constant(form.constant);
      bool changed = false;
      for (auto& [atom, coefficient] : form.terms) {
        auto bound = isOutside(atom) ? atom : boundOf(access, atom, greatest == (coefficient > 0));
        if (!bound) return nullptr;
        changed |= bound != atom;
        next = t_.add(next, t_.scale(bound, coefficient));
      }
      if (!changed) return next;
      term = next;
    }
    return nullptr;
  }
  bool isOutside(smt::Term atom) const {
    if (atom->op == smt::Op::Variable && !isIterator(atom) && model_.depthOf(atom) > 0) return false;  // a value of memory
    const auto variables = t_.variablesOf({atom});
    return std::all_of(variables.begin(), variables.end(), [&](smt::Term v) { return model_.depthOf(v) <= step_.depth; });
  }
  bool isIterator(smt::Term atom) const {
    return std::any_of(model_.steps.begin(), model_.steps.end(),
                       [&](auto& step) { return step->loop() && (atom == step->iterator || atom == step->counter); });
  }
  smt::Term boundOf(const Access& access, smt::Term atom, bool greatest) {
    for (const Step* step : pathOf(access.site.step)) {
      if (!step->loop() || step->bounds_change || step->loop()->step <= 0) continue;
      const bool by_iterator = atom == step->iterator;
      if (!by_iterator && atom != step->counter) continue;
      if (!greatest) return by_iterator ? step->lo : t_.constant(0);
      const auto last = t_.floorDiv(t_.sub(t_.sub(step->hi, t_.constant(1)), step->lo), step->loop()->step);
      return by_iterator ? t_.sub(step->hi, t_.constant(1)) : last;
    }
    if (atom->op == smt::Op::Variable || atom->op == smt::Op::Apply) return nullptr;  // a value of memory: anything
    const auto range = t_.interval(atom);
    const auto value = greatest ? range.hi : range.lo;
    return value ? t_.constant(*value) : nullptr;
  }

  const Model& model_;
  smt::Terms& t_;
  const Step& step_;
};

bool isInside(const Step* inner, const Step* outer) {
  while (inner && inner->depth > outer->depth) inner = inner->parent;
  return inner == outer;
}

json::Object toJson(const Model& model, const StepEffects& entry) {
  json::Array effects, path;
  for (const Step* step : pathOf(entry.step))
    if (const auto* loop = step->loop()) path.push_back(loop->iterator->name);
  for (auto& effect : entry.effects) {
    json::Array indices, lo, hi;
    for (auto& index : effect.access->index_exprs) indices.push_back(ir::print(index));
    for (auto& range : effect.ranges) {
      lo.push_back(model.terms->print(range.lo));
      hi.push_back(model.terms->print(range.hi));
    }
    effects.push_back(json::Object{{"buffer", effect.access->buffer->name},
                                   {"kind", std::string(text(effect.access->kind))},
                                   {"indices", std::move(indices)},
                                   {"lo", std::move(lo)},
                                   {"hi", std::move(hi)}});
  }
  return json::Object{{"path", std::move(path)}, {"effects", std::move(effects)}};
}

}  // namespace

std::vector<StepEffects> effectsOf(const Model& model) {
  std::vector<StepEffects> result;
  for (auto& step : model.steps) {
    if (step->kind != Step::Kind::Root && !step->loop()) continue;
    StepEffects entry{step.get(), {}};
    RangeFinder finder(model, *step);
    for (auto& access : model.accesses) {
      if (!isInside(access.site.step, step.get())) continue;
      Effect effect{&access, {}};
      for (std::size_t d = 0; d < access.indices.size(); ++d) effect.ranges.push_back(finder.range(access, d));
      entry.effects.push_back(std::move(effect));
    }
    result.push_back(std::move(entry));
  }
  return result;
}

json::Value exportEffects(const Model& model) {
  json::Array loops;
  for (auto& entry : effectsOf(model)) loops.push_back(toJson(model, entry));
  return json::Object{{"proc", model.proc->full_name}, {"loops", std::move(loops)}};
}

}  // namespace exogpu::effects
