// --help, the man page and --version.
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/diag/warnings.h"
#include "frontend/driver/option_table.h"

namespace exogpu::driver {

namespace {

constexpr const char* kExitCodes[][2] = {
    {"0", "proved, and everything asked for was written"},
    {"1", "the program is wrong: it does not compile, breaks a rule, or a proof was refuted"},
    {"2", "the command line is wrong, or names a file that cannot be read"},
    {"3", "unknown: something could be neither proved nor refuted"},
    {"4", "a tool, a file system or the GPU failed"},
    {"5", "out of budget: a proof needs a larger --smt-budget, or the time was up"},
    {"70", "an internal error; a reproducer is written"},
};

std::string spellingOf(const OptionRow& row) {
  return row.spelling + (row.takes_value && !row.value_joined ? " " : "") + row.meta;
}
std::string helpOf(const OptionRow& row) {
  return row.help + (row.values.empty() ? "" : ": " + llvm::join(row.values, ", "));
}

void printCommands(llvm::raw_ostream& out) {
  out << "Commands:\n";
  for (const CommandInfo& row : allCommands())
    out << "  " << llvm::left_justify(row.text, 10) << row.help << '\n';
}

void printOptions(llvm::raw_ostream& out, std::optional<Command> command) {
  constexpr std::size_t kColumn = 30;
  const auto rows = visibleRows(command);
  std::vector<std::string> groups;
  for (const OptionRow& row : rows)
    if (!llvm::is_contained(groups, row.group)) groups.push_back(row.group);
  for (const std::string& group : groups) {
    out << '\n' << group << ":\n";
    for (const OptionRow& row : rows) {
      if (row.group != group) continue;
      const std::string spelling = spellingOf(row);
      out << "  " << llvm::left_justify(spelling, kColumn);
      if (spelling.size() >= kColumn) out << '\n' << std::string(kColumn + 2, ' ');
      out << helpOf(row) << '\n';
    }
  }
}

void printExitCodes(llvm::raw_ostream& out) {
  out << "\nExit codes:\n";
  for (const auto& row : kExitCodes) out << "  " << llvm::left_justify(row[0], 4) << row[1] << '\n';
}

/// roff eats a backslash and reads a leading dot or quote as a request; '-' must be a minus that can be searched for.
std::string roff(llvm::StringRef text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
  }
  return out.empty() || (out[0] != '.' && out[0] != '\'') ? out : "\\&" + out;
}

void printManOptions(llvm::raw_ostream& out, std::optional<Command> command, llvm::StringRef title) {
  out << ".SS " << roff(title) << '\n';
  for (const OptionRow& row : visibleRows(command))
    out << ".TP\n.B " << roff(spellingOf(row)) << '\n' << roff(helpOf(row)) << ".\n";
}

/// The message of a row without its arguments; where that says nothing, the first sentence of its explanation.
std::string briefly(const diag::Info& row) {
  std::string out;
  bool has_letters = false;
  for (std::size_t i = 0; i < row.message.size(); ++i) {
    const bool is_placeholder = row.message.substr(i, 1) == "{" && row.message.substr(i + 2, 1) == "}";
    out += is_placeholder ? "..." : std::string(1, row.message[i]);
    has_letters |= !is_placeholder && llvm::isAlpha(row.message[i]);
    i += is_placeholder ? 2 : 0;
  }
  return has_letters ? out : std::string(row.explanation.substr(0, row.explanation.find('.')));
}

void printManWarnings(llvm::raw_ostream& out) {
  out << ".SH WARNINGS\nNames for \\-W, \\-Wno\\- and \\-Werror=; the code does as well.\n";
  for (const diag::Id id : diag::allWarnings())
    out << ".TP\n.B " << roff(diag::warningName(id)) << " (" << diag::codeName(id) << ")\n" << roff(briefly(diag::info(id))) << '\n';
}

}  // namespace

std::string warningList() {
  constexpr std::size_t kColumn = 30;
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const diag::Id id : diag::allWarnings())
    out << llvm::left_justify(diag::warningName(id), kColumn) << diag::codeName(id) << "  " << briefly(diag::info(id)) << '\n';
  return text;
}

std::string helpText(std::optional<Command> command) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (!command) {
    out << "exogpu: annotated sequential C++ in, proved for all sizes, readable CUDA out\n\n"
        << "Usage: exogpu COMMAND [options] FILE [-- clang options]\n"
        << "       exogpu [options] FILE          the same as 'exogpu compile'\n\n";
    printCommands(out);
    printOptions(out, command);
    printExitCodes(out);
    out << "\n'exogpu help COMMAND' shows the options of a command.\n";
    return text;
  }
  const CommandInfo& row = info(*command);
  out << "exogpu " << row.text << ": " << row.help << "\n\nUsage: exogpu " << row.text << ' ' << row.usage << '\n';
  printOptions(out, command);
  printExitCodes(out);
  return text;
}

std::string manPage() {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << ".TH EXOGPU 1\n.SH NAME\nexogpu \\- annotated sequential C++ in, proved for all sizes, readable CUDA out\n"
      << ".SH SYNOPSIS\n";
  for (const CommandInfo& row : allCommands())
    out << ".B exogpu " << roff(row.text) << "\n" << roff(row.usage) << "\n.br\n";
  out << ".SH DESCRIPTION\n"
      << "A source file is plain C++20; its sequential run is its meaning. exogpu proves that the parallel program it\n"
      << "writes computes the same, for every size and input that the contracts allow, and then writes it as CUDA.\n"
      << ".SH COMMANDS\n";
  for (const CommandInfo& row : allCommands()) out << ".TP\n.B " << roff(row.text) << '\n' << roff(row.help) << ".\n";
  out << ".SH OPTIONS\n";
  printManOptions(out, std::nullopt, "exogpu");
  for (const CommandInfo& row : allCommands()) printManOptions(out, row.command, "exogpu " + std::string(row.text));
  printManWarnings(out);
  out << ".SH EXIT STATUS\n";
  for (const auto& row : kExitCodes) out << ".TP\n.B " << row[0] << '\n' << roff(row[1]) << ".\n";
  out << ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen set and not empty, \\-\\-color=auto means never.\n";
  return text;
}

}  // namespace exogpu::driver
