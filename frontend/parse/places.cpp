// Places: elements and rows of buffers, structs, views, windows, commit groups; and the names that stand for them.
#include "frontend/ir/levels.h"
#include "frontend/parse/nesting.h"

namespace exogpu::parse {

using clang::dyn_cast;
using clang::isa;

// ---- places ---------------------------------------------------------------------------------------------------------

Binding Lowering::bindingOf(const clang::DeclRefExpr* name) {
  const auto* declaration = name->getDecl();
  if (const auto bound = bindings_.find(declaration); bound != bindings_.end()) return bound->second;
  const auto* variable = dyn_cast<clang::VarDecl>(declaration);
  if (variable && isConstantArray(variable)) return ir::Place{constantArray(variable), {}};
  if (variable && variable->hasGlobalStorage())
    refuse(diag::Id::GlobalVariable, name->getSourceRange(), {declaration->getNameAsString()});
  if (failed_) throw Refused{};  // its declaration was refused
  refuseExpr(name);
}

Binding Lowering::lowerLvalue(const clang::Expr* original) {
  const auto* expr = strip(original);
  const Nesting nesting(*this, expr);
  if (expr->getType().isVolatileQualified()) refuse(diag::Id::Volatile, expr->getSourceRange());
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(expr)) {
    if (auto constant = scalarTypeOf(expr->getType()) && isConstantCandidate(name) ? constantOf(name) : nullptr) return constant;
    return bindingOf(name);
  }
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    const auto* base = strip(element->getBase());
    const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base);
    if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay) refuse(diag::Id::Pointer, expr->getSourceRange());
    return subscript(lowerLvalue(decay->getSubExpr()), element->getIdx(), expr->getSourceRange());
  }
  if (const auto* op = dyn_cast<clang::CXXOperatorCallExpr>(expr)) {
    const auto entity = op->getDirectCallee() ? entityOf(op->getDirectCallee()) : std::nullopt;
    if (entity && entity->kind == EntityKind::Subscript)
      return subscript(lowerLvalue(op->getArg(0)), op->getArg(1), expr->getSourceRange());
  }
  if (const auto* call = dyn_cast<clang::CXXMemberCallExpr>(expr); call && tensorTypeOf(expr->getType())) {
    const auto entity = entityOf(call->getMethodDecl());
    if (entity && entity->kind == EntityKind::TensorWindow) return makeView(call);
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(expr)) {
    const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field && !member->isArrow()) {
      const auto base = lowerLvalue(member->getBase());
      if (const auto* aggregate = std::get_if<AggregatePtr>(&base)) {
        for (const auto* other : field->getParent()->fields()) {  // `P{a, b}.a` evaluates b
          const auto value = (*aggregate)->fields.find(other);
          const auto* temporary = value != (*aggregate)->fields.end() ? std::get_if<ir::ExprRef>(&value->second) : nullptr;
          if (temporary && *temporary && other != field) demand(*temporary, member->getSourceRange());
        }
        return (*aggregate)->fields.at(field);
      }
    }
    refuse(diag::Id::Member, member->getSourceRange(), {member->getMemberDecl()->getNameAsString()});
  }
  if (expr->isPRValue() && isAggregate(expr->getType())) return lowerAggregate(expr);
  // A copy of a tensor, or its read-only view, is the same tensor.
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(expr); construct && construct->getNumArgs() == 1 && tensorTypeOf(expr->getType()))
    return lowerLvalue(construct->getArg(0));
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr);
      cast && (cast->getCastKind() == clang::CK_ConstructorConversion || cast->getCastKind() == clang::CK_UserDefinedConversion))
    return lowerLvalue(cast->getSubExpr());
  if (expr->isPRValue() && scalarTypeOf(expr->getType())) return lowerExpr(expr);
  if (isa<clang::CallExpr>(expr) && !scalarTypeOf(expr->getType()))
    refuse(diag::Id::ReturnType, expr->getSourceRange(), {expr->getType().getAsString()});
  if (isa<clang::CallExpr, clang::UnaryOperator, clang::BinaryOperator>(expr)) return lowerExpr(expr);
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr)) refuse(diag::Id::Cast, cast->getSourceRange(), {cast->getCastKindName()});
  refuseExpr(expr);
}

ir::ExprRef Lowering::constantOf(const clang::DeclRefExpr* name) {
  const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
  const auto* value = variable && scalarTypeOf(name->getType()) ? variable->evaluateValue() : nullptr;
  return value ? constantFrom(*value, name->getType(), name) : nullptr;
}

/// A value that the compiler computed; null when it is no number that the language has.
ir::ExprRef Lowering::constantFrom(const clang::APValue& value, clang::QualType type, const clang::Expr* at) {
  const auto scalar = scalarTypeOf(type);
  const auto range = where(at->getSourceRange());
  const auto literal = [&](llvm::APFloat number, ir::ScalarType as) {
    bool loses = false;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return ir::makeExpr(ir::FloatLiteral{number.convertToDouble()}, as, range);
  };
  if (scalar && value.isInt()) return intConstant(value.getInt(), *scalar, at->getSourceRange());
  if (!scalar || !ir::isFloat(*scalar)) return nullptr;
  if (value.isFloat()) return literal(value.getFloat(), *scalar);
  if (!value.isStruct() || value.getStructNumFields() != 1 || !value.getStructField(0).isInt()) return nullptr;
  const auto& format = *scalar == ir::ScalarType::F16 ? llvm::APFloat::IEEEhalf() : llvm::APFloat::BFloat();
  const llvm::APFloat half(format, value.getStructField(0).getInt().extOrTrunc(16));  // its bits; a half has no literal
  return ir::cast(literal(half, ir::ScalarType::F32), *scalar, range);
}

ir::Place Lowering::lowerPlace(const clang::Expr* expr) {
  const auto binding = lowerLvalue(expr);
  const auto* place = std::get_if<ir::Place>(&binding);
  if (std::holds_alternative<ViewPtr>(binding)) refuse(diag::Id::ViewUse, expr->getSourceRange());
  if (!place) refuse(diag::Id::NotAPlace, expr->getSourceRange());
  ir::Place copy{place->buffer, {}};
  for (const auto& index : place->indices) copy.indices.push_back(cloneExpr(index));
  return copy;
}

bool Lowering::isFrozen(const ir::ExprRef& expr) const {
  bool frozen = true;
  ir::walkExpr(expr, [&](const ir::ExprRef& each) {
    if (std::holds_alternative<ir::Load>(each->node)) frozen = false;
    if (const auto* read = std::get_if<ir::Read>(&each->node); read && may_change_.contains(read->symbol.get())) frozen = false;
  });
  return frozen;
}

/// The value as of now: itself if nothing can change it, else a new local.
ir::ExprRef Lowering::freeze(ir::ExprRef expr, const char* name) {
  if (isFrozen(expr)) return expr;
  auto symbol = std::make_shared<ir::Symbol>(ir::Symbol{name, expr->type, ir::Symbol::Kind::Local, false, expr->where});
  birth_[symbol.get()] = frames_.size();
  const auto range = expr->where;
  out_->push_back(ir::makeStmt(ir::Let{symbol, std::move(expr)}, range));
  return ir::read(symbol, range);
}

ir::Place Lowering::freezePlace(ir::Place place) {
  for (auto& index : place.indices) index = freeze(index, "index");
  return place;
}

/// A reference names the place as of where it is bound.
Binding Lowering::freezeBinding(Binding binding) {
  if (auto* place = std::get_if<ir::Place>(&binding)) *place = freezePlace(std::move(*place));
  if (auto* window = std::get_if<ir::Window>(&binding)) window->origin = freezePlace(std::move(window->origin));
  return binding;
}

static ir::ExprRef conjunction(ir::ExprRef a, ir::ExprRef b, SourceRange range) {
  return ir::binary(ir::BinaryOp::LAnd, std::move(a), std::move(b), range);
}

/// What a reference names from now on. The library's and a user's functions may return references, too, to what an argument
/// names; which one it is shows when the program runs.
Binding Lowering::bindReference(const clang::Expr* init) {
  auto binding = lowerLvalue(init);
  const auto* expr = strip(init);
  const bool is_result = isa<clang::CallExpr, clang::UnaryOperator, clang::BinaryOperator>(expr) && std::holds_alternative<ir::ExprRef>(binding);
  if (is_result) refuse(diag::Id::ReferenceToResult, init->getSourceRange());
  return bindPlace(std::move(binding), init->getSourceRange());
}

/// A name for a place. C++ subscripts where the name is made, so the indices are judged here, wherever it is used.
Binding Lowering::bindPlace(Binding binding, clang::SourceRange tokens) {
  auto frozen = freezeBinding(std::move(binding));
  if (const auto* place = std::get_if<ir::Place>(&frozen)) demandInside(*place, {}, tokens);
  return frozen;
}

/// As bindPlace. Windows of tensors are clipped: they may lie anywhere.
ir::Window Lowering::bindWindow(ir::Window window, clang::SourceRange tokens) {
  window.origin = freezePlace(std::move(window.origin));
  if (!window.clipped) demandInside(window.origin, window.shape, tokens);
  for (const auto& index : window.origin.indices)
    if (window.clipped) demand(index, tokens);
  return window;
}

/// The element, row or rectangle (`shape`, of the last dimensions) lies inside its buffer.
void Lowering::demandInside(const ir::Place& place, llvm::ArrayRef<std::int64_t> shape, clang::SourceRange tokens) {
  const auto range = where(tokens);
  const auto& dims = place.buffer->dims;
  const auto first = place.indices.size() - std::min(place.indices.size(), shape.size());
  for (std::size_t d = 0; d < place.indices.size(); ++d) {
    const auto& index = place.indices[d];
    const auto span = d < first ? 1 : shape[d - first];
    if (const auto at = ir::constantValue(index); at && *at >= 0 && !dims.empty() && *at + span <= dims[d]) continue;
    auto end = dims.empty() ? ir::makeExpr(ir::Extent{place.buffer, static_cast<int>(d)}, ir::ScalarType::I32, range)
                            : ir::intLiteral(dims[d] - span + 1, range);
    auto low = ir::binary(ir::BinaryOp::Ge, cloneExpr(index), ir::intLiteral(0), range);
    auto high = ir::binary(ir::BinaryOp::Lt, cloneExpr(index), std::move(end), range);
    emit(ir::Prove{conjunction(std::move(low), std::move(high), range), "the index lies inside '" + place.buffer->name + "'"}, tokens);
  }
}

// ---- views ----------------------------------------------------------------------------------------------------------
// Note [Views]
// `A.window(i, j, rows, cols)` is a tensor inside a tensor. It has no buffer of its own: its elements are elements of A at
// shifted indices. Making it, and each subscript, brings the obligation that the plain run checks.

ir::ExprRef Lowering::extentOf(const Binding& tensor, int dim, SourceRange range) {
  if (const auto* view = std::get_if<ViewPtr>(&tensor)) return ir::cloneExpr((*view)->extents.at(static_cast<std::size_t>(dim)));
  return ir::makeExpr(ir::Extent{std::get<ir::Place>(tensor).buffer, dim}, ir::ScalarType::I32, range);
}

Binding Lowering::makeView(const clang::CXXMemberCallExpr* call) {
  const auto base = lowerLvalue(call->getImplicitObjectArgument());
  const auto* outer = std::get_if<ViewPtr>(&base);
  const auto* place = std::get_if<ir::Place>(&base);
  const auto tokens = call->getSourceRange();
  if ((!outer && !place) || (place && !place->indices.empty())) refuse(diag::Id::NotAPlace, tokens);
  View view{outer ? (*outer)->buffer : place->buffer, {}, {}, {}};
  const auto rank = static_cast<unsigned>(view.buffer->rank);
  if (call->getNumArgs() != 2 * rank || call->getMethodDecl()->getTemplateSpecializationArgs()) refuse(diag::Id::WindowForm, tokens);
  const auto range = where(tokens);
  for (unsigned d = 0; d < rank; ++d) {
    auto from = freeze(lowerIndex(call->getArg(d)), "from"), extent = freeze(lowerIndex(call->getArg(rank + d)), "extent");
    const auto at_least_zero = [&](const ir::ExprRef& e) { return ir::binary(ir::BinaryOp::Ge, cloneExpr(e), ir::intLiteral(0), range); };
    auto room = ir::binary(ir::BinaryOp::Sub, extentOf(base, static_cast<int>(d), range), cloneExpr(extent), range);
    auto ends_inside = ir::binary(ir::BinaryOp::Le, cloneExpr(from), std::move(room), range);
    auto inside = conjunction(conjunction(at_least_zero(from), at_least_zero(extent), range), std::move(ends_inside), range);
    emit(ir::Prove{std::move(inside), "the window lies inside '" + view.buffer->name + "'"}, tokens);
    if (outer) from = ir::binary(ir::BinaryOp::Add, cloneExpr((*outer)->offsets[d]), from, range);
    view.offsets.push_back(std::move(from));
    view.extents.push_back(std::move(extent));
  }
  return std::make_shared<const View>(std::move(view));
}

Binding Lowering::subscript(const Binding& base, const clang::Expr* index, clang::SourceRange tokens) {
  if (const auto* outer = std::get_if<ViewPtr>(&base)) {
    View view = **outer;
    const auto dim = view.indices.size();
    const auto range = where(tokens);
    auto at = lowerIndex(index);
    auto low = ir::binary(ir::BinaryOp::Ge, cloneExpr(at), ir::intLiteral(0), range);
    auto high = ir::binary(ir::BinaryOp::Lt, cloneExpr(at), cloneExpr(view.extents.at(dim)), range);
    emit(ir::Prove{conjunction(std::move(low), std::move(high), range), "the index lies inside the window"}, tokens);
    view.indices.push_back(ir::binary(ir::BinaryOp::Add, cloneExpr(view.offsets[dim]), std::move(at), range));
    if (view.indices.size() == view.offsets.size()) return ir::Place{view.buffer, view.indices};
    return std::make_shared<const View>(std::move(view));
  }
  const auto* place = std::get_if<ir::Place>(&base);
  if (!place) refuse(diag::Id::NotAPlace, tokens);
  ir::Place element{place->buffer, {}};
  for (const auto& each : place->indices) element.indices.push_back(cloneExpr(each));
  element.indices.push_back(lowerIndex(index));
  return element;
}

ir::ExprRef Lowering::readBinding(const Binding& binding, clang::SourceRange tokens) {
  const auto range = where(tokens);
  if (const auto* symbol = std::get_if<SymbolPtr>(&binding)) return ir::read(*symbol, range);
  if (const auto* expr = std::get_if<ir::ExprRef>(&binding)) return cloneExpr(*expr);
  const auto* place = std::get_if<ir::Place>(&binding);
  if (!place || static_cast<int>(place->indices.size()) != place->buffer->rank) refuse(diag::Id::NotAScalar, tokens);
  ir::Place copy{place->buffer, {}};
  for (const auto& index : place->indices) copy.indices.push_back(cloneExpr(index));
  return ir::load(std::move(copy), range);
}

void Lowering::writeBinding(const Binding& binding, ir::ExprRef value, clang::SourceRange tokens) {
  if (const auto* symbol = std::get_if<SymbolPtr>(&binding)) return emitAssign(*symbol, std::move(value), tokens);
  const auto* place = std::get_if<ir::Place>(&binding);
  if (!place || static_cast<int>(place->indices.size()) != place->buffer->rank) refuse(diag::Id::NotAScalar, tokens);
  checkWritable(place->buffer.get(), tokens);
  ir::Place copy{place->buffer, {}};
  for (const auto& index : place->indices) copy.indices.push_back(cloneExpr(index));
  emit(ir::Store{std::move(copy), std::move(value)}, tokens);
}

// ---- making names ---------------------------------------------------------------------------------------------------

SymbolPtr Lowering::makeLocal(std::string name, ir::ScalarType type, clang::SourceRange tokens) {
  auto symbol = std::make_shared<ir::Symbol>(ir::Symbol{std::move(name), type, ir::Symbol::Kind::Local, false, where(tokens)});
  birth_[symbol.get()] = frames_.size();
  return symbol;
}

ir::BufferRef Lowering::makeBuffer(ir::Buffer buffer) {
  auto made = std::make_shared<const ir::Buffer>(std::move(buffer));
  birth_[made.get()] = made->space == ir::Space::Global ? 0 : frames_.size();
  return made;
}

void Lowering::emitAssign(const SymbolPtr& symbol, ir::ExprRef value, clang::SourceRange tokens) {
  checkWritable(symbol.get(), tokens);
  symbol->is_mutable = true;
  emit(ir::Assign{symbol, std::move(value)}, tokens);
}

/// A call inside a larger expression may write what it declared itself, nothing else.
void Lowering::checkWritable(const void* target, clang::SourceRange tokens) {
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    if (frames_[i].is_nested && birth_.at(target) <= i)
      refuse(diag::Id::CallEffect, tokens, {frames_[i].function->getNameAsString()});
  }
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
  const auto* construct_zero = dyn_cast<clang::CXXConstructExpr>(inner);  // `Pair()`
  const bool is_zero = isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(inner) ||
                       (construct_zero && construct_zero->getNumArgs() == 0 && construct_zero->requiresZeroInitialization() &&
                        construct_zero->getConstructor()->isTrivial());
  if (isa<clang::CallExpr>(inner)) refuse(diag::Id::ReturnType, inner->getSourceRange(), {inner->getType().getAsString()});
  if (!list && !is_default && !is_zero) refuseExpr(inner);
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

/// Of a constexpr struct what the compiler computed: its initialiser may not mean the same at run time.
Binding Lowering::initialValue(const clang::VarDecl* variable) {
  if (const auto* value = variable->isConstexpr() ? variable->evaluateValue() : nullptr; value && value->isStruct()) {
    auto bundle = std::make_shared<Aggregate>();
    const auto fields = variable->getType()->getAsCXXRecordDecl()->fields();
    for (const auto* field : fields)
      bundle->fields[field] = constantFrom(value->getStructField(field->getFieldIndex()), field->getType(), variable->getInit());
    const auto is_known = [&](const clang::FieldDecl* field) { return std::get<ir::ExprRef>(bundle->fields[field]) != nullptr; };
    if (llvm::all_of(fields, is_known)) return bundle;
  }
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
    if (is_undefined) undefined_.insert(symbol.get());
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

// ---- windows and groups ---------------------------------------------------------------------------------------------

/// A row of one is a row: shapes of a copy that differ in leading ones only are made equal.
static void alignShapes(ir::Window& a, ir::Window& b) {
  const auto trim = [](ir::Window& window, std::size_t rank) {
    while (window.shape.size() > rank && window.shape.front() == 1) window.shape.erase(window.shape.begin());
  };
  trim(a, b.shape.size());
  trim(b, a.shape.size());
}

void Lowering::lowerCopy(const clang::CallExpr* call, CopyKind kind) {
  auto dst = lowerWindow(call->getArg(0)), src = lowerWindow(call->getArg(1));
  alignShapes(dst, src);
  const bool to_shared = src.origin.buffer->space == ir::Space::Global && dst.origin.buffer->space == ir::Space::Shared;
  if (kind == CopyKind::Asynchronous && !to_shared)
    refuse(diag::Id::NotACpAsync, call->getSourceRange(), {"it does not go from a tensor to a shared array"});
  checkWritable(dst.origin.buffer.get(), call->getSourceRange());
  emit(ir::Copy{std::move(dst), std::move(src), kind == CopyKind::Asynchronous}, call->getSourceRange());
}

ir::Window Lowering::lowerWindow(const clang::Expr* expr) {
  const auto* inner = strip(expr);
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(inner); construct && construct->getNumArgs() == 1)
    return lowerWindow(construct->getArg(0));
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(inner)) {
    const auto binding = bindingOf(name);
    if (const auto* window = std::get_if<ir::Window>(&binding)) {
      ir::Window copy{{window->origin.buffer, {}}, window->shape, window->clipped};
      for (const auto& index : window->origin.indices) copy.origin.indices.push_back(cloneExpr(index));
      return copy;
    }
  }
  const auto* call = dyn_cast<clang::CallExpr>(inner);
  const auto entity = call && call->getDirectCallee() ? entityOf(call->getDirectCallee()) : std::nullopt;
  if (entity && entity->kind == EntityKind::TensorWindow)
    return makeWindow(call, llvm::cast<clang::CXXMemberCallExpr>(call)->getImplicitObjectArgument(), 0);
  if (entity && entity->kind == EntityKind::ArrayWindow) return makeWindow(call, call->getArg(0), 1);
  refuse(diag::Id::WindowForm, expr->getSourceRange());
}

ir::Window Lowering::makeWindow(const clang::CallExpr* call, const clang::Expr* base, unsigned first_index) {
  ir::Window window{lowerPlace(base), {}, false};
  window.clipped = window.origin.buffer->space == ir::Space::Global;
  const auto* arguments = call->getDirectCallee()->getTemplateSpecializationArgs();
  for (unsigned i = 0; arguments && i < arguments->size(); ++i) {
    if (arguments->get(i).getKind() != clang::TemplateArgument::Integral) break;
    window.shape.push_back(arguments->get(i).getAsIntegral().getExtValue());
  }
  if (window.shape.empty()) refuse(diag::Id::WindowForm, call->getSourceRange());
  for (unsigned i = first_index; i < call->getNumArgs(); ++i) window.origin.indices.push_back(lowerIndex(call->getArg(i)));
  if (static_cast<int>(window.origin.indices.size()) != window.origin.buffer->rank) refuse(diag::Id::WindowForm, call->getSourceRange());
  return window;
}

ir::GroupRef Lowering::lowerGroup(const clang::Expr* expr) {
  const auto binding = lowerLvalue(expr);
  const auto* group = std::get_if<ir::GroupRef>(&binding);
  if (!group) refuseExpr(expr);
  return *group;
}

ir::GroupRef Lowering::groupOf(const clang::CallExpr* call) {
  return lowerGroup(llvm::cast<clang::CXXMemberCallExpr>(call)->getImplicitObjectArgument());
}

}  // namespace exogpu::parse
