// Texts of the outputs and where they go.
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/stdlib.h"
#include "frontend/driver/steps.h"
#include "frontend/ir/text.h"

namespace exogpu::driver {

namespace {

bool isFolder(const std::string& path) { return path.ends_with('/') || llvm::sys::fs::is_directory(path); }

/// The procs that share one set of output files, and the path of these files without extension.
struct Part {
  std::string stem;
  std::vector<ir::ProcRef> procs;
};

/// `-o DIR/`: a part for each proc. Otherwise one for all.
std::vector<Part> splitIntoParts(const Job& job) {
  const std::string& output = job.options.output;
  if (isFolder(output)) {
    std::vector<Part> parts;
    for (const ir::ProcRef& proc : job.procs) {
      llvm::SmallString<128> stem(output);
      llvm::sys::path::append(stem, proc->c_name);
      parts.push_back({stem.str().str(), {proc}});
    }
    return parts;
  }
  if (output == "-") return {{"-", job.procs}};
  if (!output.empty()) return {{output.substr(0, output.size() - llvm::sys::path::extension(output).size()), job.procs}};
  const auto name = job.main_path == kStdinName ? llvm::StringRef("stdin") : llvm::sys::path::stem(job.main_path);
  return {{name.str(), job.procs}};
}

/// A single kind goes exactly where -o says; several share the stem and differ in the extension.
std::string pathOf(const Job& job, const Part& part, EmitKind kind) {
  if (part.stem == "-") return "-";
  const bool exact = job.options.emit.size() == 1 && !job.options.output.empty() && !isFolder(job.options.output);
  return exact ? job.options.output : part.stem + std::string(extension(kind));
}

std::string escapeForMake(llvm::StringRef path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

void addDepfile(Job& job, const std::string& stem) {
  const DepfileOptions& options = job.options.depfile;
  if (!options.wanted) return;
  std::string text;
  std::vector<std::string> targets = options.targets;
  if (targets.empty())
    for (const OutputFile& file : job.outputs) targets.push_back(escapeForMake(file.path));
  for (const std::string& target : targets) text += (text.empty() ? "" : " ") + target;
  text += ":";
  for (const std::string& path : job.dependencies) text += " \\\n  " + escapeForMake(path);
  text += "\n";
  if (options.phony_targets)
    for (const std::string& path : job.dependencies)
      if (path != job.main_path) text += "\n" + escapeForMake(path) + ":\n";
  job.outputs.push_back({options.path.empty() ? stem + ".d" : options.path, text});
}

std::string irText(const Part& part) { return ir::print(ir::Module{part.procs}); }

}  // namespace

Next makeOutputs(Job& job) {
  if (job.options.command != Command::Compile || hasErrors(job)) return Next::GoOn;
  const auto parts = splitIntoParts(job);
  for (const Part& part : parts)
    for (const EmitKind kind : job.options.emit) {
      std::string text;
      switch (kind) {
        case EmitKind::Ir: text = irText(part); break;
      }
      job.outputs.push_back({pathOf(job, part, kind), std::move(text)});
    }
  addDepfile(job, parts.front().stem);
  return Next::GoOn;
}

Next writeOutputs(Job& job) {
  if (hasErrors(job)) return Next::Stop;
  if (job.options.output.ends_with('/') && !job.outputs.empty())
    if (const auto error = llvm::sys::fs::create_directories(job.options.output)) {
      job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {job.options.output, error.message()}));
      job.code = ExitCode::ToolFailed;
      return Next::Stop;
    }
  for (const OutputFile& file : job.outputs)
    if (const auto failure = writeFile(file.path, file.text)) {
      job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {file.path, failure->message}));
      job.code = ExitCode::ToolFailed;
      return Next::Stop;
    }
  return Next::GoOn;
}

}  // namespace exogpu::driver
