#include "frontend/driver/suggest.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include "frontend/base/nearest.h"
#include "frontend/driver/option_table.h"

namespace exogpu::driver {

namespace {

using llvm::StringRef;

StringRef nameOf(const OptionRow& row) { return StringRef(row.spelling).rtrim('='); }

/// `-std` has two spellings, with one dash and with two.
bool names(StringRef word, const OptionRow& row) { return word == nameOf(row) || (word.consume_front("-") && word.size() > 2 && word == nameOf(row)); }

std::string commandText(Command command) { return "'exogpu " + std::string(info(command).text) + "'"; }

/// Whether the spelling uses this option, with whatever value.
bool uses(StringRef spelling, const OptionRow& row) {
  const bool joined_to_letter = row.spelling.size() == 2 && row.takes_value && spelling.starts_with(row.spelling);
  return spelling.split('=').first == nameOf(row) || joined_to_letter;
}

std::vector<std::string> commandsWith(StringRef spelling) {
  std::vector<std::string> owners;
  for (const CommandInfo& other : allCommands())
    if (llvm::any_of(visibleRows(other.command), [&](const OptionRow& row) { return uses(spelling, row); }))
      owners.emplace_back(other.text);
  return owners;
}

/// The nearest option of a command, with the value that was given; empty when none is near.
std::string nearestOption(StringRef spelling, Command command) {
  const auto [name, value] = spelling.split('=');
  if (name.size() < 4) return {};  // of one or two letters every option is near
  std::vector<std::string> candidates;
  for (const OptionRow& row : visibleRows(command)) candidates.push_back(nameOf(row).str());
  const std::string nearest = nearestName(name, candidates);
  return nearest.empty() || value.empty() ? nearest : nearest + "=" + value.str();
}

}  // namespace

std::vector<const char*> joinValues(llvm::ArrayRef<const char*> words, Command command, llvm::StringSaver& saver) {
  const auto rows = visibleRows(command);
  std::vector<const char*> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const StringRef word = words[i];
    const auto row = llvm::find_if(rows, [&](const OptionRow& each) { return each.takes_value && names(word, each); });
    const bool has_next = i + 1 < words.size();
    const bool joins = row != rows.end() && row->value_joined && StringRef(row->spelling).ends_with("=");
    if (joins && has_next) {
      out.push_back(saver.save(word + "=" + words[++i]).data());
      continue;
    }
    out.push_back(words[i]);
    const bool value_follows = row != rows.end() && !row->value_joined;
    if (value_follows && has_next) out.push_back(words[++i]);
  }
  return out;
}

std::string unknownOptionText(StringRef spelling, Command command) {
  const auto rows = visibleRows(command);
  const auto own = llvm::find_if(rows, [&](const OptionRow& row) { return uses(spelling, row); });
  const StringRef name = spelling.split('=').first;
  if (own != rows.end())
    return own->takes_value ? "'" + name.str() + "' needs a value: " + own->spelling + own->meta
                            : "'" + name.str() + "' takes no value";
  std::string lacks = commandText(command) + " has no option '" + spelling.str() + "'";
  const auto owners = commandsWith(spelling);
  if (!owners.empty()) return lacks + "; it belongs to: " + llvm::join(owners, ", ");
  if (const std::string nearest = nearestOption(spelling, command); !nearest.empty())
    return lacks + "; did you mean '" + nearest + "'?";
  for (const CommandInfo& other : allCommands())
    if (const std::string nearest = nearestOption(spelling, other.command); !nearest.empty())
      return lacks + "; did you mean '" + nearest + "' of " + commandText(other.command) + "?";
  return lacks;
}

std::string unknownCommandText(StringRef word) {
  std::vector<std::string> commands;
  for (const CommandInfo& row : allCommands()) commands.emplace_back(row.text);
  const std::string nearest = nearestName(word, commands);
  const std::string text = "'" + word.str() + "' is neither a command nor a file";
  return nearest.empty() ? text + "; the commands are: " + llvm::join(commands, ", ")
                         : text + "; did you mean 'exogpu " + nearest + "'?";
}

}  // namespace exogpu::driver
