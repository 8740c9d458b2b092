#pragma once
// Source lines as a terminal shows them: tabs widened, characters that do not print made visible, ranges underlined.
#include <string>
#include <vector>

#include "frontend/base/source.h"

namespace exogpu::diag {

/// What is drawn under the lines of one snippet.
struct Marks {
  SourceRange primary;              ///< caret at its begin, `~` over the rest
  std::vector<SourceRange> others;  ///< `~`
};
/// A source line as shown, with the display column (from 0) of each of its bytes; one entry more for its end.
struct ShownLine {
  std::string text;
  std::vector<int> columns;
};
ShownLine showLine(std::string_view line, int tab_stop);

struct SnippetStyle {
  bool color = false;
  int tab_stop = 8;
  int max_columns = 180;
};
/// The lines of `marks.primary` (of a long range the first ones and the last) with a gutter of line numbers.
std::string renderSnippet(const Marks& marks, const SourceTable& sources, const SnippetStyle& style);
/// The line of an edit with the new text in green: below its place, or as whole `+` lines when it has line breaks.
std::string renderEdit(const SourceRange& where, const std::string& replacement, const SourceTable& sources,
                       const SnippetStyle& style);

}  // namespace exogpu::diag
