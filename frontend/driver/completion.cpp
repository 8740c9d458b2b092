// Completion scripts of bash, zsh and fish, written out from the option table.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/diag/warnings.h"
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

/// What may stand behind -W.
std::vector<std::string> warningFlags() {
  std::vector<std::string> out{"error", "no-error"};
  for (const diag::Id id : diag::allWarnings())
    for (const char* prefix : {"", "no-", "error=", "no-error="}) out.push_back(prefix + diag::warningName(id));
  return out;
}

/// The closed set of an option's values; empty when they are open.
std::vector<std::string> valuesOf(const OptionRow& row) { return row.spelling == "-W" ? warningFlags() : row.values; }

/// The words other than options that a command takes, where they are known beforehand.
std::vector<std::string> wordsOf(Command command) {
  std::vector<std::string> out;
  if (command == Command::Cache) return {"path", "clear"};
  if (command == Command::Help)
    for (const CommandInfo& row : allCommands()) out.emplace_back(row.text);
  if (command == Command::Explain)
    for (const diag::Info& row : diag::allInfos()) out.push_back(diag::codeName(row.id));
  return out;
}

/// Every word that may stand on the line: spellings, and spelling + value for closed sets.
std::string lineWords(std::optional<Command> command) {
  std::string out;
  for (const OptionRow& row : visibleRows(command)) {
    out += " " + row.spelling;
    for (const std::string& value : valuesOf(row)) out += " " + row.spelling + value;
  }
  if (command)
    for (const std::string& word : wordsOf(*command)) out += " " + word;
  return out;
}

/// The options whose values are lists: behind a comma the next value is completed.
std::string listOptions() {
  std::vector<std::string> out;
  for (const CommandInfo& command : allCommands())
    for (const OptionRow& row : visibleRows(command.command))
      if (row.takes_list && !llvm::is_contained(out, row.spelling)) out.push_back(row.spelling);
  return llvm::join(out, "*|") + "*";
}

// bash splits the line at '=' (COMP_WORDBREAKS), so the word is taken from the line itself, and what stands before the
// last break is cut from the answers again.
void printBash(llvm::raw_ostream& out) {
  out << "_exogpu() {\n"
      << "  local line=${COMP_LINE:0:COMP_POINT} words done='' cur\n"
      << "  cur=${line##*[[:space:]]}\n"
      << "  case ${COMP_WORDS[1]} in\n";
  for (const CommandInfo& row : allCommands())
    out << "    " << row.text << ") words='" << quoted(lineWords(row.command), "") << "' ;;\n";
  out << "    *) words='" << quoted(commandNames() + lineWords(std::nullopt) + lineWords(Command::Compile), "") << "' ;;\n"
      << "  esac\n"
      << "  case $cur in " << listOptions() << ") [[ $cur != *,* ]] || { done=${cur%,*},; cur=${cur%%=*}=${cur##*,}; } ;; esac\n"
      << "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      << "  [[ $done ]] && COMPREPLY=(\"${COMPREPLY[@]/#*=/$done}\")\n"
      << "  [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]] && COMPREPLY=(\"${COMPREPLY[@]/#*=/}\")\n"
      << "  [[ $cur == *=* ]] || COMPREPLY+=($(compgen -f -- \"$cur\"))\n"
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
  const std::string values = llvm::join(valuesOf(row), " ");
  const std::string action = values.empty() ? "_files" : row.takes_list ? "_values -s , value " + values : "(" + values + ")";
  return out + ":" + meta + ":" + action + "'";
}

void printZsh(llvm::raw_ostream& out) {
  out << "#compdef exogpu\n_exogpu() {\n  local command=$words[2]\n  case $command in\n";
  for (const CommandInfo& row : allCommands()) {
    out << "    " << row.text << ")\n      shift words; (( CURRENT-- ))\n      _arguments \\\n";
    for (const OptionRow& option : visibleRows(row.command)) out << "        " << zshSpec(option) << " \\\n";
    const std::string words = llvm::join(wordsOf(row.command), " ");
    out << "        '*:" << (words.empty() ? "file:_files" : "word:(" + words + ")") << "' ;;\n";
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
    if (const auto words = wordsOf(row.command); !words.empty())
      out << "complete -c exogpu -f -n '__fish_seen_subcommand_from " << row.text << "' -a '" << llvm::join(words, " ") << "'\n";
  for (const CommandInfo& row : allCommands())
    for (const OptionRow& option : visibleRows(row.command)) {
      out << "complete -c exogpu -n '__fish_seen_subcommand_from " << row.text << "' " << fishOption(option.spelling);
      const std::string values = llvm::join(valuesOf(option), " ");
      if (option.takes_list && !values.empty()) out << " -x -a '(__fish_complete_list , \"string split \\\" \\\" \\\"" << values << "\\\"\")'";
      else if (!values.empty()) out << " -x -a '" << values << "'";
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
