// Recording: sites, accesses, checks.
#include "verify/effects/builder.h"

namespace exogpu::effects {

Site ModelBuilder::site() const { return {step_, stmt_, position_, order_, facts_}; }

Step* ModelBuilder::push(Step::Kind kind, const ir::StmtRef& stmt) {
  auto step = std::make_unique<Step>();
  step->kind = kind;
  step->parent = step_;
  step->stmt = stmt;
  step->position = position_;
  step->depth = step_ ? step_->depth + 1 : 0;
  if (step_) {
    step->exec = step_->exec;
    step->bases = step_->bases;
    step->launch = step_->launch;
  }
  auto* raw = step.get();
  model_.steps.push_back(std::move(step));
  step_ = raw;
  return raw;
}

void ModelBuilder::pop(std::size_t fact_count) {
  step_ = step_->parent;
  facts_.resize(fact_count);
}

/// A scope is executed whenever the place in front of it is, so what held in it holds behind it.
void ModelBuilder::popScope(std::size_t first_own) {
  step_ = step_->parent;
  for (auto i = first_own; i < facts_.size(); ++i) facts_[i].depth = step_->depth;
}

void ModelBuilder::assume(smt::Term term, std::string name, bool is_claim) {
  if (t_.constantOf(term) == 1) return;
  facts_.push_back({term, std::move(name), step_->depth, is_claim});
}

Check& ModelBuilder::check(Check::Kind kind, smt::Term condition, SourceRange where, ir::ExprRef subject) {
  Check check;
  check.kind = kind;
  check.condition = condition;
  check.site = site();
  check.key = {stmt_->id, subject ? subject->id : 0, ir::AccessSide::Read};
  check.where = where;
  check.subject = std::move(subject);
  model_.checks.push_back(std::move(check));
  return model_.checks.back();
}

Access& ModelBuilder::access(AccessKind kind, const ir::BufferRef& buffer, ir::AccessKey key, SourceRange where) {
  Access access;
  access.id = static_cast<int>(model_.accesses.size());
  access.key = key;
  access.kind = kind;
  access.buffer = buffer;
  access.site = site();
  access.where = where;
  access.launch = step_->launch;
  if (access.launch >= 0) model_.launches[static_cast<std::size_t>(access.launch)].accesses.push_back(access.id);
  model_.accesses.push_back(std::move(access));
  return model_.accesses.back();
}

void ModelBuilder::element(AccessKind kind, const ir::Place& place, ir::AccessKey key, SourceRange where) {
  auto& made = access(kind, place.buffer, key, where);
  made.index_exprs = place.indices;
  for (auto& index : place.indices) made.indices.push_back(n_.term(index));
  made.shape.assign(place.indices.size(), 1);
  checkBounds(made);
}

void ModelBuilder::window(AccessKind kind, const ir::Window& window, ir::AccessSide side) {
  auto& made = access(kind, window.origin.buffer, {stmt_->id, 0, side}, stmt_->where);
  made.index_exprs = window.origin.indices;
  for (auto& index : window.origin.indices) made.indices.push_back(n_.term(index));
  made.shape.assign(made.indices.size() - window.shape.size(), 1);
  made.shape.insert(made.shape.end(), window.shape.begin(), window.shape.end());
  made.clipped = window.clipped;
  if (!made.clipped) checkBounds(made);
  else checkFarCorner(made);
  if (isAsync(kind)) checkAlignment(made, window.elements() * ir::sizeInBytes(window.origin.buffer->element));
}

void ModelBuilder::row(AccessKind kind, const ir::Place& place, smt::Term lane) {
  const bool read = kind == AccessKind::Read;
  const auto side = read ? ir::AccessSide::Read : ir::AccessSide::Write;
  auto& made = access(kind, place.buffer, {stmt_->id, 0, side}, stmt_->where);
  made.index_exprs = place.indices;
  for (auto& index : place.indices) made.indices.push_back(n_.term(index));
  made.indices.push_back(lane);
  made.shape.assign(made.indices.size(), 1);
  made.lane = lane;
  checkBounds(made);
}

void ModelBuilder::checkBounds(const Access& made) {
  for (std::size_t d = 0; d < made.indices.size(); ++d) {
    const auto extent = n_.extent(*made.buffer, static_cast<int>(d));
    const auto end = t_.add(made.indices[d], t_.constant(made.shape[d]));
    const auto inside = t_.logicalAnd(t_.le(t_.constant(0), made.indices[d]), t_.le(end, extent));
    const auto subject = d < made.index_exprs.size() ? made.index_exprs[d] : nullptr;
    auto& added = check(Check::Kind::Bounds, inside, made.where, subject);
    added.key = made.key;
    added.access = made.id;
    added.dim = static_cast<int>(d);
  }
}

/// A clipped window may lie anywhere, but the index of its last element still has to be an int.
void ModelBuilder::checkFarCorner(const Access& made) {
  for (std::size_t d = 0; d < made.indices.size(); ++d) {
    if (made.shape[d] == 1) continue;
    const auto last = t_.add(made.indices[d], t_.constant(made.shape[d] - 1));
    const auto fits = t_.le(last, t_.constant(ir::maxValue(ir::ScalarType::I32)));
    if (t_.constantOf(fits) != 1) check(Check::Kind::Overflow, fits, made.where, made.index_exprs[d]).key = made.key;
  }
}

smt::Term ModelBuilder::multipleOf(smt::Term value, std::int64_t factor) {
  return t_.eq(t_.floorMod(value, factor), t_.constant(0));
}

/// cp.async needs 4, 8 or 16 bytes, both addresses aligned to the size (PTX ISA, "cp.async"). The address is
/// base + bytes·Σ index·stride; a dimension contributes a multiple of the size when its index or one of the extents
/// to its right is one. Shared and local arrays start at 16 bytes.
void ModelBuilder::checkAlignment(const Access& made, std::int64_t bytes) {
  const auto element_size = ir::sizeInBytes(made.buffer->element);
  const bool legal = bytes == 4 || bytes == 8 || bytes == 16;
  std::vector<smt::Term> needs{t_.boolean(legal)};
  if (made.buffer->space == ir::Space::Global) needs.push_back(n_.aligned(*made.buffer, bytes));
  const auto factor = bytes / element_size;
  if (legal && factor > 1)
    for (std::size_t d = 0; d < made.indices.size(); ++d) {
      std::vector<smt::Term> ways{multipleOf(made.indices[d], factor)};
      for (std::size_t right = d + 1; right < made.indices.size(); ++right)
        ways.push_back(multipleOf(n_.extent(*made.buffer, static_cast<int>(right)), factor));
      needs.push_back(t_.logicalOr(ways));
    }
  if (made.buffer->is_strided && made.indices.size() > 1 && factor > 1) needs.push_back(t_.boolean(false));
  auto& added = check(Check::Kind::Alignment, t_.logicalAnd(needs), made.where, nullptr);
  added.key = made.key;
  added.access = made.id;
}

/// Memory that nobody writes is a function of the index; any other read is an unknown of its type.
smt::Term ModelBuilder::loadValue(const ir::ExprRef& load, const std::vector<smt::Term>& indices) {
  const auto& buffer = std::get<ir::Load>(load->node).place.buffer;
  const auto found = read_only_.find(buffer.get());
  const bool read_only = found != read_only_.end() ? found->second : isReadOnly(*model_.proc, *buffer);
  read_only_[buffer.get()] = read_only;
  if (read_only) return t_.apply(n_.contents(*buffer), indices);
  return n_.unknown(buffer->name + "[]", load->type);
}

}  // namespace exogpu::effects
