#include "frontend/ir/form/lexer.h"

#include <algorithm>

namespace exogpu::ir {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWord(char c) { return isWordStart(c) || isDigit(c); }

std::size_t wordLength(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && isWord(text[n])) ++n;
  return n;
}

/// Digits, a fraction, an exponent, and a type behind: 12i64, 0.5f, 1e-05f.
std::size_t numberLength(std::string_view text) {
  std::size_t n = 0;
  const auto digits = [&] { while (n < text.size() && isDigit(text[n])) ++n; };
  digits();
  if (n + 1 < text.size() && text[n] == '.' && isDigit(text[n + 1])) ++n, digits();
  if (n + 1 < text.size() && text[n] == 'e') {
    const bool is_signed = text[n + 1] == '-' || text[n + 1] == '+';
    const auto first = n + (is_signed ? 2 : 1);
    if (first < text.size() && isDigit(text[first])) n = first, digits();
  }
  return n + wordLength(text.substr(n));
}

/// 0: the quote is never closed.
std::size_t textLength(std::string_view text) {
  for (std::size_t n = 1; n < text.size() && text[n] != '\n'; ++n) {
    if (text[n] == '\\') ++n;
    else if (text[n] == '"') return n + 1;
  }
  return 0;
}

std::size_t markLength(std::string_view text) {
  for (const std::string_view mark : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
    if (text.starts_with(mark)) return 2;
  return std::string_view("(){}[]<>,;:?=+-*/%&|^!~@").find(text.front()) == std::string_view::npos ? 0 : 1;
}

Token next(std::string_view rest, std::uint32_t begin) {
  using Kind = Token::Kind;
  const auto token = [&](Kind kind, std::size_t length) { return Token{kind, rest.substr(0, length), begin}; };
  if (isWordStart(rest.front())) return token(Kind::Word, wordLength(rest));
  if (isDigit(rest.front())) return token(Kind::Number, numberLength(rest));
  if (rest.front() == '"') {
    const auto length = textLength(rest);
    return length > 0 ? token(Kind::Text, length) : token(Kind::Unknown, 1);
  }
  const auto length = markLength(rest);
  return length > 0 ? token(Kind::Mark, length) : token(Kind::Unknown, 1);
}

std::size_t skipBlank(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text.substr(at).starts_with("//")) at = std::min(text.find('\n', at), text.size());
    else if (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') ++at;
    else break;
  }
  return at;
}

}  // namespace

std::vector<Token> lex(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = skipBlank(text, 0); at < text.size(); at = skipBlank(text, tokens.back().end()))
    tokens.push_back(next(text.substr(at), static_cast<std::uint32_t>(at)));
  tokens.push_back({Token::Kind::End, text.substr(text.size()), static_cast<std::uint32_t>(text.size())});
  return tokens;
}

std::string unquoted(std::string_view text) {
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) out += text[++i] == 'n' ? '\n' : text[i];
    else out += text[i];
  }
  return out;
}

}  // namespace exogpu::ir
