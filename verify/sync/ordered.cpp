#include "verify/sync/ordered.h"

#include <algorithm>
#include <utility>

#include "frontend/ir/levels.h"

namespace exogpu::sync {

namespace {
/// A body that runs once, without a condition, whenever its statement does. Of an `if` that literals decide the effects model
/// has one side and no fact about it (ModelBuilder::decidedByLiterals), so that side runs as often as the `if` itself.
bool runsAlways(const effects::Step& step) {
  if (step.kind == effects::Step::Kind::Scope) return true;
  if (step.kind != effects::Step::Kind::Then && step.kind != effects::Step::Kind::Else) return false;
  const auto& branch = std::get<ir::If>(step.stmt->node);
  const auto* side = ir::decidedSide(branch);
  return side && side == (step.kind == effects::Step::Kind::Then ? &branch.then_body : &branch.else_body);
}
}  // namespace

Ordering::Ordering(const effects::Model& model, int launch)
    : model_(model), terms_(*model.terms), block_size_(model.launch(launch) ? model.launch(launch)->block_size : 0) {
  for (const auto& point : model.points) {
    if (point.launch != launch) continue;
    const Point where = pointOf(point.site);
    const auto& node = point.stmt()->node;
    if (std::holds_alternative<ir::Fence>(node)) {
      const auto& exec = where.step->exec;
      const bool whole = exec.size() == 1 && exec.front().group.size == block_size_;
      fences_.push_back({&point, where, whole});
    } else if (const auto* commit = std::get_if<ir::Commit>(&node)) {
      commits_.push_back({commit->group, where});
    } else if (const auto* wait = std::get_if<ir::Wait>(&node)) {
      waits_.push_back({wait->group, wait->pending, where});
    } else if (const auto* group = std::get_if<ir::CommitGroup>(&node)) {
      groups_.push_back({{group->group, where.step}, where.position});
    }
  }
}

Term Ordering::ordered(const End& first, const End& second, const Relation& relation) const {
  const Term by_distance = steady(first, second, relation);
  if (effects::isAsync(first.access->kind))
    return terms_.logicalOr(completed(first, second.place, relation, second.thread), by_distance);
  const Term same_thread = terms_.eq(first.thread, second.thread);
  return terms_.logicalOr(
      {same_thread, by_distance, meets(first.place, second.place, relation, first.thread, second.thread)});
}

Term Ordering::meets(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const {
  const Term direct = mustFence(first, second, relation, a, b);
  return chains_ ? terms_.logicalOr(direct, chain(first, second, relation, a, b)) : direct;
}

Term Ordering::mustFence(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const {
  std::vector<Term> ways;
  const auto collect = [&](const Point& where) {
    for (const Instance& instance : instancesBetween(model_, first, second, relation, where, {a, b}))
      ways.push_back(instance.guard);
  };
  for (const FencePoint& fence : fences_) collect(fence.where);
  if (tried_fence_) collect(*tried_fence_);
  return terms_.logicalOr(std::move(ways));
}

bool Ordering::hasPartialFences() const {
  return std::any_of(fences_.begin(), fences_.end(), [](const FencePoint& fence) { return !fence.whole_block; });
}

/// Threads that surely belong to the fence instance at `place`: the first and the last of its group.
std::vector<Term> Ordering::representatives(const FencePoint& fence, const Place& place) const {
  const auto& group = fence.where.step->exec.front().group;
  const Term base = place.rename(fence.where.step->bases.front());
  return {base, terms_.add(base, terms_.constant(group.stride * (group.size - 1)))};
}

Term Ordering::chain(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const {
  std::vector<Term> ways;
  for (const FencePoint& fence : fences_) {
    if (fence.whole_block || fence.where.step->exec.size() != 1) continue;
    for (const Instance& meeting : instancesBetween(model_, first, second, relation, fence.where, {a}))
      for (const Term third : representatives(fence, meeting.place))
        ways.push_back(terms_.logicalAnd(meeting.guard, mustFence(meeting.place, second, meeting.after, third, b)));
    for (const Instance& meeting : instancesBetween(model_, first, second, relation, fence.where, {b}))
      for (const Term third : representatives(fence, meeting.place))
        ways.push_back(terms_.logicalAnd(meeting.guard, mustFence(first, meeting.place, meeting.before, a, third)));
  }
  return terms_.logicalOr(std::move(ways));
}

GroupInScope Ordering::groupAt(const effects::Site& site) const {
  GroupInScope found;
  for (const auto& [declared, position] : groups_) {
    if (!encloses(declared.step, site.step) || position >= positionIn(declared.step, site.step, positionOf(site.position)))
      continue;
    if (found.group) return {};  // two live objects share the one hardware counter: levels refuses them, nothing holds here
    found = declared;
  }
  return found;
}

Term Ordering::completed(const End& copy, const Place& second, const Relation& relation, Term b) const {
  const GroupInScope group = groupAt(copy.access->site);
  if (!group.group) return terms_.boolean(false);
  // One object per entry of its scope: commits and waits of another entry are another object's.
  const auto sameObject = [&](const Relation& between) {
    const int needed = group.step->depth + (between.kind == Relation::Kind::Sequence ? 0 : 1);
    return between.kind != Relation::Kind::Task && between.step->depth >= needed;
  };
  std::vector<Term> ways;
  for (const Wait& wait : waits_) {
    if (wait.group != group.group) continue;
    const auto pending = tried_pending_ ? std::min(*tried_pending_, wait.pending) : wait.pending;
    for (const Instance& instance : instancesBetween(model_, copy.place, second, relation, wait.where, {copy.thread})) {
      if (!sameObject(instance.before)) continue;
      const Term enough = terms_.ge(commits(copy.place, instance.place, instance.before, group), terms_.constant(pending + 1));
      const Term seen = terms_.logicalOr(terms_.eq(copy.thread, b),
                                         meets(instance.place, second, instance.after, copy.thread, b));
      ways.push_back(terms_.logicalAnd({instance.guard, enough, seen}));
    }
  }
  return terms_.logicalOr(std::move(ways));
}

Term Ordering::commits(const Place& first, const Place& second, const Relation& relation, const GroupInScope& group) const {
  Term sum = terms_.constant(0);
  for (const Commit& commit : commits_)
    if (commit.group == group.group) sum = terms_.add(sum, countOne(commit.where, first, second, relation));
  return sum;
}

/// Executions of one commit statement between the places: the rest of the first one's bodies and inner loops, what lies
/// between, the start of the second one's.
Term Ordering::countOne(const Point& commit, const Place& first, const Place& second, const Relation& relation) const {
  Term sum = terms_.constant(0);
  const auto pointIn = [&](const effects::Step* step) { return positionIn(step, commit.step, commit.position); };
  for (const effects::Step* step : zoneOf(first.step, relation)) {
    if (!encloses(step, commit.step)) continue;
    if (pointIn(step) > positionIn(step, first.step, first.position)) sum = terms_.add(sum, countBelow(commit, step, first));
    if (!isSequentialLoop(*step) || step == relation.step || step->bounds_change || !isCounted(*step)) continue;
    const Term rest = terms_.sub(tripCount(terms_, *step, *first.reading),
                                 terms_.add(first.rename(step->counter), terms_.constant(1)));
    sum = terms_.add(sum, terms_.scale(rest, countEach(commit, step)));
  }
  if (const effects::Step* step = relation.step; encloses(step, commit.step)) {
    if (relation.kind == Relation::Kind::Iteration) {
      const Term between = terms_.sub(terms_.sub(second.rename(step->counter), first.rename(step->counter)), terms_.constant(1));
      sum = terms_.add(sum, terms_.scale(between, countEach(commit, step)));
    } else if (relation.kind == Relation::Kind::Sequence &&
               pointIn(step) > positionIn(step, first.step, first.position) &&
               pointIn(step) < positionIn(step, second.step, second.position)) {
      sum = terms_.add(sum, countBelow(commit, step, first));
    }
  }
  for (const effects::Step* step : zoneOf(second.step, relation)) {
    if (!encloses(step, commit.step)) continue;
    if (pointIn(step) < positionIn(step, second.step, second.position)) sum = terms_.add(sum, countBelow(commit, step, second));
    if (!isSequentialLoop(*step) || step == relation.step || !isCounted(*step)) continue;
    sum = terms_.add(sum, terms_.scale(second.rename(step->counter), countEach(commit, step)));
  }
  return sum;
}

/// Executions of the commit in one execution of the statement of `step`'s body that holds it.
Term Ordering::countBelow(const Point& commit, const effects::Step* step, const Place& base) const {
  const Reading reading(base.reading, step->depth);
  std::vector<Term> guards;
  Term trips = nullptr;
  std::int64_t factor = 1;
  for (const effects::Step* inner : effects::pathOf(commit.step)) {
    if (inner->depth <= step->depth || runsAlways(*inner)) continue;
    if (inner->kind == effects::Step::Kind::Then || inner->kind == effects::Step::Kind::Else) {
      if (trips) return terms_.constant(0);
      for (const auto& fact : *commit.facts)
        if (fact.depth == inner->depth) guards.push_back(reading.rename(fact.term));
    } else if (inner->loop()) {
      if (!isSequentialLoop(*inner) || inner->bounds_change || !isCounted(*inner)) return terms_.constant(0);
      const Term runs = tripCount(terms_, *inner, reading);
      if (!trips) {
        trips = runs;
      } else if (const auto constant = terms_.constantOf(runs)) {
        factor *= std::max<std::int64_t>(*constant, 0);
      } else {
        return terms_.constant(0);
      }
    }
  }
  const Term zero = terms_.constant(0);
  const Term each = trips ? terms_.scale(terms_.max(trips, zero), factor) : terms_.constant(1);
  return terms_.ite(terms_.logicalAnd(std::move(guards)), each, zero);
}

/// Executions of the commit that every iteration of `loop` surely contains.
std::int64_t Ordering::countEach(const Point& commit, const effects::Step* loop) const {
  std::int64_t each = 1;
  for (const effects::Step* inner : effects::pathOf(commit.step)) {
    if (inner->depth <= loop->depth || runsAlways(*inner)) continue;
    if (!isSequentialLoop(*inner) || inner->bounds_change || !isCounted(*inner)) return 0;
    const Term length = terms_.sub(inner->hi, inner->lo);
    const auto constant = terms_.constantOf(length);
    if (!constant || *constant <= 0) return 0;
    each *= (*constant + inner->loop()->step - 1) / inner->loop()->step;
  }
  return each;
}

Term Ordering::steady(const End& first, const End& second, const Relation& relation) const {
  const Term no = terms_.boolean(false);
  if (relation.kind != Relation::Kind::Iteration) return no;
  const auto& exec = relation.step->exec;
  if (exec.size() != 1 || exec.front().group.size != block_size_) return no;
  const GroupInScope group = effects::isAsync(first.access->kind) ? groupAt(first.access->site) : GroupInScope{};
  if (effects::isAsync(first.access->kind) && (!group.group || group.step->depth >= relation.step->depth))
    return no;  // no group, or another object in each iteration
  const SteadyBody body(*relation.step);
  const Term difference = terms_.sub(second.place.rename(relation.step->counter), first.place.rename(relation.step->counter));
  const auto reached = [&](bool same_thread) {
    const auto distance = body.distance(*first.access, *second.access, group.group.get(), same_thread);
    return distance ? terms_.ge(difference, terms_.constant(*distance)) : no;
  };
  return terms_.logicalOr(terms_.logicalAnd(terms_.eq(first.thread, second.thread), reached(true)), reached(false));
}

SteadyBody::SteadyBody(const effects::Step& loop) : loop_(loop) { list(loop.loop()->body); }

void SteadyBody::list(const ir::Body& body) {
  const auto groupNumber = [&](const ir::GroupRef& group) {
    return groups_.emplace(group.get(), static_cast<int>(groups_.size())).first->second;
  };
  for (const auto& stmt : body) {
    if (const auto* scope = std::get_if<ir::Scope>(&stmt->node)) {
      list(scope->body);
      continue;
    }
    const auto* branch = std::get_if<ir::If>(&stmt->node);
    if (const auto* side = branch ? ir::decidedSide(*branch) : nullptr) {
      list(*side);
      continue;
    }
    LoopStep step;
    if (std::holds_alternative<ir::Fence>(stmt->node)) step.kind = StepKind::Fence;
    if (const auto* commit = std::get_if<ir::Commit>(&stmt->node)) step = {StepKind::Commit, groupNumber(commit->group), 0};
    if (const auto* wait = std::get_if<ir::Wait>(&stmt->node)) step = {StepKind::Wait, groupNumber(wait->group), wait->pending};
    index_[stmt.get()] = steps_.size();
    steps_.push_back(step);
  }
}

std::optional<std::size_t> SteadyBody::stepOf(const effects::Access& access) const {
  const ir::Stmt* stmt = access.site.stmt.get();
  for (const effects::Step* step = access.site.step; step && step != &loop_; step = step->parent) {
    if (const auto found = index_.find(stmt); found != index_.end()) break;
    stmt = step->stmt.get();
  }
  const auto found = index_.find(stmt);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::int64_t> SteadyBody::distance(const effects::Access& first, const effects::Access& second,
                                                 const ir::Group* group, bool same_thread) const {
  const auto from = stepOf(first), to = stepOf(second);
  if (!from || !to) return std::nullopt;
  auto steps = steps_;
  if (effects::isAsync(first.kind)) {
    const auto number = groups_.find(group);
    if (number == groups_.end()) return std::nullopt;
    steps[*from] = {StepKind::Copy, number->second, 0};
  }
  return SteadyLoop(std::move(steps)).distance(*from, *to, same_thread);
}

}  // namespace exogpu::sync
