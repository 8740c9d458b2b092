#include "frontend/base/source.h"

#include <algorithm>
#include <cassert>

namespace exogpu {

SourceTable::SourceTable() { files_.push_back({"", "", {0}}); }

FileId SourceTable::add(std::string path, std::string text) {
  for (FileId id = 1; id < files_.size(); ++id)
    if (files_[id].path == path && files_[id].text == text) return id;
  std::vector<std::uint32_t> starts{0};
  for (std::uint32_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  files_.push_back({std::move(path), std::move(text), std::move(starts)});
  return static_cast<FileId>(files_.size() - 1);
}

const std::string& SourceTable::path(FileId file) const { return files_.at(file).path; }

std::string_view SourceTable::text(FileId file) const { return files_.at(file).text; }

LineColumn SourceTable::lineColumn(FileId file, std::uint32_t offset) const {
  const auto& starts = files_.at(file).line_starts;
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  const auto index = static_cast<std::size_t>(after - starts.begin()) - 1;
  return {static_cast<int>(index) + 1, static_cast<int>(offset - starts[index]) + 1};
}

std::string_view SourceTable::line(FileId file, int line) const {
  const File& f = files_.at(file);
  if (line < 1 || static_cast<std::size_t>(line) > f.line_starts.size()) return {};
  const auto begin = f.line_starts[static_cast<std::size_t>(line) - 1];
  const auto end = std::min(f.text.find('\n', begin), f.text.size());
  return std::string_view(f.text).substr(begin, end - begin);
}

SourceRange SourceTable::lineRange(FileId file, int number) const {
  const auto whole = line(file, number);
  const auto blanks = whole.find_first_not_of(" \t");
  if (blanks == std::string_view::npos) return {};
  const auto begin = files_.at(file).line_starts[static_cast<std::size_t>(number) - 1];
  return {file, begin + static_cast<std::uint32_t>(blanks), begin + static_cast<std::uint32_t>(whole.size())};
}

std::string_view SourceTable::text(const SourceRange& range) const {
  const auto whole = text(range.file);
  if (range.begin > whole.size() || range.end < range.begin) return {};
  return whole.substr(range.begin, range.end - range.begin);
}

}  // namespace exogpu
