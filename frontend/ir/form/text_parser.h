#pragma once
// Recursive descent over the text form. The first error is reported and moves the parser to the end of the text, where
// every loop stops; what it returns after that is a placeholder that `parseText` throws away.
#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/ir.h"
#include "frontend/ir/form/lexer.h"
#include "frontend/ir/text.h"

namespace exogpu::ir {

class TextParser {
 public:
  TextParser(FileId file, std::string_view text, diag::Sink& sink) : file_(file), tokens_(lex(text)), sink_(sink) {}

  Module module();
  /// One expression or window and nothing behind it, with these names in scope.
  ExprRef expression(const Visible& visible);
  Window windowAlone(const Visible& visible);
  bool failed() const { return failed_; }

 private:
  /// One level of nesting; fails when there are too many for the stack.
  class Nesting {
   public:
    explicit Nesting(TextParser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TextParser& parser_;
  };

  // tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool atEnd() const { return peek().kind == Token::Kind::End; }
  bool accept(std::string_view mark);
  void expect(std::string_view mark);
  Token take(Token::Kind kind, const char* what);
  std::string name() { return std::string(take(Token::Kind::Word, "a name").text); }
  std::string quotedText() { return unquoted(take(Token::Kind::Text, "a quoted text").text); }
  std::int64_t integer();
  void fail(const Token& token, diag::Id id, const std::vector<std::string>& arguments);
  void failExpecting(const std::string& what);
  SourceRange rangeFrom(std::uint32_t begin) const;
  /// One of the enumerators up to `last`, by its text.
  template <class Enum>
  Enum choice(Enum last, const char* what) {
    const auto token = take(Token::Kind::Word, what);
    for (int i = 0; i <= static_cast<int>(last); ++i)
      if (text(static_cast<Enum>(i)) == token.text) return static_cast<Enum>(i);
    fail(token, diag::Id::TextUnexpected, {what, std::string(token.text)});
    return Enum{};
  }

  // names
  Body block();
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  template <class Ref>
  Ref declare(Ref ref) { scopes_.back()[ref->name] = ref; return ref; }
  const ir::Entity* find(std::string_view word) const;
  /// A name that stands for a `Ref` in scope; after an error something that may be dereferenced.
  template <class Ref>
  Ref use(const char* what) {
    const auto token = take(Token::Kind::Word, what);
    const auto* entity = find(token.text);
    if (const auto* ref = entity ? std::get_if<Ref>(entity) : nullptr) return *ref;
    fail(token, diag::Id::TextUnknownName, {std::string(token.text), what});
    return std::make_shared<typename Ref::element_type>();
  }

  // procs and statements
  ProcRef proc();
  void procNames(Proc& proc);
  Parameter parameter();
  void procFacts(Proc& proc);
  ScalarType scalarType();
  Policy policy();
  StmtRef stmt();
  StmtNode stmtNode();
  StmtNode let(bool is_mutable);
  StmtNode alloc();
  StmtNode forLoop();
  StmtNode ifElse();
  StmtNode scopeBlock();
  Instruction instruction();
  StmtNode copy(bool asynchronous);
  StmtNode atomic();
  StmtNode wait();
  StmtNode contract(std::string_view word);
  StmtNode assignment();
  StmtNode collective(SymbolRef result, std::optional<Place> dst);
  Window window();
  Place placeOf(const BufferRef& buffer);

  // expressions
  ExprRef expr();
  ExprRef binaryExpr(int least);
  ExprRef unaryExpr();
  ExprRef primary();
  ExprRef number(bool negative);
  ExprRef special(bool negative);
  ExprRef castExpr();
  ExprRef extentOrAligned();
  ExprRef mathCall(Function function);
  ExprRef named();
  ExprRef placeholder();

  FileId file_;
  std::vector<Token> tokens_;
  diag::Sink& sink_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  std::vector<std::map<std::string, Entity, std::less<>>> scopes_;
};

}  // namespace exogpu::ir
