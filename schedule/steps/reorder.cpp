// Steps that change the order of iterations and statements; each asks the solver whether what changes places conflicts.
#include "frontend/ir/walk.h"
#include "frontend/ir/uses.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"
#include "verify/effects/linear.h"

namespace exogpu::steps {
namespace {

bool readsSymbol(const ir::ExprRef& expr, const ir::SymbolRef& symbol) {
  return ir::symbolsOf(expr).contains(symbol.get());
}

/// Evaluating it anywhere is harmless: no load that could be out of bounds, no division by something that could be 0.
bool isHarmless(const ir::ExprRef& expr) {
  bool harmless = true;
  ir::walkExpr(expr, [&](const ir::ExprRef& e) {
    if (std::holds_alternative<ir::Load>(e->node)) harmless = false;
    const auto* binary = std::get_if<ir::Binary>(&e->node);
    if (binary && (binary->op == ir::BinaryOp::Div || binary->op == ir::BinaryOp::Rem))
      harmless = harmless && ir::constantValue(binary->rhs).value_or(0) > 0;
  });
  return harmless;
}

const char* const kElsewhere = "reorder or fission at another level, or give each iteration an element of its own with expand_dim";

/// Bounds of both loops are the same in either order.
Verdict boundsObjection(Edit& edit, const ir::For& outer, const ir::For& inner) {
  for (const auto& bound : {inner.lo, inner.hi}) {
    if (readsSymbol(bound, outer.iterator))
      return Objection{"the bounds of the inner loop depend on '" + edit.nameOf(outer.iterator.get()) + "'", true, outer.body};
    if (!isHarmless(bound)) return Objection{"the bounds of the inner loop read memory", true, outer.body};
  }
  for (const auto& bound : {outer.lo, outer.hi, inner.lo, inner.hi})
    if (auto objection = edit.legality().changedBy(bound, inner.body)) {
      objection->why = "the bounds change while the loops run: " + objection->why;
      return objection;
    }
  return std::nullopt;
}

Result swapLoops(Edit& edit, const ir::StmtRef& outer_stmt) {
  const auto& outer = std::get<ir::For>(outer_stmt->node);
  const auto& inner_stmt = outer.body.front();
  const auto& inner = std::get<ir::For>(inner_stmt->node);
  if (const auto objection = boundsObjection(edit, outer, inner))
    return edit.refuse(*objection, "swap loops whose bounds do not depend on each other");
  if (const auto objection = edit.legality().carriedLocals(inner.body))
    return edit.refuse(*objection, "use a buffer instead of the local: its elements are looked at one by one");
  const auto& i = edit.legality().step(outer_stmt->id);
  const auto& j = edit.legality().step(inner_stmt->id);
  const auto crossing = [&](smt::Terms& t, const effects::Side& a, const effects::Side& b) {
    return t.logicalAnd(t.lt(a.iterator(i), b.iterator(i)), t.gt(a.iterator(j), b.iterator(j)));
  };
  if (const auto objection = edit.legality().conflict(inner.body, inner.body, outer_stmt->id, crossing))
    return edit.refuse(*objection, kElsewhere);
  auto new_inner = outer;
  new_inner.body = inner.body;
  auto new_outer = inner;
  new_outer.body = {cursor::withNode(outer_stmt, std::move(new_inner))};
  return Outcome{cursor::replace(edit.body(), outer_stmt->id, {cursor::withNode(inner_stmt, std::move(new_outer))}), {}};
}

/// for i { if c { A } else { B } } → if c { for i A } else { for i B }
Result liftIf(Edit& edit, const ir::StmtRef& loop_stmt, const ir::StmtRef& if_stmt) {
  const auto& loop = std::get<ir::For>(loop_stmt->node);
  auto branch = std::get<ir::If>(if_stmt->node);
  if (readsSymbol(branch.condition, loop.iterator))
    return edit.refuse("the condition depends on '" + edit.nameOf(loop.iterator.get()) + "'", "use cut_loop where it changes", {if_stmt});
  if (!isHarmless(branch.condition))
    return edit.refuse("the condition reads memory, and the loop may run zero times", "lift conditions on indices only", {if_stmt});
  if (const auto objection = edit.legality().changedBy(branch.condition, loop.body))
    return edit.refuse(*objection, "lift conditions that the loop does not change");
  const auto wrap = [&](ir::Body body) -> ir::Body {
    auto node = loop;
    node.body = std::move(body);
    return {cursor::withNode(loop_stmt, std::move(node))};
  };
  branch.then_body = wrap(branch.then_body);
  if (!branch.else_body.empty()) branch.else_body = ir::cloneFresh(wrap(branch.else_body));
  return Outcome{cursor::replace(edit.body(), loop_stmt->id, {cursor::withNode(if_stmt, std::move(branch))}), {}};
}

/// if c { for i A } → for i { if c A }, and if a { if b A } → if b { if a A }
Result liftOutOfIf(Edit& edit, const ir::StmtRef& if_stmt, const ir::StmtRef& inner_stmt) {
  auto branch = std::get<ir::If>(if_stmt->node);
  if (!branch.else_body.empty())
    return edit.refuse("the condition has an else", "lift out of ifs without else", {if_stmt});
  if (auto* loop = std::get_if<ir::For>(&inner_stmt->node)) {
    if (!isHarmless(loop->lo) || !isHarmless(loop->hi))
      return edit.refuse("the bounds of the loop read memory that the condition may protect", "lift loops with plain bounds", {inner_stmt});
    if (const auto objection = edit.legality().changedBy(branch.condition, loop->body))
      return edit.refuse(*objection, "lift out of conditions that the loop does not change");
    auto node = *loop;
    branch.then_body = loop->body;
    node.body = {cursor::withNode(if_stmt, std::move(branch))};
    return Outcome{cursor::replace(edit.body(), if_stmt->id, {cursor::withNode(inner_stmt, std::move(node))}), {}};
  }
  auto inner = std::get<ir::If>(inner_stmt->node);
  if (!inner.else_body.empty() || !isHarmless(inner.condition))
    return edit.refuse("the inner condition has an else, or reads memory that the outer one may protect",
                       "lift conditions on indices only", {inner_stmt});
  branch.then_body = inner.then_body;
  inner.then_body = {cursor::withNode(if_stmt, std::move(branch))};
  return Outcome{cursor::replace(edit.body(), if_stmt->id, {cursor::withNode(inner_stmt, std::move(inner))}), {}};
}

}  // namespace

Result apply_reorder_loops(Edit& edit) {
  const auto& outer = edit.loop(0);
  if (outer.body.size() != 1 || !std::holds_alternative<ir::For>(outer.body.front()->node))
    return edit.refuse("its body is more than one loop", "use fission until the loops are perfectly nested", {edit.place(0).stmt});
  return swapLoops(edit, edit.place(0).stmt);
}

Result apply_lift_scope(Edit& edit) {
  const auto& place = edit.place(0);
  const bool inner_is_loop = std::holds_alternative<ir::For>(place.stmt->node);
  if (!inner_is_loop && !std::holds_alternative<ir::If>(place.stmt->node))
    return edit.refuse("it is neither a loop nor an if", "name a loop or an if", {place.stmt});
  if (place.parents.empty() || place.siblings.size() != 1)
    return edit.refuse("it is not all that stands in a loop or an if", "use fission until it stands alone", {place.stmt});
  const auto& parent = place.parents.back();
  if (std::holds_alternative<ir::If>(parent->node)) return liftOutOfIf(edit, parent, place.stmt);
  if (std::holds_alternative<ir::Scope>(parent->node))
    return edit.refuse("it stands in a scope of its own", "fission the scope first", {parent});
  return inner_is_loop ? swapLoops(edit, parent) : liftIf(edit, parent, place.stmt);
}

Result apply_reorder_stmts(Edit& edit) {
  const auto& place = edit.place(0);
  if (place.position + 1 >= place.siblings.size())
    return edit.refuse("nothing stands behind it", "name the first of two statements", {place.stmt});
  const ir::Body first{place.stmt}, second{place.siblings[place.position + 1]};
  if (const auto objection = edit.legality().sharedLocals(first, second))
    return edit.refuse(*objection, "move statements that do not depend on each other");
  const auto always = [](smt::Terms& t, const effects::Side&, const effects::Side&) { return t.boolean(true); };
  if (const auto objection = edit.legality().conflict(first, second, 0, always)) return edit.refuse(*objection, kElsewhere);
  auto body = cursor::changeSiblings(edit.body(), place.stmt->id, [&](const ir::Body& siblings) {
    auto out = siblings;
    std::swap(out[place.position], out[place.position + 1]);
    return out;
  });
  return Outcome{std::move(body), {}};
}

Result apply_fuse(Edit& edit) {
  const auto& place = edit.place(0);
  if (place.position + 1 >= place.siblings.size())
    return edit.refuse("nothing stands behind it", "name the first of two loops or ifs", {place.stmt});
  const auto& next = place.siblings[place.position + 1];
  const auto finish = [&](ir::StmtNode joined) -> Result {
    auto body = cursor::replace(edit.body(), place.stmt->id, {cursor::withNode(place.stmt, std::move(joined))});
    return Outcome{cursor::replace(body, next->id, {}), {{next->id, place.stmt->id}}};
  };
  if (const auto *a = std::get_if<ir::If>(&place.stmt->node), *b = std::get_if<ir::If>(&next->node); a && b) {
    if (!effects::sameExpr(a->condition, b->condition) || !a->else_body.empty() || !b->else_body.empty())
      return edit.refuse("the conditions differ, or one has an else", "fuse ifs with the same condition", {place.stmt, next});
    if (const auto objection = edit.legality().changedBy(a->condition, a->then_body))
      return edit.refuse(*objection, "fuse ifs whose condition stays what it is");
    auto joined = *a;
    joined.then_body.insert(joined.then_body.end(), b->then_body.begin(), b->then_body.end());
    return finish(std::move(joined));
  }
  const auto *a = std::get_if<ir::For>(&place.stmt->node), *b = std::get_if<ir::For>(&next->node);
  if (!a || !b || a->kind != b->kind || a->step != b->step || !effects::sameExpr(a->lo, b->lo) || !effects::sameExpr(a->hi, b->hi))
    return edit.refuse("the loops differ in kind or bounds", "make the ranges equal with cut_loop and shift_loop", {place.stmt, next});
  for (const auto& part : {a->body, b->body})
    for (const auto& bound : {b->lo, b->hi})
      if (const auto objection = edit.legality().changedBy(bound, part))
        return edit.refuse(*objection, "fuse loops whose bounds stay what they are");
  if (const auto objection = edit.legality().sharedLocals(a->body, b->body))
    return edit.refuse(*objection, "use a buffer instead of the local: its elements are looked at one by one");
  const auto& i = edit.legality().step(place.stmt->id);
  const auto& j = edit.legality().step(next->id);
  const auto crossing = [&](smt::Terms& t, const effects::Side& x, const effects::Side& y) {
    return t.gt(x.iterator(i), y.iterator(j));
  };
  if (const auto objection = edit.legality().conflict(a->body, b->body, 0, crossing)) return edit.refuse(*objection, kElsewhere);
  auto joined = *a;
  const auto moved = ir::substitute(b->body, b->iterator, ir::read(a->iterator));
  joined.body.insert(joined.body.end(), moved.begin(), moved.end());
  return finish(std::move(joined));
}

}  // namespace exogpu::steps
