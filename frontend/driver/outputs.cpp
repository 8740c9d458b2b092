// Texts of the outputs and where they go.
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <unistd.h>

#include <algorithm>

#include "codegen/cuda/emit.h"
#include "codegen/report/report.h"
#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/effects_text.h"
#include "frontend/driver/explain_at.h"
#include "frontend/driver/overwrite.h"
#include "frontend/driver/stdlib.h"
#include "frontend/driver/steps.h"
#include "frontend/driver/verdict_text.h"
#include "frontend/ir/text.h"

namespace exogpu::driver {

namespace {

bool isFolder(const std::string& path) { return path.ends_with('/') || llvm::sys::fs::is_directory(path); }

/// The procs that share one set of output files, and the path of these files without extension.
struct Part {
  std::string stem;
  std::vector<ir::ProcRef> procs;
};

std::string nameOfSource(const Job& job) {
  return job.main_path == kStdinName ? "stdin" : llvm::sys::path::stem(job.main_path).str();
}

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
  if (!output.empty()) return {{output.substr(0, output.size() - emittedExtension(job.options).size()), job.procs}};
  return {{nameOfSource(job), job.procs}};
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
  job.outputs.push_back({options.path.empty() ? stem + ".d" : options.path, text, std::nullopt});
}

/// Unproved code must not slip into a build: whoever wants it says so by name.
constexpr const char* kUnprovedGuard =
    "#ifndef EXOGPU_ACCEPT_UNPROVED\n"
    "#error \"exogpu --verify=off: nothing was proved about this file; define EXOGPU_ACCEPT_UNPROVED to compile it\"\n"
    "#endif\n";

std::vector<const prove::Report*> reportsOf(const Job& job, const Part& part) {
  std::vector<const prove::Report*> out;
  for (std::size_t i = 0; i < job.procs.size(); ++i)
    if (std::find(part.procs.begin(), part.procs.end(), job.procs[i]) != part.procs.end()) out.push_back(&job.reports[i]);
  return out;
}

std::vector<std::string> verdictsOf(const Job& job, const Part& part) {
  if (!job.options.verify) return {"not proved: made with --verify=off"};
  std::vector<std::string> lines;
  const auto reports = reportsOf(job, part);
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (std::string& line : verdictLines(*part.procs[i], *reports[i])) lines.push_back(std::move(line));
  return lines;
}

cuda::EmitOptions emitOptions(const Job& job) {
  cuda::EmitOptions options;
  options.arch = job.options.archs.front();
  options.library_dir = stdlibIncludeDir();
  return options;
}

/// `check` refuses what `compile` would: the kernels are made and thrown away.
Next checkEmission(Job& job) {
  return cuda::emit(job.procs, emitOptions(job), job.sources, job.sink) ? Next::GoOn : Next::Stop;
}

/// Kernels and header of a part; empty texts when neither was asked for.
std::optional<cuda::Emitted> emitCuda(Job& job, const Part& part) {
  const bool with_header = job.options.emit.contains(EmitKind::Header);
  const auto wants = [&job](EmitKind kind) { return job.options.emit.contains(kind); };
  if (!wants(EmitKind::Cuda) && !with_header && !wants(EmitKind::Report)) return cuda::Emitted{};
  cuda::EmitOptions options = emitOptions(job);
  options.verdict_lines = verdictsOf(job, part);
  const std::string path = pathOf(job, part, EmitKind::Header);  // the guard of the header is made of it
  if (with_header) options.header_name = path == "-" ? nameOfSource(job) + ".h" : llvm::sys::path::filename(path).str();
  auto emitted = cuda::emit(part.procs, options, job.sources, job.sink);
  if (emitted && !job.options.verify) emitted->cuda = kUnprovedGuard + emitted->cuda;
  return emitted;
}

std::string irText(const Part& part) { return ir::print(ir::Module{part.procs}); }

}  // namespace

Next makeOutputs(Job& job) {
  if (hasErrors(job) || job.code != ExitCode::Ok) return Next::GoOn;
  if (job.options.command == Command::Check) return checkEmission(job);
  const auto parts = splitIntoParts(job);
  for (const Part& part : parts) {
    const auto emitted = emitCuda(job, part);
    if (!emitted) return Next::Stop;
    for (const EmitKind kind : job.options.emit) {
      std::string text;
      switch (kind) {
        case EmitKind::Ir: text = irText(part); break;
        case EmitKind::Trace: text = "# Made by exogpu.\n" + job.trace_text; break;
        case EmitKind::Steps: text = job.steps_text; break;
        case EmitKind::Cuda: text = emitted->cuda; break;
        case EmitKind::Report: text = report::reportJson(*emitted, job.options.archs.front(), job.sources); break;
        case EmitKind::Effects: text = effectsText(part.procs, reportsOf(job, part)); break;
        case EmitKind::Header: text = emitted->header; break;
      }
      job.outputs.push_back({pathOf(job, part, kind), std::move(text), kind});
    }
  }
  addDepfile(job, parts.front().stem);
  return Next::GoOn;
}

Next writeOutputs(Job& job) {
  const auto inputs = inputsOf(job);
  bool refused = false;
  for (const OutputFile& file : job.outputs)
    if (auto refusal = whyNotWrite(inputs, file)) {
      job.sink.report(std::move(*refusal));
      refused = true;
    }
  if (refused) {
    job.code = ExitCode::Usage;
    return Next::Stop;
  }
  if (job.options.output.ends_with('/') && !job.outputs.empty())
    if (const auto error = llvm::sys::fs::create_directories(job.options.output)) {
      job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {job.options.output, error.message()}));
      job.code = ExitCode::ToolFailed;
      return Next::Stop;
    }
  std::vector<NewFile> files;
  for (const OutputFile& file : job.outputs) files.push_back({file.path, file.text});
  const auto failure = writeFiles(files);
  if (!failure) return Next::GoOn;
  job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {failure->path, failure->error.message}));
  job.code = ExitCode::ToolFailed;
  return Next::Stop;
}

Next showLine(Job& job) {
  const std::string text = explainLine(job, job.options.line);
  if (text.empty()) {
    job.sink.report(diag::make(diag::Id::NothingAtLine, {}, {job.main_path, std::to_string(job.options.line)}));
    job.code = ExitCode::Usage;
    return Next::Stop;
  }
  const auto failure = writeText(STDOUT_FILENO, text);
  if (failure) job.code = ExitCode::ToolFailed;
  return Next::GoOn;
}

/// On standard output, unless an output goes there.
Next showVerdicts(Job& job) {
  if (job.options.quiet || job.verdict_text.empty()) return Next::GoOn;
  const auto failure = writeText(job.options.output == "-" ? STDERR_FILENO : STDOUT_FILENO, job.verdict_text);
  if (!failure) return Next::GoOn;
  job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {"the standard output", failure->message}));
  job.code = ExitCode::ToolFailed;
  return Next::Stop;
}

}  // namespace exogpu::driver
