#pragma once
// What somebody meant who typed a word that is no command, or an option that this command does not have.
#include <string>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/StringSaver.h>

#include "frontend/driver/options.h"

namespace exogpu::driver {

/// `--arch sm_90a` becomes `--arch=sm_90a`, for every option of the command that takes its value behind '='.
std::vector<const char*> joinValues(llvm::ArrayRef<const char*> words, Command command, llvm::StringSaver& saver);
/// The message about an option that the command does not have.
std::string unknownOptionText(llvm::StringRef spelling, Command command);
/// The message about a word where a command or a file should stand.
std::string unknownCommandText(llvm::StringRef word);

}  // namespace exogpu::driver
