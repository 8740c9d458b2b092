// Steps on declarations of buffers: more dimensions, other extents, another memory, another place.
#include <algorithm>

#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"
#include "schedule/steps/rebuffer.h"

namespace exogpu::steps {
namespace {

std::shared_ptr<ir::Buffer> copyOf(const ir::BufferRef& buffer) { return std::make_shared<ir::Buffer>(*buffer); }

const auto kSameIndices = [](const std::vector<ir::ExprRef>& indices) { return indices; };

/// One value as long as the buffer lives: of parameters, iterators and constants, not read from memory.
bool isFixed(const ir::ExprRef& expr) {
  bool fixed = ir::isInteger(expr->type);
  ir::walkExpr(expr, [&](const ir::ExprRef& e) {
    if (const auto* n = std::get_if<ir::Read>(&e->node)) fixed = fixed && !n->symbol->is_mutable;
    fixed = fixed && !std::holds_alternative<ir::Load>(e->node);
  });
  return fixed;
}

}  // namespace

Result apply_expand_dim(Edit& edit) {
  const auto& place = edit.place(0);
  const auto size = edit.number(1);
  const auto& old = edit.alloc(0).buffer;
  const bool is_single = old->dims == std::vector<std::int64_t>{1};  // its one index says nothing
  auto dims = old->dims;
  dims.insert(dims.begin(), size);
  if (const auto problem = problemOfShape(dims); !problem.empty())
    return edit.badArgument(1, problem, "give the extent of the new dimension");
  const auto index = edit.expr(2, place);
  if (!index) return std::nullopt;
  if (!isFixed(index) || index->type != ir::ScalarType::I32)
    return edit.badArgument(2, "is not one int as long as the buffer lives", "use iterators around the declaration, parameters and constants");
  for (const auto& use : usesOf(edit.body(), old)) {
    if (is_single && use.is_row)
      return edit.refuse("a collective works along its only dimension", "expand the buffer before", {use.stmt});
    if (is_single && use.is_clipped)
      return edit.refuse("a clipped window may lie outside of its only element", "use windows that are not clipped", {use.stmt});
  }
  if (!edit.legality().prove(place.stmt->id, within(index, literal(0), literal(size))))
    return edit.refuse({"nothing implies 0 <= " + edit.print(index) + " < " + std::to_string(size), false, {place.stmt}},
                       "give a larger size, or an index with % " + std::to_string(size));
  auto buffer = copyOf(old);
  if (is_single) dims.pop_back();
  buffer->dims = dims;
  buffer->rank = static_cast<int>(buffer->dims.size());
  const auto mapped = [&](const std::vector<ir::ExprRef>& indices) {
    std::vector<ir::ExprRef> out{ir::cloneExpr(index)};
    if (!is_single) out.insert(out.end(), indices.begin(), indices.end());
    return out;
  };
  return Outcome{replaceBuffer(edit.body(), old, buffer, mapped), {}};
}

// Note [Undefined stays undefined]: a program that passed the prover reads no element that was not written since its
// declaration was entered. So when a declaration moves out of a loop, what the element still holds from the iteration
// before is never looked at. Zero is a value, though, and `= 0` sets it in every iteration: such a buffer stays.
Result apply_lift_alloc(Edit& edit) {
  const auto& place = edit.place(0);
  const auto levels = edit.number(1);
  if (levels < 1 || levels > static_cast<std::int64_t>(place.parents.size()))
    return edit.badArgument(1, "is not between 1 and the number of loops and ifs around it, " + std::to_string(place.parents.size()),
                            "lift less far");
  const auto first = place.parents.size() - static_cast<std::size_t>(levels);
  for (std::size_t i = first; i < place.parents.size(); ++i)
    if (edit.alloc(0).zero && std::holds_alternative<ir::For>(place.parents[i]->node))
      return edit.refuse("it begins as zero in every iteration", "stage without `= 0`, or keep it inside the loop", {place.parents[i]});
  const auto target = place.parents[first]->id;
  auto body = cursor::replace(edit.body(), place.stmt->id, {});
  body = cursor::changeSiblings(body, target, [&](const ir::Body& siblings) {
    ir::Body out;
    for (const auto& stmt : siblings) {
      if (stmt->id == target) out.push_back(place.stmt);
      out.push_back(stmt);
    }
    return out;
  });
  return Outcome{std::move(body), {}};
}

Result apply_resize_dim(Edit& edit) {
  const auto& place = edit.place(0);
  const auto& old = edit.alloc(0).buffer;
  const auto dim = edit.number(1), size = edit.number(2);
  if (dim < 0 || dim >= old->rank)
    return edit.badArgument(1, "is no dimension of '" + edit.nameOf(old.get()) + "'", "give 0 to " + std::to_string(old->rank - 1));
  auto dims = old->dims;
  dims[static_cast<std::size_t>(dim)] = size;
  if (const auto problem = problemOfShape(dims); !problem.empty())
    return edit.badArgument(2, problem, "give the extent that is needed");
  std::vector<Legality::Claim> claims;
  for (const auto& use : usesOf(edit.body(), old)) {
    const auto d = static_cast<std::size_t>(dim);
    if (use.is_row && dim == old->rank - 1)
      return edit.refuse("a collective works along this dimension", "resize another dimension", {use.stmt});
    // What a clipped window leaves out at the old extent it would no longer leave out at a larger one.
    if (size >= old->dims[d] && !use.is_clipped) continue;
    const auto end = plus(ir::cloneExpr(use.indices[d]), literal(use.shape[d]));
    claims.push_back({use.stmt->id, implication(use.guard, lessEqual(end, literal(std::min(size, old->dims[d]))))});
  }
  for (const bool proved : edit.legality().prove(claims))
    if (!proved)
      return edit.refuse({"not every access provably stays below " + std::to_string(std::min(size, old->dims[static_cast<std::size_t>(dim)])),
                          false, {place.stmt}}, "give a larger extent, or use windows that are not clipped");
  auto buffer = copyOf(old);
  buffer->dims = dims;
  return Outcome{replaceBuffer(edit.body(), old, buffer, kSameIndices), {}};
}

Result apply_set_memory(Edit& edit) {
  const auto& old = edit.alloc(0).buffer;
  auto buffer = copyOf(old);
  buffer->space = memoryNamed(edit.word(1));
  if (const auto copy = asyncCopyAgainst(edit.body(), old, buffer->space))
    return edit.refuse("cp_async copies to shared memory", "keep '" + edit.nameOf(old.get()) + "' there, or copy without cp_async", {copy});
  return Outcome{replaceBuffer(edit.body(), old, buffer, kSameIndices), {}};
}

Result apply_add_fence(Edit& edit) {
  const auto& place = edit.place(0);
  const bool before = edit.word(1) == "before";
  auto body = cursor::changeSiblings(edit.body(), place.stmt->id, [&](const ir::Body& siblings) {
    auto out = siblings;
    const auto at = static_cast<std::ptrdiff_t>(place.position) + (before ? 0 : 1);
    out.insert(out.begin() + at, ir::makeStmt(ir::Fence{}, place.stmt->where));
    return out;
  });
  return Outcome{std::move(body), {}};
}

}  // namespace exogpu::steps
