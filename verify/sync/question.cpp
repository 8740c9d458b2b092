#include "verify/sync/question.h"

#include <algorithm>
#include <utility>

#include "frontend/ir/levels.h"

namespace exogpu::sync {

using effects::Access;
using effects::AccessKind;
using effects::Step;

std::string_view text(Case which) {
  constexpr std::string_view kTexts[] = {
#define EXOGPU_CASE(name, text) text,
#include "verify/sync/cases.def"
#undef EXOGPU_CASE
  };
  return kTexts[static_cast<std::size_t>(which)];
}

namespace {

/// An ordinary allocation has no write of its own: entering the scope looks back at earlier entries only.
bool looksBack(const Access& access) {
  return access.kind == AccessKind::Life && !access.initialises;
}

/// The condition of an `if` is read before its body runs. A loop's bound is read again before each iteration, the last time
/// behind all of its body: for it nothing inside the loop counts on either side.
Place placeOfAccess(const Access& access, std::shared_ptr<const Reading> reading) {
  const bool is_condition = std::holds_alternative<ir::If>(access.site.stmt->node);
  const auto position = is_condition ? headerOf(access.site.position) : positionOf(access.site.position);
  return {access.site.step, position, std::move(reading)};
}

bool mayRepeat(const Step& loop) {
  if (loop.loop()->kind == ir::LoopKind::OneThread) return false;
  const auto lo = ir::constantValue(loop.loop()->lo), hi = ir::constantValue(loop.loop()->hi);
  return !lo || !hi || *hi - *lo > loop.loop()->step;
}

class Splitter {
 public:
  Splitter(const effects::Model& model, const Access& a, const Access& b)
      : a_(a), b_(b), launch_(*model.launch(a.launch)), common_(effects::commonStep(a.site.step, b.site.step)) {}

  std::vector<Question> split() {
    splitLaunch();
    for (const Step* step : effects::pathOf(common_)) {
      if (!step->loop() || step->isLaunchLoop() || step->launch < 0 || !mayRepeat(*step)) continue;
      if (step->isThreadLoop())
        add(Case::Threads, a_, b_, step);
      else
        addBoth(Case::Iteration, step);
    }
    splitCommonBody();
    return std::move(questions_);
  }

 private:
  void splitLaunch() {
    if (a_.buffer->space == ir::Space::Global) return add(Case::Blocks, a_, b_, launch_.outer);
    const bool has_tasks = std::any_of(launch_.nest.begin(), launch_.nest.end(), [](const Step* step) {
      return step->loop()->kind == ir::LoopKind::Tasks;
    });
    if (has_tasks) addBoth(Case::Task, launch_.nest.back());
  }

  void splitCommonBody() {
    const auto a = positionIn(common_, a_.site.step, positionOf(a_.site.position));
    const auto b = positionIn(common_, b_.site.step, positionOf(b_.site.position));
    if (a != b) return a < b ? add(Case::Sequence, a_, b_, common_) : add(Case::Sequence, b_, a_, common_);
    const bool a_here = a_.site.step == common_, b_here = b_.site.step == common_;
    if (a_here && b_here) {
      const bool one_copy = effects::isAsync(a_.kind) && effects::isAsync(b_.kind) && a_.id != b_.id;
      return add(one_copy ? Case::OneCopy : Case::OneStatement, a_, b_, common_);
    }
    // One access is the header of the statement that holds the other; two branches of one `if` exclude each other.
    if (!a_here && !b_here) return;
    const Access& header = a_here ? a_ : b_;
    const Access& inner = a_here ? b_ : a_;
    const bool is_loop = std::holds_alternative<ir::For>(header.site.stmt->node);
    add(is_loop ? Case::Header : Case::Sequence, header, inner, common_);
  }

  void add(Case which, const Access& first, const Access& second, const Step* step) {
    if (looksBack(first) && which != Case::Blocks) return;
    if (looksBack(second) && which != Case::Iteration && which != Case::Task) return;
    questions_.push_back({which, &first, &second, step});
  }
  void addBoth(Case which, const Step* step) {
    add(which, a_, b_, step);
    if (a_.id != b_.id) add(which, b_, a_, step);
  }

  const Access& a_;
  const Access& b_;
  const effects::Launch& launch_;
  const Step* common_;
  std::vector<Question> questions_;
};

}  // namespace

std::vector<Question> casesOf(const effects::Model& model, const Access& a, const Access& b) {
  return Splitter(model, a, b).split();
}

bool mayConflict(const Access& a, const Access& b) {
  if (!effects::isWrite(a.kind) && !effects::isWrite(b.kind)) return false;
  return !(looksBack(a) && looksBack(b));
}

Query::Query(const effects::Model& model, const Question& question, Overlap overlap)
    : model_(model), terms_(*model.terms), question_(question) {
  const int shared = sharedDepth();
  const Access* accesses[] = {question.first, question.second};
  const char* suffixes[] = {"", "'"};
  std::vector<Term> elements[2];
  End* ends[] = {&first_, &second_};
  for (std::size_t i = 0; i < 2; ++i) {
    sides_.push_back(std::make_unique<effects::Side>(model, accesses[i]->site, suffixes[i], shared));
    auto& side = *sides_.back();
    if (accesses[i]->kind != AccessKind::Life) elements[i] = side.element(*accesses[i]);
    *ends[i] = {accesses[i], placeOfAccess(*accesses[i], std::make_shared<Reading>(model, side)), side.thread()};
    facts_.insert(facts_.end(), side.facts().begin(), side.facts().end());
  }
  element_ = elements[question.first->kind == AccessKind::Life ? 1 : 0];
  same_element_ = meet(overlap, elements[0], elements[1]);
  facts_.push_back({same_element_, ""});
  addCase();
}

/// Entering a scope touches all of the storage.
Term Query::meet(Overlap overlap, const std::vector<Term>& a, const std::vector<Term>& b) const {
  const bool whole = question_.first->kind == AccessKind::Life || question_.second->kind == AccessKind::Life;
  if (whole || overlap == Overlap::AnyElement) return terms_.boolean(true);
  const Term same = effects::sameElement(terms_, a, b);
  if (overlap == Overlap::SameElement) return same;
  std::vector<Term> extents;
  for (int dim = 1; dim < question_.first->buffer->rank; ++dim)
    extents.push_back(terms_.eq(effects::extentTerm(model_, *question_.first->buffer, dim),
                                effects::extentTerm(model_, *question_.second->buffer, dim)));
  return terms_.implies(terms_.logicalAnd(std::move(extents)), same);
}

int Query::sharedDepth() const {
  switch (question_.which) {
    case Case::Sequence:
    case Case::OneStatement:
    case Case::OneCopy:
    case Case::Header:
    case Case::Ownership: return question_.step->depth;
    case Case::Iteration:
    case Case::Threads: return question_.step->depth - 1;
    case Case::Blocks:
    case Case::Task: return model_.launch(question_.first->launch)->outer->depth - 1;
  }
  return 0;
}

void Query::addCase() {
  const Step* step = question_.step;
  const auto& a = *sides_[0];
  const auto& b = *sides_[1];
  const auto add = [&](Term term) { facts_.push_back({term, ""}); };
  switch (question_.which) {
    case Case::Sequence: break;
    case Case::Iteration:
      if (isCounted(*step)) add(terms_.lt(a.rename(step->counter), b.rename(step->counter)));
      return;
    case Case::Threads: return add(terms_.ne(a.iterator(*step), b.iterator(*step)));
    case Case::Blocks:
    case Case::Task: return add(effects::differentBlocks(model_, *model_.launch(question_.first->launch), a, b));
    case Case::OneStatement:
    case Case::Header:
    case Case::Ownership: return add(terms_.ne(first_.thread, second_.thread));
    case Case::OneCopy: return add(terms_.eq(first_.thread, second_.thread));
  }
}

bool Query::isOrderable() const {
  switch (question_.which) {
    case Case::Sequence:
    case Case::Task: return true;
    case Case::Iteration: return isCounted(*question_.step);
    case Case::Threads:
    case Case::Blocks:
    case Case::OneStatement:
    case Case::OneCopy:
    case Case::Header:
    case Case::Ownership: return false;
  }
  return false;
}

Relation Query::relation() const {
  const auto kind = question_.which == Case::Sequence    ? Relation::Kind::Sequence
                    : question_.which == Case::Iteration ? Relation::Kind::Iteration
                                                         : Relation::Kind::Task;
  return {kind, question_.step};
}

std::vector<smt::Fact> Query::facts(const Ordering& ordering) const {
  auto facts = facts_;
  if (isOrderable()) facts.push_back({terms_.logicalNot(ordering.ordered(first_, second_, relation())), ""});
  return facts;
}

std::string Query::settledBy() const {
  if (same_element_ == terms_.boolean(false)) return "the indices never agree";
  const auto& common = question_.which == Case::Iteration ? question_.step->parent->exec : question_.step->exec;
  const bool one_thread = common.size() == 1 && common.front().group.size == 1 &&
                          (question_.which == Case::Sequence || question_.which == Case::Iteration ||
                           question_.which == Case::OneStatement || question_.which == Case::Header ||
                           question_.which == Case::Ownership);
  if (one_thread && !effects::isAsync(question_.first->kind)) return "one thread, in program order";
  return {};
}

}  // namespace exogpu::sync
