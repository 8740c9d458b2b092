#pragma once
// Writer: lines of C++ text with indentation and, where wanted, `#line` directives that lead back to the user's source.
#include <string>
#include <string_view>
#include <vector>

#include "frontend/base/source.h"

namespace exogpu::cuda {

class Writer {
 public:
  /// `own_name`: what this text calls itself when it leaves the user's source again; empty: it never does.
  /// `library_dir`: files below it are named relative to it.
  Writer(const SourceTable& sources, bool line_directives, std::string own_name, std::string library_dir)
      : sources_(sources),
        line_directives_(line_directives),
        own_name_(std::move(own_name)),
        library_dir_(std::move(library_dir)) {}

  void line(std::string_view text);
  void blank();
  /// A directive such as `#pragma unroll` or `#include`: never indented (unless `indented`).
  void directive(std::string_view text, bool indented = false);
  /// "text {" and one level deeper.
  void open(std::string_view text);
  /// head, items separated by commas, tail: on one line if it fits, else on continuation lines.
  void list(const std::string& head, const std::vector<std::string>& items, const std::string& tail);
  /// The same, and one level deeper after `tail`.
  void openList(const std::string& head, const std::vector<std::string>& items, const std::string& tail);
  /// "} else {" between two bodies.
  void middle(std::string_view text);
  /// One level back and "}"; a loop or branch around one short line becomes one line without braces.
  void close();
  /// The lines that follow come from there.
  void at(const SourceRange& where);
  /// The lines that follow are the compiler's own.
  void atOwn();
  void raw(std::string_view text);  ///< whole lines, as they are
  const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kColumns = 120;
  /// An open block: where its head and its body begin in the text.
  struct Block {
    std::size_t head = 0, body = 0;
    int first_line = 0;
    bool may_shrink = false;
  };
  bool shrink(const Block& block);
  void put(std::string_view text);
  const SourceTable& sources_;
  std::string shownPath(FileId file) const;
  bool line_directives_;
  std::string own_name_;
  std::string library_dir_;
  std::string text_;
  std::vector<Block> blocks_;
  int own_line_ = 1;      ///< of the next line, in this text
  FileId file_ = 0;       ///< what the next line is taken for; 0: this text
  int source_line_ = 0;
};

}  // namespace exogpu::cuda
