// Control flow: exits turned into if/else, branches, loops.
#include <clang/AST/Attr.h>

#include "frontend/ir/aliases.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/uses.h"
#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

// ---- exits ----------------------------------------------------------------------------------------------------------
// Note [Exits become if/else]
// The IR has no jumps. `continue` and an early `return` in a list of statements put the rest of the list into the branch
// that does not leave. Where two branches would need the rest, it would have to be copied, so that form is refused.
//
// Note [Break becomes a guard]
// A loop with a `break` gets a flag, false before the loop: `break` sets it, and the whole body stands under `if !done`.
// So the iterations behind a `break` run and do nothing, and whoever reads the IR (bounds, order, counting, schedule
// steps) sees a condition like any other: nothing may count on an iteration that may not do its work. The flag is a
// local of the loop's own level, hence uniform there. The simulator and the emitted code leave the loop by
// ir::leaveFlag. Where an `if` breaks on some of its paths only, the rest of the list stands under `if !done` too.

static bool mayExit(const clang::Stmt* stmt, bool in_loop = false) {
  if (!stmt || isa<clang::LambdaExpr>(stmt)) return false;
  if (isa<clang::ReturnStmt>(stmt)) return true;
  if (isa<clang::ContinueStmt, clang::BreakStmt>(stmt)) return !in_loop;
  if (isa<clang::Expr>(stmt)) return false;
  const bool loop = in_loop || isa<clang::ForStmt, clang::CXXForRangeStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(stmt);
  return llvm::any_of(stmt->children(), [&](const clang::Stmt* child) { return mayExit(child, loop); });
}

bool alwaysExits(const clang::Stmt* stmt) {
  if (!stmt) return false;
  if (isa<clang::ReturnStmt, clang::ContinueStmt, clang::BreakStmt>(stmt)) return true;
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) return llvm::any_of(compound->body(), alwaysExits);
  if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) return alwaysExits(branch->getThen()) && alwaysExits(branch->getElse());
  if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt)) return alwaysExits(attributed->getSubStmt());
  return false;
}

bool isHint(const clang::Attr* attribute) { return isa<clang::LikelyAttr, clang::UnlikelyAttr>(attribute); }

llvm::SmallVector<const clang::Stmt*, 8> listOf(const clang::Stmt* stmt) {
  llvm::SmallVector<const clang::Stmt*, 8> list;
  if (const auto* attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(stmt))
    if (llvm::all_of(attributed->getAttrs(), isHint)) stmt = attributed->getSubStmt();
  if (const auto* compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt)) list.append(compound->body_begin(), compound->body_end());
  else if (stmt) list.push_back(stmt);
  return list;
}

static llvm::SmallVector<const clang::Stmt*, 8> joined(const clang::Stmt* first, llvm::ArrayRef<const clang::Stmt*> rest) {
  auto list = listOf(first);
  list.append(rest.begin(), rest.end());
  return list;
}

/// All ways in which a statement may leave its list are `break`s of the loop around.
static bool leavesByBreakOnly(const clang::Stmt* stmt) {
  if (!stmt || isa<clang::LambdaExpr>(stmt)) return true;
  if (isa<clang::ReturnStmt, clang::ContinueStmt>(stmt)) return false;
  if (isa<clang::BreakStmt>(stmt) || isa<clang::Expr>(stmt)) return true;
  if (isa<clang::ForStmt, clang::CXXForRangeStmt>(stmt)) return !mayExit(stmt);
  return llvm::all_of(stmt->children(), leavesByBreakOnly);
}

/// Every `return` below a statement: what reports point at.
static void findReturns(const clang::Stmt* stmt, std::vector<const clang::Stmt*>& out) {
  if (!stmt || isa<clang::LambdaExpr>(stmt)) return;
  if (isa<clang::ReturnStmt>(stmt)) return out.push_back(stmt);
  for (const auto* child : stmt->children()) findReturns(child, out);
}

void Lowering::lowerSequence(llvm::ArrayRef<const clang::Stmt*> list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (mayExit(list[i])) {
      try {
        return lowerExit(list[i], list.drop_front(i + 1));
      } catch (const Refused&) {  // what follows is judged too
        lowerInside(list[i]);
        continue;
      }
    }
    tryLower(list[i]);
  }
}

/// A statement was refused for its head; what it contains is judged too, and the result dropped.
void Lowering::lowerInside(const clang::Stmt* stmt) {
  Leaving leaving;
  const llvm::SaveAndRestore<Leaving*> scoped(leaving_, &leaving);
  const auto judge = [this](const clang::Stmt* body) { collect([&] { lowerSequence(listOf(body)); }); };
  if (const auto* loop = dyn_cast<clang::ForStmt>(stmt)) return judge(loop->getBody());
  if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt)) return judge(loop->getBody());
  if (const auto* loop = dyn_cast<clang::DoStmt>(stmt)) return judge(loop->getBody());
  const auto* branch = dyn_cast<clang::IfStmt>(stmt);
  if (!branch || branch->isConstexpr()) return;
  judge(branch->getThen());
  judge(branch->getElse());
}

void Lowering::lowerExit(const clang::Stmt* stmt, llvm::ArrayRef<const clang::Stmt*> rest) {
  const Nesting nesting(*this, stmt);
  if (const auto* result = dyn_cast<clang::ReturnStmt>(stmt)) return lowerReturn(result);
  if (isa<clang::ContinueStmt>(stmt)) return;
  if (isa<clang::CompoundStmt>(stmt)) return lowerSequence(joined(stmt, rest));
  if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) return lowerExitIf(branch, rest);
  if (const auto* exit = dyn_cast<clang::BreakStmt>(stmt)) return lowerBreak(exit);
  if (!isa<clang::ForStmt, clang::CXXForRangeStmt>(stmt)) refuseStmt(stmt);
  tryLower(stmt);  // what else the loop holds
  std::vector<const clang::Stmt*> returns;
  findReturns(stmt, returns);
  for (const auto* each : returns) report(diag::Id::ReturnInLoop, each->getSourceRange());
  lowerSequence(rest);
}

void Lowering::lowerExitIf(const clang::IfStmt* stmt, llvm::ArrayRef<const clang::Stmt*> rest) {
  if (stmt->isConstexpr())
    if (const auto live = stmt->getNondiscardedCase(unit_.context)) {
      if (stmt->getInit()) lowerStmt(stmt->getInit());
      return lowerSequence(joined(*live, rest));
    }
  const bool then_ends = alwaysExits(stmt->getThen()), else_ends = alwaysExits(stmt->getElse());
  if (!then_ends && !else_ends && !rest.empty()) {
    const bool may_be_left = leavesByBreakOnly(stmt);
    if (!may_be_left) report(diag::Id::ExitInside, stmt->getSourceRange());
    emitIf(stmt, listOf(stmt->getThen()), listOf(stmt->getElse()));
    if (!may_be_left) return lowerSequence(rest);
    return emitUnlessDone(where(stmt->getSourceRange()), collect([&] { lowerSequence(rest); }));
  }
  emitIf(stmt, then_ends ? listOf(stmt->getThen()) : joined(stmt->getThen(), rest),
         else_ends ? listOf(stmt->getElse()) : joined(stmt->getElse(), rest));
}

void Lowering::lowerBreak(const clang::BreakStmt* stmt) {
  const auto tokens = stmt->getSourceRange();
  if (!leaving_->parallel.empty()) refuse(diag::Id::Break, tokens, {std::string(leaving_->parallel)});
  if (!leaving_->done) {
    leaving_->done = makeLocal("done", ir::ScalarType::Bool, tokens);
    may_change_.insert(leaving_->done.get());
  }
  emitAssign(leaving_->done, ir::boolLiteral(true, where(tokens)), tokens);
}

/// What a loop does unless it was left.
void Lowering::emitUnlessDone(SourceRange range, ir::Body body) {
  if (body.empty()) return;
  if (!leaving_->done) {  // the `break` stands in a branch that was discarded or refused
    out_->insert(out_->end(), body.begin(), body.end());
    return;
  }
  auto goes_on = ir::makeExpr(ir::Unary{ir::UnaryOp::Not, ir::read(leaving_->done, range)}, ir::ScalarType::Bool, range);
  emit(ir::If{std::move(goes_on), std::move(body), {}}, range);
}

/// Emits a loop, behind the declaration of the flag if its body breaks.
void Lowering::emitLeaving(ir::For loop, clang::SourceRange tokens) {
  if (leaving_->done) {
    emit(ir::Let{leaving_->done, ir::boolLiteral(false, where(tokens))}, tokens);
    loop.body = collect([&] { emitUnlessDone(where(tokens), std::move(loop.body)); });
  }
  emit(std::move(loop), tokens);
}

void Lowering::lowerReturn(const clang::ReturnStmt* stmt) {
  const auto& frame = frames_.back();
  if (!stmt->getRetValue()) return;
  if (stmt->getRetValue()->getType()->isVoidType()) return lowerExprStmt(stmt->getRetValue());
  auto value = lowerWhole(stmt->getRetValue());
  if (!frame.result) return;  // a proc that returns a value, which was reported
  emitAssign(frame.result, std::move(value), stmt->getSourceRange());
}

// ---- branches -------------------------------------------------------------------------------------------------------

static void flattenConjuncts(const clang::Expr* expr, llvm::SmallVectorImpl<const clang::Expr*>& out) {
  const auto* op = dyn_cast<clang::BinaryOperator>(strip(expr));
  if (!op || op->getOpcode() != clang::BO_LAnd) return out.push_back(expr);
  flattenConjuncts(op->getLHS(), out);
  flattenConjuncts(op->getRHS(), out);
}

void Lowering::lowerIf(const clang::IfStmt* stmt) {
  if (!stmt->isConstexpr()) return emitIf(stmt, listOf(stmt->getThen()), listOf(stmt->getElse()));
  if (stmt->getInit()) lowerStmt(stmt->getInit());
  const auto live = stmt->getNondiscardedCase(unit_.context);
  if (live && *live) lowerSequence(listOf(*live));
}

void Lowering::emitIf(const clang::IfStmt* stmt, llvm::ArrayRef<const clang::Stmt*> then_list,
                      llvm::ArrayRef<const clang::Stmt*> else_list) {
  if (stmt->isConsteval()) refuse(diag::Id::UnsupportedStatement, stmt->getBeginLoc(), {"if consteval"});
  if (stmt->getConditionVariable()) refuse(diag::Id::ConditionVariable, stmt->getConditionVariable()->getSourceRange());
  if (stmt->getInit()) lowerStmt(stmt->getInit());
  llvm::SmallVector<const clang::Expr*, 4> conjuncts;
  flattenConjuncts(stmt->getCond(), conjuncts);
  const auto* first = asCall(conjuncts.front());
  const auto entity = first && first->getDirectCallee() ? entityOf(first->getDirectCallee()) : std::nullopt;
  if (!entity || entity->kind != EntityKind::OneThread) {
    auto condition = lowerExpr(stmt->getCond());
    auto then_body = collect([&] { lowerSequence(then_list); });
    auto else_body = collect([&] { lowerSequence(else_list); });
    return emit(ir::If{std::move(condition), std::move(then_body), std::move(else_body)}, stmt->getSourceRange());
  }
  if (!else_list.empty()) refuse(diag::Id::OneThreadElse, stmt->getCond()->getSourceRange());
  Leaving leaving{ir::text(ir::LoopKind::OneThread), nullptr};
  const llvm::SaveAndRestore<Leaving*> scoped(leaving_, &leaving);
  auto body = collect([&] {
    if (conjuncts.size() == 1) return lowerSequence(then_list);
    ir::ExprRef condition;
    for (const auto* each : llvm::ArrayRef(conjuncts).drop_front()) {
      auto next = lowerExpr(each);
      condition = condition ? ir::binary(ir::BinaryOp::LAnd, condition, next, where(stmt->getCond()->getSourceRange())) : next;
    }
    auto then_body = collect([&] { lowerSequence(then_list); });
    emit(ir::If{std::move(condition), std::move(then_body), {}}, stmt->getSourceRange());
  });
  ir::For loop;
  loop.kind = ir::LoopKind::OneThread;
  loop.iterator = ir::makeSymbol("one", ir::ScalarType::I32, ir::Symbol::Kind::Iterator);
  loop.lo = ir::intLiteral(0);
  loop.hi = ir::intLiteral(1);
  loop.body = std::move(body);
  emit(std::move(loop), stmt->getSourceRange());
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

std::optional<ir::Policy> Lowering::policyOf(const clang::Stmt* stmt) {
  const auto* expr = dyn_cast<clang::Expr>(stmt);
  const auto* call = expr ? asCall(expr) : nullptr;
  const auto entity = call && call->getDirectCallee() ? entityOf(call->getDirectCallee()) : std::nullopt;
  if (!entity || entity->kind != EntityKind::Policy) return std::nullopt;
  const auto* name = dyn_cast<clang::DeclRefExpr>(strip(call->getArg(0)));
  if (name)
    for (int i = 0; i <= static_cast<int>(ir::Policy::Approx); ++i)
      if (name->getDecl()->getNameAsString() == ir::text(static_cast<ir::Policy>(i))) return static_cast<ir::Policy>(i);
  refuse(diag::Id::NotConstant, call->getArg(0)->getSourceRange(), {"the policy"});
}

ir::Body Lowering::lowerBody(const clang::Stmt* body, std::optional<ir::Policy>* policy) {
  const auto list = listOf(body);
  llvm::ArrayRef<const clang::Stmt*> rest(list);
  while (!rest.empty()) {
    const auto found = policyOf(rest.front());
    if (!found) break;
    *policy = found;
    rest = rest.drop_front();
  }
  return collect([&] { lowerSequence(rest); });
}

void Lowering::emitLoop(ir::For loop, const clang::VarDecl* variable, const clang::Stmt* body, clang::SourceRange tokens) {
  const auto name = variable->getNameAsString();
  if (changed_.contains(variable)) refuse(diag::Id::IteratorAssigned, variable->getLocation(), {name});
  if (scalarTypeOf(variable->getType()) != ir::ScalarType::I32 || variable->getType()->isReferenceType())
    refuse(diag::Id::IteratorType, {variable->getBeginLoc(), variable->getLocation()}, {name, variable->getType().getAsString()});
  auto symbol = std::make_shared<ir::Symbol>(
      ir::Symbol{name, ir::ScalarType::I32, ir::Symbol::Kind::Iterator, false, unit_.locator.token(variable->getLocation())});
  birth_[symbol.get()] = frames_.size();
  bindings_[variable] = symbol;
  loop.iterator = symbol;
  const llvm::SaveAndRestore<int> depth(launch_depth_, launch_depth_ + ir::isLaunch(loop.kind));
  Leaving leaving{ir::isParallel(loop.kind) ? ir::text(loop.kind) : "", nullptr};
  const llvm::SaveAndRestore<Leaving*> scoped(leaving_, &leaving);
  Constants constants;
  const llvm::SaveAndRestore<Constants*> home(constants_, ir::isLaunch(loop.kind) ? &constants : constants_);
  loop.body = lowerBody(body, &loop.policy);
  constants.putBefore(loop.body);
  emitLeaving(std::move(loop), tokens);
}

// ---- loops over ranges ----------------------------------------------------------------------------------------------

void Lowering::lowerRangeFor(const clang::CXXForRangeStmt* stmt) {
  if (mentionsRefused(stmt->getRangeInit())) throw Refused{};
  const auto* call = asCall(stmt->getRangeInit());
  const auto* callee = call ? call->getDirectCallee() : nullptr;
  const auto entity = callee ? entityOf(callee) : std::nullopt;
  if (!entity || entity->kind != EntityKind::Loop) refuse(diag::Id::RangeFor, stmt->getRangeInit()->getSourceRange());
  if (stmt->getInit()) lowerStmt(stmt->getInit());
  ir::For loop;
  loop.kind = static_cast<ir::LoopKind>(entity->detail);
  llvm::SmallVector<const clang::Expr*, 3> bounds;
  for (const auto* argument : call->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(argument)) bounds.push_back(argument);
  {
    const llvm::SaveAndRestore<bool> substitute(substitute_, true);  // a local between two nested launches would part them
    loop.lo = bounds.size() > 1 ? lowerIndex(bounds[0]) : ir::intLiteral(0, where(call->getSourceRange()));
    loop.hi = lowerIndex(bounds[bounds.size() > 1 ? 1 : 0]);
  }
  if (!ir::isParallel(loop.kind)) {  // the range is made once; what a parallel loop reads here, its body cannot write
    loop.lo = freeze(std::move(loop.lo), "from");
    loop.hi = freeze(std::move(loop.hi), "to");
  }
  if (bounds.size() > 2) loop.step = constantInt(bounds[2], "the step of a loop");
  if (loop.kind == ir::LoopKind::Groups) {
    const auto* arguments = callee->getTemplateSpecializationArgs();
    loop.group_size = arguments->get(0).getAsIntegral().getExtValue();
    if (arguments->size() > 1) loop.group_stride = arguments->get(1).getAsIntegral().getExtValue();
  }
  const auto* variable = stmt->getLoopVariable();
  emitLoop(std::move(loop), variable, stmt->getBody(), stmt->getSourceRange());
}

// ---- canonical for loops --------------------------------------------------------------------------------------------

/// for (int v = start; v op bound; v += step)
struct Lowering::Header {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* start = nullptr;
  const clang::Expr* bound = nullptr;
  clang::BinaryOperatorKind op = clang::BO_LT;
  std::int64_t step = 1;
};

static bool namesVariable(const clang::Expr* expr, const clang::VarDecl* variable) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return name && name->getDecl() == variable;
}

Lowering::Header Lowering::readHeader(const clang::ForStmt* loop) {
  Header header;
  const auto bad = [&](const clang::Stmt* at, const char* reason) {
    refuse(diag::Id::ForForm, at ? at->getSourceRange() : clang::SourceRange(loop->getForLoc()), {reason});
  };
  const auto* init = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  header.variable = init && init->isSingleDecl() ? dyn_cast<clang::VarDecl>(init->getSingleDecl()) : nullptr;
  if (!header.variable || !header.variable->getInit()) bad(loop->getInit(), "it does not declare one iterator with a start value");
  header.start = header.variable->getInit();
  const auto* condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond() ? strip(loop->getCond()) : nullptr);
  if (!condition || !condition->isRelationalOp() || !namesVariable(condition->getLHS(), header.variable))
    bad(loop->getCond(), "its condition does not compare the iterator, on the left, with <, <=, > or >=");
  header.bound = condition->getRHS();
  header.op = condition->getOpcode();
  const auto* step = loop->getInc() ? strip(loop->getInc()) : nullptr;
  if (const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(step);
      unary && unary->isIncrementDecrementOp() && namesVariable(unary->getSubExpr(), header.variable)) {
    header.step = unary->isIncrementOp() ? 1 : -1;
  } else if (const auto* assign = llvm::dyn_cast_or_null<clang::CompoundAssignOperator>(step);
             assign && namesVariable(assign->getLHS(), header.variable) &&
             (assign->getOpcode() == clang::BO_AddAssign || assign->getOpcode() == clang::BO_SubAssign)) {
    header.step = constantInt(assign->getRHS(), "the step of a loop");
    if (header.step <= 0) bad(assign->getRHS(), "its step is not positive");
    if (header.step > ir::maxValue(ir::ScalarType::I32)) bad(assign->getRHS(), "its step does not fit an int");
    if (assign->getOpcode() == clang::BO_SubAssign) header.step = -header.step;
  } else {
    bad(loop->getInc(), "its last part does not step the iterator by a constant");
  }
  const bool ascending = header.op == clang::BO_LT || header.op == clang::BO_LE;
  if (ascending != (header.step > 0)) bad(loop->getInc(), "it steps away from its bound");
  // An iterator that begins at 0 or more and grows is compared as an unsigned number just as it is as an int.
  clang::Expr::EvalResult start;
  const bool never_negative = ascending && header.start->EvaluateAsInt(start, unit_.context) && !start.Val.getInt().isNegative();
  if (!never_negative) checkMixedSign(condition);
  return header;
}

/// A bound, and the statements that inlined functions in it left before the loop.
struct Lowering::Bound {
  ir::ExprRef value;
  ir::Body before;
};

Lowering::Bound Lowering::lowerBound(const clang::Expr* expr) {
  const auto first = static_cast<std::ptrdiff_t>(out_->size());
  auto value = lowerIndex(expr);
  return {std::move(value), ir::Body(out_->begin() + first, out_->end())};
}

void Lowering::lowerFor(const clang::ForStmt* stmt) {
  const Header header = readHeader(stmt);
  if (stmt->getConditionVariable()) refuse(diag::Id::ConditionVariable, stmt->getConditionVariable()->getSourceRange());
  std::set<const clang::ValueDecl*> changed;
  collectChanged(stmt->getBody(), changed);
  if (changed.contains(header.variable))
    refuse(diag::Id::IteratorAssigned, header.variable->getLocation(), {header.variable->getNameAsString()});
  changed_.erase(header.variable);  // its own step does not count
  if (header.step < 0) return emitDescending(stmt, header);
  ir::For loop;
  loop.kind = ir::LoopKind::Seq;
  loop.step = header.step;
  loop.lo = lowerIndex(header.start);
  const auto bound = lowerBound(header.bound);
  loop.hi = bound.value;
  if (header.op == clang::BO_LE) {
    const auto* literal = std::get_if<ir::IntLiteral>(&loop.hi->node);
    if (literal && literal->value == ir::maxValue(ir::ScalarType::I32))
      refuse(diag::Id::ForForm, header.bound->getSourceRange(), {"no int is larger than its bound, so it never ends"});
    loop.hi = literal ? ir::intLiteral(literal->value + 1, loop.hi->where)
                      : ir::binary(ir::BinaryOp::Add, loop.hi, ir::intLiteral(1), loop.hi->where);
  }
  emitLoop(std::move(loop), header.variable, stmt->getBody(), stmt->getSourceRange());
  checkBound(bound, std::get<ir::For>(out_->back()->node).body, header.bound->getSourceRange());
}

// Note [Descending loops]
// `for (i = a; i >= b; i -= c)` runs for k = 0 .. (a - b + c) / c with i = a - k·c; `>` is `>=` of b + 1. When a < b the
// quotient truncates to zero or is negative, and the loop does not run, as in C++. That the plain loop can step behind its
// last iteration is proved where the bound does not say so.
void Lowering::emitDescending(const clang::ForStmt* stmt, const Header& header) {
  const auto* variable = header.variable;
  if (scalarTypeOf(variable->getType()) != ir::ScalarType::I32)
    refuse(diag::Id::IteratorType, variable->getSourceRange(), {variable->getNameAsString(), variable->getType().getAsString()});
  const auto range = where(stmt->getSourceRange());
  const auto start = freeze(lowerIndex(header.start), "start");
  const auto condition = lowerBound(header.bound);
  const auto& bound = condition.value;
  const auto step = -header.step;
  const auto reach = step - (header.op == clang::BO_GT ? 1 : 0);
  ir::For loop;
  loop.kind = ir::LoopKind::Seq;
  loop.lo = ir::intLiteral(0);
  loop.hi = ir::binary(ir::BinaryOp::Sub, cloneExpr(start), bound, range);
  if (reach != 0) loop.hi = ir::binary(ir::BinaryOp::Add, loop.hi, ir::intLiteral(reach), range);
  if (step != 1) loop.hi = ir::binary(ir::BinaryOp::Div, loop.hi, ir::intLiteral(step), range);
  const auto count = std::make_shared<ir::Symbol>(
      ir::Symbol{variable->getNameAsString() + "_down", ir::ScalarType::I32, ir::Symbol::Kind::Iterator, false, {}});
  birth_[count.get()] = frames_.size();
  loop.iterator = count;
  const auto symbol = makeLocal(variable->getNameAsString(), ir::ScalarType::I32, variable->getLocation());
  bindings_[variable] = symbol;
  auto offset = ir::read(count, range);
  if (step != 1) offset = ir::binary(ir::BinaryOp::Mul, offset, ir::intLiteral(step), range);
  Leaving leaving;
  const llvm::SaveAndRestore<Leaving*> scoped(leaving_, &leaving);
  loop.body = lowerBody(stmt->getBody(), &loop.policy);
  // The plain loop takes one step more than it has iterations.
  const auto least = ir::minValue(ir::ScalarType::I32) + step;  // of i, so that the step behind it fits
  const auto literal = ir::constantValue(bound);
  if (const auto lowest = header.op == clang::BO_GT ? 1 : 0; step > lowest && !(literal && *literal + lowest >= least)) {
    auto fits = ir::binary(ir::BinaryOp::Ge, ir::read(symbol, range), ir::intLiteral(least, range), range);
    const auto text = variable->getNameAsString() + " - " + std::to_string(step) + " fits an int";
    loop.body.insert(loop.body.begin(), ir::makeStmt(ir::Prove{std::move(fits), text}, range));
  }
  loop.body.insert(loop.body.begin(), ir::makeStmt(ir::Let{symbol, ir::binary(ir::BinaryOp::Sub, start, offset, range)}, range));
  const auto body = loop.body;
  emitLeaving(std::move(loop), stmt->getSourceRange());
  checkBound(condition, body, header.bound->getSourceRange());
}

/// C++ evaluates the bound before each iteration, the IR once: the body must not change what it reads.
void Lowering::checkBound(const Bound& bound, const ir::Body& body, clang::SourceRange tokens) {
  auto symbols = ir::symbolsOf(bound.value);
  auto buffers = ir::loadsOf(bound.value);
  ir::walkStmts(bound.before, [&](const ir::StmtRef& stmt) {
    ir::forEachExpr(*stmt, [&](const ir::ExprRef& expr) {
      symbols.merge(ir::symbolsOf(expr));
      buffers.merge(ir::loadsOf(expr));
    });
    ir::parts::eachPlace(stmt->node, [&](const ir::Place& place) { buffers.insert(place.buffer.get()); });
  });
  std::set<std::string> changes;
  for (const auto& symbol : ir::assignedIn(body))
    if (symbols.contains(symbol.get())) changes.insert(symbol->name);
  for (const auto* written : ir::writtenIn(body))
    for (const auto* read : buffers)
      if (ir::mayOverlap(proc_->aliases, *written, *read)) changes.insert(read->name);
  for (const auto& name : changes) report(diag::Id::BoundChanges, tokens, {name});
}

}  // namespace exogpu::parse
