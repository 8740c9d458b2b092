#pragma once
// Tokens of the text form. `//` begins a comment that ends with the line.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exogpu::ir {

struct Token {
  enum class Kind : std::uint8_t { Word, Number, Text, Mark, Unknown, End };
  Kind kind = Kind::End;
  std::string_view text;  ///< as written; a Text keeps its quotes
  std::uint32_t begin = 0;
  bool is(std::string_view mark) const { return (kind == Kind::Mark || kind == Kind::Word) && text == mark; }
  std::uint32_t end() const { return begin + static_cast<std::uint32_t>(text.size()); }
};

/// All tokens, an End last. Views into `text`. What is no token (an open quote, a strange byte) becomes Unknown.
std::vector<Token> lex(std::string_view text);
/// The contents of a quoted string, escapes undone.
std::string unquoted(std::string_view text);

}  // namespace exogpu::ir
