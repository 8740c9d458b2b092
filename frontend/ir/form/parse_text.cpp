// Tokens, names and procs of the text form.
#include <charconv>

#include "frontend/ir/text.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/aliases.h"
#include "frontend/ir/form/text_parser.h"

namespace exogpu::ir {

using Kind = Token::Kind;
using diag::Id;

namespace {
constexpr int kDeepest = 400;
}

TextParser::Nesting::Nesting(TextParser& parser) : parser_(parser) {
  if (++parser_.depth_ > kDeepest) parser_.fail(parser_.peek(), Id::TextTooDeep, {std::to_string(kDeepest)});
}

bool TextParser::accept(std::string_view mark) {
  if (!peek().is(mark)) return false;
  ++at_;
  return true;
}

void TextParser::expect(std::string_view mark) {
  if (!accept(mark)) failExpecting("'" + std::string(mark) + "'");
}

Token TextParser::take(Kind kind, const char* what) {
  if (peek().kind != kind) {
    failExpecting(what);
    return {kind, kind == Kind::Text ? "\"\"" : "_", peek().begin};
  }
  const auto token = peek();
  ++at_;
  return token;
}

std::int64_t TextParser::integer() {
  const bool negative = accept("-");
  const auto token = take(Kind::Number, "an integer");
  const auto spelled = (negative ? "-" : "") + std::string(token.text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(spelled.data(), spelled.data() + spelled.size(), value);
  if (!failed_ && (error != std::errc() || end != spelled.data() + spelled.size()))
    fail(token, Id::TextBadNumber, {spelled});
  return value;
}

void TextParser::fail(const Token& token, Id id, const std::vector<std::string>& arguments) {
  if (!failed_) sink_.report(diag::make(id, {file_, token.begin, token.end()}, arguments));
  failed_ = true;
  at_ = tokens_.size() - 1;
}

void TextParser::failExpecting(const std::string& what) {
  fail(peek(), Id::TextUnexpected, {what, atEnd() ? "the end of the text" : std::string(peek().text)});
}

SourceRange TextParser::rangeFrom(std::uint32_t begin) const {
  const auto end = at_ > 0 ? tokens_[at_ - 1].end() : begin;
  return {file_, begin, std::max(begin, end)};
}

const Entity* TextParser::find(std::string_view word) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(word); found != scope->end()) return &found->second;
  return nullptr;
}

ScalarType TextParser::scalarType() {
  const auto token = take(Kind::Word, "a scalar type");
  if (const auto type = parseScalarType(token.text)) return *type;
  fail(token, Id::TextUnexpected, {"a scalar type", std::string(token.text)});
  return ScalarType::I32;
}

Policy TextParser::policy() { return choice(Policy::Approx, "a policy"); }

Module TextParser::module() {
  Module module;
  while (!atEnd()) module.procs.push_back(proc());
  return module;
}

ExprRef TextParser::expression(const Visible& visible) {
  scopes_.push_back(visible);
  auto result = expr();
  if (!atEnd()) failExpecting("the end of the expression");
  return result;
}

Window TextParser::windowAlone(const Visible& visible) {
  scopes_.push_back(visible);
  auto result = window();
  if (!atEnd()) failExpecting("the end of the window");
  return result;
}

ProcRef TextParser::proc() {
  const auto begin = peek().begin;
  auto proc = std::make_shared<Proc>();
  expect("proc");
  open();
  procNames(*proc);
  expect("(");
  while (!failed_ && !peek().is(")")) {
    proc->parameters.push_back(parameter());
    if (!accept(",")) break;
  }
  expect(")");
  procFacts(*proc);
  proc->body = block();
  close();
  proc->where = rangeFrom(begin);
  return proc;
}

void TextParser::procNames(Proc& proc) {
  proc.name = proc.full_name = proc.c_name = name();
  if (accept("as")) {
    proc.full_name = quotedText();
    expect(",");
    proc.c_name = name();
  }
  if (!accept("<")) return;
  do {
    auto argument = name();
    expect("=");
    proc.template_arguments.push_back({std::move(argument), quotedText()});
  } while (accept(","));
  expect(">");
}

Parameter TextParser::parameter() {
  const auto begin = peek().begin;
  if (!accept("tensor")) {
    const bool is_mutable = accept("var");
    const auto type = scalarType();
    auto text = name();
    return declare(std::make_shared<const Symbol>(
        Symbol{std::move(text), type, Symbol::Kind::Parameter, is_mutable, rangeFrom(begin)}));
  }
  Buffer buffer{};
  buffer.space = Space::Global;
  expect("<");
  buffer.is_const = accept("const");
  buffer.element = scalarType();
  expect(",");
  buffer.rank = static_cast<int>(integer());
  if (accept(",")) {
    expect("strided");
    buffer.is_strided = true;
  }
  expect(">");
  buffer.name = name();
  buffer.where = rangeFrom(begin);
  return declare(std::make_shared<const Buffer>(std::move(buffer)));
}

void TextParser::procFacts(Proc& proc) {
  if (accept("policy")) proc.policy = policy();
  while (peek().is("same") || peek().is("may_alias")) {
    const bool same = accept("same");
    if (!same) expect("may_alias");
    expect("(");
    auto a = use<BufferRef>("a tensor");
    expect(",");
    auto b = use<BufferRef>("a tensor");
    expect(")");
    proc.aliases.push_back({std::move(a), std::move(b), same});
    closeAliases(proc.aliases);
  }
}

ExprRef parseExprText(FileId file, std::string_view text, const Visible& visible, diag::Sink& sink) {
  TextParser parser(file, text, sink);
  auto expr = parser.expression(visible);
  return parser.failed() ? nullptr : expr;
}

std::optional<Window> parseWindowText(FileId file, std::string_view text, const Visible& visible, diag::Sink& sink) {
  TextParser parser(file, text, sink);
  auto window = parser.windowAlone(visible);
  if (parser.failed()) return std::nullopt;
  return window;
}

std::optional<Module> parseText(FileId file, std::string_view text, diag::Sink& sink) {
  TextParser parser(file, text, sink);
  auto module = parser.module();
  if (parser.failed()) return std::nullopt;
  return module;
}

}  // namespace exogpu::ir
