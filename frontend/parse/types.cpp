// What types mean, what is a constant, and walking over Clang's tree.
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

/// Names of the C and C++ libraries are anybody's to use for a function of their own: only the libraries' functions mean
/// what library.def says.
static bool isOfALibrary(const clang::NamedDecl& declaration, std::string_view name) {
  if (name.substr(0, 5) == "exo::") return true;
  const auto* function = dyn_cast<clang::FunctionDecl>(&declaration);
  if (function && function->getBuiltinID() != 0) return true;
  return declaration.getASTContext().getSourceManager().isInSystemHeader(declaration.getLocation());
}

std::optional<Entity> entityOf(const clang::NamedDecl* declaration) {
  if (!declaration->getDeclName()) return std::nullopt;
  const auto name = qualifiedName(*declaration);
  const auto entity = findEntity(name);
  return entity && isOfALibrary(*declaration, name) ? entity : std::nullopt;
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

clang::QualType tensorElementOf(clang::QualType type) {
  const auto* record = dyn_cast<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->getTemplateArgs().size() > 0 ? record->getTemplateArgs()[0].getAsType() : type;
}

/// In bytes. Far beyond every memory; keeps sizes and flat indices inside of int.
static constexpr std::int64_t LargestArray = std::int64_t{1} << 30;

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
  std::int64_t bytes = ir::sizeInBytes(*element);
  for (const auto dim : array.dims) {
    if (dim <= 0 || dim > LargestArray / bytes) return std::nullopt;
    bytes *= dim;
  }
  return array;
}

const char* const ScalarTypes =
    "bool, int, exo::int8 to exo::int64, exo::uint8 to exo::uint64, float, double, exo::f16, exo::bf16";

std::pair<std::string, std::string> whyNoArray(clang::QualType type) {
  type = type.getNonReferenceType();
  while (type->isArrayType()) {
    const auto* array = dyn_cast<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
    if (!array) return {"has a size that is no constant", "make each size a literal, a constexpr value or a template parameter"};
    if (array->getSize().isZero()) return {"has no elements", "give each dimension at least one element"};
    type = array->getElementType();
  }
  if (!scalarTypeOf(type) || type.isVolatileQualified())
    return {"has elements of type '" + type.getAsString() + "'", std::string("use one of ") + ScalarTypes};
  return {"is too large: arrays have less than 2^30 bytes", "make it smaller, or take the memory as a tensor parameter"};
}

/// The memory that one layer of a type's spelling names.
static std::optional<ir::Space> namedSpace(clang::QualType type) {
  const auto* alias = dyn_cast<clang::TemplateSpecializationType>(type.getTypePtr());
  const auto* declaration = alias && alias->isTypeAlias() ? alias->getTemplateName().getAsTemplateDecl() : nullptr;
  const auto entity = declaration ? entityOf(declaration) : std::nullopt;
  if (!entity || entity->kind != EntityKind::Memory) return std::nullopt;
  return static_cast<ir::Space>(entity->detail);
}

std::optional<ir::Space> spaceOf(clang::QualType type, const clang::ASTContext& context) {
  std::optional<ir::Space> found;
  bool is_element = false;
  for (;;) {
    // An array that was deduced, or given as a template argument, has lost the spelling of its memory.
    const bool hides = isa<clang::DeducedType, clang::DecltypeType, clang::SubstTemplateTypeParmType>(type.getTypePtr());
    if (hides && !found && type->isArrayType()) return std::nullopt;
    if (const auto named = namedSpace(type)) {
      if (is_element || (found && *found != *named)) return std::nullopt;  // memory is said of a whole array
      found = named;
    }
    const auto next = type.getSingleStepDesugaredType(context);
    if (next != type) {
      type = next;
    } else if (const auto* array = context.getAsArrayType(type)) {
      type = array->getElementType();
      is_element = true;
    } else {
      return found.value_or(ir::Space::Local);
    }
  }
}

bool isTrivialDefault(const clang::Expr* init) {
  const auto* construct = dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit());
  return construct && construct->getNumArgs() == 0 && construct->getConstructor()->isTrivial() &&
         !construct->requiresZeroInitialization();
}

// ---- looking through wrapping ---------------------------------------------------------------------------------------

const clang::Expr* strip(const clang::Expr* expr) {
  for (;;) {
    const clang::Expr* inner = expr->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(inner)) inner = full->getSubExpr();
    else if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(inner)) inner = temporary->getSubExpr();
    else if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner)) inner = bound->getSubExpr();
    else if (const auto* parameter = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(inner)) inner = parameter->getReplacement();
    else if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(inner); cast && cast->getCastKind() == clang::CK_NoOp)
      inner = cast->getSubExpr();
    if (inner == expr) return expr;
    expr = inner;
  }
}

const clang::CallExpr* asCall(const clang::Expr* expr) {
  const auto* inner = strip(expr);
  // A prvalue of class type that initialises a variable may be wrapped in an elidable copy.
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(inner);
      construct && construct->getNumArgs() == 1 && construct->getConstructor()->isCopyOrMoveConstructor())
    inner = strip(construct->getArg(0));
  return dyn_cast<clang::CallExpr>(inner);
}

bool readsAlways(const clang::Stmt* stmt, const clang::VarDecl* variable) {
  if (!stmt || isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr, clang::LambdaExpr>(stmt)) return false;
  const auto always = [&](const clang::Stmt* part) { return readsAlways(part, variable); };
  if (const auto* cast = dyn_cast<clang::CastExpr>(stmt); cast && cast->getCastKind() == clang::CK_LValueToRValue)
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(strip(cast->getSubExpr()))) return name->getDecl() == variable;
  if (const auto* select = dyn_cast<clang::AbstractConditionalOperator>(stmt))
    return always(select->getCond()) || (always(select->getTrueExpr()) && always(select->getFalseExpr()));
  if (const auto* op = dyn_cast<clang::BinaryOperator>(stmt); op && op->isLogicalOp()) return always(op->getLHS());
  return llvm::any_of(stmt->children(), always);
}

const clang::CompoundStmt* findFloatPragma(const clang::Stmt* root) {
  if (!root) return nullptr;
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(root); compound && compound->hasStoredFPFeatures()) return compound;
  for (const clang::Stmt* child : root->children())
    if (const auto* found = findFloatPragma(child)) return found;
  return nullptr;
}

void collectChanged(const clang::Stmt* stmt, std::set<const clang::ValueDecl*>& changed) {
  if (!stmt) return;
  const auto mark = [&](const clang::Expr* target) {
    target = target->IgnoreParenImpCasts();
    while (const auto* member = dyn_cast<clang::MemberExpr>(target)) target = member->getBase()->IgnoreParenImpCasts();
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(target)) changed.insert(name->getDecl());
  };
  const auto is_mutable_reference = [](clang::QualType type) {
    return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  };
  if (const auto* op = dyn_cast<clang::BinaryOperator>(stmt); op && op->isAssignmentOp()) mark(op->getLHS());
  if (const auto* op = dyn_cast<clang::UnaryOperator>(stmt); op && op->isIncrementDecrementOp()) mark(op->getSubExpr());
  if (const auto* op = dyn_cast<clang::CXXOperatorCallExpr>(stmt); op && op->isAssignmentOp()) mark(op->getArg(0));
  else if (const auto* call = dyn_cast<clang::CallExpr>(stmt); call && call->getDirectCallee()) {
    const auto parameters = call->getDirectCallee()->parameters();
    const bool is_operator = isa<clang::CXXOperatorCallExpr>(call);
    for (unsigned i = 0; !is_operator && i < call->getNumArgs() && i < parameters.size(); ++i)
      if (is_mutable_reference(parameters[i]->getType())) mark(call->getArg(i));
  }
  if (const auto* declarations = dyn_cast<clang::DeclStmt>(stmt))
    for (const auto* each : declarations->decls())
      if (const auto* variable = dyn_cast<clang::VarDecl>(each); variable && variable->getInit() && is_mutable_reference(variable->getType()))
        mark(variable->getInit());
  for (const clang::Stmt* child : stmt->children()) collectChanged(child, changed);
}

const clang::Stmt* findTooDeep(const clang::Stmt* root) {
  constexpr int Limit = 4000;
  std::vector<std::pair<const clang::Stmt*, int>> open{{root, 0}};
  while (!open.empty()) {
    const auto [stmt, depth] = open.back();
    open.pop_back();
    if (!stmt) continue;
    if (depth > Limit) return stmt;
    for (const auto* child : stmt->children()) open.emplace_back(child, depth + 1);
  }
  return nullptr;
}

int countNodes(const ir::ExprRef& expr) {
  int count = 0;
  ir::walkExpr(expr, [&](const ir::ExprRef&) { ++count; });
  return count;
}

// ---- constants ------------------------------------------------------------------------------------------------------

/// constexpr, or a const integer, with a constant initialiser that is no annotation (`one_thread()` is no constant).
bool Lowering::isConstantVariable(const clang::VarDecl* variable) {
  if (isa<clang::ParmVarDecl>(variable) || !variable->isUsableInConstantExpressions(unit_.context)) return false;
  const auto* init = variable->getAnyInitializer();
  return init && isConstantCandidate(init) && variable->evaluateValue();
}

/// Whether only constants occur below, so that asking Clang's evaluator is worth it.
bool Lowering::isConstantCandidate(const clang::Stmt* stmt) {
  if (!stmt) return false;
  const auto [entry, is_new] = candidates_.try_emplace(stmt, false);
  if (!is_new) return entry->second;
  const auto decide = [&]() -> bool {
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(stmt)) {
      const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
      if (variable) return isConstantVariable(variable);
      return isa<clang::EnumConstantDecl, clang::NonTypeTemplateParmDecl, clang::FunctionDecl>(name->getDecl());
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(stmt)) {
      const auto* callee = call->getDirectCallee();
      if (!callee || !(callee->isConstexpr() || callee->getBuiltinID() != 0)) return false;
      const auto entity = entityOf(callee);
      if (entity && entity->kind != EntityKind::Math && entity->kind != EntityKind::MinMax) return false;
    } else if (!isa<clang::Expr>(stmt) || isa<clang::LambdaExpr, clang::StmtExpr, clang::CXXThisExpr>(stmt)) {
      return false;
    }
    if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(stmt)) return trait->getKind() == clang::UETT_SizeOf;
    return llvm::all_of(stmt->children(), [&](const clang::Stmt* child) { return isConstantCandidate(child); });
  };
  const bool answer = decide();
  return candidates_[stmt] = answer;
}

/// The IR's literals are 64 bits with a sign.
ir::ExprRef Lowering::intConstant(const llvm::APSInt& value, ir::ScalarType type, clang::SourceRange tokens) {
  if (!value.isRepresentableByInt64()) refuse(diag::Id::ConstantTooLarge, tokens, {llvm::toString(value, 10)});
  return ir::makeExpr(ir::IntLiteral{value.getExtValue()}, type, where(tokens));
}

ir::ExprRef Lowering::foldConstant(const clang::Expr* expr) {
  if (!expr->isPRValue() || !isConstantCandidate(expr)) return nullptr;
  if (!scalarTypeOf(expr->getType()) || expr->getType()->isRecordType()) return nullptr;
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, unit_.context) || result.HasSideEffects || result.HasUndefinedBehavior) return nullptr;
  return constantFrom(result.Val, expr->getType(), expr);
}

std::int64_t Lowering::constantInt(const clang::Expr* expr, std::string_view what) {
  clang::Expr::EvalResult result;
  if (expr->EvaluateAsInt(result, unit_.context)) return result.Val.getInt().getExtValue();
  refuse(diag::Id::NotConstant, expr->getSourceRange(), {std::string(what)});
}

}  // namespace exogpu::parse
