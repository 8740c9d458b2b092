// Completion scripts of bash, zsh and fish, written out from the option table.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/driver/option_table.h"

namespace exogpu::driver {

namespace {

/// Inside '…' of a shell a quote ends the string; zsh and fish need their own characters escaped too.
std::string quoted(llvm::StringRef text, llvm::StringRef special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') out += "'\\''";
    else if (special.contains(c)) out += std::string("\\") + c;
    else out += c;
  }
  return out;
}

std::string commandNames() {
  return llvm::join(llvm::map_range(allCommands(), [](const CommandInfo& row) { return std::string(row.text); }), " ");
}

/// Every word that may stand on the line: spellings, and spelling + value for closed sets.
std::string wordsOf(std::optional<Command> command) {
  std::string out;
  for (const OptionRow& row : visibleRows(command)) {
    out += " " + row.spelling;
    for (const std::string& value : row.values) out += " " + row.spelling + value;
  }
  return out;
}

void printBash(llvm::raw_ostream& out) {
  out << "_exogpu() {\n"
      << "  local cur=${COMP_WORDS[COMP_CWORD]} words\n"
      << "  COMP_WORDBREAKS=${COMP_WORDBREAKS//=}\n"
      << "  case ${COMP_WORDS[1]} in\n";
  for (const CommandInfo& row : allCommands())
    out << "    " << row.text << ") words='" << quoted(wordsOf(row.command), "") << "' ;;\n";
  out << "    *) words='" << quoted(commandNames() + wordsOf(std::nullopt) + wordsOf(Command::Compile), "") << "' ;;\n"
      << "  esac\n"
      << "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
      << "  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
      << "}\n"
      << "complete -o filenames -F _exogpu exogpu\n";
}

std::string zshSpec(const OptionRow& row) {
  std::string out = "'" + quoted(row.spelling, ":[]");
  if (row.takes_value) out += row.value_joined ? "-" : "+";
  out += "[" + quoted(row.help, ":[]") + "]";
  if (!row.takes_value) return out + "'";
  const std::string meta = quoted(row.meta.empty() ? "value" : row.meta, ":[]");
  return out + ":" + meta + ":" + (row.values.empty() ? "_files" : "(" + llvm::join(row.values, " ") + ")") + "'";
}

void printZsh(llvm::raw_ostream& out) {
  out << "#compdef exogpu\n_exogpu() {\n  local command=$words[2]\n  case $command in\n";
  for (const CommandInfo& row : allCommands()) {
    out << "    " << row.text << ")\n      shift words; (( CURRENT-- ))\n      _arguments \\\n";
    for (const OptionRow& option : visibleRows(row.command)) out << "        " << zshSpec(option) << " \\\n";
    out << "        '*:file:_files' ;;\n";
  }
  out << "    *)\n      _values command";
  for (const CommandInfo& row : allCommands())
    out << " '" << row.text << "[" << quoted(row.help, ":[]") << "]'";
  out << "\n      _files ;;\n  esac\n}\n_exogpu \"$@\"\n";
}

std::string fishOption(llvm::StringRef spelling) {
  if (spelling.starts_with("--")) return "-l " + spelling.drop_front(2).rtrim('=').str();
  const llvm::StringRef name = spelling.drop_front(1).rtrim('=');
  return (name.size() == 1 ? "-s " : "-o ") + name.str();
}

void printFish(llvm::raw_ostream& out) {
  for (const CommandInfo& row : allCommands())
    out << "complete -c exogpu -n __fish_use_subcommand -a " << row.text << " -d '" << quoted(row.help, "\\") << "'\n";
  for (const CommandInfo& row : allCommands())
    for (const OptionRow& option : visibleRows(row.command)) {
      out << "complete -c exogpu -n '__fish_seen_subcommand_from " << row.text << "' " << fishOption(option.spelling);
      if (!option.values.empty()) out << " -x -a '" << llvm::join(option.values, " ") << "'";
      else if (option.takes_value) out << " -r";
      out << " -d '" << quoted(option.help, "\\") << "'\n";
    }
}

}  // namespace

std::string completionScript(const std::string& shell) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (shell == "bash") printBash(out);
  else if (shell == "zsh") printZsh(out);
  else printFish(out);
  return text;
}

}  // namespace exogpu::driver
