#include <charconv>

#include "llvm/ADT/StringRef.h"

#include "frontend/diag/ids.h"
#include "frontend/ir/form/lexer.h"
#include "schedule/trace/trace.h"

namespace exogpu::trace {
namespace {

using diag::Id;
using ir::Token;
using Kind = Token::Kind;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// The line without its comment; a # inside of quotes is none.
std::string_view withoutComment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && quoted) ++i;
    else if (line[i] == '"') quoted = !quoted;
    else if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

class LineParser {
 public:
  LineParser(std::string line, SourceRange where, diag::Sink& sink)
      : line_(std::move(line)), where_(where), sink_(sink), tokens_(ir::lex(line_)) {}

  /// Name and arguments of one call; empty after a diagnostic.
  struct Call {
    std::string name;
    std::vector<steps::Argument> arguments;
  };
  std::optional<Call> call() {
    Call call{word("the name of a step"), {}};
    expect("(");
    while (!failed_ && !peek().is(")")) {
      call.arguments.push_back(argument());
      if (!peek().is(",")) break;
      ++at_;
    }
    expect(")");
    if (!failed_ && peek().kind != Kind::End) fail("the end of the line");
    if (failed_) return std::nullopt;
    return call;
  }

 private:
  const Token& peek() const { return tokens_[std::min(at_, tokens_.size() - 1)]; }
  void fail(const std::string& what) {
    const auto found = peek().kind == Kind::End ? "the end of the line" : std::string(peek().text);
    if (!failed_) sink_.report(diag::make(Id::BadTrace, where_, {what, found}));
    failed_ = true;
    at_ = tokens_.size() - 1;
  }
  void expect(std::string_view mark) {
    if (peek().is(mark)) ++at_;
    else fail("'" + std::string(mark) + "'");
  }
  std::string word(const char* what) {
    if (peek().kind != Kind::Word) {
      fail(what);
      return "";
    }
    return std::string(tokens_[at_++].text);
  }

  steps::Argument argument() {
    const auto token = peek();
    if (token.kind == Kind::Text) {
      ++at_;
      return ir::unquoted(token.text);
    }
    if (token.kind == Kind::Number || token.is("-")) return integer();
    if (token.kind != Kind::Word) {
      fail("an argument");
      return std::int64_t{0};
    }
    ++at_;
    if (!peek().is("(")) return std::string(token.text);
    return reference(token);
  }

  std::int64_t integer() {
    const bool negative = peek().is("-");
    if (negative) ++at_;
    const auto value = number(peek().text);
    if (!value) fail("a number");
    else ++at_;
    return value ? (negative ? -*value : *value) : 0;
  }

  cursor::Reference reference(const Token& word) {
    using Place = cursor::Reference::Kind;
    static const std::map<std::string_view, Place> kinds{
        {"loop", Place::Loop}, {"alloc", Place::Alloc}, {"stmt", Place::Stmt}, {"body", Place::Body}, {"lost", Place::Lost}};
    const auto kind = kinds.find(word.text);
    if (kind == kinds.end()) {
      --at_;
      fail("loop, alloc, stmt or body");
      return {};
    }
    cursor::Reference reference{kind->second, "", -1};
    expect("(");
    if (peek().kind == Kind::Text) reference.text = ir::unquoted(tokens_[at_++].text);
    else fail("a quoted text");
    if (peek().is(",")) {
      ++at_;
      reference.nth = static_cast<int>(integer());
    }
    expect(")");
    return reference;
  }

  std::string line_;
  SourceRange where_;
  diag::Sink& sink_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

class Reader {
 public:
  Reader(FileId file, diag::Sink& sink, const std::map<std::string, std::int64_t>& knobs)
      : file_(file), sink_(sink), overrides_(knobs) {}

  bool line(std::string_view text, std::uint32_t begin) {
    const SourceRange where{file_, begin, begin + static_cast<std::uint32_t>(text.size())};
    const auto expanded = withKnobs(withoutComment(text), where);
    if (!expanded) return false;
    if (llvm::StringRef(*expanded).trim().empty()) return true;
    auto call = LineParser(*expanded, where, sink_).call();
    if (!call) return false;
    if (call->name == "proc") return beginProc(*call, where);
    if (call->name == "knob") return knob(*call, where);
    return step(std::move(*call), where);
  }
  Schedule take() { return std::move(schedule_); }

 private:
  bool fail(const SourceRange& where, const std::string& what, const std::string& found) {
    sink_.report(diag::make(Id::BadTrace, where, {what, found}));
    return false;
  }

  std::optional<std::string> withKnobs(std::string_view text, const SourceRange& where) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '$') {
        out += text[i];
        continue;
      }
      const auto rest = text.substr(i + 1);
      const auto tokens = ir::lex(rest);
      const auto name = tokens.front().kind == Kind::Word && tokens.front().begin == 0 ? tokens.front().text : std::string_view();
      const auto knob = std::find_if(schedule_.knobs.begin(), schedule_.knobs.end(), [&](const Knob& k) { return k.name == name; });
      if (knob == schedule_.knobs.end()) {
        fail(where, "a knob that was declared before", "$" + std::string(name));
        return std::nullopt;
      }
      out += std::to_string(knob->value);
      i += name.size();
    }
    return out;
  }

  bool beginProc(const LineParser::Call& call, const SourceRange& where) {
    const auto* name = call.arguments.size() == 1 ? std::get_if<std::string>(&call.arguments.front()) : nullptr;
    if (!name) return fail(where, "proc(\"name\")", "other arguments");
    schedule_.traces.push_back({*name, where, {}});
    return true;
  }

  bool knob(const LineParser::Call& call, const SourceRange& where) {
    const auto* name = call.arguments.empty() ? nullptr : std::get_if<std::string>(&call.arguments.front());
    if (!name || call.arguments.size() < 2) return fail(where, "knob(\"NAME\", value, choice, …)", "other arguments");
    Knob knob{*name, 0, {}};
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
      const auto* value = std::get_if<std::int64_t>(&call.arguments[i]);
      if (!value) return fail(where, "a number", "something else");
      if (i == 1) knob.value = *value;
      else knob.choices.push_back(*value);
    }
    if (const auto found = overrides_.find(knob.name); found != overrides_.end()) knob.value = found->second;
    schedule_.knobs.push_back(std::move(knob));
    return true;
  }

  bool step(LineParser::Call call, const SourceRange& where) {
    const auto* info = steps::findStep(call.name);
    if (!info) {
      sink_.report(diag::make(Id::UnknownStep, where, {call.name, suggestion(call.name)}));
      return false;
    }
    if (schedule_.traces.empty()) return fail(where, "proc(\"name\") before the first step", call.name);
    schedule_.traces.back().calls.push_back({info->id, std::move(call.arguments), where});
    return true;
  }

  static std::string suggestion(const std::string& name) {
    std::string best;
    unsigned distance = 4;
    for (const auto& step : steps::allSteps()) {
      const auto d = llvm::StringRef(step.name).edit_distance(name, true, distance);
      if (d < distance) best = step.name, distance = d;
    }
    return best.empty() ? "" : "; did you mean " + best + "?";
  }

  FileId file_;
  diag::Sink& sink_;
  const std::map<std::string, std::int64_t>& overrides_;
  Schedule schedule_;
};

}  // namespace

std::optional<Schedule> parse(FileId file, std::string_view text, diag::Sink& sink,
                              const std::map<std::string, std::int64_t>& knobs) {
  Reader reader(file, sink, knobs);
  bool good = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    good = reader.line(text.substr(begin, end - begin), static_cast<std::uint32_t>(begin)) && good;
    begin = end + 1;
  }
  if (!good) return std::nullopt;
  return reader.take();
}

}  // namespace exogpu::trace
