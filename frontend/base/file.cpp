#include "frontend/base/file.h"

#include <fcntl.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace exogpu {

namespace {

std::function<void(const std::string&)>& temporaryFileListener() {
  static std::function<void(const std::string&)> listener;
  return listener;
}

FileError lastError() { return {std::generic_category().message(errno)}; }

std::optional<FileError> closeFile(int file) { return ::close(file) ? std::optional(lastError()) : std::nullopt; }

std::optional<FileError> writeInPlace(const std::string& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return lastError();
  const auto failure = writeText(file, text);
  const auto close_failure = closeFile(file);
  return failure ? failure : close_failure;
}

/// A file on its way to its place.
struct Staged {
  std::string temporary, target;  ///< both empty: a device, a pipe or the standard output, written in place
};

std::optional<FileError> writeTemporary(const std::string& temporary, const std::string& text) {
  if (temporaryFileListener()) temporaryFileListener()(temporary);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return lastError();
  auto failure = writeText(file, text);
  if (const auto close_failure = closeFile(file); !failure) failure = close_failure;
  return failure;
}

std::optional<FileError> stage(const NewFile& file, Staged& staged) {
  if (file.path == "-") return std::nullopt;
  llvm::sys::fs::file_status status;
  llvm::SmallString<128> target(file.path);
  if (!llvm::sys::fs::status(file.path, status) && llvm::sys::fs::exists(status)) {
    if (llvm::sys::fs::is_directory(status)) return FileError{"Is a directory"};
    if (!llvm::sys::fs::is_regular_file(status)) return std::nullopt;
    if (llvm::sys::fs::real_path(file.path, target)) return lastError();  // a link stays a link: its target is replaced
  }
  staged.target = target.str().str();
  staged.temporary = staged.target + ".tmp" + std::to_string(::getpid());
  return writeTemporary(staged.temporary, file.text);
}

std::optional<FileError> finish(const NewFile& file, const Staged& staged) {
  if (file.path == "-") return writeText(STDOUT_FILENO, file.text);
  if (staged.target.empty()) return writeInPlace(file.path, file.text);
  return ::rename(staged.temporary.c_str(), staged.target.c_str()) ? std::optional(lastError()) : std::nullopt;
}

}  // namespace

std::optional<FileError> writeText(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return lastError();
    done += static_cast<std::size_t>(count);
  }
  return std::nullopt;
}

std::variant<std::string, FileError> readFile(const std::string& path) {
  if (llvm::sys::fs::is_directory(path)) return FileError{"Is a directory"};
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return FileError{buffer.getError().message()};
  return (*buffer)->getBuffer().str();
}

std::optional<NamedFileError> writeFiles(const std::vector<NewFile>& files) {
  std::vector<Staged> staged(files.size());
  std::optional<NamedFileError> failure;
  const auto each = [&](const auto& step) {
    for (std::size_t i = 0; i < files.size() && !failure; ++i)
      if (const auto error = step(files[i], staged[i])) failure = {files[i].path, *error};
  };
  each(stage);
  each(finish);
  if (failure)
    for (const Staged& file : staged)
      if (!file.temporary.empty()) ::unlink(file.temporary.c_str());
  return failure;
}

std::optional<FileError> writeFile(const std::string& path, const std::string& text) {
  const auto failure = writeFiles({{path, text}});
  return failure ? std::optional(failure->error) : std::nullopt;
}

void setTemporaryFileListener(std::function<void(const std::string&)> listener) {
  temporaryFileListener() = std::move(listener);
}

}  // namespace exogpu
