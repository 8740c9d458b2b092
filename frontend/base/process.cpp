#include "frontend/base/process.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>

#include "frontend/base/file.h"

namespace exogpu {

namespace {

std::string textOf(const std::string& path) {
  const auto text = readFile(path);
  const auto* words = std::get_if<std::string>(&text);
  return words ? llvm::StringRef(*words).rtrim().str() : "";
}

}  // namespace

ScratchFolder::ScratchFolder() {
  llvm::SmallString<128> path;
  if (!llvm::sys::fs::createUniqueDirectory("exogpu", path)) path_ = path.str().str();
}
ScratchFolder::~ScratchFolder() {
  if (ok()) llvm::sys::fs::remove_directories(path_);
}

std::optional<std::string> findProgram(std::initializer_list<const char*> names,
                                       std::initializer_list<const char*> extra_folders) {
  for (const char* name : names)
    if (const auto path = llvm::sys::findProgramByName(name)) return *path;
  const std::vector<llvm::StringRef> folders(extra_folders.begin(), extra_folders.end());
  if (folders.empty()) return std::nullopt;
  for (const char* name : names)
    if (const auto path = llvm::sys::findProgramByName(name, folders)) return *path;
  return std::nullopt;
}

std::optional<ToolFailure> runTool(const ToolRun& run, const ScratchFolder& logs) {
  std::vector<llvm::StringRef> words{run.program};
  std::string program = run.program;
  if (!run.working_folder.empty()) {  // LLVM starts programs in this process's folder only
    program = "/bin/sh";
    words = {program, "-c", "cd \"$1\" && shift && exec \"$@\"", program, run.working_folder, run.program};
  }
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  const std::string out = logs.file("stdout"), err = logs.file("stderr");
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(out), llvm::StringRef(err)};
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(program, words, std::nullopt, redirects,
                                             static_cast<unsigned>(run.timeout_seconds), 0, &error);
  if (code == 0) return std::nullopt;
  return ToolFailure{code, error.empty() ? "ended with exit code " + std::to_string(code) : error, textOf(err)};
}

}  // namespace exogpu
