// Statements of the text form.
#include "frontend/ir/build.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/form/text_parser.h"

namespace exogpu::ir {

using Kind = Token::Kind;
using diag::Id;

namespace {
std::optional<CollectiveOp> collectiveOp(const Token& token) {
  for (int i = 0; i <= static_cast<int>(CollectiveOp::ShuffleIdx); ++i)
    if (token.kind == Kind::Word && text(static_cast<CollectiveOp>(i)) == token.text) return static_cast<CollectiveOp>(i);
  return std::nullopt;
}
}  // namespace

Body TextParser::block() {
  const Nesting nesting(*this);
  Body body;
  expect("{");
  open();
  while (!failed_ && !peek().is("}")) body.push_back(stmt());
  close();
  expect("}");
  return body;
}

StmtRef TextParser::stmt() {
  const auto begin = peek().begin;
  auto node = stmtNode();
  return makeStmt(std::move(node), rangeFrom(begin));
}

StmtNode TextParser::stmtNode() {
  if (accept("for")) return forLoop();
  if (accept("if")) return ifElse();
  if (accept("scope")) return scopeBlock();
  const auto word = peek().text;
  const auto node = [&]() -> StmtNode {
    if (accept("let")) return let(false);
    if (accept("var")) return let(true);
    if (accept("alloc")) return alloc();
    if (accept("atomic")) return atomic();
    if (accept("fence")) return Fence{};
    if (accept("copy")) return copy(false);
    if (accept("cp_async")) return copy(true);
    if (accept("commit")) return Commit{use<GroupRef>("a commit group")};
    if (accept("wait")) return wait();
    if (accept("group")) {
      const auto begin = peek().begin;
      auto text = name();
      return CommitGroup{declare(std::make_shared<const Group>(Group{std::move(text), rangeFrom(begin)}))};
    }
    if (accept("require") || accept("assume") || accept("prove")) return contract(word);
    return assignment();
  }();
  expect(";");
  return node;
}

StmtNode TextParser::let(bool is_mutable) {
  const auto type = scalarType();
  const auto begin = peek().begin;
  auto text = name();
  const auto where = rangeFrom(begin);
  // The value is read first: it cannot name what is being declared.
  auto value = accept("=") ? expr() : nullptr;
  return Let{declare(makeSymbol(std::move(text), type, Symbol::Kind::Local, is_mutable, where)), std::move(value)};
}

StmtNode TextParser::alloc() {
  Buffer buffer{};
  buffer.element = scalarType();
  const auto begin = peek().begin;
  buffer.name = name();
  buffer.where = rangeFrom(begin);
  while (accept("[")) {
    buffer.dims.push_back(integer());
    expect("]");
  }
  buffer.rank = static_cast<int>(buffer.dims.size());
  expect("@");
  buffer.space = choice(Space::Local, "a memory");
  bool zero = false;
  if (accept("=")) {
    const auto token = take(Kind::Number, "0");
    zero = token.text == "0";
    if (!zero) fail(token, Id::TextUnexpected, {"0", std::string(token.text)});
  }
  return Alloc{declare(std::make_shared<const Buffer>(std::move(buffer))), zero};
}

StmtNode TextParser::forLoop() {
  For loop{};
  const auto begin = peek().begin;
  auto text = name();
  const auto where = rangeFrom(begin);
  expect("in");
  loop.kind = choice(LoopKind::OneThread, "a kind of loop");
  if (loop.kind == LoopKind::Groups) {
    expect("<");
    loop.group_size = integer();
    expect(",");
    loop.group_stride = integer();
    expect(">");
  }
  expect("(");
  loop.lo = expr();
  expect(",");
  loop.hi = expr();
  expect(")");
  if (accept("step")) loop.step = integer();
  if (accept("policy")) loop.policy = policy();
  open();
  loop.iterator = declare(makeSymbol(std::move(text), ScalarType::I32, Symbol::Kind::Iterator, false, where));
  loop.body = block();
  close();
  return loop;
}

StmtNode TextParser::ifElse() {
  If branch{};
  branch.condition = expr();
  branch.then_body = block();
  if (accept("else")) branch.else_body = block();
  return branch;
}

StmtNode TextParser::scopeBlock() {
  Scope scope{};
  if (peek().kind == Kind::Text) scope.name = quotedText();
  if (accept("instruction")) scope.instruction = instruction();
  scope.body = block();
  return scope;
}

Instruction TextParser::instruction() {
  Instruction made;
  made.result = use<SymbolRef>("a local");
  expect("=");
  made.text = quotedText();
  expect("(");
  for (bool first = true; !failed_ && !accept(")"); first = false) {
    if (!first) expect(",");
    auto operand = name();
    expect("=");
    made.operands.push_back({std::move(operand), expr()});
  }
  return made;
}

Place TextParser::placeOf(const BufferRef& buffer) {
  Place place{buffer, {}};
  while (accept("[")) {
    place.indices.push_back(expr());
    expect("]");
  }
  return place;
}

Window TextParser::window() {
  Window window{};
  window.origin = placeOf(use<BufferRef>("an array"));
  expect(":");
  expect("[");
  do window.shape.push_back(integer());
  while (accept(","));
  expect("]");
  window.clipped = accept("clipped");
  return window;
}

StmtNode TextParser::copy(bool asynchronous) {
  auto dst = window();
  expect("<");
  expect("-");
  auto src = window();
  return Copy{std::move(dst), std::move(src), asynchronous};
}

StmtNode TextParser::atomic() {
  const auto op = choice(AtomicOp::Max, "add, min or max");
  auto place = placeOf(use<BufferRef>("an array"));
  expect(",");
  return Atomic{op, std::move(place), expr()};
}

StmtNode TextParser::wait() {
  auto group = use<GroupRef>("a commit group");
  expect(",");
  return Wait{std::move(group), integer()};
}

StmtNode TextParser::contract(std::string_view word) {
  if (word == "assume") {
    auto text = quotedText();
    expect(",");
    return Assume{std::move(text), expr()};
  }
  auto condition = expr();
  expect(",");
  auto text = quotedText();
  if (word == "require") return Require{std::move(condition), std::move(text)};
  return Prove{std::move(condition), std::move(text)};
}

/// x = e, b[i] = e, x = warp_sum<32> row, row = shuffle_xor<32> row, e.
StmtNode TextParser::assignment() {
  const auto token = peek();
  const auto* entity = token.kind == Kind::Word ? find(token.text) : nullptr;
  if (const auto* symbol = entity ? std::get_if<SymbolRef>(entity) : nullptr) {
    const auto target = *symbol;
    ++at_;
    expect("=");
    if (collectiveOp(peek())) return collective(target, std::nullopt);
    return Assign{target, expr()};
  }
  if (token.kind != Kind::Word) {
    failExpecting("a statement");
    return Fence{};
  }
  auto place = placeOf(use<BufferRef>("a statement, a scalar or an array"));
  expect("=");
  if (collectiveOp(peek())) return collective(nullptr, std::move(place));
  return Store{std::move(place), expr()};
}

StmtNode TextParser::collective(SymbolRef result, std::optional<Place> dst) {
  Collective collective{};
  collective.op = *collectiveOp(peek());
  ++at_;
  collective.result = std::move(result);
  collective.dst = std::move(dst);
  expect("<");
  collective.width = integer();
  expect(">");
  collective.src = placeOf(use<BufferRef>("a register array"));
  if (accept(",")) collective.argument = expr();
  return collective;
}

}  // namespace exogpu::ir
