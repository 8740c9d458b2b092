#include "codegen/cuda/writer.h"

#include <algorithm>

#include "codegen/cuda/scalars.h"

namespace exogpu::cuda {

void Writer::put(std::string_view text) {
  text_.append(text);
  text_.push_back('\n');
  ++own_line_;
  ++source_line_;
}

void Writer::line(std::string_view text) {
  put(std::string(2 * blocks_.size(), ' ').append(text));
}
void Writer::list(const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
  const std::string indent(2 * blocks_.size(), ' ');
  std::string row = indent + head;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto item = items[i] + (i + 1 < items.size() ? "," : tail);
    const bool starts_row = i == 0 || row.find_first_not_of(' ') == std::string::npos;
    if (!starts_row && row.size() + 1 + item.size() > kColumns) {
      put(row);
      row = indent + "    ";
    } else if (!starts_row) {
      row += " ";
    }
    row += item;
  }
  put(items.empty() ? row + tail : row);
}
void Writer::openList(const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
  list(head, items, tail);
  blocks_.push_back({text_.size(), text_.size(), own_line_, false});
}
void Writer::blank() { put(""); }
void Writer::directive(std::string_view text, bool indented) {
  if (indented)
    line(text);
  else
    put(text);
}
void Writer::open(std::string_view text) {
  const auto head = text_.size();
  const bool controls = text.substr(0, 5) == "for (" || text.substr(0, 4) == "if (";
  line(std::string(text) + (text.empty() ? "{" : " {"));
  blocks_.push_back({head, text_.size(), own_line_, controls});
}
void Writer::middle(std::string_view text) {
  blocks_.pop_back();
  line(text);
  blocks_.push_back({text_.size(), text_.size(), own_line_, false});
}
void Writer::close() {
  const auto block = blocks_.back();
  blocks_.pop_back();
  if (!shrink(block)) line("}");
}

/// Joins the head and the only line of a block, if they fit.
bool Writer::shrink(const Block& block) {
  if (!block.may_shrink || own_line_ != block.first_line + 1) return false;
  const auto body = text_.substr(block.body), head = text_.substr(block.head, block.body - block.head);
  if (body.front() == '#') return false;
  const auto joined = head.substr(0, head.size() - 3) + body.substr(body.find_first_not_of(' ') - 1);
  if (joined.size() > kColumns + 1) return false;
  text_.resize(block.head);
  text_ += joined;
  --own_line_, --source_line_;
  return true;
}

std::string Writer::shownPath(FileId file) const {
  const std::string& path = sources_.path(file);
  const bool is_library = !library_dir_.empty() && path.starts_with(library_dir_ + "/");
  return is_library ? path.substr(library_dir_.size() + 1) : path;
}

void Writer::at(const SourceRange& where) {
  if (!line_directives_ || !where.isValid()) return;
  const int wanted = sources_.lineColumn(where.file, where.begin).line;
  if (file_ == where.file && source_line_ == wanted) return;
  put("#line " + std::to_string(wanted) + " " + quoted(shownPath(where.file)));
  file_ = where.file;
  source_line_ = wanted;
}

void Writer::atOwn() {
  if (file_ == 0) return;
  file_ = 0;
  if (own_name_.empty()) return;
  put("#line " + std::to_string(own_line_ + 1) + " " + quoted(own_name_));
}

void Writer::raw(std::string_view text) {
  text_.append(text);
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  own_line_ += lines;
  source_line_ += lines;
}

}  // namespace exogpu::cuda
