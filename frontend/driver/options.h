#pragma once
// The command line, understood and checked. Takes the arguments, gives a CommandLine or a message for exit code 2. The
// table is options.td.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codegen/target/target.h"
#include "frontend/diag/warnings.h"
#include "verify/prove/prove.h"

namespace exogpu::driver {

enum class Command : std::uint8_t {
#define EXOGPU_COMMAND(name, text, usage, help) name,
#include "frontend/driver/commands.def"
#undef EXOGPU_COMMAND
};
struct CommandInfo {
  Command command;
  std::string_view text, usage, help;
};
const std::vector<CommandInfo>& allCommands();
const CommandInfo& info(Command command);

enum class EmitKind : std::uint8_t {
#define EXOGPU_EMIT(name, text, extension, mark, help) name,
#include "frontend/driver/emit_kinds.def"
#undef EXOGPU_EMIT
};
std::string_view text(EmitKind kind);
std::string_view extension(EmitKind kind);

enum class Format : std::uint8_t { Text, Json, Sarif };
/// Where diagnostics of one format go: a file, or standard error when the path is empty.
struct DiagnosticsOutput {
  Format format = Format::Text;
  std::string path;
};
enum class ColorMode : std::uint8_t { Auto, Always, Never };

struct DepfileOptions {
  bool wanted = false;  ///< -MD
  std::string path;     ///< -MF
  std::vector<std::string> targets;
  bool phony_targets = false;
};

struct CommandLine {
  std::optional<Command> command;  ///< empty: the text of `message` was asked for (--help, --version, …)
  std::string message;
  std::vector<std::string> inputs;  ///< FILE; of `run` also what stands behind it
  std::vector<std::string> clang_arguments;
  std::string compile_commands_dir;
  std::vector<std::string> instances;

  std::string output;
  std::set<EmitKind> emit;
  bool emit_given = false;
  bool quiet = false, verbose = false;
  DepfileOptions depfile;

  std::string schedule_path;
  std::map<std::string, std::int64_t> knobs;
  bool json = false;  ///< of `steps`
  bool list_warnings = false;  ///< of `explain`
  int line = 0;  ///< of `explain --at FILE:LINE`; 0: explain a code

  bool verify = true;
  std::uint64_t smt_budget = prove::Options().smt_budget;
  std::string smt_dump_dir;
  std::string cache_dir;  ///< empty: nothing is kept
  std::size_t jobs = 1;
  std::vector<target::Arch> archs;  ///< in the order of the table, so the first is the oldest; never empty

  std::uint64_t seed = 1;
  std::uint64_t max_steps = 200'000'000;  ///< of the simulator
  bool simulate = true, gpu = false;  ///< of `run`

  std::vector<DiagnosticsOutput> diagnostics;
  ColorMode color = ColorMode::Auto;
  diag::WarningPolicy warnings;
  bool show_warnings = true;
  std::uint64_t error_limit = 0;

  bool watchdog = true;
  std::uint64_t timeout_seconds = 600;

  std::vector<std::string> original;  ///< as it was typed, for the reproducer
};

/// The extension of a kind that is emitted, at the end of -o; without one, that of the file, whatever it is.
std::string_view emittedExtension(const CommandLine& options);

/// A usage error: what is wrong with the command line, in one line.
struct UsageError {
  std::string message;
  std::vector<DiagnosticsOutput> diagnostics{};  ///< where to say so: --diagnostics= holds for the command line too
  ColorMode color = ColorMode::Auto;
};
/// `arguments` without the program's name; response files (@file) are expanded here.
std::variant<CommandLine, UsageError> parseCommandLine(const std::vector<std::string>& arguments);

/// The texts that come from the table.
std::string helpText(std::optional<Command> command);
/// The names that -W takes, a line each.
std::string warningList();
std::string manPage();
/// `shell`: bash, zsh or fish.
std::string completionScript(const std::string& shell);
std::string versionText();

}  // namespace exogpu::driver
