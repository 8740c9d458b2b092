// Steps that change the shape of iteration spaces and keep the order of iterations: divide, multiply, cut, shift, unroll.
#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"

namespace exogpu::steps {
namespace {

ir::SymbolRef iterator(const std::string& name, const SourceRange& where) {
  return ir::makeSymbol(name, ir::ScalarType::I32, ir::Symbol::Kind::Iterator, false, where);
}

ir::StmtRef makeLoop(const ir::SymbolRef& symbol, ir::ExprRef hi, ir::Body body, const SourceRange& where) {
  ir::For loop{};
  loop.kind = ir::LoopKind::Seq;
  loop.iterator = symbol;
  loop.lo = literal(0);
  loop.hi = std::move(hi);
  loop.body = std::move(body);
  return ir::makeStmt(std::move(loop), where);
}

/// What steps that take a loop apart ask of it: a sequential loop of step 1 whose bounds stay what they are.
bool isPlain(Edit& edit, const ir::For& loop, const ir::StmtRef& stmt) {
  if (ir::isParallel(loop.kind)) {
    edit.refuse("its iterations are bound to " + std::string(text(loop.kind)), "take it apart before bind", {stmt});
    return false;
  }
  if (loop.step != 1 || loop.iterator->type != ir::ScalarType::I32) {
    edit.refuse("its iterator does not count by 1 in int", "use a loop that counts by 1", {stmt});
    return false;
  }
  for (const auto& bound : {loop.lo, loop.hi})
    if (const auto objection = edit.legality().changedBy(bound, loop.body)) {
      edit.refuse("its bounds change while it runs: " + objection->why, "compute the bound before the loop", {stmt});
      return false;
    }
  return true;
}

class Division {
 public:
  Division(Edit& edit) : edit_(edit), stmt_(edit.place(0).stmt), loop_(edit.loop(0)), factor_(edit.number(1)) {
    count_ = minus(ir::cloneExpr(loop_.hi), ir::cloneExpr(loop_.lo));
    outer_ = iterator(edit.word(2), loop_.iterator->where);
    inner_ = iterator(edit.word(3), loop_.iterator->where);
  }

  Result perfect() {
    const auto rest = ir::binary(ir::BinaryOp::Eq, remainder(ir::cloneExpr(count_), factor_), literal(0));
    if (!edit_.legality().prove(stmt_->id, rest))
      return edit_.refuse({"nothing implies that " + std::to_string(factor_) + " divides " + edit_.print(count_), false, {stmt_}},
                          "require it, or use guard or cut");
    return result({nest(divided(ir::cloneExpr(count_), factor_), loop_.body)});
  }
  Result guard() {
    const auto body = ir::Body{ir::makeStmt(ir::If{less(index(), ir::cloneExpr(loop_.hi)), loop_.body, {}}, stmt_->where)};
    return result({nest(ceilDivided(count_, factor_), body)});
  }
  Result cut() {
    const auto main = nest(divided(ir::cloneExpr(count_), factor_), loop_.body);
    const auto rest = iterator(edit_.word(3), loop_.iterator->where);
    const auto first = plus(ir::cloneExpr(loop_.lo), times(divided(ir::cloneExpr(count_), factor_), factor_));
    auto body = ir::substitute(ir::cloneFresh(loop_.body), loop_.iterator, plus(first, ir::read(rest)));
    return result({main, withPolicy(makeLoop(rest, remainder(ir::cloneExpr(count_), factor_), std::move(body), stmt_->where))});
  }

 private:
  ir::ExprRef index() const {
    return plus(ir::cloneExpr(loop_.lo), plus(times(ir::read(outer_), factor_), ir::read(inner_)));
  }
  /// The outer loop keeps the id of the loop that it replaces.
  ir::StmtRef nest(ir::ExprRef runs, const ir::Body& body) const {
    const auto inner = makeLoop(inner_, literal(factor_), ir::substitute(body, loop_.iterator, index()), stmt_->where);
    return cursor::withNode(stmt_, withPolicy(makeLoop(outer_, std::move(runs), {inner}, stmt_->where))->node);
  }
  /// What the divided loop states for its body holds for each loop that takes its place.
  ir::StmtRef withPolicy(const ir::StmtRef& loop) const {
    auto node = std::get<ir::For>(loop->node);
    node.policy = loop_.policy;
    return cursor::withNode(loop, std::move(node));
  }
  Result result(const ir::Body& replacement) const {
    return Outcome{cursor::replace(edit_.body(), stmt_->id, replacement), {}};
  }

  Edit& edit_;
  const ir::StmtRef& stmt_;
  const ir::For& loop_;
  std::int64_t factor_;
  ir::ExprRef count_;
  ir::SymbolRef outer_, inner_;
};

constexpr std::int64_t kMostUnrolled = 1024;

}  // namespace

Result apply_divide_loop(Edit& edit) {
  if (edit.number(1) < 1 || edit.number(1) > ir::maxValue(ir::ScalarType::I32))
    return edit.badArgument(1, "is not positive", "give a factor of at least 1");
  if (!isPlain(edit, edit.loop(0), edit.place(0).stmt)) return std::nullopt;
  Division division(edit);
  if (edit.word(4) == "perfect") return division.perfect();
  return edit.word(4) == "guard" ? division.guard() : division.cut();
}

Result apply_mult_loops(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto& outer = edit.loop(0);
  const auto* inner = outer.body.size() == 1 ? std::get_if<ir::For>(&outer.body.front()->node) : nullptr;
  if (!inner) return edit.refuse("its body is more than one loop", "use fission until the loops are perfectly nested", {stmt});
  if (!isPlain(edit, outer, stmt) || !isPlain(edit, *inner, outer.body.front())) return std::nullopt;
  const auto count = ir::constantValue(inner->hi);
  if (!isLiteral(outer.lo, 0) || !isLiteral(inner->lo, 0) || !count || *count < 1)
    return edit.refuse("the loops do not both begin at 0, or the inner one has no constant number of iterations",
                       "use shift_loop, or divide the outer loop instead", {stmt, outer.body.front()});
  const auto most = literal(ir::maxValue(ir::ScalarType::I32) / *count);
  if (!edit.legality().prove(stmt->id, lessEqual(ir::cloneExpr(outer.hi), most)))
    return edit.refuse({"the number of iterations of both together may not fit an int", false, {stmt}},
                       "require a bound of " + edit.print(outer.hi));
  const auto joined = iterator(edit.word(1), outer.iterator->where);
  auto body = ir::substitute(inner->body, outer.iterator, divided(ir::read(joined), *count));
  body = ir::substitute(body, inner->iterator, remainder(ir::read(joined), *count));
  auto node = outer;
  node.iterator = joined;
  node.hi = times(ir::cloneExpr(outer.hi), *count);
  node.body = std::move(body);
  return Outcome{cursor::replace(edit.body(), stmt->id, {cursor::withNode(stmt, std::move(node))}),
                 {{outer.body.front()->id, stmt->id}}};
}

Result apply_cut_loop(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto& loop = edit.loop(0);
  if (!isPlain(edit, loop, stmt)) return std::nullopt;
  const auto at = edit.expr(1, edit.place(0));
  if (!at) return std::nullopt;
  if (at->type != ir::ScalarType::I32) return edit.badArgument(1, "is not an int", "give an index");
  if (const auto objection = edit.legality().changedBy(at, loop.body))
    return edit.refuse(*objection, "cut at a value that the loop does not change");
  const auto between = both(lessEqual(ir::cloneExpr(loop.lo), ir::cloneExpr(at)), lessEqual(ir::cloneExpr(at), ir::cloneExpr(loop.hi)));
  if (!edit.legality().prove(stmt->id, between))
    return edit.refuse({"nothing implies that " + edit.print(at) + " lies between " + edit.print(loop.lo) + " and " + edit.print(loop.hi),
                        false, {stmt}}, "cut at another place, or require it");
  auto first = loop, second = loop;
  first.hi = ir::cloneExpr(at);
  const auto copy = ir::cloneFresh({cursor::withNode(stmt, loop)}).front();
  second = std::get<ir::For>(copy->node);
  second.lo = ir::cloneExpr(at);
  return Outcome{cursor::replace(edit.body(), stmt->id,
                                 {cursor::withNode(stmt, std::move(first)), cursor::withNode(copy, std::move(second))}), {}};
}

Result apply_shift_loop(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto& loop = edit.loop(0);
  if (!isPlain(edit, loop, stmt)) return std::nullopt;
  const auto begin = edit.expr(1, edit.place(0));
  if (!begin) return std::nullopt;
  if (begin->type != ir::ScalarType::I32) return edit.badArgument(1, "is not an int", "give an index");
  if (const auto objection = edit.legality().changedBy(begin, loop.body))
    return edit.refuse(*objection, "begin at a value that the loop does not change");
  auto node = loop;
  const auto distance = minus(ir::cloneExpr(begin), ir::cloneExpr(loop.lo));
  node.iterator = iterator(loop.iterator->name, loop.iterator->where);
  node.lo = begin;
  node.hi = plus(ir::cloneExpr(loop.hi), ir::cloneExpr(distance));
  node.body = ir::substitute(loop.body, loop.iterator, minus(ir::read(node.iterator), distance));
  return Outcome{cursor::replace(edit.body(), stmt->id, {cursor::withNode(stmt, std::move(node))}), {}};
}

Result apply_unroll_loop(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  const auto& loop = edit.loop(0);
  const auto lo = ir::constantValue(loop.lo), hi = ir::constantValue(loop.hi);
  if (ir::isParallel(loop.kind))
    return edit.refuse("its iterations are bound to " + std::string(text(loop.kind)), "unroll loops that one thread runs", {stmt});
  if (!lo || !hi || loop.step < 1 || *hi - *lo > kMostUnrolled * loop.step)
    return edit.refuse("it has no constant number of iterations up to " + std::to_string(kMostUnrolled),
                       "divide it first and unroll the inner loop, or bind it to unroll", {stmt});
  ir::Body unrolled;
  for (auto value = *lo; value < *hi; value += loop.step) {
    auto copy = ir::substitute(ir::cloneFresh(loop.body), loop.iterator, literal(value));
    unrolled.insert(unrolled.end(), copy.begin(), copy.end());
  }
  return Outcome{cursor::replace(edit.body(), stmt->id, unrolled), {}};
}

Result apply_bind(Edit& edit) {
  const auto& stmt = edit.place(0).stmt;
  auto node = edit.loop(0);
  node.kind = *ir::parseLoopKind(edit.word(1));
  if (ir::isParallel(node.kind) && (node.step != 1 || !isLiteral(node.lo, 0)))
    return edit.refuse("a parallel loop begins at 0 and counts by 1", "use shift_loop(loop, \"0\") first", {stmt});
  if (node.kind == ir::LoopKind::Unroll && !(ir::constantValue(node.lo) && ir::constantValue(node.hi)))
    return edit.refuse("its number of iterations is not a constant", "divide it and unroll the inner loop", {stmt});
  node.group_size = 0;
  node.group_stride = 1;
  return Outcome{cursor::replace(edit.body(), stmt->id, {cursor::withNode(stmt, std::move(node))}), {}};
}

}  // namespace exogpu::steps
