#include "codegen/run/run.h"

#include <dlfcn.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>

namespace exogpu::run {

namespace {
bool writeFile(const std::string& path, const std::string& text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error) out << text;
  return !error;
}
std::string readFile(const std::string& path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Runs a program with its output in a log; the exit code, or -1 when it could not start or was killed.
int execute(const std::string& program, const std::vector<std::string>& arguments, const std::string& log) {
  std::vector<llvm::StringRef> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(log), llvm::StringRef(log)};
  return llvm::sys::ExecuteAndWait(program, words, std::nullopt, redirects);
}

/// Asked before nvcc is, so that a machine without a GPU says that at once and nothing else.
bool hasDriver() {
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (driver) ::dlclose(driver);
  return driver != nullptr;
}

/// The line of a log that says what is wrong: the first with an error, else the first.
std::string firstComplaint(llvm::StringRef log) {
  llvm::SmallVector<llvm::StringRef, 16> lines;
  log.trim().split(lines, '\n');
  for (const auto line : lines)
    if (line.contains("error")) return line.trim().str();
  return lines.front().trim().str();
}
}  // namespace

std::string findNvcc() {
  if (const char* named = std::getenv("CUDACXX"); named && llvm::sys::fs::can_execute(named)) return named;
  if (auto found = llvm::sys::findProgramByName("nvcc")) return *found;
  const std::string usual = "/usr/local/cuda/bin/nvcc";
  return llvm::sys::fs::can_execute(usual) ? usual : "";
}

GpuResult runOnGpu(const ir::Proc& proc, const std::string& cuda, const std::vector<Argument>& arguments,
                   const GpuOptions& options) {
  GpuResult result;
  const auto nvcc = findNvcc();
  if (nvcc.empty()) {
    result.error = "nvcc was not found: install the CUDA toolkit, or set CUDACXX to its path";
    return result;
  }
  if (!hasDriver()) {
    result.error = "there is no CUDA driver here (libcuda.so.1 does not load), so there is no GPU to run on";
    return result;
  }
  const auto base = options.directory + "/" + proc.c_name;
  if (!writeFile(base + ".cu", cuda + programText(proc, options.trace)) ||
      !writeFile(base + ".in", encodeArguments(proc, arguments))) {
    result.error = "cannot write into " + options.directory;
    return result;
  }
  const std::string flags(target::limits(options.arch).nvcc_flags);
  const std::string compile_log = base + ".nvcc.log", run_log = base + ".run.log";  // two: the second is no longer than itself
  const int compiled = execute(nvcc, {"-std=c++17", flags, "-Xptxas", "-v", "-o", base, base + ".cu"}, compile_log);
  result.compiler_log = readFile(compile_log);
  if (compiled != 0) {
    result.error = "nvcc refused the emitted file: " + firstComplaint(result.compiler_log);
    return result;
  }
  llvm::sys::fs::remove(base + ".out");
  const int ran = execute(base, {base + ".in", base + ".out", std::to_string(options.repeats)}, run_log);
  if (ran != 0) {
    result.error = "the program failed on the GPU: " + llvm::StringRef(readFile(run_log)).trim().str();
    return result;
  }
  result.outcome = decodeResults(readFile(base + ".out"), arguments, options.trace);
  if (!result.outcome) result.error = "the program's results are cut short";
  return result;
}

}  // namespace exogpu::run
