#include "verify/sync/place.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace exogpu::sync {

using effects::Step;

Term Reading::rename(Term term) const {
  if (side_) return side_->rename(term);
  std::unordered_map<Term, Term> replacement;
  for (const Term variable : model_.terms->variablesOf({term})) replacement[variable] = renameVariable(variable);
  return model_.terms->substitute(term, replacement);
}

void Reading::setCounter(const Step& loop, Term value) {
  // Loops of step 1 have their iterator as the variable, the others their counter.
  if (loop.iterator->op == smt::Op::Variable)
    values_[loop.iterator] = model_.terms->add(rename(loop.lo), value);
  else
    values_[loop.counter] = value;
}

Term Reading::renameVariable(Term variable) const {
  if (const auto known = values_.find(variable); known != values_.end()) return known->second;
  if (model_.depthOf(variable) <= base_depth_) return base_->rename(variable);
  const auto info = model_.terms->variableInfo(variable);
  const Term fresh = info.sort == smt::Sort::Bool ? model_.terms->boolVariable(info.name + "?")
                                                  : model_.terms->variable(info.name + "?", info.range);
  values_[variable] = fresh;
  return fresh;
}

Point pointOf(const effects::Site& site) { return {site.step, positionOf(site.position), &site.facts}; }
Place placeOf(const effects::Site& site, std::shared_ptr<const Reading> reading) {
  return {site.step, positionOf(site.position), std::move(reading)};
}

bool isSequentialLoop(const Step& step) { return step.loop() && !ir::isParallel(step.loop()->kind); }

bool encloses(const Step* outer, const Step* inner) {
  while (inner && inner->depth > outer->depth) inner = inner->parent;
  return inner == outer;
}

Position positionIn(const Step* step, const Step* place_step, Position place_position) {
  assert(encloses(step, place_step));
  if (place_step == step) return place_position;
  while (place_step->parent != step) place_step = place_step->parent;
  return positionOf(place_step->position);
}

std::vector<const Step*> zoneOf(const Step* place_step, const Relation& relation) {
  std::vector<const Step*> zone;
  for (const Step* step = place_step; step && step != relation.step; step = step->parent) zone.push_back(step);
  if (relation.kind != Relation::Kind::Sequence) zone.push_back(relation.step);
  return zone;
}

Term tripCount(smt::Terms& terms, const Step& loop, const Reading& reading) {
  const auto step = loop.loop()->step;
  const Term length = terms.sub(reading.rename(loop.hi), reading.rename(loop.lo));
  return step == 1 ? length : terms.floorDiv(terms.add(length, terms.constant(step - 1)), step);
}

Digit digitOf(smt::Terms& terms, Term position, const ir::For& loop) {
  const Term yes = terms.boolean(true), zero = terms.constant(0);
  switch (loop.kind) {
    case ir::LoopKind::Warpgroups: return {terms.floorDiv(position, 128), terms.floorMod(position, 128), yes};
    case ir::LoopKind::Warps: return {terms.floorDiv(position, 32), terms.floorMod(position, 32), yes};
    case ir::LoopKind::Groups: {
      const auto size = loop.group_size, stride = loop.group_stride;
      const Term rest = stride == 1 ? zero : terms.floorMod(position, stride);
      const Term quotient = terms.floorDiv(position, size * stride);
      const Term along = stride == 1 ? position : terms.floorDiv(position, stride);
      return {terms.add(terms.scale(quotient, stride), rest), size == 1 ? zero : terms.floorMod(along, size), yes};
    }
    case ir::LoopKind::Threads:
    case ir::LoopKind::Lanes: return {position, zero, yes};
    case ir::LoopKind::OneThread: return {zero, zero, terms.eq(position, zero)};
    case ir::LoopKind::Seq:
    case ir::LoopKind::Unroll:
    case ir::LoopKind::Blocks:
    case ir::LoopKind::Tasks: break;
  }
  assert(false && "not a loop over threads");
  return {};
}

namespace {

/// Completes a partly chosen instance: the loops on the point's path that are still open get candidate iterations, loops
/// over threads get the iteration of the agents; the guard collects what must hold.
class Completion {
 public:
  Completion(const effects::Model& model, const Point& point, const std::vector<Term>& agents)
      : terms_(*model.terms), point_(point), agents_(agents), path_(effects::pathOf(point.step)) {}

  /// `chosen`: a loop whose counter is given (null: none); its steps above and those up to base_depth are settled.
  std::vector<std::pair<Place, Term>> complete(const Place& base, int base_depth, const Step* chosen, Term counter) {
    results_.clear();
    State state{std::make_shared<Reading>(base.reading, base_depth), agents_, {}};
    base_depth_ = base_depth;
    chosen_ = chosen;
    counter_ = counter;
    descend(0, std::move(state));
    return std::move(results_);
  }

 private:
  struct State {
    std::shared_ptr<Reading> reading;
    std::vector<Term> positions;  ///< of the agents, in the group reached so far
    std::vector<Term> guard;
  };

  void descend(std::size_t index, State state) {
    for (; index < path_.size(); ++index) {
      const Step& step = *path_[index];
      if (step.isThreadLoop()) {
        enterThreads(step, state);
      } else if (isSequentialLoop(step) && step.depth > base_depth_) {
        if (&step != chosen_) return branch(index, state);
        state.reading->setCounter(step, counter_);
      }
    }
    finish(std::move(state));
  }

  void enterThreads(const Step& step, State& state) {
    std::vector<Digit> digits;
    for (Term& position : state.positions) {
      digits.push_back(digitOf(terms_, position, *step.loop()));
      position = digits.back().inner;
    }
    if (step.depth > base_depth_) {
      state.reading->setCounter(step, terms_.sub(digits.front().iteration, state.reading->rename(step.lo)));
      addRange(step, state);
    }
    const Term iteration = state.reading->rename(step.iterator);
    for (const Digit& digit : digits) {
      state.guard.push_back(terms_.eq(digit.iteration, iteration));
      state.guard.push_back(digit.condition);
    }
  }

  /// An open loop: its first and its last iteration are candidates, provided that it runs at all.
  void branch(std::size_t index, const State& state) {
    const Step& step = *path_[index];
    if (step.bounds_change || !isCounted(step)) return;
    const Term last = terms_.sub(tripCount(terms_, step, *state.reading), terms_.constant(1));
    std::vector<Term> candidates = {terms_.constant(0)};
    if (last != candidates.front()) candidates.push_back(last);
    for (const Term candidate : candidates) {
      State next{std::make_shared<Reading>(*state.reading), state.positions, state.guard};
      next.reading->setCounter(step, candidate);
      addRange(step, next);
      descend(index + 1, std::move(next));
    }
  }

  void addRange(const Step& step, State& state) {
    const Term counter = state.reading->rename(step.counter);
    state.guard.push_back(terms_.ge(counter, terms_.constant(0)));
    state.guard.push_back(terms_.lt(state.reading->rename(step.iterator), state.reading->rename(step.hi)));
  }

  void finish(State state) {
    if (point_.facts)
      for (const auto& fact : *point_.facts)
        if (fact.depth > base_depth_) state.guard.push_back(state.reading->rename(fact.term));
    const Term guard = terms_.logicalAnd(std::move(state.guard));
    if (guard != terms_.boolean(false)) results_.push_back({{point_.step, point_.position, state.reading}, guard});
  }

  smt::Terms& terms_;
  const Point& point_;
  const std::vector<Term>& agents_;
  std::vector<const Step*> path_;
  int base_depth_ = 0;
  const Step* chosen_ = nullptr;
  Term counter_ = nullptr;
  std::vector<std::pair<Place, Term>> results_;
};

class Finder {
 public:
  Finder(const effects::Model& model, const Place& first, const Place& second, const Relation& relation,
         const Point& point, const std::vector<Term>& agents)
      : terms_(*model.terms), first_(first), second_(second), relation_(relation), point_(point),
        completion_(model, point, agents) {}

  std::vector<Instance> find() {
    for (const Step* step : zoneOf(first_.step, relation_))
      if (encloses(step, point_.step)) afterFirst(step);
    if (encloses(relation_.step, point_.step)) between();
    for (const Step* step : zoneOf(second_.step, relation_))
      if (encloses(step, point_.step)) beforeSecond(step);
    return std::move(found_);
  }

 private:
  Position pointIn(const Step* step) const { return positionIn(step, point_.step, point_.position); }

  void add(const Place& base, int depth, const Step* loop, Term counter, Term condition, Relation before, Relation after) {
    if (condition == terms_.boolean(false)) return;
    for (auto& [place, guard] : completion_.complete(base, depth, loop, counter))
      found_.push_back({std::move(place), terms_.logicalAnd(condition, guard), before, after});
  }

  /// The rest of the bodies on the first place's path, and later iterations of its own inner loops.
  void afterFirst(const Step* step) {
    const Term yes = terms_.boolean(true), one = terms_.constant(1);
    if (pointIn(step) > positionIn(step, first_.step, first_.position))
      add(first_, step->depth, nullptr, nullptr, yes, {Relation::Kind::Sequence, step}, relation_);
    if (!isSequentialLoop(*step) || step == relation_.step || step->bounds_change || !isCounted(*step)) return;
    const Term now = first_.rename(step->counter);
    const Term last = terms_.sub(tripCount(terms_, *step, *first_.reading), one);
    for (const Term candidate : {terms_.add(now, one), last})
      add(first_, step->depth - 1, step, candidate, terms_.logicalAnd(terms_.lt(now, candidate), terms_.le(candidate, last)),
          {Relation::Kind::Iteration, step}, relation_);
  }

  void beforeSecond(const Step* step) {
    const Term yes = terms_.boolean(true), zero = terms_.constant(0);
    if (pointIn(step) < positionIn(step, second_.step, second_.position))
      add(second_, step->depth, nullptr, nullptr, yes, relation_, {Relation::Kind::Sequence, step});
    if (!isSequentialLoop(*step) || step == relation_.step || !isCounted(*step)) return;
    const Term now = second_.rename(step->counter);
    for (const Term candidate : {terms_.sub(now, terms_.constant(1)), zero})
      add(second_, step->depth - 1, step, candidate, terms_.logicalAnd(terms_.le(zero, candidate), terms_.lt(candidate, now)),
          relation_, {Relation::Kind::Iteration, step});
  }

  /// Statements, or whole iterations, that lie between the two places.
  void between() {
    const Step* step = relation_.step;
    if (relation_.kind == Relation::Kind::Sequence) {
      if (pointIn(step) > positionIn(step, first_.step, first_.position) &&
          pointIn(step) < positionIn(step, second_.step, second_.position))
        add(first_, step->depth, nullptr, nullptr, terms_.boolean(true), relation_, relation_);
    } else if (relation_.kind == Relation::Kind::Iteration) {
      const Term from = first_.rename(step->counter), to = second_.rename(step->counter), one = terms_.constant(1);
      for (const Term candidate : {terms_.add(from, one), terms_.sub(to, one)})
        add(first_, step->depth - 1, step, candidate, terms_.logicalAnd(terms_.lt(from, candidate), terms_.lt(candidate, to)),
            relation_, relation_);
    }
  }

  smt::Terms& terms_;
  const Place& first_;
  const Place& second_;
  const Relation relation_;
  const Point& point_;
  Completion completion_;
  std::vector<Instance> found_;
};

}  // namespace

std::vector<Instance> instancesBetween(const effects::Model& model, const Place& first, const Place& second,
                                       const Relation& relation, const Point& point, const std::vector<Term>& agents) {
  return Finder(model, first, second, relation, point, agents).find();
}

}  // namespace exogpu::sync
