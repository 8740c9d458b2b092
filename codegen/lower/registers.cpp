#include "codegen/lower/registers.h"

#include <algorithm>
#include <numeric>

#include "frontend/base/overloaded.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/build.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
constexpr std::int64_t kMaxUnroll = 1024;     ///< iterations that an index may enumerate
constexpr std::int64_t kMaxEvaluations = 1 << 22;

/// One place that names a private array.
struct Access {
  const ir::Place* place = nullptr;
  SourceRange where;
  Place context;
};

/// An index as a function of the thread plus a function of unrolled iterators: index = thread_part(tid) + rest(point).
struct Split {
  std::map<std::int64_t, std::int64_t> thread_part;  ///< by thread that executes the access
  std::vector<std::int64_t> rest;                    ///< its values over all points
  std::int64_t reference_tid = 0;                    ///< thread_part is 0 there
};

/// Visits every place of `buffer`-like arrays in the launch.
std::vector<Access> collect(const Launch& launch, ir::Space space) {
  std::vector<Access> found;
  walkPlaced(*launch.body, launch.threads, [&](const ir::StmtRef& stmt, const Place& context) {
    const auto add = [&](const ir::Place& place, const SourceRange& where) {
      if (place.buffer->space == space) found.push_back({&place, where, context});
    };
    ir::parts::eachPlace(stmt->node, [&](const ir::Place& place) { add(place, stmt->where); });
    ir::forEachExpr(*stmt, [&](const ir::ExprRef& expr) {
      ir::walkExpr(expr, [&](const ir::ExprRef& e) {
        if (const auto* load = std::get_if<ir::Load>(&e->node)) add(load->place, e->where);
      });
    });
  });
  return found;
}

/// Finds one thread part for all accesses: what each one's own must be lowered by. A thread needs to agree only with itself,
/// so accesses without a common thread need no shift, unless others connect them.
class ThreadParts {
 public:
  explicit ThreadParts(const std::vector<Split>& splits) : splits_(splits), shifts_(splits.size()), is_reached_(splits.size()) {
    for (std::size_t i = 0; i < splits.size(); ++i)
      for (const auto& [tid, part] : splits[i].thread_part) by_thread_[tid].push_back(i);
  }

  /// Nothing when a thread does not agree with itself.
  std::optional<std::vector<std::int64_t>> unify() {
    for (std::size_t root = 0; root < splits_.size(); ++root) {
      reach(root, 0);
      while (!open_.empty()) {
        const auto next = open_.back();
        open_.pop_back();
        if (!spread(next)) return std::nullopt;
      }
    }
    return shifts_;
  }

 private:
  void reach(std::size_t i, std::int64_t shift) {
    if (is_reached_[i]) return;
    is_reached_[i] = true;
    shifts_[i] = shift;
    open_.push_back(i);
  }
  /// The parts of its threads are known now, and so are the shifts of all that share one.
  bool spread(std::size_t i) {
    for (const auto& [tid, part] : splits_[i].thread_part) {
      const auto [known, is_new] = known_.try_emplace(tid, part + shifts_[i]);
      if (known->second != part + shifts_[i]) return false;
      if (!is_new) continue;
      for (const auto other : by_thread_[tid]) reach(other, known->second - splits_[other].thread_part.at(tid));
    }
    return true;
  }

  const std::vector<Split>& splits_;
  std::vector<std::int64_t> shifts_;
  std::vector<bool> is_reached_;
  std::vector<std::size_t> open_;
  std::map<std::int64_t, std::vector<std::size_t>> by_thread_;
  std::map<std::int64_t, std::int64_t> known_;  ///< the common part, by thread
};

class Planner {
 public:
  Planner(const Launch& launch, const Definitions& definitions, diag::Sink& sink)
      : launch_(launch), definitions_(definitions), sink_(sink) {}

  ArrayPlan run() {
    std::map<const ir::Buffer*, std::vector<Access>> by_buffer;
    std::vector<const ir::Buffer*> order;
    for (auto& access : collect(launch_, ir::Space::Register)) {
      if (!by_buffer.count(access.place->buffer.get())) order.push_back(access.place->buffer.get());
      by_buffer[access.place->buffer.get()].push_back(access);
    }
    for (const auto* buffer : order) planBuffer(*buffer, by_buffer[buffer]);
    for (const auto& access : collect(launch_, ir::Space::Local)) checkLocal(access);
    return std::move(plan_);
  }

 private:
  void planBuffer(const ir::Buffer& buffer, const std::vector<Access>& accesses) {
    plan_.dims[&buffer].assign(buffer.dims.size(), 1);
    for (const auto& access : accesses) plan_.indices[access.place].resize(buffer.dims.size());
    for (std::size_t d = 0; d < buffer.dims.size(); ++d) planDim(buffer, accesses, d);
  }

  void planDim(const ir::Buffer& buffer, const std::vector<Access>& accesses, std::size_t d) {
    std::vector<Split> splits;
    for (const auto& access : accesses) {
      auto split = splitIndex(access, d);
      if (!split) return reportLocal(access, d);
      splits.push_back(std::move(*split));
    }
    const auto unified = ThreadParts(splits).unify();
    if (!unified) return reportLocal(accesses.front(), d);
    const auto& shifts = *unified;
    std::int64_t low = 0, step = 0, high = 0;
    bool first = true;
    const bool per_thread = std::any_of(splits.begin(), splits.end(), isPerThread);
    for (std::size_t i = 0; i < splits.size(); ++i)
      for (const auto value : splits[i].rest) {
        const auto v = value - shifts[i];
        low = first ? v : std::min(low, v), high = first ? v : std::max(high, v), first = false;
      }
    for (std::size_t i = 0; i < splits.size(); ++i)
      for (const auto value : splits[i].rest) step = std::gcd(step, value - shifts[i] - low);
    if (!per_thread) low = 0, step = 1, high = buffer.dims[d] - 1;  // as the source has it
    if (step == 0) return;                                          // one value a thread: erased
    plan_.dims[&buffer][d] = (high - low) / step + 1;
    for (std::size_t i = 0; i < splits.size(); ++i)
      plan_.indices[accesses[i].place][d] = privateIndex(accesses[i], d, splits[i], low + shifts[i], step);
  }

  static bool isPerThread(const Split& split) {
    return std::any_of(split.thread_part.begin(), split.thread_part.end(), [](const auto& row) { return row.second; });
  }

  /// Index of dimension d, or the rank in the executing group where a row lacks its last index.
  std::optional<Split> splitIndex(const Access& access, std::size_t d) {
    if (d >= access.place->indices.size()) return splitRank(access);
    const auto& index = access.place->indices[d];
    if (definitions_.readsMemory(index)) return std::nullopt;
    auto points = enumerate(access, index);
    if (!points) return std::nullopt;
    Split split;
    bool first = true;
    std::vector<std::int64_t> reference;
    for (std::int64_t tid = 0; tid < launch_.threads; ++tid) {
      const auto thread_point = pointOf(access.context, tid);
      if (!thread_point) continue;
      if (!first && !dependsOnThread(access, index)) {
        split.thread_part[tid] = 0;
        continue;
      }
      std::vector<std::int64_t> values;
      for (const auto& point : *points) {
        Point all = point;
        all.insert(thread_point->begin(), thread_point->end());
        const auto value = definitions_.evaluate(index, all);
        if (!value) return std::nullopt;
        values.push_back(*value);
      }
      if (first) reference = split.rest = values, split.reference_tid = tid, first = false;
      if (!addThread(split, reference, values, tid)) return std::nullopt;
    }
    return split;
  }

  /// True when index(tid, ·) is index(reference, ·) plus a constant.
  static bool addThread(Split& split, const std::vector<std::int64_t>& reference, const std::vector<std::int64_t>& values,
                        std::int64_t tid) {
    if (values.empty()) return true;
    const auto offset = values.front() - reference.front();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] - reference[i] != offset) return false;
    split.thread_part[tid] = offset;
    return true;
  }

  std::optional<Split> splitRank(const Access& access) {
    Split split;
    bool first = true;
    for (std::int64_t tid = 0; tid < launch_.threads; ++tid) {
      if (!pointOf(access.context, tid)) continue;
      const auto rank = rankOf(access.context.group, tid);
      if (first) split.rest = {rank}, split.reference_tid = tid, first = false;
      split.thread_part[tid] = rank - split.rest.front();
    }
    return split;
  }

  bool dependsOnThread(const Access& access, const ir::ExprRef& index) const {
    const auto leaves = definitions_.leaves(index);
    return std::any_of(access.context.thread_loops.begin(), access.context.thread_loops.end(), [&](const auto& loop) {
      return std::find(leaves.begin(), leaves.end(), loop.loop->iterator) != leaves.end();
    });
  }

  /// All values of the sequential iterators that the index reads; nothing when one of its names has no constant range.
  std::optional<std::vector<Point>> enumerate(const Access& access, const ir::ExprRef& index) {
    std::vector<Point> points{{}};
    for (const auto& leaf : definitions_.leaves(index)) {
      if (isThreadIterator(access.context, *leaf)) continue;
      const auto* loop = serialLoop(access.context, *leaf);
      const auto range = loop ? constantRange(*loop) : std::nullopt;
      const auto size = static_cast<std::int64_t>(points.size());
      if (!range || range->count > kMaxUnroll || size * range->count * launch_.threads > kMaxEvaluations)
        return std::nullopt;
      std::vector<Point> extended;
      for (const auto& point : points)
        for (std::int64_t i = 0; i < range->count; ++i) {
          extended.push_back(point);
          extended.back()[leaf.get()] = range->lo + i * range->step;
        }
      points = std::move(extended);
      if (loop->kind == ir::LoopKind::Seq) plan_.unrolled.insert(loop);
    }
    return points;
  }

  static bool isThreadIterator(const Place& context, const ir::Symbol& symbol) {
    return std::any_of(context.thread_loops.begin(), context.thread_loops.end(),
                       [&](const auto& loop) { return loop.loop->iterator.get() == &symbol; });
  }
  static const ir::For* serialLoop(const Place& context, const ir::Symbol& symbol) {
    for (const auto* loop : context.serial_loops)
      if (loop->iterator.get() == &symbol) return loop;
    return nullptr;
  }

  /// (index at the reference thread − low) / step.
  ir::ExprRef privateIndex(const Access& access, std::size_t d, const Split& split, std::int64_t low, std::int64_t step) {
    if (d >= access.place->indices.size()) return ir::intLiteral((split.rest.front() - low) / step);
    auto index = access.place->indices[d];
    if (!dependsOnThread(access, index) && low == 0 && step == 1) return index;
    index = definitions_.resolve(index);
    const auto at_reference = pointOf(access.context, split.reference_tid);
    for (const auto& loop : access.context.thread_loops)
      index = ir::substitute(index, loop.loop->iterator,
                             ir::intLiteral(at_reference->at(loop.loop->iterator.get())));
    if (const auto value = definitions_.evaluate(index, {})) return ir::intLiteral((*value - low) / step);
    if (low != 0) index = ir::binary(ir::BinaryOp::Sub, index, ir::intLiteral(low));
    return step == 1 ? index : ir::binary(ir::BinaryOp::Div, index, ir::intLiteral(step));
  }

  void reportLocal(const Access& access, std::size_t d) {
    sink_.report(diag::make(diag::Id::RegisterIndexNotConstant, access.where,
                            {access.place->buffer->name, std::to_string(d)}));
  }

  void checkLocal(const Access& access) {
    for (std::size_t d = 0; d < access.place->indices.size(); ++d) {
      const auto& index = access.place->indices[d];
      if (!definitions_.readsMemory(index) && enumerate(access, index) && !dependsOnThread(access, index)) continue;
      sink_.report(diag::make(diag::Id::ArrayInLocalMemory, access.where,
                              {access.place->buffer->name, std::to_string(d)}));
      return;
    }
  }

  const Launch& launch_;
  const Definitions& definitions_;
  diag::Sink& sink_;
  ArrayPlan plan_;
};
}  // namespace

std::int64_t ArrayPlan::elements() const {
  std::int64_t total = 0;
  for (const auto& [buffer, extents] : dims)
    total += std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
  return total;
}

ArrayPlan planArrays(const Launch& launch, const Definitions& definitions, diag::Sink& sink) {
  return Planner(launch, definitions, sink).run();
}

}  // namespace exogpu::lower
