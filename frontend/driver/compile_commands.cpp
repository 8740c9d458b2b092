#include "frontend/driver/compile_commands.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>

#include "frontend/base/file.h"

namespace exogpu::driver {

namespace {

std::string absolutePath(llvm::StringRef path, llvm::StringRef folder) {
  llvm::SmallString<256> out(path);
  if (!folder.empty()) llvm::sys::path::make_absolute(folder, out);
  llvm::sys::fs::make_absolute(out);
  llvm::sys::path::remove_dots(out, /*remove_dot_dot=*/true);
  return out.str().str();
}

std::vector<std::string> argumentsOf(const llvm::json::Object& entry) {
  std::vector<std::string> out;
  if (const auto* list = entry.getArray("arguments")) {
    for (const auto& item : *list)
      if (const auto text = item.getAsString()) out.push_back(text->str());
    return out;
  }
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*, 64> words;
  llvm::cl::TokenizeGNUCommandLine(entry.getString("command").value_or(""), saver, words);
  out.assign(words.begin(), words.end());
  return out;
}

/// Only what decides how the text is read; relative folders mean the entry's folder.
std::vector<std::string> parsingFlags(const std::vector<std::string>& arguments, llvm::StringRef folder) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const llvm::StringRef argument = arguments[i];
    if (argument.starts_with("-std=")) out.push_back(arguments[i]);
    for (const llvm::StringRef flag : {"-isystem", "-iquote", "-include", "-I", "-D", "-U"}) {
      if (!argument.starts_with(flag)) continue;
      const bool separate = argument.size() == flag.size();
      if (separate && i + 1 == arguments.size()) break;
      const llvm::StringRef value = separate ? llvm::StringRef(arguments[++i]) : argument.drop_front(flag.size());
      const bool is_path = flag != "-D" && flag != "-U" && flag != "-include";
      out.push_back(flag.str());
      out.push_back(is_path ? absolutePath(value, folder) : value.str());
      break;
    }
  }
  return out;
}

}  // namespace

std::variant<std::vector<std::string>, NoFlags> flagsFromDatabase(const std::string& folder, const std::string& file) {
  const auto text = readFile(folder + "/compile_commands.json");
  if (const auto* error = std::get_if<FileError>(&text)) return NoFlags{error->message};
  auto database = llvm::json::parse(std::get<std::string>(text));
  if (!database) return NoFlags{llvm::toString(database.takeError())};
  const auto* entries = database->getAsArray();
  if (!entries) return NoFlags{"it is not a list"};
  const std::string wanted = absolutePath(file, "");
  for (const auto& entry : *entries) {
    const auto* object = entry.getAsObject();
    if (!object) continue;
    const llvm::StringRef directory = object->getString("directory").value_or("");
    if (absolutePath(object->getString("file").value_or(""), directory) == wanted)
      return parsingFlags(argumentsOf(*object), directory);
  }
  return NoFlags{"it has no entry for this file"};
}

}  // namespace exogpu::driver
