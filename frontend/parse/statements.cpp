// Reports, procs, and statements without control flow: declarations, assignments, calls.
#include "frontend/base/overloaded.h"
#include <clang/AST/Attr.h>

#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

// ---- reports --------------------------------------------------------------------------------------------------------

void Lowering::report(diag::Id id, clang::SourceRange tokens, const std::vector<std::string>& arguments) {
  auto diagnostic = diag::make(id, where(tokens), arguments);
  const bool is_error = diagnostic.severity == diag::Severity::Error;
  failed_ |= is_error;
  const auto key = diag::codeName(id) + "@" + std::to_string(diagnostic.where.file) + ":" +
                   std::to_string(diagnostic.where.begin) + "-" + std::to_string(diagnostic.where.end);
  if (!reported_.insert(key).second) return;
  if (auto note = unit_.locator.macroNote(tokens.getBegin())) diagnostic.notes.push_back(std::move(*note));
  for (std::size_t i = frames_.size(); i-- > 1;)
    diagnostic.notes.push_back({where(frames_[i].call), "in the call of '" + frames_[i].function->getNameAsString() + "' here"});
  unit_.sink.report(std::move(diagnostic));
}

void Lowering::refuse(diag::Id id, clang::SourceRange tokens, const std::vector<std::string>& arguments) {
  report(id, tokens, arguments);
  throw Refused{};
}

void Lowering::checkAttributes(const clang::Decl& declaration) {
  for (const clang::Attr* attribute : declaration.attrs()) {
    if (attribute->isImplicit() || attribute->isInherited()) continue;
    switch (attribute->getKind()) {  // these say nothing about what the program computes
      case clang::attr::Unused:
      case clang::attr::Used:
      case clang::attr::AlwaysInline:
      case clang::attr::NoInline:
      case clang::attr::Hot:
      case clang::attr::Cold:
      case clang::attr::Pure:
      case clang::attr::Const:
      case clang::attr::NoThrow:
      case clang::attr::WarnUnusedResult:
      case clang::attr::Deprecated:
      case clang::attr::Artificial:
      case clang::attr::Visibility: continue;
      default: report(diag::Id::Attribute, attribute->getRange(), {attribute->getSpelling()});
    }
  }
}

/// What is asked of a function before anything of it is lowered.
void Lowering::checkBody(const clang::Stmt* body) {
  if (const auto* deep = findTooDeep(body)) refuse(diag::Id::TooDeep, deep->getSourceRange());
  if (const auto* changed = findFloatPragma(body)) refuse(diag::Id::FloatPragma, changed->getLBracLoc());
}

// ---- procs ----------------------------------------------------------------------------------------------------------

ir::ProcRef Lowering::lowerProc(const clang::FunctionDecl& function, const ProcNames& names) {
  ir::Proc proc;
  proc.name = names.name;
  proc.full_name = names.full_name;
  proc.c_name = names.c_name;
  proc.template_arguments = names.template_arguments;
  proc.where = unit_.locator.token(function.getLocation());
  proc_ = &proc;
  frames_.push_back({&function, function.getSourceRange(), nullptr, false});
  try {
    checkAttributes(function);
    checkBody(function.getBody());
    if (!function.getReturnType()->isVoidType())
      report(diag::Id::ProcReturns, function.getReturnTypeSourceRange(), {names.name});
    if (isa<clang::CXXMethodDecl>(function)) refuse(diag::Id::Method, function.getLocation(), {names.name});
    lowerParameters(function, proc);
    collectChanged(function.getBody(), changed_);
    Constants constants;
    const llvm::SaveAndRestore<Constants*> home(constants_, &constants);
    proc.body = collect([&] { lowerFunctionBody(function); });
    constants.putBefore(proc.body);
  } catch (const Refused&) {
  }
  frames_.pop_back();
  return failed_ ? nullptr : std::make_shared<const ir::Proc>(std::move(proc));
}

/// Names the part of the type that is wrong, and what to take instead.
void Lowering::refuseParameter(const clang::ParmVarDecl* parameter, bool of_proc) {
  const auto type = parameter->getOriginalType();
  const auto name = parameter->getNameAsString();
  const auto inner = type.getNonReferenceType();
  const auto with = [&](const std::string& why, const std::string& remedy) {
    refuse(diag::Id::ParameterType, parameter->getSourceRange(), {name, type.getAsString(), why, remedy});
  };
  const std::string scalars = std::string("one of ") + ScalarTypes;
  if (const auto entity = entityOf(inner); entity && entity->kind == EntityKind::TensorType) {
    const auto element = tensorElementOf(inner).getUnqualifiedType().getAsString(unit_.context.getPrintingPolicy());
    with(": '" + element + "' cannot be the element of a tensor",
         "use " + scalars + "; a thread moves several elements at once by exo::copy of a window");
  }
  if (inner->isPointerType())
    with("", "take data as exo::tensor<" + inner->getPointeeType().getAsString(unit_.context.getPrintingPolicy()) + ", Rank>, which knows its extents");
  if (inner->isArrayType() && of_proc)
    with(": a proc takes no arrays", "take it as an exo::tensor; values that never change can stand in a constexpr array at file scope");
  if (inner.isVolatileQualified()) with("", "remove volatile");
  if (isAggregate(inner)) with(": a proc takes no structs", "pass its members, each as a parameter of its own");
  if (inner->isRecordType())
    with(": it is a class that hides its parts", "pass scalars (" + scalars + ") and exo::tensor<T, Rank>");
  if (!scalarTypeOf(inner)) with("", "take a scalar, " + scalars);
  if (of_proc && type->isReferenceType() && inner.isConstQualified())
    with(": a reference can name an element of a tensor, which the proc may change", "take it by value");
  refuse(diag::Id::ParameterType, parameter->getSourceRange(),
         {name, type.getAsString(), ": a proc gives nothing back through a scalar", "take it by value, and write results to an exo::tensor"});
}

void Lowering::lowerParameters(const clang::FunctionDecl& function, ir::Proc& proc) {
  collectChanged(function.getBody(), changed_);
  if (function.isVariadic()) refuse(diag::Id::Variadic, function.getLocation(), {function.getNameAsString()});
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    const auto type = parameter->getType();
    const auto name = parameter->getNameAsString();
    checkAttributes(*parameter);
    if (const auto tensor = tensorTypeOf(type)) {
      const auto buffer = makeBuffer({name, tensor->element, ir::Space::Global, tensor->rank, {}, tensor->is_const,
                                      tensor->is_strided, unit_.locator.token(parameter->getLocation())});
      bindings_[parameter] = ir::Place{buffer, {}};
      proc.parameters.emplace_back(buffer);
      continue;
    }
    const auto scalar = scalarTypeOf(type);
    if (!scalar || type->isReferenceType() || type.isVolatileQualified()) {
      try {
        refuseParameter(parameter, true);
      } catch (const Refused&) {  // the others are judged too, and what does not use this one
      }
      refused_.insert(parameter);
      continue;
    }
    auto symbol = std::make_shared<ir::Symbol>(ir::Symbol{name, *scalar, ir::Symbol::Kind::Parameter, false,
                                                          unit_.locator.token(parameter->getLocation())});
    if (changed_.contains(parameter)) may_change_.insert(symbol.get());
    birth_[symbol.get()] = 0;
    bindings_[parameter] = symbol;
    proc.parameters.emplace_back(symbol);
  }
}

/// The policy of an inlined proc becomes the policy of its launches; at host level nothing else computes in floats.
static ir::StmtRef withPolicy(const ir::StmtRef& stmt, ir::Policy policy) {
  const auto each = [&](ir::Body body) {
    for (auto& nested : body) nested = withPolicy(nested, policy);
    return body;
  };
  if (const auto* loop = std::get_if<ir::For>(&stmt->node)) {
    ir::For changed = *loop;
    if (!ir::isLaunch(loop->kind)) changed.body = each(loop->body);
    else if (!changed.policy) changed.policy = policy;
    return ir::makeStmt(std::move(changed), stmt->where);
  }
  if (const auto* branch = std::get_if<ir::If>(&stmt->node))
    return ir::makeStmt(ir::If{branch->condition, each(branch->then_body), each(branch->else_body)}, stmt->where);
  if (const auto* scope = std::get_if<ir::Scope>(&stmt->node))
    return ir::makeStmt(ir::Scope{scope->name, each(scope->body), scope->instruction}, stmt->where);
  return stmt;
}

void Lowering::lowerFunctionBody(const clang::FunctionDecl& function) {
  const auto* body = function.getBody();
  if (!isa<clang::CompoundStmt>(body)) refuse(diag::Id::FunctionTry, body->getBeginLoc());
  auto list = listOf(body);
  if (const auto* instruction = frames_.size() > 1 ? instructionOf(function) : nullptr)
    llvm::erase_if(list, [&](const clang::Stmt* stmt) { return isa<clang::Expr>(stmt) && asCall(llvm::cast<clang::Expr>(stmt)) == instruction; });
  llvm::ArrayRef<const clang::Stmt*> rest(list);
  std::optional<ir::Policy> policy;
  for (; !rest.empty(); rest = rest.drop_front()) {
    const auto found = policyOf(rest.front());
    if (!found) break;
    policy = found;
    if (launch_depth_ > 0) refuse(diag::Id::PolicyPlace, rest.front()->getSourceRange());
  }
  if (policy && frames_.size() == 1) proc_->policy = *policy;
  const auto first = out_->size();
  if (frames_.size() == 1) top_ = out_;
  lowerSequence(rest);
  if (!policy || frames_.size() == 1) return;
  for (auto i = first; i < out_->size(); ++i) (*out_)[i] = withPolicy((*out_)[i], *policy);
}

// ---- statements -----------------------------------------------------------------------------------------------------

bool Lowering::mentionsRefused(const clang::Stmt* stmt) const {
  if (!stmt || refused_.empty()) return false;
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(stmt); name && refused_.contains(name->getDecl())) return true;
  return llvm::any_of(stmt->children(), [&](const clang::Stmt* child) { return mentionsRefused(child); });
}

/// What stands behind a refused statement is judged too, but not what uses a variable whose declaration was refused.
void Lowering::tryLower(const clang::Stmt* stmt) {
  const auto* declarations = dyn_cast<clang::DeclStmt>(stmt);
  const bool is_simple = declarations || isa<clang::Expr>(stmt);
  try {
    if (is_simple && mentionsRefused(stmt)) throw Refused{};
    lowerStmt(stmt);
  } catch (const Refused&) {
    if (!declarations) return lowerInside(stmt);
    for (const auto* each : declarations->decls())
      if (const auto* variable = dyn_cast<clang::ValueDecl>(each); variable && !bindings_.contains(variable)) refused_.insert(variable);
  }
}

void Lowering::lowerStmt(const clang::Stmt* stmt) {
  const Nesting nesting(*this, stmt);
  if (const auto* expr = dyn_cast<clang::Expr>(stmt)) return lowerExprStmt(expr);
  if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) return lowerIf(branch);
  if (const auto* loop = dyn_cast<clang::ForStmt>(stmt)) return lowerFor(loop);
  if (const auto* loop = dyn_cast<clang::CXXForRangeStmt>(stmt)) return lowerRangeFor(loop);
  if (isa<clang::NullStmt>(stmt)) return;
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) {
    auto body = collect([&] { lowerSequence(listOf(compound)); });
    if (!body.empty()) emit(ir::Scope{"", std::move(body)}, stmt->getSourceRange());
    return;
  }
  if (const auto* declarations = dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* each : declarations->decls()) {
      if (isa<clang::StaticAssertDecl, clang::TypedefNameDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::UsingEnumDecl,
              clang::NamespaceAliasDecl, clang::EnumDecl, clang::RecordDecl, clang::EmptyDecl>(each))
        continue;
      const auto* variable = dyn_cast<clang::VarDecl>(each);
      if (!variable) refuse(diag::Id::UnsupportedStatement, stmt->getSourceRange(), {each->getDeclKindName()});
      lowerVariable(variable);
    }
    return;
  }
  if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt)) {
    for (const clang::Attr* each : attributed->getAttrs())
      if (isa<clang::LoopHintAttr>(each)) refuse(diag::Id::LoopPragma, each->getRange());
      else if (!isHint(each)) refuse(diag::Id::Attribute, each->getRange(), {each->getSpelling()});
    return lowerStmt(attributed->getSubStmt());
  }
  refuseStmt(stmt);
}

void Lowering::refuseStmt(const clang::Stmt* stmt) {
  switch (stmt->getStmtClass()) {
    case clang::Stmt::WhileStmtClass: refuse(diag::Id::While, stmt->getBeginLoc(), {"while"});
    case clang::Stmt::DoStmtClass: refuse(diag::Id::While, stmt->getBeginLoc(), {"do"});
    case clang::Stmt::SwitchStmtClass:
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass: refuse(diag::Id::Switch, stmt->getBeginLoc());
    case clang::Stmt::GotoStmtClass:
    case clang::Stmt::IndirectGotoStmtClass:
    case clang::Stmt::LabelStmtClass: refuse(diag::Id::Goto, stmt->getBeginLoc());
    case clang::Stmt::CXXTryStmtClass: refuse(diag::Id::Exception, stmt->getBeginLoc(), {"try"});
    case clang::Stmt::GCCAsmStmtClass:
    case clang::Stmt::MSAsmStmtClass: refuse(diag::Id::Assembly, stmt->getSourceRange());
    default: refuse(diag::Id::UnsupportedStatement, stmt->getSourceRange(), {stmt->getStmtClassName()});
  }
}

// ---- expressions as statements --------------------------------------------------------------------------------------

void Lowering::lowerExprStmt(const clang::Expr* whole) {
  const auto* expr = strip(whole);
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid) {
    return lowerExprStmt(cast->getSubExpr());
  }
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expr)) return lowerCompound(compound);
  if (const auto* op = dyn_cast<clang::BinaryOperator>(expr); op && op->getOpcode() == clang::BO_Assign)
    return lowerAssignment(op->getLHS(), op->getRHS(), op->getSourceRange());
  if (const auto* op = dyn_cast<clang::UnaryOperator>(expr); op && op->isIncrementDecrementOp()) return lowerStep(op);
  if (const auto* op = dyn_cast<clang::CXXOperatorCallExpr>(expr); op && op->getOperator() == clang::OO_Equal)
    return lowerAssignment(op->getArg(0), op->getArg(1), op->getSourceRange());
  const auto* call = dyn_cast<clang::CallExpr>(expr);
  const auto entity = call && call->getDirectCallee() ? entityOf(call->getDirectCallee()) : std::nullopt;
  if (!call || (entity && entity->kind == EntityKind::Subscript)) return lowerDiscarded(expr);
  whole_ = call;
  lowerCallStmt(call);
}

/// A value that nobody takes is computed all the same; an object is named, not read.
void Lowering::lowerDiscarded(const clang::Expr* expr) {
  if (isa<clang::DeclRefExpr>(expr)) return;
  if (!expr->isGLValue()) return demand(lowerExpr(expr), expr->getSourceRange());
  bindPlace(lowerLvalue(expr), expr->getSourceRange());
}

void Lowering::lowerAssignment(const clang::Expr* target, const clang::Expr* value, clang::SourceRange tokens) {
  const auto type = target->getType();
  if (type.isVolatileQualified()) refuse(diag::Id::Volatile, target->getSourceRange());
  if (isAggregate(type)) return assignAggregate(lowerLvalue(target), lowerLvalue(value), tokens);
  if (!scalarTypeOf(type)) refuse(diag::Id::AssignType, tokens, {type.getAsString()});
  auto lowered = lowerWhole(value);
  writeBinding(lowerLvalue(target), std::move(lowered), tokens);
}

void Lowering::lowerCompound(const clang::CompoundAssignOperator* op) {
  warnHiddenDouble(op);
  auto value = lowerWhole(op->getRHS());
  const auto target = lowerLvalue(op->getLHS());
  const auto type = requireScalar(op->getLHS()->getType(), op->getLHS()->getSourceRange());
  const auto computed = requireScalar(op->getComputationLHSType(), op->getSourceRange());
  const auto range = where(op->getSourceRange());
  auto old = castTo(readBinding(target, op->getLHS()->getSourceRange()), computed, range);
  auto sum = makeBinary(clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), std::move(old), std::move(value), op);
  writeBinding(target, castTo(std::move(sum), type, range), op->getSourceRange());
}

void Lowering::lowerStep(const clang::UnaryOperator* op) {
  const auto target = lowerLvalue(op->getSubExpr());
  const auto type = requireScalar(op->getType(), op->getSourceRange());
  if (type == ir::ScalarType::Bool) refuseExpr(op);
  const auto range = where(op->getSourceRange());
  // Types below int are computed in int, as in C++.
  const bool small = ir::isInteger(type) && ir::sizeInBytes(type) < 4;
  const auto computed = small ? ir::ScalarType::I32 : type;
  auto one = ir::isFloat(type) ? ir::makeExpr(ir::FloatLiteral{1.0}, computed, range) : ir::makeExpr(ir::IntLiteral{1}, computed, range);
  auto old = castTo(readBinding(target, op->getSubExpr()->getSourceRange()), computed, range);
  const auto kind = op->isIncrementOp() ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
  writeBinding(target, castTo(ir::binary(kind, std::move(old), std::move(one), range), type, range), op->getSourceRange());
}

// ---- declarations ---------------------------------------------------------------------------------------------------

void Lowering::lowerVariable(const clang::VarDecl* variable) {
  const auto type = variable->getType();
  const auto tokens = variable->getSourceRange();
  checkAttributes(*variable);
  if (variable->isStaticLocal() || variable->getTSCSpec() != clang::TSCS_unspecified)
    if (!variable->isUsableInConstantExpressions(unit_.context)) refuse(diag::Id::StaticVariable, tokens, {variable->getNameAsString()});
  if (variable->hasExternalStorage()) refuse(diag::Id::StaticVariable, tokens, {variable->getNameAsString()});
  if (type.isVolatileQualified()) refuse(diag::Id::Volatile, tokens);
  if (isa<clang::DecompositionDecl>(variable)) refuse(diag::Id::UnsupportedStatement, tokens, {"a structured binding"});
  if (type->isArrayType()) return lowerArray(variable);
  // A reference to a temporary, which every conversion makes, is a local with the value as of now.
  if (type->isReferenceType() && !strip(variable->getInit())->isPRValue()) {
    bindings_[variable] = bindReference(variable->getInit());
    return;
  }
  if (const auto entity = entityOf(type)) {
    if (entity->kind == EntityKind::GroupType) {
      auto group = std::make_shared<const ir::Group>(ir::Group{variable->getNameAsString(), unit_.locator.token(variable->getLocation())});
      bindings_[variable] = group;
      return emit(ir::CommitGroup{group}, tokens);
    }
    if (entity->kind == EntityKind::TensorType || entity->kind == EntityKind::RowType) {
      bindings_[variable] = bindPlace(lowerLvalue(variable->getInit()), tokens);
      return;
    }
    if (entity->kind == EntityKind::RangeType && variable->getInit()) lowerExpr(variable->getInit());  // refused there
    if (entity->kind == EntityKind::WindowType) {
      bindings_[variable] = bindWindow(lowerWindow(variable->getInit()), tokens);
      return;
    }
  }
  if (isAggregate(type)) {
    bindings_[variable] = copyAggregate(initialValue(variable), variable, variable->getNameAsString(), tokens);
    return;
  }
  if (variable->getInit() && isa<clang::LambdaExpr>(strip(variable->getInit()))) refuseExpr(strip(variable->getInit()));
  if (type->isPointerType()) refuse(diag::Id::Pointer, tokens);
  const auto scalar = requireScalar(type, tokens);
  if (spaceOf(type, unit_.context) != ir::Space::Local) refuse(diag::Id::ScalarMemory, tokens, {variable->getNameAsString()});
  if (isConstantVariable(variable)) return;  // folded at each use
  const auto symbol = makeLocal(variable->getNameAsString(), scalar, variable->getLocation());
  if (changed_.contains(variable)) may_change_.insert(symbol.get());
  ir::ExprRef value;
  if (const auto* init = variable->getInit(); init && !isTrivialDefault(init)) {
    wanted_ = symbol;
    value = lowerWhole(init);
    wanted_ = nullptr;
  }
  bindings_[variable] = symbol;
  if (!value) undefined_.insert(symbol.get());
  const auto* read = value ? std::get_if<ir::Read>(&value->node) : nullptr;
  if (!read || read->symbol != symbol) emit(ir::Let{symbol, std::move(value)}, tokens);
}

void Lowering::lowerArray(const clang::VarDecl* variable) {
  if (launch_depth_ == 0 && isConstantArray(variable)) return;  // made where it is used
  const auto buffer = declareArray(variable);
  bindings_[variable] = ir::Place{buffer, {}};
}

ir::BufferRef Lowering::declareArray(const clang::VarDecl* variable) {
  const auto tokens = variable->getSourceRange();
  const auto array = arrayTypeOf(variable->getType());
  if (!array) {
    const auto [why, remedy] = whyNoArray(variable->getType());
    refuse(diag::Id::ArrayType, tokens, {variable->getNameAsString(), variable->getType().getAsString(), why, remedy});
  }
  const auto space = spaceOf(variable->getType(), unit_.context);
  if (!space) refuse(diag::Id::LostMemory, tokens, {variable->getNameAsString()});
  const auto buffer = makeBuffer({variable->getNameAsString(), array->element, *space, static_cast<int>(array->dims.size()),
                                  array->dims, false, false, unit_.locator.token(variable->getLocation())});
  const auto* init = variable->getAnyInitializer();
  const bool is_undefined = !init || isTrivialDefault(init);
  emit(ir::Alloc{buffer, !is_undefined}, tokens);
  const bool is_constant = variable->isConstexpr() || isConstantArray(variable);
  if (!is_undefined) initializeArray(buffer, init, is_constant ? variable->evaluateValue() : nullptr, {});
  return buffer;
}

// Note [Constant arrays]
// An array that is const and has a constant initialiser is the same wherever it is declared. One of file scope, or of the
// host level, is declared again at the start of each launch that reads it, as if the source had it there: a local of
// the block.

bool Lowering::isConstantArray(const clang::VarDecl* variable) {
  const auto type = variable->getType();
  if (!type->isArrayType() || !unit_.context.getBaseElementType(type).isConstQualified()) return false;
  const bool is_local = spaceOf(type, unit_.context) == ir::Space::Local;
  return is_local && variable->getAnyInitializer() && variable->evaluateValue();
}

ir::BufferRef Lowering::constantArray(const clang::VarDecl* variable) {
  if (const auto made = constants_->arrays.find(variable); made != constants_->arrays.end()) return made->second;
  const llvm::SaveAndRestore<ir::Body*> target(out_, &constants_->body);
  return constants_->arrays[variable] = declareArray(variable);
}

/// The array is all zero already; stores what the braces name. `value`: of a constant, what the compiler computed, since an
/// initialiser may not mean the same at run time.
void Lowering::initializeArray(const ir::BufferRef& buffer, const clang::Expr* init, const clang::APValue* value,
                               std::vector<ir::ExprRef> prefix) {
  init = strip(init);
  if (isa<clang::ImplicitValueInitExpr>(init)) return;
  const auto* list = dyn_cast<clang::InitListExpr>(init);
  if (list && prefix.size() < buffer->dims.size()) {
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      auto indices = prefix;
      for (auto& index : indices) index = cloneExpr(index);
      indices.push_back(ir::intLiteral(i, where(list->getInit(i)->getSourceRange())));
      const bool is_known = value && value->isArray() && i < value->getArrayInitializedElts();
      initializeArray(buffer, list->getInit(i), is_known ? &value->getArrayInitializedElt(i) : nullptr, std::move(indices));
    }
    return;
  }
  if (prefix.size() != buffer->dims.size()) refuseExpr(init);
  if (buffer->space != ir::Space::Local) refuse(diag::Id::BufferInit, init->getSourceRange(), {buffer->name});
  auto constant = value ? constantFrom(*value, init->getType(), init) : nullptr;
  auto element = constant ? std::move(constant) : lowerExpr(init);
  emit(ir::Store{{buffer, std::move(prefix)}, std::move(element)}, init->getSourceRange());
}

}  // namespace exogpu::parse
