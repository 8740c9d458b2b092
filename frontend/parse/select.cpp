// Which functions are compiled, and how they are called.
#include <algorithm>

#include "frontend/parse/lower.h"
#include "frontend/diag/ids.h"

namespace exogpu::parse {

std::string generatedLines(const std::vector<std::string>& instances) {
  std::string lines = "\n\n";  // the first may be joined to a last line that ends with a backslash
  for (std::size_t i = 0; i < instances.size(); ++i) {
    std::string name = instances[i];
    std::replace(name.begin(), name.end(), '\n', ' ');
    // A name without arguments chooses among what the file compiles anyway and needs no instantiation.
    if (name.find('<') != std::string::npos)
      lines += "[[maybe_unused]] static constexpr auto* exogpu_instance_" + std::to_string(i) + " = &" + name + ";";
    lines += "\n";
  }
  return lines;
}

namespace {

bool isLaunchCall(const clang::Expr* range) {
  const auto* call = asCall(range);
  if (!call) return false;
  const clang::NamedDecl* callee = call->getDirectCallee();
  if (!callee)  // in a template, a call with dependent arguments names its candidates only
    if (const auto* lookup = llvm::dyn_cast<clang::UnresolvedLookupExpr>(call->getCallee()->IgnoreImpCasts()))
      if (lookup->getNumDecls() > 0) callee = *lookup->decls_begin();
  const auto entity = callee ? entityOf(callee) : std::nullopt;
  return entity && entity->kind == EntityKind::Loop && ir::isLaunch(static_cast<ir::LoopKind>(entity->detail));
}

/// Whether a statement or expression below `stmt`, outside of lambdas, is wanted. Without recursion: the body of a
/// function that is not ours may be of any depth.
template <class Wanted>
bool anyBelow(const clang::Stmt* stmt, Wanted wanted) {
  std::vector<const clang::Stmt*> open{stmt};
  while (!open.empty()) {
    const auto* next = open.back();
    open.pop_back();
    if (!next || llvm::isa<clang::LambdaExpr>(next)) continue;
    if (wanted(next)) return true;
    open.insert(open.end(), next->child_begin(), next->child_end());
  }
  return false;
}

bool containsLaunch(const clang::Stmt* body) {
  return anyBelow(body, [](const clang::Stmt* stmt) {
    const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt);
    return loop && isLaunchCall(loop->getRangeInit());
  });
}

bool containsLoop(const clang::Stmt* stmt) {
  if (!stmt || llvm::isa<clang::LambdaExpr>(stmt)) return false;
  return llvm::isa<clang::ForStmt>(stmt) || llvm::isa<clang::CXXForRangeStmt>(stmt) || llvm::any_of(stmt->children(), containsLoop);
}

/// Finds the procs: functions with launches in them, host procs, which call such, and algorithms if they are asked for.
class ProcFinder {
 public:
  explicit ProcFinder(bool algorithms) : algorithms_(algorithms) {}
  bool isProc(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function->hasBody(definition)) return false;
    const auto [entry, is_new] = known_.try_emplace(definition, false);
    if (!is_new) return entry->second;  // also ends recursion
    const bool answer = containsLaunch(definition->getBody()) || (isHostCandidate(*definition) && (callsProc(definition->getBody()) || (algorithms_ && containsLoop(definition->getBody()))));
    return known_[definition] = answer;
  }

 private:
  // Note [Decision: host procs take tensors]
  // A function that only calls procs is a host proc if it returns nothing and takes a tensor. Test drivers, which make
  // their own data and call procs, stay plain C++ like `main`.
  static bool isHostCandidate(const clang::FunctionDecl& function) {
    if (!function.getReturnType()->isVoidType()) return false;
    return llvm::any_of(function.parameters(), [](const clang::ParmVarDecl* parameter) {
      const auto entity = entityOf(parameter->getType());
      return entity && entity->kind == EntityKind::TensorType;
    });
  }
  bool callsProc(const clang::Stmt* body) {
    return anyBelow(body, [this](const clang::Stmt* stmt) {
      const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt);
      const auto* callee = call ? call->getDirectCallee() : nullptr;
      return callee && isProc(callee);
    });
  }
  bool algorithms_;
  std::map<const clang::FunctionDecl*, bool> known_;
};

std::string plain(std::string text) {
  std::string out;
  for (const char c : text) {
    const bool kept = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (kept) out += c;
    else if (c == '-') out += 'm';
    else if (!out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

std::string argumentText(const clang::TemplateArgument& argument, const clang::ASTContext& context) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  clang::PrintingPolicy policy(context.getLangOpts());
  argument.print(policy, stream, /*IncludeType=*/false);
  return text;
}

/// "exo::f16" and "f16" are one in a C name: the last component names the type well enough; clashes are diagnosed.
std::string argumentCName(std::string text) {
  if (const auto colon = text.rfind("::"); colon != std::string::npos) text = text.substr(colon + 2);
  return plain(text);
}

ProcNames namesOf(const clang::FunctionDecl& function, const clang::ASTContext& context) {
  ProcNames names;
  names.name = function.getNameAsString();
  const std::string qualified = function.getQualifiedNameAsString();
  names.full_name = qualified;
  names.c_name = plain(qualified);
  const auto* arguments = function.getTemplateSpecializationArgs();
  if (!arguments) return names;
  const auto* parameters = function.getPrimaryTemplate()->getTemplateParameters();
  names.full_name += "<";
  for (unsigned i = 0; i < arguments->size(); ++i) {
    const std::string value = argumentText(arguments->get(i), context);
    names.full_name += (i ? ", " : "") + value;
    names.c_name += "_" + argumentCName(value);
    names.template_arguments.push_back({parameters->getParam(i)->getNameAsString(), value});
  }
  names.full_name += ">";
  return names;
}

class Selector {
 public:
  explicit Selector(const Unit& unit) : unit_(unit), manager_(unit.context.getSourceManager()), finder_(unit.options.algorithms) {}

  void run() {
    collect(unit_.context.getTranslationUnitDecl());
    for (const auto& choice : choices_) unit_.result.available.push_back(namesOf(*choice, unit_.context).full_name);
    if (unit_.options.instances.empty()) {
      chosen_ = choices_;
    } else {
      for (std::size_t i = 0; i < unit_.options.instances.size(); ++i) choose(i);
    }
    for (const auto* function : chosen_) lower(*function);
    if (unit_.options.instances.empty()) warnTemplates();
  }

 private:
  bool isInMainFile(clang::SourceLocation location) const {
    return location.isValid() && manager_.isInMainFile(manager_.getExpansionLoc(location)) &&
           !unit_.locator.isInGeneratedLines(location);
  }
  void collect(const clang::DeclContext* context) {
    for (const clang::Decl* declaration : context->decls()) {
      if (const auto* nested = llvm::dyn_cast<clang::NamespaceDecl>(declaration)) collect(nested);
      else if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration)) collect(linkage);
      else if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) collectTemplate(pattern);
      else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) collectFunction(function);
      else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) refuseMembers(record);
      else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) collectInstance(variable);
    }
  }
  void collectFunction(const clang::FunctionDecl* function) {
    if (!function->isThisDeclarationADefinition() || function->isMain() || !isInMainFile(function->getLocation())) return;
    if (finder_.isProc(function)) choices_.push_back(function);
  }
  /// A launch in a member function is not compiled, and not passed over in silence.
  void refuseMembers(const clang::CXXRecordDecl* record) {
    for (const auto* method : record->methods())
      if (method->doesThisDeclarationHaveABody() && isInMainFile(method->getLocation()) && containsLaunch(method->getBody()))
        unit_.sink.report(diag::make(diag::Id::Method, unit_.locator.token(method->getLocation()), {method->getNameAsString()}));
  }
  void collectTemplate(const clang::FunctionTemplateDecl* pattern) {
    const auto* canonical = pattern->getCanonicalDecl();
    if (pattern != canonical) return;
    std::vector<const clang::FunctionDecl*> found;
    for (const clang::FunctionDecl* each : pattern->specializations())
      if (each->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDefinition &&
          isInMainFile(each->getPointOfInstantiation()) && finder_.isProc(each))
        found.push_back(each);
    std::sort(found.begin(), found.end(), [&](const auto* a, const auto* b) {
      return manager_.isBeforeInTranslationUnit(a->getPointOfInstantiation(), b->getPointOfInstantiation());
    });
    choices_.insert(choices_.end(), found.begin(), found.end());
    const auto* definition = pattern->getTemplatedDecl()->getDefinition();
    if (found.empty() && definition && isInMainFile(definition->getLocation()) && containsLaunch(definition->getBody()))
      templates_.push_back(definition);
  }
  void collectInstance(const clang::VarDecl* variable) {
    if (!unit_.locator.isInGeneratedLines(variable->getLocation()) || !variable->getInit()) return;
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(variable->getInit()->IgnoreImpCasts());
    const auto* name = address ? llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
    if (name) instances_[variable->getNameAsString()] = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
  }
  void choose(std::size_t index) {
    const auto& wanted = unit_.options.instances[index];
    if (const auto made = instances_.find("exogpu_instance_" + std::to_string(index)); made != instances_.end() && made->second)
      return add(made->second);
    bool any = false;
    for (const auto* choice : choices_) {
      if (choice->getNameAsString() != wanted && choice->getQualifiedNameAsString() != wanted) continue;
      add(choice);
      any = true;
    }
    if (!any) unit_.sink.report(diag::make(diag::Id::UnknownInstance, {}, {wanted, llvm::join(unit_.result.available, ", ")}));
  }
  void add(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function->hasBody(definition)) definition = function;
    if (!finder_.isProc(definition))
      return unit_.sink.report(diag::make(diag::Id::NotAProc, unit_.locator.token(function->getLocation()), {function->getNameAsString()}));
    if (llvm::find(chosen_, definition) == chosen_.end()) chosen_.push_back(definition);
  }
  void warnTemplates() {
    for (const auto* pattern : templates_)
      if (!unit_.inlined.contains(pattern))
        unit_.sink.report(diag::make(diag::Id::TemplateNotInstantiated, unit_.locator.token(pattern->getLocation()), {pattern->getNameAsString()}));
  }
  void lower(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = nullptr;
    function.hasBody(definition);
    const ProcNames names = namesOf(*definition, unit_.context);
    const SourceRange where = unit_.locator.token(definition->getLocation());
    if (const auto [entry, is_new] = c_names_.try_emplace(names.c_name, where, names.full_name); !is_new) {
      auto clash = diag::make(diag::Id::NameClash, where, {names.full_name, entry->second.second, names.c_name});
      clash.notes.push_back({entry->second.first, "the other one"});
      return unit_.sink.report(std::move(clash));
    }
    if (auto proc = Lowering(unit_).lowerProc(*definition, names)) unit_.result.module.procs.push_back(std::move(proc));
  }

  const Unit& unit_;
  const clang::SourceManager& manager_;
  ProcFinder finder_;
  std::vector<const clang::FunctionDecl*> choices_, chosen_, templates_;
  std::map<std::string, const clang::FunctionDecl*> instances_;
  std::map<std::string, std::pair<SourceRange, std::string>> c_names_;
};

}  // namespace

void lowerTranslationUnit(const Unit& unit) { Selector(unit).run(); }

}  // namespace exogpu::parse
