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

std::optional<FileError> writeAndRename(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".tmp" + std::to_string(::getpid());
  if (temporaryFileListener()) temporaryFileListener()(temporary);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return lastError();
  auto failure = writeText(file, text);
  if (const auto close_failure = closeFile(file); !failure) failure = close_failure;
  if (!failure && ::rename(temporary.c_str(), path.c_str())) failure = lastError();
  if (failure) ::unlink(temporary.c_str());
  return failure;
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

std::optional<FileError> writeFile(const std::string& path, const std::string& text) {
  if (path == "-") return writeText(STDOUT_FILENO, text);
  llvm::sys::fs::file_status status;
  const bool exists = !llvm::sys::fs::status(path, status) && llvm::sys::fs::exists(status);
  if (!exists) return writeAndRename(path, text);
  if (llvm::sys::fs::is_directory(status)) return FileError{"Is a directory"};
  if (!llvm::sys::fs::is_regular_file(status)) return writeInPlace(path, text);
  llvm::SmallString<128> target;  // a link stays a link: its target is replaced
  if (llvm::sys::fs::real_path(path, target)) return lastError();
  return writeAndRename(target.str().str(), text);
}

void setTemporaryFileListener(std::function<void(const std::string&)> listener) {
  temporaryFileListener() = std::move(listener);
}

}  // namespace exogpu
