#include "frontend/driver/reproducer.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>

#include "frontend/base/file.h"
#include "frontend/driver/version.h"

namespace exogpu::driver {

namespace {

std::string shellQuoted(llvm::StringRef word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::optional<std::string> writeReproducer(const CommandLine& options, const std::string& main_text,
                                           const std::string& what) {
  const std::string& input = options.inputs.empty() ? std::string() : options.inputs.front();
  const auto ending = llvm::sys::path::extension(input);
  const std::string source_name = "reproducer" + (ending.empty() ? ".cpp" : ending.str());
  std::string text = "#!/bin/sh\n# exogpu " + std::string(kVersion) + " failed here: " + what +
                     "\n# Running this file writes the source and repeats the command.\n"
                     "cat > " + source_name + " <<'END_OF_EXOGPU_SOURCE'\n" + main_text +
                     (main_text.ends_with('\n') ? "" : "\n") + "END_OF_EXOGPU_SOURCE\n${EXOGPU:-exogpu}";
  for (const std::string& word : options.original) text += " " + (word == input ? source_name : shellQuoted(word));
  text += "\n";
  std::string name = "exogpu-crash-" + llvm::utohexstr(llvm::xxh3_64bits(text), true, 16) + ".sh";
  if (!writeFile(name, text)) return name;
  llvm::SmallString<128> fallback;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, fallback);
  llvm::sys::path::append(fallback, name);
  if (!writeFile(fallback.str().str(), text)) return fallback.str().str();
  return std::nullopt;
}

}  // namespace exogpu::driver
