#include "frontend/diag/snippet.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/ConvertUTF.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/Unicode.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace exogpu::diag {

namespace {

constexpr int kGutter = 5;            // digits of the line number
constexpr int kLinesOfLongRange = 4;  // shown of a range that has more than one more
constexpr const char* kGreen = "\x1b[0;1;32m";
constexpr const char* kReset = "\x1b[0m";

std::string gutter(int line, char bar) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  stream << llvm::format_decimal(line, kGutter) << ' ' << bar << ' ';
  return out;
}
std::string blankGutter() { return std::string(kGutter, ' ') + " | "; }

/// Bytes of the UTF-8 character at `i`, or 0 where the bytes are none.
unsigned characterLength(llvm::StringRef line, std::size_t i) {
  const auto* begin = reinterpret_cast<const llvm::UTF8*>(line.data()) + i;
  const auto* end = reinterpret_cast<const llvm::UTF8*>(line.data()) + line.size();
  const unsigned length = llvm::getNumBytesForUTF8(*begin);
  return i + length <= line.size() && llvm::isLegalUTF8Sequence(begin, end) ? length : 0;
}

/// Clang's way of showing what a terminal must not see: <1B>.
std::string visibleByte(unsigned char byte) {
  return "<" + llvm::utohexstr(byte, /*LowerCase=*/false, /*Width=*/2) + ">";
}

/// A line's part of a range, in display columns; empty when the range does not touch the line.
struct Span {
  int begin = 0, end = 0;
};
Span spanOnLine(const SourceRange& range, std::uint32_t line_begin, std::string_view text, const ShownLine& shown) {
  const auto line_end = line_begin + static_cast<std::uint32_t>(text.size());
  if (range.end <= line_begin || range.begin > line_end) return {};
  auto first = std::max(range.begin, line_begin) - line_begin;
  const auto last = std::min(range.end, line_end) - line_begin;
  if (range.begin < line_begin)  // the continuation of a range starts at the code, not at the indentation
    while (first < last && (text[first] == ' ' || text[first] == '\t')) ++first;
  return {shown.columns[first], shown.columns[std::max(first, last)]};
}

std::string marksOfLine(const Marks& marks, std::uint32_t line_begin, std::string_view text, const ShownLine& shown) {
  std::string row;
  const auto draw = [&row](Span span) {
    if (span.end <= span.begin) return;
    row.resize(std::max(row.size(), static_cast<std::size_t>(span.end)), ' ');
    std::fill(row.begin() + span.begin, row.begin() + span.end, '~');
  };
  for (const SourceRange& other : marks.others)
    if (other.file == marks.primary.file) draw(spanOnLine(other, line_begin, text, shown));
  draw(spanOnLine(marks.primary, line_begin, text, shown));
  const auto caret = marks.primary.begin;
  if (caret >= line_begin && caret <= line_begin + text.size()) {
    const auto column = static_cast<std::size_t>(shown.columns[caret - line_begin]);
    row.resize(std::max(row.size(), column + 1), ' ');
    row[column] = '^';
  }
  return row;
}

/// Cuts a long line and what is drawn under it to the same window around the first mark.
void cutToWindow(std::string& text, std::string& row, int max_columns) {
  const auto limit = static_cast<std::size_t>(max_columns);
  if (text.size() <= limit) return;
  const auto mark = std::min(row.find_first_not_of(' '), row.size());
  auto begin = mark > limit / 2 ? mark - limit / 2 : 0;
  const auto isContinuation = [&text](std::size_t i) { return i < text.size() && (text[i] & 0xC0) == 0x80; };
  while (begin > 0 && isContinuation(begin)) --begin;
  auto end = std::min(text.size(), begin + limit);
  while (isContinuation(end)) ++end;
  const bool cut_left = begin > 0, cut_right = end < text.size();
  text = (cut_left ? "..." : "") + text.substr(begin, end - begin) + (cut_right ? "..." : "");
  row = row.size() > begin ? std::string(cut_left ? 3 : 0, ' ') + row.substr(begin, limit) : std::string();
}

void appendLine(std::string& out, int line, std::string text, std::string row, const SnippetStyle& style) {
  cutToWindow(text, row, style.max_columns);
  out += gutter(line, '|') + text + "\n";
  if (row.find_first_not_of(' ') == std::string::npos) return;
  out += blankGutter() + (style.color ? kGreen + row + kReset : row) + "\n";
}

std::uint32_t lineBegin(const SourceTable& sources, FileId file, int line) {
  const auto text = sources.line(file, line);
  return static_cast<std::uint32_t>(text.data() - sources.text(file).data());
}

}  // namespace

ShownLine showLine(std::string_view raw, int tab_stop) {
  const llvm::StringRef line(raw);
  ShownLine shown;
  int column = 0;
  for (std::size_t i = 0; i < line.size();) {
    const unsigned length = characterLength(line, i);
    const auto character = line.substr(i, std::max(length, 1u));
    std::string text;
    int width = length ? llvm::sys::unicode::columnWidthUTF8(character) : -1;
    if (line[i] == '\t') {
      width = tab_stop - column % tab_stop;
      text.assign(static_cast<std::size_t>(width), ' ');
    } else if (width >= 0) {
      text = character.str();
    } else if (i + 1 == line.size() && line[i] == '\r') {
      width = 0;  // the end of a line as Windows writes it
    } else {
      for (const char byte : character) text += visibleByte(static_cast<unsigned char>(byte));
      width = static_cast<int>(text.size());
    }
    shown.columns.insert(shown.columns.end(), character.size(), column);
    shown.text += text;
    column += width;
    i += character.size();
  }
  shown.columns.push_back(column);
  return shown;
}

std::string renderSnippet(const Marks& marks, const SourceTable& sources, const SnippetStyle& style) {
  const SourceRange& range = marks.primary;
  if (!range.isValid() || sources.text(range.file).empty()) return {};
  const int first = sources.lineColumn(range.file, range.begin).line;
  const int last = sources.lineColumn(range.file, range.end > range.begin ? range.end - 1 : range.begin).line;
  std::string out;
  for (int line = first; line <= last; ++line) {
    if (last - first > kLinesOfLongRange && line == first + kLinesOfLongRange - 1) {
      out += std::string(kGutter, ' ') + " | ...\n";
      line = last;
    }
    const auto text = sources.line(range.file, line);
    const ShownLine shown = showLine(text, style.tab_stop);
    appendLine(out, line, shown.text, marksOfLine(marks, lineBegin(sources, range.file, line), text, shown), style);
  }
  return out;
}

std::string renderEdit(const SourceRange& where, const std::string& replacement, const SourceTable& sources,
                       const SnippetStyle& style) {
  if (!where.isValid()) return {};
  const auto at = sources.lineColumn(where.file, where.begin);
  const auto text = sources.line(where.file, at.line);
  const ShownLine shown = showLine(text, style.tab_stop);
  const auto paint = [&style](const std::string& new_text) {
    return style.color ? kGreen + new_text + kReset : new_text;
  };
  if (replacement.find('\n') == std::string::npos) {
    const auto column = static_cast<std::size_t>(shown.columns[static_cast<std::size_t>(at.column) - 1]);
    const bool inserts = where.end <= where.begin;
    const Marks marks{where, {}};
    std::string out = gutter(at.line, '|') + shown.text + "\n";
    if (!inserts) out += blankGutter() + paint(marksOfLine(marks, lineBegin(sources, where.file, at.line), text, shown)) + "\n";
    if (replacement.empty()) return out;  // a deletion: what goes is underlined
    return out + blankGutter() + std::string(column, ' ') + paint(replacement) + "\n";
  }
  // Whole lines: the edited line as it will be, split where the edit breaks it.
  const auto before = std::string(text.substr(0, static_cast<std::size_t>(at.column) - 1));
  const auto after_at = static_cast<std::size_t>(at.column) - 1 + (where.end - where.begin);
  const auto after = after_at <= text.size() ? std::string(text.substr(after_at)) : std::string();
  llvm::SmallVector<llvm::StringRef, 8> lines;
  const std::string edited = before + replacement + after;
  llvm::StringRef(edited).split(lines, '\n');
  std::string out;
  for (const llvm::StringRef new_line : lines) {
    const bool is_old = new_line == llvm::StringRef(text);
    const std::string shown_line = showLine(new_line, style.tab_stop).text;
    if (!new_line.trim().empty() || is_old)
      out += gutter(at.line, is_old ? '|' : '+') + (is_old ? shown_line : paint(shown_line)) + "\n";
  }
  return out;
}

}  // namespace exogpu::diag
