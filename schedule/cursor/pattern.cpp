#include "schedule/cursor/pattern.h"

#include "frontend/ir/build.h"
#include "frontend/ir/form/lexer.h"
#include "frontend/ir/text.h"

namespace exogpu::cursor {
namespace {

using Tokens = std::vector<ir::Token>;

Tokens tokensOf(std::string_view text) {
  auto tokens = ir::lex(text);
  tokens.pop_back();  // the end
  return tokens;
}

int nesting(const ir::Token& token) {
  if (token.is("[") || token.is("(")) return 1;
  return token.is("]") || token.is(")") ? -1 : 0;
}

bool match(const Tokens& pattern, std::size_t p, const Tokens& line, std::size_t l);

/// `_` takes one or more tokens whose brackets balance.
bool matchAny(const Tokens& pattern, std::size_t p, const Tokens& line, std::size_t l) {
  int open = 0;
  for (std::size_t end = l; end < line.size(); ++end) {
    open += nesting(line[end]);
    if (open < 0) return false;
    if (open == 0 && match(pattern, p + 1, line, end + 1)) return true;
  }
  return false;
}

/// `[_]` takes all indices of a place.
bool matchIndices(const Tokens& pattern, std::size_t p, const Tokens& line, std::size_t l) {
  int open = 0;
  std::size_t end = l;
  do {
    if (end >= line.size()) return false;
    open += nesting(line[end++]);
  } while (open > 0 || (end < line.size() && line[end].is("[")));
  return match(pattern, p + 3, line, end);
}

bool match(const Tokens& pattern, std::size_t p, const Tokens& line, std::size_t l) {
  if (p == pattern.size()) return l == line.size();
  if (l == line.size()) return false;
  if (pattern[p].is("[") && p + 2 < pattern.size() && pattern[p + 1].is("_") && pattern[p + 2].is("]"))
    return line[l].is("[") && matchIndices(pattern, p, line, l);
  if (pattern[p].is("_")) return matchAny(pattern, p, line, l);
  return pattern[p].text == line[l].text && match(pattern, p + 1, line, l + 1);
}

/// What a store adds to the element that it writes: the other side of `+`, or the factors of an fma.
std::string addend(const ir::Store& store, const std::map<const void*, std::string>& names) {
  const auto place = ir::print(ir::makeExpr(ir::Load{store.place}, store.place.buffer->element), names);
  const auto is_old = [&](const ir::ExprRef& e) { return ir::print(e, names) == place; };
  if (const auto* sum = std::get_if<ir::Binary>(&store.value->node); sum && sum->op == ir::BinaryOp::Add) {
    if (is_old(sum->lhs)) return ir::print(sum->rhs, names);
    if (is_old(sum->rhs)) return ir::print(sum->lhs, names);
  }
  const auto* fma = std::get_if<ir::Math>(&store.value->node);
  if (fma && fma->function == ir::Function::Fma && is_old(fma->arguments[2]))
    return ir::print(fma->arguments[0], names) + " * " + ir::print(fma->arguments[1], names);
  return "";
}

}  // namespace

std::vector<std::string> readings(const ir::StmtRef& stmt, const std::map<const void*, std::string>& names) {
  auto line = ir::print(stmt, names);
  line = line.substr(0, line.find('\n'));
  while (!line.empty() && (line.back() == ';' || line.back() == '{' || line.back() == ' ')) line.pop_back();
  std::vector<std::string> out{line};
  if (const auto* store = std::get_if<ir::Store>(&stmt->node))
    if (const auto added = addend(*store, names); !added.empty())
      out.push_back(ir::print(ir::makeExpr(ir::Load{store->place}, store->place.buffer->element), names) + " += " + added);
  return out;
}

bool matches(std::string_view pattern, const std::vector<std::string>& lines) {
  // "+=" is no token of the text form; both sides are cut into the same two.
  const auto wanted = tokensOf(pattern);
  for (const auto& line : lines)
    if (match(wanted, 0, tokensOf(line), 0)) return true;
  return false;
}

}  // namespace exogpu::cursor
