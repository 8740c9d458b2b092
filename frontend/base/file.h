#pragma once
// Reading and writing whole files. A file is either written completely or not at all.
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace exogpu {

/// Why a file could not be read or written, in the system's words ("Permission denied").
struct FileError {
  std::string message;
};

/// The whole file; "-" is the standard input. Directories are errors.
std::variant<std::string, FileError> readFile(const std::string& path);

/// Writes beside the target and renames, so that a full disk or a killed process leaves the old file or none. "-" is
/// the standard output; devices and pipes are written in place.
std::optional<FileError> writeFile(const std::string& path, const std::string& text);

struct NewFile {
  const std::string &path, &text;
};
struct NamedFileError {
  std::string path;
  FileError error;
};
/// Several files that belong together: all are written before the first one takes its place, so that a full disk leaves
/// the old ones, or none.
std::optional<NamedFileError> writeFiles(const std::vector<NewFile>& files);

/// Writes to an open descriptor, all of it or a reason.
std::optional<FileError> writeText(int descriptor, const std::string& text);

/// Called with the name of each temporary file before it is made, so that a watchdog can remove what a killed process
/// leaves behind.
void setTemporaryFileListener(std::function<void(const std::string&)> listener);

}  // namespace exogpu
