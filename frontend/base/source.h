#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exogpu {

/// Index of a file in a SourceTable. 0 is "nowhere" (code that the compiler made).
using FileId = std::uint32_t;

/// Half-open range of byte offsets in one file. Free of Clang, so that the IR, the cache and the prover stay free of it.
struct SourceRange {
  FileId file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool isValid() const { return file != 0; }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// 1-based line and column (in bytes), as people and editors count.
struct LineColumn {
  int line = 0;
  int column = 0;
};

/// The texts that were read, in the order in which they were first seen. File 0 is reserved.
class SourceTable {
 public:
  SourceTable();
  /// Adds a file; the same path with the same text gets the same id.
  FileId add(std::string path, std::string text);
  const std::string& path(FileId file) const;
  std::string_view text(FileId file) const;
  /// Position of a byte offset; an offset past the end is the end.
  LineColumn lineColumn(FileId file, std::uint32_t offset) const;
  /// The line's text without its newline; empty for a line that does not exist.
  std::string_view line(FileId file, int line) const;
  /// The same as a range, without the blanks in front; invalid for a line that does not exist.
  SourceRange lineRange(FileId file, int line) const;
  /// The text that a range covers.
  std::string_view text(const SourceRange& range) const;

 private:
  struct File {
    std::string path;
    std::string text;
    std::vector<std::uint32_t> line_starts;
  };
  std::vector<File> files_;
};

}  // namespace exogpu
