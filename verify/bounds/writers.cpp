#include "verify/bounds/writers.h"

#include <algorithm>

#include "verify/bounds/enumerate.h"

namespace exogpu::bounds {
namespace {

using effects::Step;

constexpr std::size_t max_candidates = 48;

/// The variable that counts a loop: its iterator, or the counter behind it when the step is not 1.
smt::Term loopVariable(const Step& step) {
  return step.iterator && step.iterator->op == smt::Op::Variable ? step.iterator : step.counter;
}

/// e of a term that is e mod d; nothing otherwise.
std::optional<std::pair<smt::Term, std::int64_t>> asRemainder(smt::Terms& terms, smt::Term term) {
  for (auto& [atom, coefficient] : terms.linear(term).terms)
    if (atom->op == smt::Op::FloorDiv && coefficient == -atom->value)
      return std::pair{terms.add(term, terms.scale(atom, atom->value)), atom->value};
  return std::nullopt;
}

bool mentions(const smt::Terms& terms, smt::Term term, smt::Term variable) {
  const auto all = terms.variablesOf({term});
  return std::find(all.begin(), all.end(), variable) != all.end();
}

/// x when `term` = `target`, if that determines it: term is ±x + rest, or x is a digit of a mixed-radix number, that is
/// term = rest + lower + c·x + upper with 0 ≤ lower < c and upper a multiple of c·size(x), lower and upper over `free`.
std::optional<smt::Term> isolate(smt::Terms& terms, smt::Term term, smt::Term target, smt::Term x,
                                 const std::vector<smt::Term>& free) {
  std::int64_t c = 0;
  smt::Term rest = terms.constant(terms.linear(term).constant), lower = terms.constant(0);
  std::vector<std::int64_t> uppers;
  for (auto& [atom, coefficient] : terms.linear(term).terms)
    if (atom == x) c = coefficient;
  if (c == 0 || mentions(terms, terms.sub(term, terms.scale(x, c)), x)) return std::nullopt;
  for (auto& [atom, coefficient] : terms.linear(term).terms) {
    if (atom == x) continue;
    if (std::find(free.begin(), free.end(), atom) == free.end()) rest = terms.add(rest, terms.scale(atom, coefficient));
    else if (coefficient < c) lower = terms.add(lower, terms.scale(atom, coefficient));
    else uppers.push_back(coefficient);
  }
  const auto value = terms.sub(target, rest);
  if (c == -1 && uppers.empty() && terms.constantOf(lower) == 0) return terms.neg(value);
  const auto range = terms.interval(lower), size = terms.variableInfo(x).range;
  if (c < 1 || !range.isNonNegative() || !range.hi || *range.hi >= c) return std::nullopt;
  const auto digit = terms.floorDiv(value, c);
  if (uppers.empty()) return digit;
  if (size.lo != 0 || !size.hi) return std::nullopt;
  for (const auto upper : uppers)
    if (upper % (c * (*size.hi + 1)) != 0) return std::nullopt;
  return terms.floorMod(digit, *size.hi + 1);
}

std::int64_t coefficientOf(const smt::Terms& terms, smt::Term term, smt::Term atom) {
  for (auto& [other, coefficient] : terms.linear(term).terms)
    if (other == atom && atom->op == smt::Op::FloorDiv) return coefficient;
  return 0;
}

using Equation = std::pair<smt::Term, smt::Term>;
/// What equality of the indices gives: each pair itself, operands of equal remainders (one lap up or down), and, for a
/// pair of indices with ⌊e/d⌋ and e mod d, the sum in which the quotient cancels (e itself when they are just these).
std::vector<Equation> equations(smt::Terms& terms, const std::vector<smt::Term>& mine, const std::vector<smt::Term>& target) {
  std::vector<Equation> result;
  for (std::size_t d = 0; d < mine.size(); ++d) {
    const auto writer = asRemainder(terms, mine[d]), reader = asRemainder(terms, target[d]);
    if (writer) {
      const auto base = reader && reader->second == writer->second ? reader->first : target[d];
      for (const auto lap : {0, -1, 1})
        result.emplace_back(writer->first, terms.add(base, terms.constant(lap * writer->second)));
      for (auto& [quotient, minus] : terms.linear(mine[d]).terms)
        for (std::size_t q = 0; q < mine.size(); ++q)
          if (const auto m = coefficientOf(terms, mine[q], quotient); minus == -quotient->value && m != 0 && q != d)
            result.emplace_back(terms.add(terms.scale(mine[q], quotient->value), terms.scale(mine[d], m)),
                                terms.add(terms.scale(target[q], quotient->value), terms.scale(target[d], m)));
    }
    result.emplace_back(mine[d], target[d]);
    if (reader) result.emplace_back(mine[d], reader->first);
  }
  return result;
}

enum class Use : std::uint8_t { None, Enumerated, Other, Mixed };
/// Which variables a term mentions: enumerated ones, others, or both.
Use useOf(const smt::Terms& terms, smt::Term term, const std::vector<WriterLoop>& loops) {
  bool enumerated = false, other = false;
  for (smt::Term variable : terms.variablesOf({term})) {
    const bool is = std::any_of(loops.begin(), loops.end(),
                                [&](const WriterLoop& loop) { return loop.enumerated && loop.variable == variable; });
    (is ? enumerated : other) = true;
  }
  if (!enumerated) return other ? Use::Other : Use::None;
  return other ? Use::Mixed : Use::Enumerated;
}

}  // namespace

/// The writer's copy: everything that belongs to an iteration outside the identity gets variables of its own.
std::optional<WriterCopy> Writers::place(const effects::Access& writer, int identity_depth, const Step* pivot) {
  std::unordered_map<smt::Term, smt::Term> renaming;
  const auto rename = [&](smt::Term term) {
    for (smt::Term v : t_.variablesOf({term})) {
      if (model_.depthOf(v) <= identity_depth || renaming.count(v)) continue;
      const auto info = t_.variableInfo(v);
      renaming[v] = info.sort == smt::Sort::Bool ? t_.boolVariable(info.name + "'") : t_.variable(info.name + "'", info.range);
    }
    return t_.substitute(term, renaming);
  };
  WriterCopy copy;
  for (const Step* step : effects::pathOf(writer.site.step)) {
    if (step->depth <= identity_depth || !step->loop()) continue;
    if (step->bounds_change || step->loop()->step <= 0) return std::nullopt;  // its iterations are not known to happen
    const bool by_counter = step->iterator->op != smt::Op::Variable;
    const auto size = step->loop()->step;
    const auto distance = t_.sub(step->hi, step->lo);
    const auto trips = t_.floorDiv(t_.add(distance, t_.constant(size - 1)), size);
    WriterLoop loop;
    loop.variable = rename(loopVariable(*step));
    loop.lo = by_counter ? t_.constant(0) : rename(step->lo);
    loop.hi = by_counter ? rename(trips) : rename(step->hi);
    loop.last = t_.sub(loop.hi, t_.constant(1));
    loop.is_pivot = step == pivot;
    if (loop.is_pivot) {
      copy.pivot_counter = step->counter;
      copy.writer_counter = rename(step->counter);
    }
    copy.loops.push_back(loop);
  }
  for (auto& fact : writer.site.facts)
    if (fact.depth > identity_depth && !fact.is_claim) copy.facts.push_back(rename(fact.term));
  for (std::size_t d = 0; d < writer.indices.size(); ++d) {
    auto index = rename(writer.indices[d]);
    const bool is_lane = writer.lane && writer.indices[d] == writer.lane;
    if (writer.shape[d] > 1 || is_lane) {
      WriterLoop loop;
      const auto size = is_lane ? *t_.interval(writer.lane).hi + 1 : writer.shape[d];
      loop.variable = is_lane ? index : t_.variable("e'", {0, size - 1});
      loop.lo = t_.constant(0);
      loop.hi = t_.constant(size);
      loop.last = t_.constant(size - 1);
      copy.loops.push_back(loop);
      if (!is_lane) index = t_.add(index, loop.variable);
    }
    copy.element.push_back(index);
  }
  return copy;
}

std::vector<WriterCopy> Writers::placements(const Need& need, const effects::Access& writer) {
  std::vector<WriterCopy> result;
  const auto add = [&](int identity_depth, const Step* pivot) {
    if (auto copy = place(writer, identity_depth, pivot)) result.push_back(std::move(*copy));
  };
  const auto* common = effects::commonStep(writer.site.step, need.access->site.step);
  if (effects::precedes(writer.site, need.access->site)) add(common->depth, nullptr);
  for (const Step* step = common; step && step->depth > need.alloc_depth; step = step->parent)
    if (const auto* loop = step->loop(); loop && !ir::isParallel(loop->kind)) add(step->depth - 1, step);
  return result;
}

/// Loops with constant bounds are enumerated, unless a condition or an index ties them to something that is not known.
void Writers::chooseEnumerated(WriterCopy& copy) const {
  for (auto& loop : copy.loops) {
    loop.enumerated = !loop.is_pivot;
    for (smt::Term bound : {loop.lo, loop.hi}) {
      const auto use = useOf(t_, bound, copy.loops);
      if (use != Use::None && use != Use::Enumerated) loop.enumerated = false;
    }
    const auto size = t_.interval(t_.sub(loop.hi, loop.lo));
    if (!size.hi || *size.hi > 1 << 16) loop.enumerated = false;
  }
  while (dropMixed(copy)) {
  }
}

bool Writers::dropMixed(WriterCopy& copy) const {
  std::vector<smt::Term> tied;
  for (smt::Term fact : copy.facts)
    if (useOf(t_, fact, copy.loops) == Use::Mixed) tied.push_back(fact);
  for (smt::Term index : copy.element)
    for (auto& [atom, coefficient] : t_.linear(index).terms)
      if (useOf(t_, atom, copy.loops) == Use::Mixed) tied.push_back(atom);
  for (auto& loop : copy.loops)
    if (loop.enumerated)
      for (smt::Term bound : {loop.lo, loop.hi})
        if (const auto use = useOf(t_, bound, copy.loops); use == Use::Mixed || use == Use::Other) tied.push_back(loop.variable);
  bool changed = false;
  for (auto& loop : copy.loops)
    if (loop.enumerated && std::any_of(tied.begin(), tied.end(), [&](smt::Term term) { return mentions(t_, term, loop.variable); })) {
      loop.enumerated = false;
      changed = true;
    }
  return changed;
}

WriterCopy Writers::substituted(const WriterCopy& copy, smt::Term variable, smt::Term value) const {
  const std::unordered_map<smt::Term, smt::Term> replacement{{variable, value}};
  const auto apply = [&](smt::Term term) { return term ? t_.substitute(term, replacement) : nullptr; };
  WriterCopy result = copy;
  for (auto& fact : result.facts) fact = apply(fact);
  for (auto& index : result.element) index = apply(index);
  result.writer_counter = apply(result.writer_counter);
  for (auto& loop : result.loops)
    for (smt::Term* bound : {&loop.lo, &loop.hi, &loop.last}) *bound = apply(*bound);
  return result;
}

/// Values worth trying for a loop that is not enumerated: those that make an index equal, the previous iteration of the
/// pivot, the first and the last iteration of other loops, the iterators of the read.
std::vector<smt::Term> Writers::solutions(const Need& need, const WriterCopy& copy, const WriterLoop& loop) const {
  std::vector<smt::Term> result, free;
  const auto add = [&](std::optional<smt::Term> value) {
    if (value && std::find(result.begin(), result.end(), *value) == result.end()) result.push_back(*value);
  };
  for (auto& other : copy.loops)
    if (!other.enumerated && other.variable != loop.variable) free.push_back(other.variable);
  for (auto& [mine, target] : equations(t_, copy.element, need.element)) add(isolate(t_, mine, target, loop.variable, free));
  if (loop.is_pivot) {
    // writer's counter = reader's counter − 1, put for the variable behind it
    add(isolate(t_, copy.writer_counter, t_.sub(copy.pivot_counter, t_.constant(1)), loop.variable, free));
    add(loop.lo);
  } else if (result.empty()) {
    add(loop.lo);
    add(loop.last);
    for (const Step* step : effects::pathOf(need.access->site.step))
      if (step->loop() && step->depth > need.alloc_depth && step->iterator &&
          t_.interval(step->iterator) == t_.interval(loop.variable))
        add(step->iterator);
  }
  return result;
}

void Writers::solve(const Need& need, const WriterCopy& copy, std::size_t next, std::vector<smt::Term>& out) {
  if (out.size() >= max_candidates) return;
  while (next < copy.loops.size() && copy.loops[next].enumerated) ++next;
  if (next == copy.loops.size()) {
    const auto condition = cover(need, copy);
    if (t_.constantOf(condition) != 0) out.push_back(condition);
    return;
  }
  const auto& loop = copy.loops[next];
  for (smt::Term value : solutions(need, copy, loop)) {
    auto chosen = substituted(copy, loop.variable, value);
    // A substitution loses the range that the variable carried; say it again.
    chosen.facts.push_back(t_.le(chosen.loops[next].lo, value));
    chosen.facts.push_back(t_.lt(value, chosen.loops[next].hi));
    solve(need, chosen, next + 1, out);
  }
}

/// The write happens, before the read, and touches the read's element in one of the enumerated iterations.
smt::Term Writers::cover(const Need& need, const WriterCopy& copy) const {
  std::vector<smt::Term> conditions, filter, tuple, targets;
  std::vector<WriterLoop> loops;
  for (auto& loop : copy.loops)
    if (loop.enumerated) loops.push_back(loop);
  if (copy.pivot_counter) conditions.push_back(t_.lt(copy.writer_counter, copy.pivot_counter));
  for (smt::Term fact : copy.facts) (useOf(t_, fact, loops) == Use::Enumerated ? filter : conditions).push_back(fact);
  for (std::size_t d = 0; d < copy.element.size(); ++d) {
    smt::Term outer = t_.constant(t_.linear(copy.element[d]).constant), inner = t_.constant(0);
    for (auto& [atom, coefficient] : t_.linear(copy.element[d]).terms) {
      const auto use = useOf(t_, atom, loops);
      if (use == Use::Mixed) return t_.boolean(false);
      auto& part = use == Use::Enumerated ? inner : outer;
      part = t_.add(part, t_.scale(atom, coefficient));
    }
    if (t_.constantOf(inner)) {
      conditions.push_back(t_.eq(outer, need.element[d]));
    } else {
      tuple.push_back(inner);
      targets.push_back(t_.sub(need.element[d], outer));
    }
  }
  if (t_.constantOf(t_.logicalAnd(conditions)) == 0) return t_.boolean(false);
  const auto box = coveredBox(t_, loops, filter, tuple);
  if (!box) return t_.boolean(false);
  for (std::size_t d = 0; d < targets.size(); ++d) conditions.push_back(t_.within(targets[d], box->lo[d], box->hi[d]));
  return t_.logicalAnd(std::move(conditions));
}

std::vector<smt::Term> Writers::candidates(const Need& need, const effects::Access& writer) {
  std::vector<smt::Term> out;
  for (auto& copy : placements(need, writer)) {
    chooseEnumerated(copy);
    solve(need, copy, 0, out);
  }
  return out;
}

}  // namespace exogpu::bounds
