#include "frontend/parse/script_module.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace exogpu::parse {
namespace {

class ReadFiles : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef name, bool, bool, bool, bool is_missing) override {
    return !is_missing && !name.starts_with("<");
  }
};

/// Makes LLVM IR and keeps the module that the tool would throw away.
class ScriptAction : public clang::EmitLLVMOnlyAction {
 public:
  ScriptAction(llvm::LLVMContext& context, std::unique_ptr<llvm::Module>& module, ReadFiles& files)
      : EmitLLVMOnlyAction(&context), module_(module), files_(files) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
    files_.attachToPreprocessor(compiler.getPreprocessor());
    return EmitLLVMOnlyAction::CreateASTConsumer(compiler, file);
  }
  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    module_ = takeModule();
  }

 private:
  std::unique_ptr<llvm::Module>& module_;
  ReadFiles& files_;
};

}  // namespace

std::unique_ptr<llvm::Module> compileScript(const std::string& path, const std::vector<std::string>& arguments,
                                            llvm::LLVMContext& context, std::string& errors,
                                            std::vector<std::string>& read) {
  std::vector<std::string> command{"clang++", "-c", "-Qunused-arguments", "-std=c++20", "-O0"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {"-x", "c++", "--", path});

  llvm::raw_string_ostream stream(errors);
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer(stream, options);
  ReadFiles files;
  std::unique_ptr<llvm::Module> module;
  const auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions{}, llvm::vfs::getRealFileSystem());
  clang::tooling::ToolInvocation tool(command, std::make_unique<ScriptAction>(context, module, files), manager.get());
  tool.setDiagnosticConsumer(&printer);
  const bool compiled = tool.run();
  for (const auto& file : files.getDependencies()) read.push_back(file);
  return compiled ? std::move(module) : nullptr;
}

}  // namespace exogpu::parse
