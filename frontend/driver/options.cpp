#include "frontend/driver/options.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>

#include <algorithm>
#include <thread>

#include "frontend/driver/option_table.h"
#include "frontend/driver/suggest.h"

namespace exogpu::driver {

namespace {

using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::InputArgList;

/// Thrown inside this file only, so that each reader of an option stays one line.
struct Usage {
  std::string message;
};
[[noreturn]] void fail(const llvm::Twine& message) { throw Usage{message.str()}; }

std::uint64_t numberOf(const Arg& arg) {
  std::uint64_t value = 0;
  if (!llvm::to_integer(StringRef(arg.getValue()), value, 10))
    fail("'" + arg.getSpelling() + "' needs a number, not '" + arg.getValue() + "'");
  return value;
}

template <class T>
T chosenOf(const Arg& arg, StringRef value, std::initializer_list<std::pair<StringRef, T>> choices) {
  std::string all;
  for (const auto& [text, choice] : choices) {
    if (text == value) return choice;
    all += (all.empty() ? "" : ", ") + text.str();
  }
  fail("'" + arg.getSpelling() + "' cannot be '" + value + "'; it is one of: " + all);
}

void readInputOptions(const InputArgList& args, CommandLine& out) {
  for (const Arg* arg : args.filtered(OPT_I, OPT_isystem, OPT_D, OPT_U, OPT_include_file, OPT_std_EQ)) {
    const bool separate = arg->getOption().matches(OPT_isystem) || arg->getOption().matches(OPT_include_file);
    const std::string name = arg->getOption().matches(OPT_std_EQ) ? "-std=" : arg->getSpelling().str();
    if (separate) out.clang_arguments.push_back(name);
    out.clang_arguments.push_back(separate ? arg->getValue() : name + arg->getValue());
  }
  out.compile_commands_dir = args.getLastArgValue(OPT_p).str();
  out.instances = args.getAllArgValues(OPT_k);
  for (const Arg* arg : args.filtered(OPT_k, OPT_p, OPT_o, OPT_I))  // '-k=f' would ask for a proc that is called '=f'
    if (const StringRef value = arg->getValue(); value.starts_with("="))
      fail("'" + arg->getSpelling() + "' takes its value without '=': write '" + arg->getSpelling() + " " + value.drop_front() + "'");
}

void readEmit(const InputArgList& args, CommandLine& out) {
  for (const Arg* arg : args.filtered(OPT_emit_EQ)) {
    if (arg->getNumValues() == 0) fail("'--emit=' needs a kind of output; 'none' writes nothing");
    for (const char* value : arg->getValues()) {
      out.emit_given = true;
      if (StringRef(value) == "none") continue;
      out.emit.insert(chosenOf<EmitKind>(*arg, value, {
#define EXOGPU_EMIT(name, text, extension, mark, help) {text, EmitKind::name},
#include "frontend/driver/emit_kinds.def"
#undef EXOGPU_EMIT
      }));
    }
  }
}

/// Several kinds share the stem of -o, so it must be plain which part of the name that is.
void checkSharedName(const CommandLine& out) {
  const bool is_name = !out.output.empty() && out.output != "-" && !out.output.ends_with('/') && !llvm::sys::fs::is_directory(out.output);
  if (!is_name || out.emit.size() < 2) return;
  const std::string_view found = emittedExtension(out);
  if (llvm::any_of(out.emit, [&](EmitKind kind) { return extension(kind) == found; })) return;
  const std::string first(extension(*out.emit.begin())), stem = llvm::sys::path::stem(out.output).str();
  fail("'-o " + out.output + "' with several kinds of output: end it in one of their extensions ('-o " + stem + first +
       "'), name a folder ('-o " + stem + "/'), or choose one kind with '--emit='");
}

/// Without --emit: the CUDA file and its header, or the CUDA text alone where only one text can go.
void chooseEmitKinds(CommandLine& out) {
  if (*out.command != Command::Compile) return;
  if (!out.emit_given) out.emit = {EmitKind::Cuda};
  if (!out.emit_given && out.output != "-") out.emit.insert(EmitKind::Header);
  if (out.output == "-" && out.emit.size() > 1) fail("'-o -' takes one kind of output; choose it with '--emit='");
  checkSharedName(out);
  if (!out.output.empty() && out.emit.empty()) fail("'-o' has nothing to write with '--emit=none'");
  if (out.depfile.wanted && out.depfile.path.empty() && out.output == "-") fail("'-MD' with '-o -' needs '-MF'");
}

void readOutputOptions(const InputArgList& args, CommandLine& out) {
  out.output = args.getLastArgValue(OPT_o).str();
  if (args.hasArg(OPT_o) && out.output.empty()) fail("'-o' needs a file name");
  readEmit(args, out);
  out.quiet = args.hasArg(OPT_quiet);
  out.verbose = args.hasArg(OPT_verbose);
  if (out.verbose && !args.hasArg(OPT_gpu)) fail("'--verbose' shows what nvcc said, so it needs '--gpu'");
  out.depfile = {args.hasArg(OPT_MD), args.getLastArgValue(OPT_MF).str(), args.getAllArgValues(OPT_MT), args.hasArg(OPT_MP)};
  chooseEmitKinds(out);
  if (!out.depfile.wanted && args.hasArg(OPT_MF, OPT_MT, OPT_MP)) fail("'-MF', '-MT' and '-MP' need '-MD'");
}

/// Where verdicts are kept unless told otherwise; nowhere when there is no home.
std::string defaultCacheDir() {
  llvm::SmallString<128> path;
  if (!llvm::sys::path::cache_directory(path)) return {};
  llvm::sys::path::append(path, "exogpu");
  return path.str().str();
}

void readArchs(const InputArgList& args, CommandLine& out) {
  std::set<target::Arch> chosen;
  for (const Arg* arg : args.filtered(OPT_arch_EQ))
    for (const char* value : arg->getValues()) chosen.insert(chosenOf<target::Arch>(*arg, value, {
#define EXOGPU_TARGET(name, text, ...) {text, target::Arch::name},
#include "codegen/target/targets.def"
#undef EXOGPU_TARGET
      }));
  if (chosen.empty()) chosen.insert(target::Arch::Sm90a);
  out.archs.assign(chosen.begin(), chosen.end());
}

void readProofOptions(const InputArgList& args, CommandLine& out) {
  readArchs(args, out);
  if (const Arg* arg = args.getLastArg(OPT_verify_EQ))
    out.verify = chosenOf<bool>(*arg, arg->getValue(), {{"full", true}, {"off", false}});
  if (const Arg* arg = args.getLastArg(OPT_smt_budget_EQ)) out.smt_budget = numberOf(*arg);
  out.smt_dump_dir = args.getLastArgValue(OPT_smt_dump_EQ).str();
  if (args.hasArg(OPT_smt_dump_EQ) && out.smt_dump_dir.empty()) fail("'--smt-dump=' needs a folder");
  out.cache_dir = args.hasArg(OPT_cache_EQ) ? args.getLastArgValue(OPT_cache_EQ).str() : defaultCacheDir();
  if (out.cache_dir == "off") out.cache_dir.clear();
  out.jobs = std::max(1u, std::thread::hardware_concurrency());
  if (const Arg* arg = args.getLastArg(OPT_jobs_EQ)) out.jobs = numberOf(*arg);
  if (out.jobs == 0) fail("'--jobs=' needs at least 1");
  if (!out.verify && args.hasArg(OPT_smt_budget_EQ, OPT_smt_dump_EQ, OPT_cache_EQ, OPT_jobs_EQ))
    fail("'--verify=off' proves nothing, so it goes with no other option about proofs");
}

void readScheduleOptions(const InputArgList& args, CommandLine& out) {
  out.schedule_path = args.getLastArgValue(OPT_schedule_EQ).str();
  out.json = args.hasArg(OPT_json);
  for (const Arg* arg : args.filtered(OPT_knob_EQ)) {
    const auto [name, value] = StringRef(arg->getValue()).split('=');
    if (!llvm::to_integer(value, out.knobs[name.str()], 10)) fail("'--knob=' needs NAME=NUMBER, not '" + StringRef(arg->getValue()) + "'");
  }
  if (!out.schedule_path.empty()) return;
  if (args.hasArg(OPT_knob_EQ)) fail("'--knob=' needs '--schedule='");
  if (args.hasArg(OPT_schedule_EQ)) fail("'--schedule=' needs a file");
  if (out.emit.contains(EmitKind::Trace) || out.emit.contains(EmitKind::Steps))
    fail("'--emit=trace' and '--emit=steps' need '--schedule='");
}

/// Formats, places and colours of the diagnostics.
void readPresentation(const InputArgList& args, CommandLine& out) {
  for (const Arg* arg : args.filtered(OPT_diagnostics_EQ))
    for (const char* value : arg->getValues()) {
      const auto [format, path] = StringRef(value).split(':');
      out.diagnostics.push_back(
          {chosenOf<Format>(*arg, format, {{"text", Format::Text}, {"json", Format::Json}, {"sarif", Format::Sarif}}),
           path.str()});
    }
  if (out.diagnostics.empty()) out.diagnostics.push_back({});
  if (std::count_if(out.diagnostics.begin(), out.diagnostics.end(), [](const auto& d) { return d.path.empty(); }) > 1)
    fail("'--diagnostics=' sends two formats to standard error; give all but one a file, as in 'text,sarif:log.sarif'");
  if (const Arg* arg = args.getLastArg(OPT_color_EQ))
    out.color = chosenOf<ColorMode>(
        *arg, arg->getValue(),
        {{"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}});
}

void readDiagnosticsOptions(const InputArgList& args, CommandLine& out) {
  readPresentation(args, out);
  out.show_warnings = !args.hasArg(OPT_w);
  for (const Arg* arg : args.filtered(OPT_W_Joined))
    if (!out.warnings.apply(arg->getValue())) {
      const std::string name = diag::warningOfFlag(arg->getValue()), nearest = diag::nearestWarning(name);
      fail("there is no warning '" + llvm::Twine(name) + "'" +
           (nearest.empty() ? "; 'exogpu explain --warnings' lists them" : "; did you mean '" + nearest + "'?"));
    }
  if (const Arg* arg = args.getLastArg(OPT_error_limit_EQ)) out.error_limit = numberOf(*arg);
}

void readGeneralOptions(const InputArgList& args, CommandLine& out) {
  out.watchdog = !args.hasArg(OPT_no_watchdog);
  if (const Arg* arg = args.getLastArg(OPT_timeout_EQ)) out.timeout_seconds = numberOf(*arg);
  out.gpu = args.hasArg(OPT_gpu);
  out.simulate = args.hasArg(OPT_simulate) || !out.gpu;
  if (*out.command == Command::Run && !out.gpu &&
      args.hasArg(OPT_arch_EQ, OPT_smt_budget_EQ, OPT_smt_dump_EQ, OPT_cache_EQ, OPT_jobs_EQ))
    fail("'exogpu run' proves and compiles only with '--gpu', so it has no use for options about that");
  if (const Arg* arg = args.getLastArg(OPT_seed_EQ)) out.seed = numberOf(*arg);
  if (const Arg* arg = args.getLastArg(OPT_max_steps_EQ)) out.max_steps = numberOf(*arg);
  if (!out.watchdog && args.hasArg(OPT_timeout_EQ)) fail("'--timeout=' needs the watchdog that '--no-watchdog' removes");
}

void checkInputs(const CommandLine& out) {
  const Command command = *out.command;
  const std::string name = "exogpu " + std::string(info(command).text);
  switch (command) {
    case Command::Compile:
    case Command::Check:
      if (out.inputs.size() != 1)
        fail("'" + name + "' takes one FILE, not " + llvm::Twine(out.inputs.size()) + " ('" + name + " --help')");
      return;
    case Command::Run:
      if (out.inputs.empty()) fail("'exogpu run' needs a FILE");
      return;
    case Command::Explain:
      if (out.list_warnings && !out.inputs.empty()) fail("'--warnings' and '" + out.inputs[0] + "' ask for two things");
      if (!out.list_warnings && out.inputs.size() != 1) fail("'exogpu explain' takes one code, such as EXG2031, or '--at FILE:LINE'");
      return;
    case Command::Help: return;
    case Command::Steps:
      if (!out.inputs.empty()) fail("'exogpu steps' takes no file");
      return;
    case Command::Cache:
      if (out.inputs.size() != 1 || (out.inputs[0] != "path" && out.inputs[0] != "clear"))
        fail("'exogpu cache' takes one word: path or clear");
      return;
  }
}

/// `--at FILE:LINE` names the file too.
void readLine(const InputArgList& args, CommandLine& out) {
  const Arg* arg = args.getLastArg(OPT_at);
  if (!arg) return;
  const auto [file, line] = StringRef(arg->getValue()).rsplit(':');
  if (!llvm::to_integer(line, out.line, 10) || out.line < 1) fail("'--at' needs FILE:LINE, not '" + StringRef(arg->getValue()) + "'");
  if (!out.inputs.empty()) fail("'--at " + StringRef(arg->getValue()) + "' and '" + out.inputs[0] + "' ask for two things");
  out.inputs = {file.str()};
}

/// `explain CODE` and `cache` read no program, so options about programs would be ignored.
void checkUnused(const InputArgList& args, bool has_dashes, const CommandLine& out) {
  const bool reads_program = *out.command != Command::Cache && *out.command != Command::Steps &&
                             *out.command != Command::Help && (*out.command != Command::Explain || out.line);
  if (reads_program) return;
  const std::string name = "exogpu " + std::string(info(*out.command).text);
  if (has_dashes) fail("'" + name + "' has no use for options behind '--' here");
  for (const Arg* arg : args) {
    const auto& option = arg->getOption();
    const bool is_used = option.matches(OPT_INPUT) || (option.matches(OPT_cache_EQ) && *out.command == Command::Cache) ||
                         option.matches(OPT_json) || option.matches(OPT_warnings) || option.matches(OPT_diagnostics_EQ) ||
                         option.matches(OPT_color_EQ);
    if (!is_used) fail("'" + name + "' has no use for '" + arg->getSpelling() + "' here");
  }
}

/// The command, and how many arguments name it. A bare `exogpu FILE` compiles.
std::optional<Command> commandOf(llvm::ArrayRef<const char*> arguments, std::size_t& used) {
  used = 0;
  if (arguments.empty()) return std::nullopt;
  for (const CommandInfo& row : allCommands())
    if (row.text == arguments[0]) return used = 1, row.command;
  return std::nullopt;
}

CommandLine answer(std::string message) {
  CommandLine out;
  out.message = std::move(message);
  return out;
}

/// `exogpu help [COMMAND]`.
CommandLine readHelp(const CommandLine& options) {
  if (options.inputs.empty()) return answer(helpText(std::nullopt));
  if (options.inputs.size() > 1) fail("'exogpu help' takes one COMMAND");
  std::size_t used = 0;
  const auto command = commandOf({options.inputs.front().c_str()}, used);
  if (!command) fail(unknownCommandText(options.inputs.front()));
  return answer(helpText(command));
}

/// A first word that is neither an option, a command nor a file: a command misspelled, more likely than a file forgotten.
void checkFirstWord(StringRef word) {
  const bool looks_like_path = word.starts_with("-") || word.contains('/') || word.contains('.');
  if (!looks_like_path && !llvm::sys::fs::exists(word)) fail(unknownCommandText(word));
}

/// `exogpu --help` and its like, which stand alone. Anything else is for `compile`.
std::optional<CommandLine> readBareOptions(llvm::ArrayRef<const char*> arguments) {
  if (arguments.empty()) fail("nothing to do: give a command or a file ('exogpu --help')");
  unsigned missing_index = 0, missing_count = 0;
  const auto args = optionTable().ParseArgs(arguments, missing_index, missing_count, llvm::opt::Visibility(DefaultVis));
  if (args.hasArg(OPT_help)) return answer(helpText(std::nullopt));
  if (args.hasArg(OPT_version)) return answer(versionText());
  if (args.hasArg(OPT_print_man)) return answer(manPage());
  if (const Arg* arg = args.getLastArg(OPT_print_completion_EQ))
    return answer(completionScript(
        chosenOf<std::string>(*arg, arg->getValue(), {{"bash", "bash"}, {"zsh", "zsh"}, {"fish", "fish"}})));
  return std::nullopt;
}

CommandLine read(llvm::ArrayRef<const char*> arguments, llvm::StringSaver& saver) {
  std::size_t used = 0;
  const auto named = commandOf(arguments, used);
  if (!named) {
    if (auto bare = readBareOptions(arguments)) return *bare;
    checkFirstWord(arguments.front());
  }
  CommandLine out;
  out.command = named.value_or(Command::Compile);
  arguments = arguments.drop_front(used);
  const auto* const dashes = std::find(arguments.begin(), arguments.end(), StringRef("--"));
  unsigned missing_index = 0, missing_count = 0;
  const auto own = joinValues({arguments.begin(), dashes}, *out.command, saver);
  const auto args =
      optionTable().ParseArgs(own, missing_index, missing_count, llvm::opt::Visibility(visibilityOf(out.command)));
  if (missing_count) fail("'" + llvm::Twine(args.getArgString(missing_index)) + "' needs a value");
  if (args.hasArg(OPT_help)) return answer(helpText(out.command));
  if (args.hasArg(OPT_version)) return answer(versionText());
  for (const Arg* arg : args.filtered(OPT_UNKNOWN)) fail(unknownOptionText(arg->getSpelling(), *out.command));
  out.inputs = args.getAllArgValues(OPT_INPUT);
  out.list_warnings = args.hasArg(OPT_warnings);
  readInputOptions(args, out);
  readOutputOptions(args, out);
  readScheduleOptions(args, out);
  readProofOptions(args, out);
  readDiagnosticsOptions(args, out);
  readGeneralOptions(args, out);
  if (dashes != arguments.end()) out.clang_arguments.insert(out.clang_arguments.end(), dashes + 1, arguments.end());
  readLine(args, out);
  checkInputs(out);
  checkUnused(args, dashes != arguments.end(), out);
  return *out.command == Command::Help ? readHelp(out) : out;
}

/// A usage error is told as the words ask for it, wherever they stand, if that much of them can be understood.
UsageError usageError(std::string message, llvm::ArrayRef<const char*> words, llvm::StringSaver& saver) {
  unsigned missing_index = 0, missing_count = 0;
  const llvm::ArrayRef<const char*> own(words.begin(), std::find(words.begin(), words.end(), StringRef("--")));
  const auto args = optionTable().ParseArgs(joinValues(own, Command::Compile, saver), missing_index, missing_count,
                                            llvm::opt::Visibility(DefaultVis));
  CommandLine out;
  try {
    readPresentation(args, out);
  } catch (const Usage&) {
    out.diagnostics = {{}};
  }
  return {std::move(message), out.diagnostics, out.color};
}

}  // namespace

const std::vector<CommandInfo>& allCommands() {
  static const std::vector<CommandInfo> rows{
#define EXOGPU_COMMAND(name, text, usage, help) {Command::name, text, usage, help},
#include "frontend/driver/commands.def"
#undef EXOGPU_COMMAND
  };
  return rows;
}
const CommandInfo& info(Command command) { return allCommands()[static_cast<std::size_t>(command)]; }

std::string_view text(EmitKind kind) {
  constexpr std::string_view rows[] = {
#define EXOGPU_EMIT(name, text, extension, mark, help) text,
#include "frontend/driver/emit_kinds.def"
#undef EXOGPU_EMIT
  };
  return rows[static_cast<std::size_t>(kind)];
}
std::string_view extension(EmitKind kind) {
  constexpr std::string_view rows[] = {
#define EXOGPU_EMIT(name, text, extension, mark, help) extension,
#include "frontend/driver/emit_kinds.def"
#undef EXOGPU_EMIT
  };
  return rows[static_cast<std::size_t>(kind)];
}

std::string_view emittedExtension(const CommandLine& options) {
  for (const EmitKind kind : options.emit)
    if (options.output.ends_with(extension(kind))) return extension(kind);
  return llvm::sys::path::extension(options.output);
}

std::variant<CommandLine, UsageError> parseCommandLine(const std::vector<std::string>& arguments) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*, 32> raw;
  for (const std::string& argument : arguments) raw.push_back(argument.c_str());
  llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = expansion.expandResponseFiles(raw))
    return usageError(llvm::toString(std::move(error)), raw, saver);
  try {
    CommandLine out = read(raw, saver);
    out.original = arguments;
    return out;
  } catch (const Usage& usage) {
    return usageError(usage.message, raw, saver);
  }
}

}  // namespace exogpu::driver
