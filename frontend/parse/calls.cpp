// Calls: of the library (library.def says what each name lowers to) and of functions, which are inlined.
#include "frontend/parse/nesting.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/aliases.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

/// A deeper substitution than this gets a local instead of a copy at each use.
static constexpr int SmallExpr = 8, LargestSubstitution = 200;
/// Functions that call each other twice double at each level; a proc with as many calls would be a kernel of megabytes.
static constexpr int MostInlined = 10000;

/// What to do instead of a call without a body: a function of the system has no twin on a GPU.
static std::string hostRemedy(const clang::Decl* callee, std::string otherwise) {
  const bool of_system = callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation());
  return of_system ? "remove it: a kernel does no input or output and calls nothing of the system; print what the tensors "
                     "hold after the call, and debug the plain C++ run"
                   : otherwise;
}

const clang::FunctionDecl* Lowering::calleeOf(const clang::CallExpr* call) {
  const auto* callee = call->getDirectCallee();
  if (!callee) refuse(diag::Id::IndirectCall, call->getCallee()->getSourceRange());
  if (const auto* method = dyn_cast<clang::CXXMethodDecl>(callee); method && method->isVirtual())
    refuse(diag::Id::Virtual, call->getSourceRange(), {callee->getNameAsString()});
  return callee;
}

ir::ExprRef Lowering::lowerCall(const clang::CallExpr* call) {
  const auto* callee = calleeOf(call);
  if (isa<clang::CXXConversionDecl>(callee)) {  // float(h) of a half type
    const auto* member = llvm::cast<clang::CXXMemberCallExpr>(call);
    const auto type = requireScalar(call->getType(), call->getSourceRange());
    requireScalar(member->getObjectType(), call->getSourceRange());
    return castTo(lowerExpr(member->getImplicitObjectArgument()), type, where(call->getSourceRange()));
  }
  if (const auto entity = entityOf(callee)) return lowerEntityCall(call, *entity);
  if (const auto* op = dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (op->isAssignmentOp()) refuse(diag::Id::SideEffect, op->getSourceRange(), {clang::getOperatorSpelling(op->getOperator())});
    if (isa<clang::LambdaExpr>(strip(op->getArg(0)))) refuseExpr(strip(op->getArg(0)));
    refuse(diag::Id::OverloadedOperator, op->getSourceRange(),
           {clang::getOperatorSpelling(op->getOperator()), hostRemedy(callee, "call a named function")});
  }
  auto value = inlineCall(call, callee);
  if (!value) refuse(diag::Id::TypeOutside, call->getSourceRange(), {call->getType().getAsString()});
  return value;
}

void Lowering::lowerCallStmt(const clang::CallExpr* call) {
  const auto* callee = calleeOf(call);
  if (isa<clang::CXXConversionDecl>(callee) || isa<clang::CXXOperatorCallExpr>(call)) {
    demand(lowerCall(call), call->getSourceRange());
    return;
  }
  const auto entity = entityOf(callee);
  ir::ExprRef value;
  if (entity) value = lowerEntityCall(call, *entity);
  else value = inlineCall(call, callee);
  if (value) demand(value, call->getSourceRange());
}

// ---- inlining -------------------------------------------------------------------------------------------------------
// Note [Inlining]
// Every function is inlined: names are fresh each time, arguments by reference are names of a place whose indices are
// frozen at the call, arguments by value get a local unless they cannot change. A function that is only declarations
// and one `return` becomes an expression; others a Scope with the callee's name, and a local for the result.

bool Lowering::isStraight(const clang::FunctionDecl* callee) {
  const auto* body = dyn_cast<clang::CompoundStmt>(callee->getBody());
  if (!body || body->body_empty()) return false;
  const auto is_local = [&](const clang::Decl* declaration) {
    if (isa<clang::StaticAssertDecl, clang::TypedefNameDecl>(declaration)) return true;
    const auto* variable = dyn_cast<clang::VarDecl>(declaration);
    return variable && variable->getInit() && variable->hasLocalStorage() && scalarTypeOf(variable->getType()) &&
           !variable->getType()->isReferenceType() && !changed_.contains(variable);
  };
  for (const auto* stmt : body->body()) {
    if (const auto* declarations = dyn_cast<clang::DeclStmt>(stmt)) {
      if (!llvm::all_of(declarations->decls(), is_local)) return false;
    } else if (const auto* result = dyn_cast<clang::ReturnStmt>(stmt)) {
      return stmt == body->body_back() && result->getRetValue() != nullptr;
    } else if (!isa<clang::NullStmt>(stmt)) {
      return false;
    }
  }
  return false;
}

ir::ExprRef Lowering::inlineCall(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* body = nullptr;
  const auto name = callee->getNameAsString();
  if (!callee->hasBody(body))
    refuse(diag::Id::UnknownCall, call->getSourceRange(),
           {callee->getQualifiedNameAsString(),
            hostRemedy(callee, "include its definition, or use a function of exogpu or one of <cmath> that exogpu knows")});
  if (callee->isVariadic()) refuse(diag::Id::Variadic, call->getSourceRange(), {name});
  if (const auto* method = dyn_cast<clang::CXXMethodDecl>(callee); method && !method->isStatic())
    refuse(diag::Id::Method, call->getSourceRange(), {name});
  for (const auto& frame : frames_)
    if (frame.function == body) refuse(diag::Id::Recursion, call->getSourceRange(), {name});
  const auto result = body->getReturnType();
  const bool is_value = !result->isVoidType();
  if (is_value && (result->isReferenceType() || !scalarTypeOf(result)))
    refuse(diag::Id::ReturnType, call->getSourceRange(), {result.getAsString()});
  checkAttributes(*body);
  if (++inlined_ > MostInlined) refuse(diag::Id::TooManyCalls, call->getSourceRange(), {std::to_string(MostInlined)});
  checkBody(body->getBody());
  if (const auto* pattern = body->getTemplateInstantiationPattern()) unit_.inlined.insert(pattern);
  collectChanged(body->getBody(), changed_);
  if (is_value && isStraight(body)) return inlineStraight(call, body);

  Frame frame{body, call->getSourceRange(), nullptr, is_value && whole_ != call};
  bindArguments(call, body, false);
  if (is_value) {
    frame.result = makeResult(call, name, *scalarTypeOf(result));
  }
  const auto value = frame.result;
  frames_.push_back(std::move(frame));
  if (value) birth_[value.get()] = frames_.size();  // the callee's own, as long as it runs
  const bool failed_before = failed_;
  ir::Scope inlined{name, {}};
  const auto* instruction = instructionOf(*body);
  try {
    if (instruction) inlined.instruction = makeInstruction(instruction, *body, value);
    inlined.body = collect([&] {
      const llvm::SaveAndRestore<bool> substitute(substitute_, false);
      lowerFunctionBody(*body);
    });
    if (instruction) checkInstructionBody(inlined.body, instruction);
  } catch (const Refused&) {
    frames_.pop_back();
    throw;
  }
  frames_.pop_back();
  emit(std::move(inlined), call->getSourceRange());
  if (value) birth_[value.get()] = frames_.size();
  if (!value) return nullptr;
  if (!alwaysExits(body->getBody()))  // C++ must not come to the end
    demand(ir::read(value, where(call->getSourceRange())), call->getSourceRange());
  if (failed_ && !failed_before) throw Refused{};  // the value may never have been given
  return ir::read(value, where(call->getSourceRange()));
}

/// The local that takes the result of a call: the variable that the call initialises, else a new one.
SymbolPtr Lowering::makeResult(const clang::CallExpr* call, const std::string& name, ir::ScalarType type) {
  const bool is_wanted = wanted_ && whole_ == call && wanted_->type == type;
  const auto result = is_wanted ? wanted_ : makeLocal(name + "_result", type, call->getSourceRange());
  wanted_ = nullptr;
  result->is_mutable = true;
  undefined_.insert(result.get());
  emit(ir::Let{result, nullptr}, result->where.isValid() ? result->where : where(call->getSourceRange()));
  return result;
}

ir::ExprRef Lowering::inlineStraight(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  bindArguments(call, callee, true);
  frames_.push_back({callee, call->getSourceRange(), nullptr, false});
  struct Pop { std::deque<Frame>& frames; ~Pop() { frames.pop_back(); } } pop{frames_};
  for (const auto* stmt : llvm::cast<clang::CompoundStmt>(callee->getBody())->body()) {
    if (const auto* result = dyn_cast<clang::ReturnStmt>(stmt)) return lowerExpr(result->getRetValue());
    const auto* declarations = dyn_cast<clang::DeclStmt>(stmt);
    if (!declarations) continue;
    for (const auto* each : declarations->decls()) {
      const auto* variable = dyn_cast<clang::VarDecl>(each);
      if (!variable) continue;
      if (isConstantVariable(variable)) continue;
      bindings_[variable] = bindValue(lowerExpr(variable->getInit()), variable->getNameAsString(), variable->getSourceRange(), true,
                                      readsAlways(callee->getBody(), variable));
    }
  }
  return nullptr;  // isStraight: there is a return
}

void Lowering::bindArguments(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool straight) {
  std::vector<Binding> made;  // all are evaluated before one is named: a call may pass its own parameters on
  for (unsigned i = 0; i < callee->getNumParams(); ++i) {
    const auto* argument = call->getArg(i);
    if (const auto* fallback = dyn_cast<clang::CXXDefaultArgExpr>(argument)) argument = fallback->getExpr();
    made.push_back(bindArgument(callee, callee->getParamDecl(i), argument, straight));
  }
  for (unsigned i = 0; i < callee->getNumParams(); ++i) bindings_[callee->getParamDecl(i)] = std::move(made[i]);
}

Binding Lowering::bindArgument(const clang::FunctionDecl* callee, const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                               bool straight) {
  const auto type = parameter->getType();
  const auto tokens = argument->getSourceRange();
  if (tensorTypeOf(type)) return bindPlace(lowerLvalue(argument), tokens);
  if (const auto entity = entityOf(type)) {
    if (entity->kind == EntityKind::GroupType) return lowerGroup(argument);
    if (entity->kind == EntityKind::WindowType) return bindWindow(lowerWindow(argument), tokens);
  }
  if (type->isRValueReferenceType() || type->isPointerType())
    refuseParameter(parameter, false);
  if (type->isReferenceType() && !strip(argument)->isPRValue()) return bindReference(argument);
  if (isAggregate(type)) return copyAggregate(lowerLvalue(argument), parameter, parameter->getNameAsString(), tokens);
  const auto scalar = requireScalar(type, parameter->getSourceRange());
  auto value = castTo(lowerExpr(argument), scalar, where(tokens));
  if (!changed_.contains(parameter))
    return bindValue(std::move(value), parameter->getNameAsString(), tokens, straight, straight && readsAlways(callee->getBody(), parameter));
  const auto symbol = makeLocal(parameter->getNameAsString(), scalar, tokens);
  birth_[symbol.get()] = frames_.size() + 1;  // it is the callee's own
  may_change_.insert(symbol.get());
  emit(ir::Let{symbol, std::move(value)}, tokens);
  return symbol;
}

/// A name for a value: the value itself where that is sound and short, else a local. `is_read`: whatever happens.
Binding Lowering::bindValue(ir::ExprRef value, std::string name, clang::SourceRange tokens, bool straight, bool is_read) {
  const int size = countNodes(value);
  const bool frozen = isFrozen(value);
  const bool is_short = frozen && (size == 1 || (straight && size <= SmallExpr));
  // Inside one expression nothing changes, so a straight function may use its argument as often as it likes.
  if (is_short || (straight && substitute_ && size <= LargestSubstitution)) {
    if (!is_read) demand(value, tokens);
    return value;
  }
  const auto symbol = makeLocal(std::move(name), value->type, tokens);
  emit(ir::Let{symbol, std::move(value)}, tokens);
  return symbol;
}

static bool mayFail(ir::BinaryOp op) {
  using enum ir::BinaryOp;
  return op == Add || op == Sub || op == Mul || op == Div || op == Rem || op == Shl || op == Shr;
}

/// Whether a value is defined whatever the values of its operands are: no overflow, no trap, no element to be outside of.
bool Lowering::isTotal(const ir::ExprRef& expr) const {
  bool total = true;
  ir::walkExpr(expr, [&](const ir::ExprRef& each) {
    const auto* read = std::get_if<ir::Read>(&each->node);
    const auto* binary = std::get_if<ir::Binary>(&each->node);
    const auto* unary = std::get_if<ir::Unary>(&each->node);
    const auto* cast = std::get_if<ir::Cast>(&each->node);
    const bool computes = ir::isInteger(each->type) && ((binary && mayFail(binary->op)) || (unary && unary->op == ir::UnaryOp::Neg));
    const bool truncates = cast && ir::isInteger(each->type) && ir::isFloat(cast->operand->type);
    const bool is_undefined = read && (undefined_.contains(read->symbol.get()) || may_change_.contains(read->symbol.get()));
    if (computes || truncates || is_undefined || std::holds_alternative<ir::Load>(each->node)) total = false;
  });
  return total;
}

/// Note [What C++ evaluates]
/// C++ evaluates an argument, an initialiser, a discarded value where it stands; what is emitted may use it later, under a
/// condition, or never. A local that nothing reads states here what its evaluation needs; it is not emitted.
void Lowering::demand(const ir::ExprRef& value, clang::SourceRange tokens) {
  if (isTotal(value)) return;
  emit(ir::Let{makeLocal("evaluated", value->type, tokens), cloneExpr(value)}, tokens);
}

// ---- library calls --------------------------------------------------------------------------------------------------

ir::ExprRef Lowering::lowerEntityCall(const clang::CallExpr* call, const Entity& entity) {
  const auto tokens = call->getSourceRange();
  switch (entity.kind) {
    case EntityKind::OneThread: refuse(diag::Id::OneThreadPlace, tokens);
    case EntityKind::Policy: refuse(diag::Id::PolicyPlace, tokens);
    case EntityKind::Loop: refuse(diag::Id::LoopPlace, tokens, {call->getDirectCallee()->getNameAsString()});
    case EntityKind::Assert: refuse(diag::Id::Assert, tokens);
    case EntityKind::Instruction: refuse(diag::Id::InstructionPlace, tokens);
    case EntityKind::Require:
    case EntityKind::Assume: lowerContract(call, entity.kind); return nullptr;
    case EntityKind::Alias: lowerAlias(call, static_cast<AliasKind>(entity.detail)); return nullptr;
    case EntityKind::Fence: emit(ir::Fence{}, tokens); return nullptr;
    case EntityKind::Copy: lowerCopy(call, static_cast<CopyKind>(entity.detail)); return nullptr;
    case EntityKind::Commit: emit(ir::Commit{groupOf(call)}, tokens); return nullptr;
    case EntityKind::Wait: {
      const auto* arguments = call->getDirectCallee()->getTemplateSpecializationArgs();
      emit(ir::Wait{groupOf(call), arguments->get(0).getAsIntegral().getExtValue()}, tokens);
      return nullptr;
    }
    case EntityKind::Atomic: lowerAtomic(call, static_cast<ir::AtomicOp>(entity.detail)); return nullptr;
    case EntityKind::Collective: return lowerCollective(call, static_cast<ir::CollectiveOp>(entity.detail));
    case EntityKind::Extent:
    case EntityKind::HasShape:
    case EntityKind::IsAligned: return lowerShape(call, entity.kind);
    case EntityKind::Subscript: return readBinding(lowerLvalue(call), tokens);
    case EntityKind::MinMax: return lowerMinMax(call, static_cast<MinMaxKind>(entity.detail));
    case EntityKind::Absolute: return lowerAbsolute(call);
    case EntityKind::Math: return lowerMath(call, static_cast<ir::Function>(entity.detail));
    case EntityKind::TensorWindow:
    case EntityKind::ArrayWindow: refuse(diag::Id::WindowPlace, tokens);
    case EntityKind::TensorType:
    case EntityKind::RowType:
    case EntityKind::WindowType:
    case EntityKind::StridedType:
    case EntityKind::RangeType:
    case EntityKind::GroupType:
    case EntityKind::ScalarType:
    case EntityKind::Memory: break;  // types are not called
  }
  refuseExpr(call);
}

void Lowering::lowerContract(const clang::CallExpr* call, EntityKind kind) {
  const bool is_require = kind == EntityKind::Require;
  const auto* condition = call->getArg(is_require ? 0 : 1);
  const llvm::SaveAndRestore<bool> substitute(substitute_, true);
  auto lowered = lowerExpr(condition);
  if (is_require) return emit(ir::Require{std::move(lowered), unit_.locator.text(condition->getSourceRange())}, call->getSourceRange());
  const auto* name = dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts());
  if (!name) refuse(diag::Id::NotConstant, call->getArg(0)->getSourceRange(), {"the name of an assumption"});
  emit(ir::Assume{name->getString().str(), std::move(lowered)}, call->getSourceRange());
}

void Lowering::lowerAlias(const clang::CallExpr* call, AliasKind kind) {
  const auto a = lowerPlace(call->getArg(0)).buffer, b = lowerPlace(call->getArg(1)).buffer;
  const bool same = kind == AliasKind::Same;
  if (frames_.size() == 1) {
    // The fact is about the whole call of the proc, so it may not depend on anything, and nothing may have run before it.
    const bool has_loop = llvm::any_of(*out_, [](const ir::StmtRef& stmt) { return std::holds_alternative<ir::For>(stmt->node); });
    if (out_ != top_ || has_loop) refuse(diag::Id::AliasPlace, call->getSourceRange(), {same ? "same" : "may_alias"});
    proc_->aliases.push_back({a, b, same});
    ir::closeAliases(proc_->aliases);
    return;
  }
  // In an inlined proc the fact is about this proc's parameters: a permission grants nothing new, a claim must hold.
  const bool known = a == b || llvm::any_of(proc_->aliases, [&](const ir::AliasFact& fact) {
    return fact.same && ((fact.a == a && fact.b == b) || (fact.a == b && fact.b == a));
  });
  if (same && !known) refuse(diag::Id::AliasUnmet, call->getSourceRange(), {a->name, b->name});
}

void Lowering::lowerAtomic(const clang::CallExpr* call, ir::AtomicOp op) {
  auto value = lowerExpr(call->getArg(1));
  auto place = lowerPlace(call->getArg(0));
  if (static_cast<int>(place.indices.size()) != place.buffer->rank) refuse(diag::Id::NotAScalar, call->getArg(0)->getSourceRange());
  checkWritable(place.buffer.get(), call->getSourceRange());
  emit(ir::Atomic{op, std::move(place), std::move(value)}, call->getSourceRange());
}

ir::ExprRef Lowering::lowerCollective(const clang::CallExpr* call, ir::CollectiveOp op) {
  const auto tokens = call->getSourceRange();
  if (ir::isReduction(op)) {
    auto src = lowerPlace(call->getArg(0));  // one row of an array: nothing else fits T (&)[N] with a scalar T
    const auto width = src.buffer->dims.back();
    const auto result = makeResult(call, std::string(ir::text(op)), src.buffer->element);
    emit(ir::Collective{op, result, std::nullopt, std::move(src), width, nullptr}, tokens);
    return ir::read(result, where(tokens));
  }
  auto dst = lowerPlace(call->getArg(0)), src = lowerPlace(call->getArg(1));
  const auto width = src.buffer->dims.back();
  auto argument = lowerIndex(call->getArg(2));
  checkWritable(dst.buffer.get(), tokens);
  emit(ir::Collective{op, nullptr, std::move(dst), std::move(src), width, std::move(argument)}, tokens);
  return nullptr;
}

ir::ExprRef Lowering::lowerShape(const clang::CallExpr* call, EntityKind kind) {
  const auto range = where(call->getSourceRange());
  const auto* object = llvm::cast<clang::CXXMemberCallExpr>(call)->getImplicitObjectArgument();
  const auto tensor = lowerLvalue(object);
  const auto* view = std::get_if<ViewPtr>(&tensor);
  const auto buffer = view ? (*view)->buffer : lowerPlace(object).buffer;
  const auto extent = [&](int dim) { return extentOf(tensor, dim, range); };
  if (kind == EntityKind::IsAligned && view) refuse(diag::Id::ViewUse, call->getSourceRange());
  if (kind == EntityKind::IsAligned) {
    const auto bytes = constantInt(call->getArg(0), "the alignment");
    if (bytes < 1 || (bytes & (bytes - 1)) != 0)
      refuse(diag::Id::AlignmentForm, call->getArg(0)->getSourceRange(), {std::to_string(bytes)});
    return ir::makeExpr(ir::IsAligned{buffer, bytes}, ir::ScalarType::Bool, range);
  }
  if (kind == EntityKind::Extent) {
    const auto dim = constantInt(call->getArg(0), "the dimension");
    if (dim < 0 || dim >= buffer->rank)
      refuse(diag::Id::Dimension, call->getArg(0)->getSourceRange(), {std::to_string(dim), buffer->name, std::to_string(buffer->rank)});
    return extent(static_cast<int>(dim));
  }
  ir::ExprRef all;
  for (int dim = 0; dim < buffer->rank; ++dim) {
    auto wanted = lowerIndex(call->getArg(static_cast<unsigned>(dim)));
    if (dim > 0) demand(wanted, call->getSourceRange());  // all are evaluated before one is compared
    auto equal = ir::binary(ir::BinaryOp::Eq, extent(dim), std::move(wanted), range);
    all = all ? ir::binary(ir::BinaryOp::LAnd, all, equal, range) : equal;
  }
  return all;
}

ir::ExprRef Lowering::lowerMinMax(const clang::CallExpr* call, MinMaxKind kind) {
  const auto type = requireScalar(call->getType(), call->getSourceRange());
  const bool from_header = kind == MinMaxKind::FloatMin || kind == MinMaxKind::FloatMax;
  if (from_header && ir::isFloat(type))
    return lowerMath(call, kind == MinMaxKind::FloatMin ? ir::Function::Fmin : ir::Function::Fmax);
  if (call->getNumArgs() != 2) refuseExpr(call);
  const auto range = where(call->getSourceRange());
  const auto a = reusable(lowerExpr(call->getArg(0)), call->getArg(0)), b = reusable(lowerExpr(call->getArg(1)), call->getArg(1));
  const bool is_min = kind == MinMaxKind::Min || kind == MinMaxKind::FloatMin;
  auto less = ir::binary(ir::BinaryOp::Lt, is_min ? b : a, is_min ? a : b, range);
  return ir::makeExpr(ir::Select{std::move(less), cloneExpr(b), cloneExpr(a)}, type, range);
}

ir::ExprRef Lowering::lowerAbsolute(const clang::CallExpr* call) {
  const auto type = requireScalar(call->getType(), call->getSourceRange());
  if (ir::isFloat(type)) return lowerMath(call, ir::Function::Fabs);
  const auto range = where(call->getSourceRange());
  const auto x = reusable(castTo(lowerExpr(call->getArg(0)), type, range), call->getArg(0));
  auto negative = ir::binary(ir::BinaryOp::Lt, x, ir::makeExpr(ir::IntLiteral{0}, type, range), range);
  auto minus = ir::makeExpr(ir::Unary{ir::UnaryOp::Neg, cloneExpr(x)}, type, range);
  return ir::makeExpr(ir::Select{std::move(negative), std::move(minus), cloneExpr(x)}, type, range);
}

/// A value that is used twice: a local unless it is short.
ir::ExprRef Lowering::reusable(ir::ExprRef value, const clang::Expr* at) {
  auto binding = bindValue(std::move(value), "value", at->getSourceRange(), true, true);
  return readBinding(binding, at->getSourceRange());
}

ir::ExprRef Lowering::lowerMath(const clang::CallExpr* call, ir::Function function) {
  const auto type = requireScalar(call->getType(), call->getSourceRange());
  const auto range = where(call->getSourceRange());
  if ((type != ir::ScalarType::F32 && type != ir::ScalarType::F64) || static_cast<int>(call->getNumArgs()) != ir::info(function).arity)
    refuseExpr(call);
  std::vector<ir::ExprRef> arguments;
  for (const auto* argument : call->arguments()) arguments.push_back(castTo(lowerExpr(argument), type, range));
  return ir::makeExpr(ir::Math{function, std::move(arguments)}, type, range);
}

}  // namespace exogpu::parse
