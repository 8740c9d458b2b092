// From the words of the command line to one command, under the watchdog.
#include "frontend/driver/main.h"

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/diag/render.h"
#include "frontend/driver/cache.h"
#include "frontend/driver/compile_commands.h"
#include "frontend/driver/list_steps.h"
#include "frontend/driver/pipeline.h"
#include "frontend/driver/reproducer.h"
#include "frontend/driver/run_command.h"
#include "frontend/driver/show.h"
#include "frontend/driver/stdlib.h"
#include "frontend/driver/supervise.h"

namespace exogpu::driver {

namespace {

void show(const diag::Diagnostic& diagnostic, const std::vector<DiagnosticsOutput>& outputs, ColorMode color) {
  showDiagnostics({diagnostic}, SourceTable(), {}, outputs, color, Closing::None);
}

ExitCode complain(const CommandLine& options, ExitCode code, diag::Id id, const std::vector<std::string>& arguments) {
  show(diag::make(id, {}, arguments), options.diagnostics, options.color);
  return code;
}

ExitCode printAnswer(const CommandLine& options, const std::string& text) {
  const auto failure = writeFile("-", text);
  return failure ? complain(options, ExitCode::ToolFailed, diag::Id::CannotWriteFile, {"the standard output", failure->message})
                 : ExitCode::Ok;
}

ExitCode explainCode(const CommandLine& options, const std::string& code) {
  const auto id = diag::parseCode(code);
  return id ? printAnswer(options, diag::renderExplanation(*id))
            : complain(options, ExitCode::Usage, diag::Id::UnknownCode, {code});
}

ExitCode runCache(const CommandLine& options) {
  if (options.cache_dir.empty())
    return complain(options, ExitCode::Usage, diag::Id::BadCommandLine, {"there is no cache: no home folder, or '--cache=off'"});
  if (options.inputs.front() == "path") return printAnswer(options, options.cache_dir + "\n");
  const auto failure = clearCache(options.cache_dir);
  return failure ? complain(options, ExitCode::ToolFailed, diag::Id::CannotWriteFile, {options.cache_dir, failure->message})
                 : ExitCode::Ok;
}

/// What the child has written to files stays there: the crash is then told on standard error only.
std::vector<DiagnosticsOutput> placesForCrash(const CommandLine& options, bool has_spoken) {
  auto places = options.diagnostics;
  if (has_spoken) std::erase_if(places, [](const DiagnosticsOutput& output) { return !output.path.empty(); });
  if (places.empty()) places.push_back({});
  return places;
}

void reportCrash(const CommandLine& options, const std::string& main_text, const std::string& what, bool has_spoken) {
  const auto reproducer = writeReproducer(options, main_text, what);
  show(diag::make(diag::Id::InternalError, {}, {what, reproducer.value_or("the source and the command line")}),
       placesForCrash(options, has_spoken), options.color);
}

/// Reads the main file here, in the parent: a missing file needs no child, and a reproducer needs the text.
ExitCode runOnFile(CommandLine options) {
  const std::string& input = options.inputs.front();
  const auto text = readFile(input);
  if (const auto* error = std::get_if<FileError>(&text))
    return complain(options, ExitCode::Usage, diag::Id::CannotReadFile, {input, error->message});
  if (!options.compile_commands_dir.empty()) {
    auto flags = flagsFromDatabase(options.compile_commands_dir, input);
    if (const auto* none = std::get_if<NoFlags>(&flags))
      return complain(options, ExitCode::Usage, diag::Id::NoCompileCommands, {input, options.compile_commands_dir, none->reason});
    auto& list = std::get<std::vector<std::string>>(flags);
    options.clang_arguments.insert(options.clang_arguments.begin(), list.begin(), list.end());
  }
  const std::string& main_text = std::get<std::string>(text);
  const auto work = [&options, &input, &main_text] {
    Job job{.options = options, .main_path = input == "-" ? kStdinName : input, .main_text = main_text};
    if (options.command == Command::Run) return runProgram(job);
    return options.command == Command::Explain ? runExplainLine(job) : runPipeline(job);
  };
  const Supervision supervision{
      options.timeout_seconds, [&options](const diag::Diagnostic& told) { show(told, options.diagnostics, options.color); },
      [&options, &main_text](const std::string& what, bool has_spoken) {
        reportCrash(options, main_text, what, has_spoken);
      }};
  return options.watchdog ? superviseWork(work, supervision) : runUnsupervised(work, supervision);
}

ExitCode runCommand(const CommandLine& options) {
  if (!options.command) return printAnswer(options, options.message);
  switch (*options.command) {
    case Command::Compile:
    case Command::Check:
    case Command::Run: return runOnFile(options);
    case Command::Explain:
      if (options.list_warnings) return printAnswer(options, warningList());
      return options.line ? runOnFile(options) : explainCode(options, options.inputs.front());
    case Command::Help: return printAnswer(options, options.message);
    case Command::Steps: return printAnswer(options, listSteps(options.json));
    case Command::Cache: return runCache(options);
  }
  return ExitCode::InternalError;
}

}  // namespace

int runMain(const std::vector<std::string>& arguments) {
  const auto parsed = parseCommandLine(arguments);
  if (const auto* usage = std::get_if<UsageError>(&parsed)) {
    show(diag::make(diag::Id::BadCommandLine, {}, {usage->message}), usage->diagnostics, usage->color);
    return static_cast<int>(ExitCode::Usage);
  }
  return static_cast<int>(runCommand(std::get<CommandLine>(parsed)));
}

}  // namespace exogpu::driver
