#include "codegen/lower/vectorize.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "codegen/lower/lift.h"
#include "codegen/lower/vector_body.h"
#include "frontend/ir/aliases.h"
#include "frontend/ir/build.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
constexpr std::int64_t kVectorBytes = 16;
constexpr std::int64_t kWidths[] = {16, 8, 4, 2};

class Planner {
 public:
  Planner(const ExpandedCopies& copies, const ArrayPlan& arrays, const Definitions& definitions, const Divisors& divisors,
          const ir::For& loop, const ConstantRange& range)
      : copies_(copies), arrays_(arrays), definitions_(definitions), divisors_(divisors), loop_(loop), range_(range) {}

  std::optional<VectorPlan> run() {
    const auto body = collectVectorBody(loop_);
    if (!body) return std::nullopt;
    body_ = &*body;
    int smallest = 8;
    for (const auto& access : body->accesses)
      smallest = std::min(smallest, ir::sizeInBytes(access.place->buffer->element));
    for (const auto width : kWidths) {
      if (range_.count % width != 0 || width * smallest > kVectorBytes) continue;
      VectorPlan plan;
      plan.lo = range_.lo, plan.count = range_.count, plan.width = width;
      uniform_ = true;
      if (!addAccesses(plan)) continue;
      const bool checks_alignment = std::any_of(plan.accesses.begin(), plan.accesses.end(),
                                                [](const auto& access) { return access.alignment_to_check > 0; });
      plan.all_or_none = uniform_ && !checks_alignment && plan.known_true.size() == 1;
      plan.zero_filled = plan.all_or_none && isZeroFill(plan);
      plan.row = privateRow(plan);
      return plan;
    }
    return std::nullopt;
  }

 private:
  bool addAccesses(VectorPlan& plan) {
    width_ = plan.width;
    std::set<const BodyAccess*> done;
    for (const auto& access : body_->accesses) {
      if (done.count(&access)) continue;
      std::vector<const BodyAccess*> same;
      for (const auto& other : body_->accesses)
        if (isSameElement(access, other)) same.push_back(&other);
      done.insert(same.begin(), same.end());
      auto row = vectorAccess(same, plan.width);
      VectorPlan extended = plan;
      if (!row || !addGuards(extended, same)) continue;
      plan = std::move(extended);
      plan.accesses.push_back(std::move(*row));
    }
    return !plan.accesses.empty();
  }

  /// The same element in every iteration: equal index text once local names are replaced.
  bool isSameElement(const BodyAccess& a, const BodyAccess& b) const {
    if (&a == &b) return true;  // whatever its indices are made of
    if (a.place->buffer != b.place->buffer) return false;
    for (std::size_t d = 0; d < a.place->indices.size(); ++d)
      if (!equal(definitions_.resolve(a.place->indices[d]), definitions_.resolve(b.place->indices[d]))) return false;
    return true;
  }

  static bool equal(const ir::ExprRef& a, const ir::ExprRef& b) {
    if (a == b) return true;
    if (a->node.index() != b->node.index() || a->type != b->type) return false;
    if (const auto* x = std::get_if<ir::IntLiteral>(&a->node)) return x->value == std::get<ir::IntLiteral>(b->node).value;
    if (const auto* x = std::get_if<ir::Read>(&a->node)) return x->symbol == std::get<ir::Read>(b->node).symbol;
    if (const auto* x = std::get_if<ir::Cast>(&a->node)) return equal(x->operand, std::get<ir::Cast>(b->node).operand);
    if (const auto* x = std::get_if<ir::Extent>(&a->node)) {
      const auto& y = std::get<ir::Extent>(b->node);
      return x->buffer == y.buffer && x->dim == y.dim;
    }
    if (const auto* x = std::get_if<ir::Binary>(&a->node)) {
      const auto& y = std::get<ir::Binary>(b->node);
      return x->op == y.op && equal(x->lhs, y.lhs) && equal(x->rhs, y.rhs);
    }
    return false;
  }

  std::optional<VectorAccess> vectorAccess(const std::vector<const BodyAccess*>& same, std::int64_t width) const {
    const auto& place = *same.front()->place;
    const auto& buffer = *place.buffer;
    const auto bytes = width * ir::sizeInBytes(buffer.element);
    if (bytes < 4 || bytes > 2 * kVectorBytes || !movesAlone(same, buffer) || !isAdjacent(place)) return std::nullopt;
    VectorAccess access;
    access.buffer = place.buffer;
    access.first = firstElement(place);
    for (const auto* row : same) {
      access.places.push_back(row->place);
      access.is_read |= !row->is_write;
      access.is_written |= row->is_write;
    }
    const auto unit = std::min(bytes, kVectorBytes);
    if (isAligned(place, unit)) return access;
    if (buffer.space != ir::Space::Global) return std::nullopt;
    access.alignment_to_check = unit;
    return access;
  }

  /// Loads may move to the front of the chunk and stores to its end: no other access of the body can meet them.
  bool movesAlone(const std::vector<const BodyAccess*>& same, const ir::Buffer& buffer) const {
    const bool writes = std::any_of(same.begin(), same.end(), [](const auto* row) { return row->is_write; });
    for (const auto& other : body_->accesses) {
      if (std::find(same.begin(), same.end(), &other) != same.end()) continue;
      if (!writes && !other.is_write) continue;
      if (ir::mayOverlap(copies_.proc->aliases, buffer, *other.place->buffer)) return false;
    }
    return std::all_of(same.begin(), same.end(), [](const auto* row) { return row->is_replaceable; });
  }

  /// The last index runs with the iterator, the others stand still, and all are values the body does not change.
  bool isAdjacent(const ir::Place& place) const {
    for (std::size_t d = 0; d < place.indices.size(); ++d) {
      const auto& index = place.indices[d];
      const bool last = d + 1 == place.indices.size();
      if (!isStable(index) || definitions_.coefficient(index, loop_.iterator) != (last ? 1 : 0)) return false;
    }
    return true;
  }
  bool isStable(const ir::ExprRef& expr) const {
    bool stable = true;
    ir::walkExpr(definitions_.resolve(expr), [&](const ir::ExprRef& e) {
      stable &= !std::holds_alternative<ir::Load>(e->node);
      const auto* name = std::get_if<ir::Read>(&e->node);
      if (name) stable &= !body_->assigned.count(name->symbol.get()) && !body_->declared.count(name->symbol.get());
    });
    return stable;
  }

  /// The place with names of the body replaced, so that it can be named before the body.
  ir::Place firstElement(const ir::Place& place) const {
    ir::Place first{place.buffer, {}};
    for (const auto& index : place.indices) first.indices.push_back(outside(index));
    return first;
  }
  ir::ExprRef outside(const ir::ExprRef& expr) const {
    return ir::rewriteExpr(expr, [&](const ir::ExprRef& e) -> ir::ExprRef {
      const auto* name = std::get_if<ir::Read>(&e->node);
      if (!name || !body_->declared.count(name->symbol.get())) return nullptr;
      const auto value = definitions_.valueOf(*name->symbol);
      return value ? outside(value) : nullptr;
    });
  }

  bool isAligned(const ir::Place& place, std::int64_t bytes) const {
    const auto& buffer = *place.buffer;
    const auto size = ir::sizeInBytes(buffer.element);
    if (bytes <= size) return true;
    if (buffer.is_strided) return false;
    const bool global = buffer.space == ir::Space::Global;
    if (global && divisors_.alignment(buffer) % bytes != 0) return false;
    const auto unit = bytes / size;
    std::int64_t stride = 1;
    for (std::size_t d = place.indices.size(); d-- > 0;) {
      const auto at_lo = ir::substitute(definitions_.resolve(place.indices[d]), loop_.iterator, ir::intLiteral(range_.lo));
      if (divisors_.divisor(at_lo) % unit != 0 && divisors_.divisor(at_lo) * stride % unit != 0) return false;
      stride *= global ? divisors_.divisorOfExtent(buffer, static_cast<int>(d)) : buffer.dims[d];
      stride = stride % unit == 0 ? unit : stride % unit;  // only what it shares with the unit matters
    }
    return true;
  }

  /// The body is one statement, its only guard a Select of a load or zero.
  bool isZeroFill(const VectorPlan& plan) const {
    const auto* store = loop_.body.size() == 1 ? std::get_if<ir::Store>(&loop_.body.front()->node) : nullptr;
    const auto* select = store ? std::get_if<ir::Select>(&store->value->node) : nullptr;
    if (!select || store->value->id != plan.known_true.front() || plan.accesses.size() != 1) return false;
    const auto* value = &select->if_false;
    if (const auto* cast = std::get_if<ir::Cast>(&(*value)->node)) value = &cast->operand;
    const auto* real = std::get_if<ir::FloatLiteral>(&(*value)->node);
    const auto* whole = std::get_if<ir::IntLiteral>(&(*value)->node);
    return std::holds_alternative<ir::Load>(select->if_true->node) && plan.accesses.front().is_read &&
           !plan.accesses.front().is_written &&
           ((real && real->value == 0 && !std::signbit(real->value)) || (whole && whole->value == 0));
  }

  // ---- moves between memory and a private array -------------------------------------------------------------------------
  /// The body's one Store, behind guards that the plan's tests stand for; null when the body does anything else.
  const ir::Store* onlyStore(const VectorPlan& plan) const {
    const auto* body = &loop_.body;
    while (body->size() == 1) {
      const auto& stmt = *body->front();
      if (const auto* store = std::get_if<ir::Store>(&stmt.node)) return store;
      const auto* guard = std::get_if<ir::If>(&stmt.node);
      if (!guard || std::find(plan.known_true.begin(), plan.known_true.end(), stmt.id) == plan.known_true.end()) break;
      body = &guard->then_body;
    }
    return nullptr;
  }

  std::optional<PrivateRow> privateRow(const VectorPlan& plan) const {
    const auto* store = onlyStore(plan);
    if (!store || plan.accesses.size() != 1) return std::nullopt;
    const auto& value = plan.zero_filled ? std::get<ir::Select>(store->value->node).if_true : store->value;
    const auto* load = std::get_if<ir::Load>(&value->node);
    // The address of a zero-filled row is computed where the test fails, too: a window's is proved to be an int there.
    if (!load || (plan.zero_filled && !copies_.origin.count(value->id))) return std::nullopt;
    const auto& access = plan.accesses.front();
    const auto* memory = access.is_read ? &load->place : &store->place;
    const auto* other = access.is_read ? &store->place : &load->place;
    const bool is_private = other->buffer->space == ir::Space::Register || other->buffer->space == ir::Space::Local;
    if (!is_private || access.places != std::vector<const ir::Place*>{memory}) return std::nullopt;
    PrivateRow row{other->buffer, privateIndices(*other)};
    const ir::Place as_place{row.buffer, row.indices};
    if (row.indices.empty() || !isAdjacent(as_place)) return std::nullopt;
    row.indices = firstElement(as_place).indices;
    return row;
  }
  std::vector<ir::ExprRef> privateIndices(const ir::Place& place) const {
    if (place.buffer->space == ir::Space::Local) return place.indices;
    const auto& dims = arrays_.dims.at(place.buffer.get());
    const auto& indices = arrays_.indices.at(&place);
    std::vector<ir::ExprRef> kept;
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (dims[d] > 1) kept.push_back(indices[d]);
    return kept;
  }

  // ---- guards ---------------------------------------------------------------------------------------------------------
  bool addGuards(VectorPlan& plan, const std::vector<const BodyAccess*>& same) const {
    for (const auto* row : same)
      for (const auto& guard : row->guards) {
        if (std::find(plan.known_true.begin(), plan.known_true.end(), guard.owner) != plan.known_true.end()) continue;
        if (!addTests(plan, outside(guard.condition))) return false;
        plan.known_true.push_back(guard.owner);
      }
    return true;
  }
  bool addTests(VectorPlan& plan, const ir::ExprRef& condition) const {
    const auto* binary = std::get_if<ir::Binary>(&condition->node);
    if (binary && binary->op == ir::BinaryOp::LAnd) return addTests(plan, binary->lhs) && addTests(plan, binary->rhs);
    if (!isStable(condition)) return false;
    const auto leaves = definitions_.leaves(condition);
    const auto test = [&](bool at_last) {
      plan.tests.push_back({condition, at_last});
      return true;
    };
    if (std::find(leaves.begin(), leaves.end(), loop_.iterator) == leaves.end()) return test(false);
    if (!binary || !ir::isComparison(binary->op) || !ir::isInteger(binary->lhs->type)) return false;
    const auto a = definitions_.coefficient(binary->lhs, loop_.iterator);
    const auto b = definitions_.coefficient(binary->rhs, loop_.iterator);
    if (!a || !b) return false;
    const bool grows = *a >= *b;  // lhs - rhs, with the iterator
    const auto starts_at_multiple = [&](const ir::ExprRef& side) {
      const auto at_lo = ir::substitute(definitions_.resolve(side), loop_.iterator, ir::intLiteral(range_.lo));
      return divisors_.divisor(at_lo) % width_ == 0;
    };
    const bool half_open = binary->op == ir::BinaryOp::Lt || binary->op == ir::BinaryOp::Ge;
    uniform_ &= half_open && *a == 1 && *b == 0 && starts_at_multiple(binary->lhs) && starts_at_multiple(binary->rhs);
    switch (binary->op) {
      case ir::BinaryOp::Lt:
      case ir::BinaryOp::Le: return test(grows);
      case ir::BinaryOp::Gt:
      case ir::BinaryOp::Ge: return test(!grows);
      default: return false;
    }
  }

  const ExpandedCopies& copies_;
  const ArrayPlan& arrays_;
  const Definitions& definitions_;
  const Divisors& divisors_;
  const ir::For& loop_;
  const ConstantRange range_;
  const VectorBody* body_ = nullptr;
  std::int64_t width_ = 0;
  mutable bool uniform_ = true;  ///< every test so far has one truth for a whole chunk
};
}  // namespace

VectorPlans planVectors(const ExpandedCopies& copies, const Launch& launch, const ArrayPlan& arrays,
                        const Definitions& definitions) {
  VectorPlans plans;
  const Divisors divisors(definitions, *copies.proc, launch.stmt);
  ir::walkStmts(*launch.body, [&](const ir::StmtRef& stmt) {
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    if (!loop || (loop->kind != ir::LoopKind::Unroll && !arrays.unrolled.count(loop))) return;
    const auto range = constantRange(*loop);
    if (!range || range->step != 1 || range->count < 2) return;
    if (auto plan = Planner(copies, arrays, definitions, divisors, *loop, *range).run()) plans.by_loop.emplace(loop, std::move(*plan));
  });
  liftTests(*launch.body, definitions, plans);
  return plans;
}

}  // namespace exogpu::lower
