// Which functions are compiled, and how they are called.
#include <algorithm>

#include "frontend/diag/ids.h"
#include "frontend/parse/lower.h"

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

/// What a call may call: in a template, a call with dependent arguments names its candidates only.
llvm::SmallVector<const clang::NamedDecl*, 2> candidatesOf(const clang::CallExpr* call) {
  if (const auto* callee = call->getDirectCallee()) return {callee};
  const auto* lookup = llvm::dyn_cast<clang::UnresolvedLookupExpr>(call->getCallee()->IgnoreImpCasts());
  return lookup ? llvm::SmallVector<const clang::NamedDecl*, 2>(lookup->decls_begin(), lookup->decls_end())
                : llvm::SmallVector<const clang::NamedDecl*, 2>{};
}

/// The kind of a range-based loop over one of the library's loop functions.
std::optional<ir::LoopKind> loopKindOf(const clang::Stmt* stmt) {
  const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt);
  const auto* call = loop && loop->getRangeInit() ? asCall(loop->getRangeInit()) : nullptr;
  const auto candidates = call ? candidatesOf(call) : llvm::SmallVector<const clang::NamedDecl*, 2>{};
  const auto entity = candidates.empty() ? std::nullopt : entityOf(candidates.front());
  if (!entity || entity->kind != EntityKind::Loop) return std::nullopt;
  return static_cast<ir::LoopKind>(entity->detail);
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
    const auto kind = loopKindOf(stmt);
    return kind && ir::isLaunch(*kind);
  });
}

/// The first loop function that a body loops over, if any.
std::optional<ir::LoopKind> firstLoopKind(const clang::Stmt* body) {
  std::optional<ir::LoopKind> kind;
  anyBelow(body, [&](const clang::Stmt* stmt) { return (kind = loopKindOf(stmt)).has_value(); });
  return kind;
}

/// A function and its instantiations are one: the pattern, or the definition.
const clang::FunctionDecl* patternOf(const clang::FunctionDecl* function) {
  if (const auto* pattern = function->getTemplateInstantiationPattern()) return pattern;
  const clang::FunctionDecl* definition = nullptr;
  return function->hasBody(definition) ? definition : nullptr;
}

/// Every function with a body that is called from `roots`, the roots included.
std::set<const clang::FunctionDecl*> reachableFrom(std::vector<const clang::FunctionDecl*> open) {
  std::set<const clang::FunctionDecl*> reached;
  while (!open.empty()) {
    const auto* next = patternOf(open.back());
    open.pop_back();
    if (!next || !reached.insert(next).second) continue;
    anyBelow(next->getBody(), [&](const clang::Stmt* stmt) {
      const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt);
      if (!call) return false;
      for (const clang::NamedDecl* candidate : candidatesOf(call))
        if (const auto* callee = candidate->getUnderlyingDecl()->getAsFunction()) open.push_back(callee);
      return false;
    });
  }
  return reached;
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
    const bool answer = containsLaunch(definition->getBody()) || (isHostCandidate(*definition) && callsProc(definition->getBody())) || (algorithms_ && isAlgorithm(*definition));
    return known_[definition] = answer;
  }
  /// Plain loops over tensors.
  static bool isAlgorithm(const clang::FunctionDecl& definition) {
    return isHostCandidate(definition) && containsLoop(definition.getBody());
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
    if (!unit_.options.instances.empty()) return;
    warnTemplates();
    warnLooseLoops();
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
    else addBody(function);
  }
  void addBody(const clang::FunctionDecl* function) {
    bodies_.push_back(function);
    if (finder_.isAlgorithm(*function)) unit_.result.algorithms.push_back(function->getQualifiedNameAsString());
  }
  /// A launch in a member function is not compiled, and not passed over in silence.
  void refuseMembers(const clang::CXXRecordDecl* record) {
    for (const auto* method : record->methods()) {
      if (!method->doesThisDeclarationHaveABody() || !isInMainFile(method->getLocation())) continue;
      if (containsLaunch(method->getBody()))
        unit_.sink.report(diag::make(diag::Id::Method, unit_.locator.token(method->getLocation()), {method->getNameAsString()}));
      else
        bodies_.push_back(method);
    }
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
    if (!found.empty() || !definition || !isInMainFile(definition->getLocation())) return;
    if (containsLaunch(definition->getBody())) templates_.push_back(definition);
    else bodies_.push_back(definition);
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
    const auto isWanted = [&](const clang::FunctionDecl* each) {
      return each->getNameAsString() == wanted || each->getQualifiedNameAsString() == wanted;
    };
    if (llvm::any_of(choices_, isWanted)) {
      for (const auto* choice : choices_)
        if (isWanted(choice)) add(choice);
      return;
    }
    if (const auto other = llvm::find_if(bodies_, isWanted); other != bodies_.end()) return add(*other);
    const auto& names = unit_.result.available;
    const std::string remedy = llvm::any_of(templates_, isWanted) ? "it is a template: give its arguments, -k '" + wanted + "<...>'"
                               : names.empty()                    ? "the file has no proc"
                                                                  : "choose among: " + llvm::join(names, ", ");
    unit_.sink.report(diag::make(diag::Id::UnknownInstance, {}, {wanted, remedy}));
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
  /// Loops of the library that no launch surrounds look like a program for the GPU, and nothing is proved about them.
  void warnLooseLoops() {
    auto roots = choices_;
    roots.insert(roots.end(), templates_.begin(), templates_.end());
    const auto reached = reachableFrom(std::move(roots));
    for (const auto* function : bodies_) {
      const auto kind = reached.contains(patternOf(function)) ? std::nullopt : firstLoopKind(function->getBody());
      if (kind)
        unit_.sink.report(diag::make(diag::Id::LoopsOutsideProc, unit_.locator.token(function->getLocation()),
                                     {function->getNameAsString(), std::string(ir::text(*kind))}));
    }
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
  std::vector<const clang::FunctionDecl*> bodies_;  ///< the functions of the main file that are no procs
  std::map<std::string, const clang::FunctionDecl*> instances_;
  std::map<std::string, std::pair<SourceRange, std::string>> c_names_;
};

}  // namespace

void lowerTranslationUnit(const Unit& unit) { Selector(unit).run(); }

}  // namespace exogpu::parse
