#include "frontend/driver/cache.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace exogpu::driver {

namespace {

/// A verdict's file is called by its SHA-256. Anything else in the folder is not ours.
bool isVerdict(llvm::StringRef path) {
  const auto stem = llvm::sys::path::stem(path);
  return llvm::sys::path::extension(path) == ".json" && stem.size() == 64 && llvm::all_of(stem, llvm::isHexDigit);
}

}  // namespace

std::optional<FileError> clearCache(const std::string& folder) {
  if (!llvm::sys::fs::exists(folder)) return std::nullopt;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end; at != end && !error; at.increment(error))
    if (isVerdict(at->path())) {
      error = llvm::sys::fs::remove(at->path());
      if (error) break;
    }
  return error ? std::optional(FileError{error.message()}) : std::nullopt;
}

}  // namespace exogpu::driver
