// stage_mem: a scope works on a copy of a window of a buffer.
#include <algorithm>

#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"
#include "schedule/steps/rebuffer.h"
#include "verify/effects/linear.h"

namespace exogpu::steps {
namespace {

/// Is `inner` one of the statements, or below one?
bool contains(const ir::StmtRef& outer, ir::NodeId inner) {
  bool found = outer->id == inner;
  ir::forEachBody(*outer, [&](const ir::Body& body) {
    for (const auto& stmt : body) found = found || contains(stmt, inner);
  });
  return found;
}

/// Made of iterators, parameters and constants.
bool isFixed(const ir::ExprRef& expr) {
  bool fixed = true;
  ir::walkExpr(expr, [&](const ir::ExprRef& e) {
    if (const auto* n = std::get_if<ir::Read>(&e->node)) fixed = fixed && !n->symbol->is_mutable;
    fixed = fixed && !std::holds_alternative<ir::Load>(e->node);
  });
  return fixed;
}

/// In each run of `body` every execution of `read` is preceded by one of `write`: the write stands before it in a body
/// that also holds the read, and nothing but plain order lies between.
bool dominates(const ir::Body& body, ir::NodeId write, ir::NodeId read) {
  bool written = false;
  for (const auto& stmt : body) {
    if (written && contains(stmt, read)) return true;
    if (stmt->id == write) written = true;
    bool inside = false;
    ir::forEachBody(*stmt, [&](const ir::Body& nested) { inside = inside || dominates(nested, write, read); });
    if (inside) return true;
  }
  return false;
}

class Staging {
 public:
  explicit Staging(Edit& edit) : edit_(edit), place_(edit.place(0)) {}

  Result run() {
    if (!readArguments() || !judgeScope() || !judgeUses() || !judgeClipping()) return std::nullopt;
    makeBuffer();
    ir::Body staged{ir::makeStmt(ir::Alloc{buffer_, false}, where())};
    if (needsCopyIn()) staged.push_back(copyLoops(true));
    const auto work = replaceBuffer(scope_, window_.origin.buffer, buffer_, [&](const std::vector<ir::ExprRef>& indices) {
      return relative(indices);
    }, [&](const std::vector<std::int64_t>& shape) { return kept(shape); });
    staged.insert(staged.end(), work.begin(), work.end());
    if (isWritten()) staged.push_back(copyLoops(false));
    return Outcome{install(staged), {}};
  }

 private:
  const SourceRange& where() const { return place_.stmt->where; }

  bool readArguments() {
    const bool inside = edit_.isBody(0);
    if (inside) scope_ = edit_.loop(0).body;
    else scope_ = {place_.stmt};
    auto window = edit_.window(1, place_, inside);
    if (!window) return false;
    window_ = std::move(*window);
    const auto rank = static_cast<std::size_t>(window_.origin.buffer->rank);
    if (window_.origin.indices.size() != rank || window_.shape.size() > rank || window_.clipped)
      return edit_.badArgument(1, "is no window of '" + edit_.nameOf(window_.origin.buffer.get()) + "'",
                               "give one index a dimension and a positive extent for the last ones").has_value();
    if (const auto problem = problemOfShape(window_.shape); !problem.empty())
      return edit_.badArgument(1, problem, "give positive extents that the scope needs").has_value();
    shape_.assign(rank - window_.shape.size(), 1);
    shape_.insert(shape_.end(), window_.shape.begin(), window_.shape.end());
    return true;
  }

  /// The window stays where it is while the scope runs, and only this name reaches its memory.
  bool judgeScope() {
    for (const auto& index : window_.origin.indices)
      if (const auto objection = edit_.legality().changedBy(index, scope_))
        return edit_.refuse(*objection, "use indices that the scope does not change").has_value();
    for (const auto& fact : edit_.proc().aliases) {
      const auto& buffer = window_.origin.buffer;
      const auto& other = fact.a == buffer ? fact.b : fact.a;
      if ((fact.a == buffer || fact.b == buffer) && !usesOf(scope_, other).empty())
        return edit_.refuse("'" + other->name + "' may be the same memory and is used there", "stage where only one of them is used",
                            {place_.stmt}).has_value();
    }
    return true;
  }

  bool judgeUses() {
    uses_ = usesOf(scope_, window_.origin.buffer);
    if (uses_.empty())
      return edit_.refuse("'" + edit_.nameOf(window_.origin.buffer.get()) + "' is not used there", "stage a buffer that the scope uses",
                          {place_.stmt}).has_value();
    if (const auto copy = asyncCopyAgainst(scope_, window_.origin.buffer, memoryNamed(edit_.word(3))))
      return edit_.refuse("cp_async copies from global to shared memory, and '" + edit_.word(2) + "' would take the place of one",
                          "stage what plain reads and writes use", {copy}).has_value();
    std::vector<Legality::Claim> claims;
    for (const auto& use : uses_) {
      if (use.is_row || std::holds_alternative<ir::Atomic>(use.stmt->node))
        return edit_.refuse("a collective or atomic operation works on it", "stage plain reads and writes", {use.stmt}).has_value();
      for (std::size_t d = 0; d < shape_.size(); ++d) {
        if (use.shape[d] > shape_[d])
          return edit_.refuse("a copy moves " + std::to_string(use.shape[d]) + " elements along a dimension where the window has " +
                                  std::to_string(shape_[d]), "stage a larger window, or a smaller scope", {use.stmt}).has_value();
        const auto& first = window_.origin.indices[d];
        const auto last = plus(ir::cloneExpr(first), literal(shape_[d] - use.shape[d] + 1));
        claims.push_back({use.stmt->id, implication(use.guard, within(use.indices[d], first, last))});
      }
    }
    const auto proved = edit_.legality().prove(claims);
    for (std::size_t i = 0; i < claims.size(); ++i)
      if (!proved[i]) {
        const auto& use = uses_[i / shape_.size()];
        const auto d = i % shape_.size();
        return edit_.refuse({"index " + edit_.print(use.indices[d]) + " does not provably lie in [" +
                                 edit_.print(window_.origin.indices[d]) + ", + " + std::to_string(shape_[d]) + ")",
                             false, {use.stmt}}, "stage a larger window, or a smaller scope").has_value();
      }
    return true;
  }

  /// What a clipped window writes outside of the buffer is dropped, and what one reads there is zero. The copy keeps what is
  /// written, so where both occur no write may reach outside. (Zeros that are only read come with the copy in.)
  bool judgeClipping() {
    if (std::none_of(uses_.begin(), uses_.end(), [](const PlaceUse& use) { return use.is_clipped && !use.is_write; })) return true;
    for (const auto& use : uses_) {
      if (!use.is_clipped || !use.is_write) continue;
      std::vector<Legality::Claim> claims;
      for (std::size_t d = 0; d < shape_.size(); ++d) {
        const auto end = plus(extent(d), literal(1 - use.shape[d]));
        claims.push_back({use.stmt->id, within(use.indices[d], literal(0), end)});
      }
      const auto inside = edit_.legality().prove(claims);
      if (std::find(inside.begin(), inside.end(), false) != inside.end())
        return edit_.refuse({"a clipped window may write outside of '" + edit_.nameOf(window_.origin.buffer.get()) +
                                 "', where clipped windows read zeros", false, {use.stmt}},
                            "stage a scope that only reads or only writes through clipped windows").has_value();
    }
    return true;
  }

  void makeBuffer() {
    auto buffer = std::make_shared<ir::Buffer>();
    buffer->name = edit_.word(2);
    buffer->element = window_.origin.buffer->element;
    buffer->space = memoryNamed(edit_.word(3));
    for (const auto extent : shape_)
      if (extent > 1) buffer->dims.push_back(extent);
    if (buffer->dims.empty()) buffer->dims.push_back(1);
    buffer->rank = static_cast<int>(buffer->dims.size());
    buffer->where = where();
    buffer_ = buffer;
  }

  /// Dimensions of extent 1 disappear; a window of one element is a row of one.
  std::vector<ir::ExprRef> relative(const std::vector<ir::ExprRef>& indices) const {
    std::vector<ir::ExprRef> out;
    for (std::size_t d = 0; d < shape_.size(); ++d)
      if (shape_[d] > 1) out.push_back(difference(indices[d], window_.origin.indices[d]));
    if (out.empty()) out.push_back(literal(0));
    return out;
  }

  /// What remains of the shape of a copy's window: its extents stand for the last dimensions.
  std::vector<std::int64_t> kept(const std::vector<std::int64_t>& shape) const {
    std::vector<std::int64_t> out;
    const auto first = shape_.size() - shape.size();
    for (std::size_t d = 0; d < shape.size(); ++d)
      if (shape_[first + d] > 1) out.push_back(shape[d]);
    if (out.empty()) out.push_back(1);
    return out;
  }

  /// index - base, without writing a difference where the base is a summand of the index.
  ir::ExprRef difference(const ir::ExprRef& index, const ir::ExprRef& base) const {
    if (isLiteral(base, 0)) return index;
    if (effects::sameExpr(index, base)) return literal(0);
    const auto* sum = std::get_if<ir::Binary>(&index->node);
    if (sum && sum->op == ir::BinaryOp::Add) {
      if (effects::sameExpr(sum->lhs, base)) return sum->rhs;
      if (effects::sameExpr(sum->rhs, base)) return sum->lhs;
      if (const auto* left = std::get_if<ir::Binary>(&sum->lhs->node); left && left->op == ir::BinaryOp::Add) {
        const auto inner = difference(sum->lhs, base);
        if (inner != sum->lhs && !isDifference(inner)) return plus(inner, sum->rhs);
      }
    }
    return ir::binary(ir::BinaryOp::Sub, index, ir::cloneExpr(base));
  }
  static bool isDifference(const ir::ExprRef& expr) {
    const auto* binary = std::get_if<ir::Binary>(&expr->node);
    return binary && binary->op == ir::BinaryOp::Sub;
  }

  bool isWritten() const {
    return std::any_of(uses_.begin(), uses_.end(), [](const PlaceUse& use) { return use.is_write; });
  }
  /// Something is read that the scope did not write just before, or something is written only in part.
  bool needsCopyIn() const {
    bool writes_all = false;
    for (const auto& write : uses_) writes_all = writes_all || (write.is_write && coversWindow(write));
    for (const auto& read : uses_) {
      if (read.is_write) continue;
      const bool covered = std::any_of(uses_.begin(), uses_.end(), [&](const PlaceUse& write) {
        return write.is_write && dominates(scope_, write.stmt->id, read.stmt->id) && sameElements(write, read);
      });
      if (!covered) return true;
    }
    return isWritten() && !writes_all;
  }
  static bool sameElements(const PlaceUse& write, const PlaceUse& read) {
    if (write.shape != read.shape) return false;
    for (const auto& index : write.indices)
      if (!isFixed(index)) return false;  // the same text may mean another element by then
    return std::equal(write.indices.begin(), write.indices.end(), read.indices.begin(), effects::sameExpr);
  }
  /// A write that the scope always executes and that reaches every element: a single one, or by loops over the window.
  bool coversWindow(const PlaceUse& write) const {
    if (std::all_of(shape_.begin(), shape_.end(), [](auto n) { return n == 1; }))
      return std::any_of(scope_.begin(), scope_.end(), [&](const ir::StmtRef& stmt) { return stmt->id == write.stmt->id; });
    return sweeps(scope_, write, std::vector<bool>(shape_.size(), false));
  }
  /// Loops around the write run over whole dimensions of the window, one each, and nothing else stands around it.
  bool sweeps(const ir::Body& body, const PlaceUse& write, std::vector<bool> swept) const {
    for (const auto& stmt : body) {
      if (stmt->id == write.stmt->id) {
        for (std::size_t d = 0; d < shape_.size(); ++d)
          if (shape_[d] > 1 && !swept[d]) return false;
        return true;
      }
      if (!contains(stmt, write.stmt->id)) continue;
      const auto* loop = std::get_if<ir::For>(&stmt->node);
      const auto count = loop ? ir::constantValue(loop->hi) : std::nullopt;
      if (!count || *count < 1 || !isLiteral(loop->lo, 0) || loop->step != 1) return false;
      // An iterator sweeps one dimension: on a diagonal it would not reach every element.
      for (std::size_t d = 0, found = 0; d < shape_.size() && !found; ++d) {
        const auto* index = std::get_if<ir::Read>(&relativeIndex(write, d)->node);
        found = index && index->symbol == loop->iterator;
        if (found && *count == shape_[d]) swept[d] = true;
      }
      return sweeps(loop->body, write, swept);
    }
    return false;
  }
  ir::ExprRef relativeIndex(const PlaceUse& write, std::size_t d) const {
    return difference(write.indices[d], window_.origin.indices[d]);
  }

  /// for each element of the window: copy it in, or out. Elements outside of the buffer are zero, and dropped.
  ir::StmtRef copyLoops(bool in) const {
    const auto& original = window_.origin.buffer;
    std::vector<ir::SymbolRef> iterators;
    std::vector<ir::ExprRef> global, local;
    ir::ExprRef inside;
    for (std::size_t d = 0; d < shape_.size(); ++d) {
      auto index = ir::cloneExpr(window_.origin.indices[d]);
      if (shape_[d] > 1) {
        const auto name = buffer_->name + "_" + std::to_string(iterators.size());
        iterators.push_back(ir::makeSymbol(name, ir::ScalarType::I32, ir::Symbol::Kind::Iterator, false, where()));
        index = plus(index, ir::read(iterators.back()));
        local.push_back(ir::read(iterators.back()));
      }
      if (!isKnown(lessEqual(literal(0), ir::cloneExpr(window_.origin.indices[d]))))
        inside = conjunction(inside, lessEqual(literal(0), index));
      if (!isKnown(lessEqual(plus(ir::cloneExpr(window_.origin.indices[d]), literal(shape_[d])), extent(d))))
        inside = conjunction(inside, less(ir::cloneExpr(index), extent(d)));
      global.push_back(std::move(index));
    }
    if (local.empty()) local.push_back(literal(0));
    return nest(copyStatement(in, {original, global}, {buffer_, local}, inside), iterators);
  }

  ir::StmtRef copyStatement(bool in, const ir::Place& global, const ir::Place& local, const ir::ExprRef& inside) const {
    if (in) {
      auto value = ir::load(global, where());
      if (inside) value = ir::makeExpr(ir::Select{inside, value, zero()}, value->type, where());
      return ir::makeStmt(ir::Store{local, value}, where());
    }
    ir::Body store{ir::makeStmt(ir::Store{global, ir::load(local, where())}, where())};
    return inside ? ir::makeStmt(ir::If{inside, std::move(store), {}}, where()) : store.front();
  }

  ir::StmtRef nest(ir::StmtRef stmt, const std::vector<ir::SymbolRef>& iterators) const {
    auto d = buffer_->dims.size();
    for (auto iterator = iterators.rbegin(); iterator != iterators.rend(); ++iterator) {
      ir::For loop{};
      loop.kind = ir::LoopKind::Seq;
      loop.iterator = *iterator;
      loop.lo = literal(0);
      loop.hi = literal(buffer_->dims[--d]);
      loop.body = {stmt};
      stmt = ir::makeStmt(std::move(loop), where());
    }
    return stmt;
  }

  ir::ExprRef extent(std::size_t d) const {
    const auto& buffer = window_.origin.buffer;
    if (buffer->space != ir::Space::Global) return literal(buffer->dims[d]);
    return ir::makeExpr(ir::Extent{buffer, static_cast<int>(d)}, ir::ScalarType::I32, where());
  }
  ir::ExprRef zero() const {
    const auto type = buffer_->element;
    return ir::isFloat(type) ? ir::makeExpr(ir::FloatLiteral{0.0}, type, where()) : ir::makeExpr(ir::IntLiteral{0}, type, where());
  }
  /// Decides whether the copy needs a condition, so it is asked even of a script that is not proved.
  bool isKnown(const ir::ExprRef& claim) const { return edit_.legality().decide({{scope_.front()->id, claim}}).front(); }

  ir::Body install(const ir::Body& staged) const {
    if (!edit_.isBody(0)) {
      // The declaration and its copies stand beside what works on them, in a scope of the same body.
      return cursor::replace(edit_.body(), place_.stmt->id, staged);
    }
    auto node = edit_.loop(0);
    node.body = staged;
    return cursor::replace(edit_.body(), place_.stmt->id, {cursor::withNode(place_.stmt, std::move(node))});
  }

  Edit& edit_;
  const cursor::Location& place_;
  ir::Body scope_;
  ir::Window window_;
  std::vector<std::int64_t> shape_;
  std::vector<PlaceUse> uses_;
  ir::BufferRef buffer_;
};

}  // namespace

Result apply_stage_mem(Edit& edit) { return Staging(edit).run(); }

}  // namespace exogpu::steps
