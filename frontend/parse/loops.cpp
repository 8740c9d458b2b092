// Loops, and what types mean.
#include "frontend/ir/walk.h"
#include "frontend/diag/ids.h"
#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

// ---- types ----------------------------------------------------------------------------------------------------------

/// Name with its scopes, without inline namespaces and template arguments: the key of library.def.
static std::string qualifiedName(const clang::NamedDecl& declaration) {
  std::string name = declaration.getNameAsString();
  for (const auto* scope = declaration.getDeclContext(); scope; scope = scope->getParent()) {
    if (const auto* space = dyn_cast<clang::NamespaceDecl>(scope)) {
      if (!space->isInline()) name = space->getNameAsString() + "::" + name;
    } else if (const auto* record = dyn_cast<clang::RecordDecl>(scope)) {
      name = record->getNameAsString() + "::" + name;
    }
  }
  return name;
}

std::optional<Entity> entityOf(const clang::NamedDecl* declaration) {
  return declaration->getDeclName() ? findEntity(qualifiedName(*declaration)) : std::nullopt;
}

std::optional<Entity> entityOf(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record ? entityOf(record) : std::nullopt;
}

static std::optional<ir::ScalarType> builtinScalar(const clang::BuiltinType& type) {
  switch (type.getKind()) {
    case clang::BuiltinType::Bool: return ir::ScalarType::Bool;
    case clang::BuiltinType::SChar: return ir::ScalarType::I8;
    case clang::BuiltinType::UChar: return ir::ScalarType::U8;
    case clang::BuiltinType::Short: return ir::ScalarType::I16;
    case clang::BuiltinType::UShort: return ir::ScalarType::U16;
    case clang::BuiltinType::Int: return ir::ScalarType::I32;
    case clang::BuiltinType::UInt: return ir::ScalarType::U32;
    case clang::BuiltinType::Long:
    case clang::BuiltinType::LongLong: return ir::ScalarType::I64;
    case clang::BuiltinType::ULong:
    case clang::BuiltinType::ULongLong: return ir::ScalarType::U64;
    case clang::BuiltinType::Float: return ir::ScalarType::F32;
    case clang::BuiltinType::Double: return ir::ScalarType::F64;
    default: return std::nullopt;  // char (its sign is the target's), wide types, long double, half types of compilers
  }
}

std::optional<ir::ScalarType> scalarTypeOf(clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  if (const auto* builtin = type->getAs<clang::BuiltinType>()) return builtinScalar(*builtin);
  if (const auto* enumeration = type->getAs<clang::EnumType>())
    return scalarTypeOf(enumeration->getDecl()->getDefinitionOrSelf()->getIntegerType());
  const auto entity = entityOf(type);
  if (entity && entity->kind == EntityKind::ScalarType) return static_cast<ir::ScalarType>(entity->detail);
  return std::nullopt;
}

std::optional<TensorType> tensorTypeOf(clang::QualType type) {
  const auto entity = entityOf(type);
  if (!entity || entity->kind != EntityKind::TensorType) return std::nullopt;
  const auto* record = dyn_cast<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() < 2) return std::nullopt;
  const auto& arguments = record->getTemplateArgs();
  const auto element = scalarTypeOf(arguments[0].getAsType());
  if (!element) return std::nullopt;
  const auto layout = arguments.size() > 2 ? entityOf(arguments[2].getAsType()) : std::nullopt;
  return TensorType{*element, static_cast<int>(arguments[1].getAsIntegral().getExtValue()),
                    arguments[0].getAsType().isConstQualified(), layout && layout->kind == EntityKind::StridedType};
}

std::optional<ArrayType> arrayTypeOf(clang::QualType type) {
  ArrayType array{};
  type = type.getNonReferenceType().getCanonicalType();
  while (type->isArrayType()) {
    const auto* constant = dyn_cast<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
    if (!constant) return std::nullopt;
    array.dims.push_back(constant->getSize().getSExtValue());
    type = constant->getElementType();
  }
  const auto element = scalarTypeOf(type);
  if (!element || type.isVolatileQualified()) return std::nullopt;
  array.element = *element;
  return array;
}

std::optional<ir::Space> spaceOf(clang::QualType type, const clang::ASTContext& context) {
  for (;;) {
    if (isa<clang::DeducedType, clang::DecltypeType>(type.getTypePtr())) return std::nullopt;
    if (const auto* alias = dyn_cast<clang::TemplateSpecializationType>(type.getTypePtr()); alias && alias->isTypeAlias())
      if (const auto* declaration = alias->getTemplateName().getAsTemplateDecl())
        if (const auto entity = entityOf(declaration); entity && entity->kind == EntityKind::Memory)
          return static_cast<ir::Space>(entity->detail);
    const auto next = type.getSingleStepDesugaredType(context);
    if (next == type) return ir::Space::Local;
    type = next;
  }
}

bool isTrivialDefault(const clang::Expr* init) {
  const auto* construct = dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit());
  return construct && construct->getNumArgs() == 0 && construct->getConstructor()->isTrivial() &&
         !construct->requiresZeroInitialization();
}

// ---- structs of scalars ---------------------------------------------------------------------------------------------
// Note [Structs]
// A struct of scalars is one local a field; copies copy the fields, references name the same locals.

bool Lowering::isAggregate(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || entityOf(record) || record->isUnion() || record->isLambda()) return false;
  if (!record->isAggregate() || record->getNumBases() != 0 || record->isPolymorphic()) return false;
  return llvm::all_of(record->fields(), [](const clang::FieldDecl* field) {
    return scalarTypeOf(field->getType()) && !field->getType()->isReferenceType() && !field->isBitField();
  });
}

/// The value of a braced list, or of a default-initialised struct, as a bundle of expressions.
Binding Lowering::lowerAggregate(const clang::Expr* expr) {
  const auto* inner = strip(expr);
  if (const auto* cast = dyn_cast<clang::CastExpr>(inner)) return lowerAggregate(cast->getSubExpr());
  if (!inner->isPRValue()) return lowerLvalue(inner);
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(inner); construct && construct->getNumArgs() == 1)
    return lowerAggregate(construct->getArg(0));
  auto bundle = std::make_shared<Aggregate>();
  const auto* list = dyn_cast<clang::InitListExpr>(inner);
  const bool is_default = isTrivialDefault(inner);
  if (!list && !is_default && !isa<clang::ImplicitValueInitExpr>(inner)) refuseExpr(inner);
  unsigned index = 0;
  for (const auto* field : expr->getType()->getAsCXXRecordDecl()->fields()) {
    const auto* init = list && index < list->getNumInits() ? list->getInit(index) : nullptr;
    ++index;
    if (const auto* member = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(init)) init = member->getExpr();
    if (init) bundle->fields[field] = lowerExpr(init);
    else bundle->fields[field] = is_default ? ir::ExprRef{} : zeroOf(*scalarTypeOf(field->getType()), where(expr->getSourceRange()));
  }
  return bundle;
}

Binding Lowering::initialValue(const clang::VarDecl* variable) {
  return variable->getInit() ? lowerAggregate(variable->getInit()) : std::make_shared<Aggregate>();
}

/// New locals, one a field, with the values of `from` (fields that it lacks are undefined).
Binding Lowering::copyAggregate(const Binding& from, const clang::VarDecl* owner, const std::string& name, clang::SourceRange tokens) {
  const auto* source = std::get_if<AggregatePtr>(&from);
  if (!source) refuse(diag::Id::NotAScalar, tokens);
  auto made = std::make_shared<Aggregate>();
  for (const auto* field : owner->getType().getNonReferenceType()->getAsCXXRecordDecl()->fields()) {
    const auto symbol = makeLocal(name + "_" + field->getNameAsString(), *scalarTypeOf(field->getType()), owner->getLocation());
    if (changed_.contains(owner)) may_change_.insert(symbol.get());
    const auto value = (*source)->fields.find(field);
    const auto* expr = value != (*source)->fields.end() ? std::get_if<ir::ExprRef>(&value->second) : nullptr;
    const bool is_undefined = value == (*source)->fields.end() || (expr && !*expr);
    emit(ir::Let{symbol, is_undefined ? nullptr : readBinding(value->second, tokens)}, tokens);
    made->fields[field] = symbol;
  }
  return made;
}

void Lowering::assignAggregate(const Binding& target, const Binding& value, clang::SourceRange tokens) {
  const auto* to = std::get_if<AggregatePtr>(&target);
  const auto* from = std::get_if<AggregatePtr>(&value);
  if (!to || !from) refuse(diag::Id::NotAScalar, tokens);
  std::vector<ir::ExprRef> values;  // all are read before one is written: `p = {p.b, p.a}` swaps
  std::vector<const clang::FieldDecl*> fields;
  for (const auto& [field, place] : (*to)->fields) fields.push_back(field);
  llvm::sort(fields, [](const auto* a, const auto* b) { return a->getFieldIndex() < b->getFieldIndex(); });
  for (const auto* field : fields) {
    const auto found = (*from)->fields.find(field);
    const auto* expr = found != (*from)->fields.end() ? std::get_if<ir::ExprRef>(&found->second) : nullptr;
    if (found == (*from)->fields.end() || (expr && !*expr)) refuse(diag::Id::AssignType, tokens, {"an undefined struct"});
    values.push_back(freeze(readBinding(found->second, tokens), "value"));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) writeBinding((*to)->fields.at(fields[i]), values[i], tokens);
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
  llvm::SmallVector<const clang::Stmt*, 16> list;
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(body)) list.append(compound->body_begin(), compound->body_end());
  else list.push_back(body);
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
  const Scoped<int> depth(launch_depth_, launch_depth_ + ir::isLaunch(loop.kind));
  loop.body = lowerBody(body, &loop.policy);
  emit(std::move(loop), tokens);
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
    const Scoped<bool> substitute(substitute_, true);  // a local between two nested launches would part them
    loop.lo = bounds.size() > 1 ? lowerIndex(bounds[0]) : ir::intLiteral(0, where(call->getSourceRange()));
    loop.hi = lowerIndex(bounds[bounds.size() > 1 ? 1 : 0]);
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
    if (assign->getOpcode() == clang::BO_SubAssign) header.step = -header.step;
  } else {
    bad(loop->getInc(), "its last part does not step the iterator by a constant");
  }
  const bool ascending = header.op == clang::BO_LT || header.op == clang::BO_LE;
  if (ascending != (header.step > 0)) bad(loop->getInc(), "it steps away from its bound");
  return header;
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
  loop.hi = lowerIndex(header.bound);
  if (header.op == clang::BO_LE) {
    const auto* literal = std::get_if<ir::IntLiteral>(&loop.hi->node);
    loop.hi = literal ? ir::intLiteral(literal->value + 1, loop.hi->where)
                      : ir::binary(ir::BinaryOp::Add, loop.hi, ir::intLiteral(1), loop.hi->where);
  }
  const auto bound = loop.hi;
  emitLoop(std::move(loop), header.variable, stmt->getBody(), stmt->getSourceRange());
  checkBound(bound, std::get<ir::For>(out_->back()->node).body, header.bound->getSourceRange());
}

// Note [Descending loops]
// `for (i = a; i >= b; i -= c)` runs for k = 0 .. (a - b + c) / c with i = a - k·c; `>` is `>=` of b + 1. When a < b the
// quotient truncates to zero or is negative, and the loop does not run, as in C++.
void Lowering::emitDescending(const clang::ForStmt* stmt, const Header& header) {
  const auto* variable = header.variable;
  if (scalarTypeOf(variable->getType()) != ir::ScalarType::I32)
    refuse(diag::Id::IteratorType, variable->getSourceRange(), {variable->getNameAsString(), variable->getType().getAsString()});
  const auto range = where(stmt->getSourceRange());
  const auto start = freeze(lowerIndex(header.start), "start");
  const auto bound = lowerIndex(header.bound);
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
  loop.body = lowerBody(stmt->getBody(), &loop.policy);
  loop.body.insert(loop.body.begin(), ir::makeStmt(ir::Let{symbol, ir::binary(ir::BinaryOp::Sub, start, offset, range)}, range));
  const auto body = loop.body;
  emit(std::move(loop), stmt->getSourceRange());
  checkBound(bound, body, header.bound->getSourceRange());
}

/// C++ evaluates the bound before each iteration, the IR once: the body must not change it.
void Lowering::checkBound(const ir::ExprRef& bound, const ir::Body& body, clang::SourceRange tokens) {
  std::set<const ir::Symbol*> assigned;
  std::set<const ir::Buffer*> written;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (const auto* n = std::get_if<ir::Assign>(&stmt->node)) assigned.insert(n->symbol.get());
    if (const auto* n = std::get_if<ir::Store>(&stmt->node)) written.insert(n->place.buffer.get());
    if (const auto* n = std::get_if<ir::Atomic>(&stmt->node)) written.insert(n->place.buffer.get());
    if (const auto* n = std::get_if<ir::Copy>(&stmt->node)) written.insert(n->dst.origin.buffer.get());
    if (const auto* n = std::get_if<ir::Collective>(&stmt->node); n && n->dst) written.insert(n->dst->buffer.get());
  });
  ir::walkExpr(bound, [&](const ir::ExprRef& expr) {
    const auto* read = std::get_if<ir::Read>(&expr->node);
    const auto* load = std::get_if<ir::Load>(&expr->node);
    if ((read && assigned.contains(read->symbol.get())) || (load && written.contains(load->place.buffer.get())))
      report(diag::Id::BoundChanges, tokens, {read ? read->symbol->name : load->place.buffer->name});
  });
}

}  // namespace exogpu::parse
