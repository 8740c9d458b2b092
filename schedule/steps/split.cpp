// Steps that split a body in two: fission, and advance, which runs its first part some iterations ahead.
#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"

namespace exogpu::steps {
namespace {

struct Halves {
  ir::Body first, second;
};
Halves halves(const cursor::Location& place) {
  const auto middle = place.siblings.begin() + static_cast<std::ptrdiff_t>(place.position) + 1;
  return {{place.siblings.begin(), middle}, {middle, place.siblings.end()}};
}

const char* const kOwnElements = "give each iteration its own elements with expand_dim and lift_alloc first";

/// One level of fission behind the statement `id`. The first half keeps the id of the parent. Null after a refusal.
ir::ProcRef fissionOnce(Edit& edit, const ir::ProcRef& proc, ir::NodeId id) {
  const auto no = [&](const Result&) { return nullptr; };
  const auto place = *cursor::locate(*proc, id);
  if (place.parents.empty()) return no(edit.refuse("there are not that many loops and ifs around it", "lift less far", {place.stmt}));
  const auto& parent = place.parents.back();
  const auto [first, second] = halves(place);
  if (second.empty()) return no(edit.refuse("nothing stands behind it", "name a statement that is not the last one", {place.stmt}));
  Legality legality(proc, edit.trust());
  if (const auto objection = legality.sharedLocals(first, second)) return no(edit.refuse(*objection, kOwnElements));

  auto rest = parent->node;
  auto kept = parent->node;
  if (auto* loop = std::get_if<ir::For>(&kept)) {
    for (const auto& bound : {loop->lo, loop->hi})
      if (const auto objection = legality.changedBy(bound, loop->body)) return no(edit.refuse(*objection, "use plain bounds"));
    const auto& i = legality.step(parent->id);
    const auto crossing = [&](smt::Terms& t, const effects::Side& a, const effects::Side& b) {
      return t.lt(a.iterator(i), b.iterator(i));
    };
    if (const auto objection = legality.conflict(second, first, parent->id, crossing)) return no(edit.refuse(*objection, kOwnElements));
    loop->body = first;
    std::get<ir::For>(rest).body = second;
  } else if (auto* branch = std::get_if<ir::If>(&kept)) {
    if (!branch->else_body.empty()) return no(edit.refuse("the if around it has an else", "split ifs without else", {parent}));
    if (const auto objection = legality.changedBy(branch->condition, first))
      return no(edit.refuse(*objection, "split ifs whose condition stays what it is"));
    branch->then_body = first;
    std::get<ir::If>(rest).then_body = second;
  } else {
    std::get<ir::Scope>(kept).body = first;
    std::get<ir::Scope>(rest).body = second;
  }
  // The statements of the second half keep their ids; only the loop around them is new.
  auto behind = ir::Stmt{rest, parent->where};
  if (auto* loop = std::get_if<ir::For>(&behind.node)) {
    const auto symbol = std::make_shared<const ir::Symbol>(*loop->iterator);
    loop->lo = ir::cloneExpr(loop->lo);
    loop->hi = ir::cloneExpr(loop->hi);
    loop->body = ir::substitute(loop->body, loop->iterator, ir::read(symbol));
    loop->iterator = symbol;
  } else if (auto* branch = std::get_if<ir::If>(&behind.node)) {
    branch->condition = ir::cloneExpr(branch->condition);
  }
  return cursor::withBody(*proc, cursor::replace(proc->body, parent->id,
                                                 {cursor::withNode(parent, std::move(kept)),
                                                  std::make_shared<const ir::Stmt>(std::move(behind))}));
}

}  // namespace

Result apply_fission(Edit& edit) {
  if (edit.number(1) < 1) return edit.badArgument(1, "is not positive", "give the number of loops and ifs to split");
  auto proc = cursor::withBody(edit.proc(), edit.body());
  auto id = edit.place(0).stmt->id;
  for (std::int64_t level = 0; level < edit.number(1); ++level) {
    const auto place = cursor::locate(*proc, id);
    const auto parent = place->parents.empty() ? 0 : place->parents.back()->id;
    proc = fissionOnce(edit, proc, id);
    if (!proc) return std::nullopt;
    id = parent;
  }
  return Outcome{proc->body, {}};
}

Result apply_advance(Edit& edit) {
  const auto& place = edit.place(0);
  const auto distance = edit.number(1);
  if (distance < 1 || distance > 64) return edit.badArgument(1, "is not between 1 and 64", "give the number of iterations ahead");
  const auto* loop = place.parents.empty() ? nullptr : std::get_if<ir::For>(&place.parents.back()->node);
  if (!loop || ir::isParallel(loop->kind) || loop->step != 1)
    return edit.refuse("it does not stand directly in a sequential loop of step 1", "name a statement of such a loop's body", {place.stmt});
  const auto& parent = place.parents.back();
  const auto [first, second] = halves(place);
  if (second.empty()) return edit.refuse("nothing stands behind it", "name a statement that is not the last one", {place.stmt});
  for (const auto& bound : {loop->lo, loop->hi})
    if (const auto objection = edit.legality().changedBy(bound, loop->body)) return edit.refuse(*objection, "use plain bounds");
  if (const auto objection = edit.legality().sharedLocals(first, second)) return edit.refuse(*objection, kOwnElements);
  const auto& i = edit.legality().step(parent->id);
  const auto crossing = [&](smt::Terms& t, const effects::Side& a, const effects::Side& b) {
    const auto last = t.add(a.iterator(i), t.constant(distance));
    return t.logicalAnd(t.lt(a.iterator(i), b.iterator(i)), t.le(b.iterator(i), last));
  };
  if (const auto objection = edit.legality().conflict(second, first, parent->id, crossing)) return edit.refuse(*objection, kOwnElements);

  auto node = *loop;
  const auto ahead = plus(ir::read(loop->iterator), literal(distance));
  const auto loads = less(ir::cloneExpr(ahead), ir::cloneExpr(loop->hi));
  const auto computes = lessEqual(ir::cloneExpr(loop->lo), ir::read(loop->iterator));
  node.lo = minus(loop->lo, literal(distance));
  node.body = {ir::makeStmt(ir::If{loads, ir::substitute(first, loop->iterator, ahead), {}}, place.stmt->where),
               ir::makeStmt(ir::If{computes, second, {}}, second.front()->where)};
  return Outcome{cursor::replace(edit.body(), parent->id, {cursor::withNode(parent, std::move(node))}), {}};
}

}  // namespace exogpu::steps
