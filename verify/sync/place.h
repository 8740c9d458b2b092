#pragma once
// Places of a parallel run in symbols: a statement together with a reading of the iterators, thread digits and unknowns
// around it; and the finder of synchronisation instances between two places in the sequential order (README.md, L6).
// Needs a model whose terms outlive it. Reports nothing.
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/effects/encode.h"

namespace exogpu::sync {

using smt::Term;

/// What the variables of the model mean in one dynamic instance. A derived reading agrees with its base on everything
/// that belongs to the outermost `base_depth` steps, has given values for some loops below, and fresh unknowns
/// for the rest.
class Reading {
 public:
  Reading(const effects::Model& model, const effects::Side& side) : model_(model), side_(&side) {}
  Reading(std::shared_ptr<const Reading> base, int base_depth)
      : model_(base->model_), base_(std::move(base)), base_depth_(base_depth) {}

  /// The number of the iteration of a loop below `base_depth`; before the first `rename` that mentions it.
  void setCounter(const effects::Step& loop, Term value);
  Term rename(Term term) const;

 private:
  Term renameVariable(Term variable) const;

  const effects::Model& model_;
  const effects::Side* side_ = nullptr;
  std::shared_ptr<const Reading> base_;
  int base_depth_ = 0;
  mutable std::unordered_map<Term, Term> values_;
};

/// A statement's place in its body, spread out: the condition of an `if` is evaluated before the statements inside it,
/// which stand at the statement's own position, and a fence that is only tried may stand before or behind all of it.
using Position = int;
inline constexpr Position before_all = -1;
inline constexpr Position end_of_body = 1 << 30;
inline Position positionOf(int statement) { return 4 * statement + 4; }
inline Position headerOf(int statement) { return positionOf(statement) - 1; }
inline Position gapBefore(int statement) { return positionOf(statement) - 2; }

struct Place {
  const effects::Step* step = nullptr;  ///< the body
  Position position = 0;
  std::shared_ptr<const Reading> reading;
  Term rename(Term term) const { return reading->rename(term); }
};

/// How two places relate in the sequential order; the readings of both agree outside.
struct Relation {
  enum class Kind : std::uint8_t {
    Sequence,   ///< same iteration of `step` and all around it; different statements of its body, in textual order
    Iteration,  ///< same iteration of all around the sequential loop `step`; an earlier and a later iteration of it
    Task        ///< two tasks of one block, `step` being the innermost loop of the nest: nothing surely lies between
  };
  Kind kind = Kind::Sequence;
  const effects::Step* step = nullptr;
};

/// A statement that may be executed between two places: of the program, or one that is only tried (fix-its).
struct Point {
  const effects::Step* step = nullptr;
  Position position = 0;
  const std::vector<effects::PathFact>* facts = nullptr;  ///< of its site
};
Point pointOf(const effects::Site& site);
Place placeOf(const effects::Site& site, std::shared_ptr<const Reading> reading);

/// One dynamic instance of a point between two places: executed, by all agents asked for, whenever `guard` holds.
struct Instance {
  Place place;
  Term guard = nullptr;
  Relation before;  ///< of the first place to it
  Relation after;   ///< of it to the second place
};

/// Candidate instances of `point` after `first` and before `second`, in which all `agents` (thread numbers in the
/// block; at least one) take part. Some, not all: callers may only use them to show that something surely happens.
std::vector<Instance> instancesBetween(const effects::Model& model, const Place& first, const Place& second,
                                       const Relation& relation, const Point& point, const std::vector<Term>& agents);

/// Where a thread stands in a loop over threads: the iteration that contains it, and its position in that iteration's
/// group. `condition`: what else it takes to be in the loop at all, beside the iteration being in range.
struct Digit {
  Term iteration, inner, condition;
};
Digit digitOf(smt::Terms& terms, Term position, const ir::For& loop);

/// Iterations that a loop of constant step runs in all: ⌈(hi − lo) / step⌉, negative or zero when it does not run.
Term tripCount(smt::Terms& terms, const effects::Step& loop, const Reading& reading);
/// A loop whose iterations run one after another; `isCounted`: its iterations have numbers.
bool isSequentialLoop(const effects::Step& step);
inline bool isCounted(const effects::Step& loop) { return loop.counter != nullptr; }
bool encloses(const effects::Step* outer, const effects::Step* inner);
/// Position, in the body of `step`, of the statement that holds the place.
Position positionIn(const effects::Step* step, const effects::Step* place_step, Position place_position);
/// Steps of a place that belong to the segment: strictly below a Sequence's body, down from an Iteration's loop.
std::vector<const effects::Step*> zoneOf(const effects::Step* place_step, const Relation& relation);

}  // namespace exogpu::sync
