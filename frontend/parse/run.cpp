// Runs Clang on the main file: file system, arguments, diagnostics, dependencies; then hands the tree to the lowering.
#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/thread.h>

#include <algorithm>

#include "frontend/parse/locate.h"
#include "frontend/diag/ids.h"
#include "frontend/parse/lower.h"
#include "frontend/parse/parse.h"

namespace exogpu::parse {

// ---- locations ------------------------------------------------------------------------------------------------------

FileId Locator::file(clang::FileID id) const {
  if (const auto known = files_.find(id); known != files_.end()) return known->second;
  const auto buffer = manager_->getBufferOrFake(id);
  auto text = buffer.getBuffer();
  if (id == manager_->getMainFileID()) text = text.take_front(main_size_);
  const FileId mapped = sources_.add(buffer.getBufferIdentifier().str(), text.str());
  files_[id] = mapped;
  return mapped;
}

SourceRange Locator::bytes(clang::SourceLocation begin, clang::SourceLocation end, bool end_is_token) const {
  if (begin.isInvalid()) return {};
  const auto [file_id, first] = manager_->getDecomposedLoc(begin);
  if (file_id == manager_->getMainFileID() && first > main_size_) return {};
  const auto measure = [&](clang::SourceLocation at) {
    return clang::Lexer::MeasureTokenLength(at, *manager_, *options_);
  };
  auto last = first + measure(begin);
  if (end.isValid()) {
    const auto [end_file, offset] = manager_->getDecomposedLoc(end);
    if (end_file == file_id && offset >= first) last = offset + (end_is_token ? measure(end) : 0);
  }
  return {file(file_id), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
}

SourceRange Locator::range(clang::SourceRange tokens) const {
  if (tokens.isInvalid()) return {};
  const auto expansion = manager_->getExpansionRange(tokens);
  return bytes(expansion.getBegin(), expansion.getEnd(), expansion.isTokenRange());
}

SourceRange Locator::range(clang::CharSourceRange characters) const {
  if (characters.isInvalid()) return {};
  const auto expansion = manager_->getExpansionRange(characters);
  return bytes(expansion.getBegin(), expansion.getEnd(), expansion.isTokenRange());
}

std::string Locator::text(clang::SourceRange tokens) const {
  std::string line;
  for (const char c : sources_.text(range(tokens))) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) line += c;
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  return line;
}

std::optional<diag::Label> Locator::macroNote(clang::SourceLocation location) const {
  if (!location.isMacroID() || !manager_->isMacroBodyExpansion(location)) return std::nullopt;
  const auto name = clang::Lexer::getImmediateMacroName(location, *manager_, *options_);
  const auto spelling = manager_->getSpellingLoc(location);
  return diag::Label{bytes(spelling, spelling, true), "expanded from macro '" + name.str() + "'"};
}

bool Locator::isInGeneratedLines(clang::SourceLocation location) const {
  const auto [file_id, offset] = manager_->getDecomposedExpansionLoc(location);
  return file_id == manager_->getMainFileID() && offset > main_size_;
}

namespace {

// ---- Clang's diagnostics --------------------------------------------------------------------------------------------

/// Forwards what Clang says, in its order; notes join the diagnostic before them.
class Forwarder : public clang::DiagnosticConsumer {
 public:
  Forwarder(Locator& locator, const Options& options) : locator_(locator), options_(options) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor*) override { language_ = language; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    if (info.hasSourceManager()) locator_.attach(info.getSourceManager(), language_);
    const bool placed = info.hasSourceManager() && info.getLocation().isValid();
    const SourceRange where = placed ? locator_.token(info.getLocation()) : SourceRange{};
    if (level == clang::DiagnosticsEngine::Note) return addNote(where, text.str().str(), info);
    if (level < clang::DiagnosticsEngine::Warning) return;
    const bool is_error = level >= clang::DiagnosticsEngine::Error;
    open_ = !(placed && locator_.isInGeneratedLines(info.getLocation()));
    if (open_ && is_error) reports_.push_back(diag::make(diag::Id::ClangError, where, {text.str().str()}));
    else if (open_) reports_.push_back(diag::make(diag::Id::ClangWarning, where, {text.str().str(), switchOff(info)}));
    else open_ = is_error && addInstanceError(info, text.str().str());
    if (open_ && placed) addRangesAndFixes(info);
  }
  void deliver(diag::Sink& sink) {
    for (auto& report : reports_) sink.report(std::move(report));
    reports_.clear();
  }

 private:
  static std::string switchOff(const clang::Diagnostic& info) {
    const auto option = info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(info.getID());
    return option.empty() ? "-- -w" : "-- -Wno-" + option.str();
  }

  /// An error in a generated line is one of the `-k` that the line stands for; behind other errors it means nothing.
  bool addInstanceError(const clang::Diagnostic& info, std::string text) {
    const bool after_errors = std::any_of(reports_.begin(), reports_.end(),
                                          [](const auto& r) { return r.severity == diag::Severity::Error; });
    if (after_errors) return false;
    const auto line = locator_.manager().getSpellingLineNumber(info.getLocation());
    const auto& all = options_.instances;
    const auto index = instanceOfLine(locator_.manager(), line);
    const std::string name = index < all.size() ? all[index] : "";
    reports_.push_back(diag::make(diag::Id::CannotInstantiate, {}, {name, std::move(text)}));
    return true;
  }
  std::size_t instanceOfLine(const clang::SourceManager& manager, unsigned line) const {
    // The generated lines are the last ones of the main file, one an instance.
    const auto buffer = manager.getBufferOrFake(manager.getMainFileID()).getBuffer();
    const auto lines = static_cast<std::size_t>(llvm::count(buffer, '\n'));
    return options_.instances.size() - (lines - line) - 1;
  }
  void addNote(SourceRange where, std::string text, const clang::Diagnostic& info) {
    if (!open_ || reports_.empty()) return;
    reports_.back().notes.push_back({where, std::move(text)});
    for (const auto& fix : info.getFixItHints()) addFix(fix);
  }
  void addRangesAndFixes(const clang::Diagnostic& info) {
    for (const auto& extra : info.getRanges())
      if (const auto where = locator_.range(extra); where.isValid()) reports_.back().labels.push_back({where, ""});
    for (const auto& fix : info.getFixItHints()) addFix(fix);
  }
  void addFix(const clang::FixItHint& fix) {
    if (fix.isNull() || !fix.InsertFromRange.isInvalid()) return;
    auto where = locator_.range(fix.RemoveRange);
    if (fix.RemoveRange.getBegin() == fix.RemoveRange.getEnd() && !fix.RemoveRange.isTokenRange()) where.end = where.begin;
    if (where.isValid()) reports_.back().fixes.push_back({where, fix.CodeToInsert});
  }

  Locator& locator_;
  const Options& options_;
  clang::LangOptions language_;
  std::vector<diag::Diagnostic> reports_;
  bool open_ = false;  ///< the last diagnostic was kept, its notes belong to it
};

// ---- the action -----------------------------------------------------------------------------------------------------

class Dependencies : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef name, bool, bool, bool, bool is_missing) override {
    return !is_missing && !name.starts_with("<");
  }
};

class Consumer : public clang::ASTConsumer {
 public:
  explicit Consumer(std::function<void(clang::ASTContext&)> consume) : consume_(std::move(consume)) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred()) consume_(context);
  }

 private:
  std::function<void(clang::ASTContext&)> consume_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(std::function<void(clang::ASTContext&)> consume, Dependencies& dependencies)
      : consume_(std::move(consume)), dependencies_(dependencies) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    dependencies_.attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<Consumer>(consume_);
  }

 private:
  std::function<void(clang::ASTContext&)> consume_;
  Dependencies& dependencies_;
};

// ---- one run --------------------------------------------------------------------------------------------------------

/// The disk under the virtual files.
struct Files {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory;
};
Files makeFiles(const Options& options, const std::string& main_path) {
  auto disk = llvm::vfs::getRealFileSystem();
  Files files{llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk),
              llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()};
  if (const auto directory = disk->getCurrentWorkingDirectory()) files.memory->setCurrentWorkingDirectory(*directory);
  for (const auto& [path, text] : options.virtual_files)
    if (path != main_path) files.memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  files.all->pushOverlay(files.memory);
  return files;
}

std::optional<std::string> readMainFile(const std::string& path, const Options& options, Files& files, diag::Sink& sink) {
  if (const auto given = options.virtual_files.find(path); given != options.virtual_files.end()) return given->second;
  const auto buffer = files.all->getBufferForFile(path);
  if (buffer) return (*buffer)->getBuffer().str();
  sink.report(diag::make(diag::Id::CannotReadFile, {}, {path, buffer.getError().message()}));
  return std::nullopt;
}

/// Clang 22 dereferences null when the main file begins with the mark of an encoding other than UTF-8.
bool checkEncoding(const std::string& path, const std::string& text, diag::Sink& sink) {
  const auto* mark = clang::SrcMgr::ContentCache::getInvalidBOM(text);
  if (mark) sink.report(diag::make(diag::Id::NotUtf8, {}, {path, mark}));
  return !mark;
}

std::vector<std::string> makeArguments(const std::string& path, const Options& options) {
  std::vector<std::string> arguments{"clang++", "-fsyntax-only", "-Qunused-arguments", "-fno-caret-diagnostics",
                                     "-std=c++20", "-ffp-contract=off"};  // as the plain run: a pragma that differs shows
  if (!options.stdlib_include.empty()) arguments.insert(arguments.end(), {"-isystem", options.stdlib_include});
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  arguments.insert(arguments.end(), {"-x", "c++", "--", path});
  return arguments;
}

/// Trees of deep expressions need more stack than a thread has by default.
constexpr unsigned StackBytes = 64u << 20;

}  // namespace

namespace {
/// Clang names its own headers by way of `..`; a build system that shortens such paths as text would look elsewhere.
std::string buildSystemPath(const std::string& file) {
  llvm::SmallString<256> real;
  const bool is_plain = file.find("..") == std::string::npos;
  return is_plain || llvm::sys::fs::real_path(file, real) ? file : std::string(real);
}
}  // namespace

Result parseFile(const std::string& path, const Options& options, SourceTable& sources, diag::Sink& sink) {
  Result result;
  Files files = makeFiles(options, path);
  const auto text = readMainFile(path, options, files, sink);
  if (!text || !checkEncoding(path, *text, sink)) return result;
  const std::string whole = *text + generatedLines(options.instances);
  files.memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(whole, path));

  Locator locator(sources, static_cast<std::uint32_t>(text->size()));
  Forwarder forwarder(locator, options);
  Dependencies dependencies;
  const auto consume = [&](clang::ASTContext& context) {
    forwarder.deliver(sink);
    locator.attach(context.getSourceManager(), context.getLangOpts());
    std::set<const clang::FunctionDecl*> inlined;
    lowerTranslationUnit({context, locator, sink, options, result, inlined});
  };
  const auto run = [&] {
    // Clang shares the manager by reference count.
    const auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions{}, files.all);
    clang::tooling::ToolInvocation tool(makeArguments(path, options), std::make_unique<Action>(consume, dependencies),
                                        manager.get());
    tool.setDiagnosticConsumer(&forwarder);
    tool.run();
  };
  llvm::thread worker(std::optional<unsigned>(StackBytes), run);
  worker.join();
  forwarder.deliver(sink);
  for (const auto& file : dependencies.getDependencies()) result.dependencies.push_back(buildSystemPath(file));
  return result;
}

}  // namespace exogpu::parse
