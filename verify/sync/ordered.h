#pragma once
// ordered(x@i, y@j): takes two places of one block in sequential order, gives a quantifier-free formula that implies that
// the first happens before the second (README.md, L6 to L9). Needs a model; keeps it. Reports nothing: what it cannot
// see is `false`, which can only cost a proof.
#include <map>
#include <vector>

#include "verify/sync/distance.h"
#include "verify/sync/place.h"

namespace exogpu::sync {

/// One end of a question: an access and where, by whom it is performed.
struct End {
  const effects::Access* access = nullptr;
  Place place;
  Term thread = nullptr;  ///< number in its block
};

/// The commit group that the copies at a place belong to, and the body in which it is declared.
struct GroupInScope {
  ir::GroupRef group;
  const effects::Step* step = nullptr;
};

class Ordering {
 public:
  /// `launch`: whose synchronisation counts.
  Ordering(const effects::Model& model, int launch);

  /// `first` before `second` in the sequential order, as `relation` says, both in one block.
  Term ordered(const End& first, const End& second, const Relation& relation) const;
  /// A fence in which both threads take part is surely executed between the places.
  Term mustFence(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const;
  /// Fences through a third thread.
  Term chain(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const;
  /// The copy issued by thread `a` at `copy` is surely completed for thread `b` between the places.
  Term completed(const End& copy, const Place& second, const Relation& relation, Term b) const;
  /// A lower bound of the commits of `group` that a thread which executes both places executes between them.
  Term commits(const Place& first, const Place& second, const Relation& relation, const GroupInScope& group) const;
  /// Copies at a place; empty group when none is declared around it.
  GroupInScope groupAt(const effects::Site& site) const;

  /// Whether fences through third threads are looked for too. They are many and rarely needed, so they are asked for
  /// only when nothing else settles a question.
  void setChains(bool chains) { chains_ = chains; }
  bool hasPartialFences() const;
  /// Fences and waits that the next questions take as present (fix-its, "why not").
  void setTriedFence(std::optional<Point> fence) { tried_fence_ = fence; }
  void setTriedPending(std::optional<std::int64_t> pending) { tried_pending_ = pending; }

  struct FencePoint {
    const effects::SyncPoint* point;
    Point where;
    bool whole_block;
  };
  const std::vector<FencePoint>& fences() const { return fences_; }

 private:
  struct Commit {
    ir::GroupRef group;
    Point where;
  };
  struct Wait {
    ir::GroupRef group;
    std::int64_t pending;
    Point where;
  };

  Term meets(const Place& first, const Place& second, const Relation& relation, Term a, Term b) const;
  Term steady(const End& first, const End& second, const Relation& relation) const;
  Term countBelow(const Point& commit, const effects::Step* step, const Place& base) const;
  std::int64_t countEach(const Point& commit, const effects::Step* loop) const;
  Term countOne(const Point& commit, const Place& first, const Place& second, const Relation& relation) const;
  std::vector<Term> representatives(const FencePoint& fence, const Place& place) const;

  const effects::Model& model_;
  smt::Terms& terms_;
  std::int64_t block_size_;
  std::vector<FencePoint> fences_;
  std::vector<Commit> commits_;
  std::vector<Wait> waits_;
  std::vector<std::pair<GroupInScope, Position>> groups_;
  bool chains_ = false;
  std::optional<Point> tried_fence_;
  std::optional<std::int64_t> tried_pending_;
};

/// Generator 2's view of a loop body: its direct statements (scopes opened, and ifs that literals decide), and where an
/// access stands among them.
class SteadyBody {
 public:
  explicit SteadyBody(const effects::Step& loop);
  /// Empty when the access stands in no listed statement.
  std::optional<std::size_t> stepOf(const effects::Access& access) const;
  /// `group`: of the copy, when `first` is one.
  std::optional<std::int64_t> distance(const effects::Access& first, const effects::Access& second,
                                       const ir::Group* group, bool same_thread) const;

 private:
  void list(const ir::Body& body);

  const effects::Step& loop_;
  std::map<const ir::Stmt*, std::size_t> index_;
  std::map<const ir::Group*, int> groups_;
  std::vector<LoopStep> steps_;
};

}  // namespace exogpu::sync
