#include <charconv>
#include <limits>

#include "frontend/ir/build.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/form/print.h"
#include "frontend/ir/form/text_parser.h"

namespace exogpu::ir {
namespace {

std::optional<BinaryOp> binaryOp(const Token& token) {
  if (token.kind != Token::Kind::Mark) return std::nullopt;
  for (int i = 0; i <= static_cast<int>(BinaryOp::LOr); ++i)
    if (text(static_cast<BinaryOp>(i)) == token.text) return static_cast<BinaryOp>(i);
  return std::nullopt;
}

/// The type behind the digits of a number; `digits` loses it.
std::optional<ScalarType> literalType(std::string_view& digits) {
  std::size_t end = digits.find_first_not_of("0123456789.+-");
  if (end != std::string_view::npos && digits[end] == 'e') end = digits.find_first_not_of("0123456789+-", end + 1);
  const auto suffix = end == std::string_view::npos ? std::string_view() : digits.substr(end);
  digits = digits.substr(0, digits.size() - suffix.size());
  const bool fraction = digits.find_first_of(".e") != std::string_view::npos;
  if (suffix.empty()) return fraction ? ScalarType::F64 : ScalarType::I32;
  if (suffix == "f") return ScalarType::F32;
  const auto type = parseScalarType(suffix);
  return type && (isFloat(*type) || !fraction) ? type : std::nullopt;
}

template <class Number>
std::optional<Number> parseNumber(std::string_view digits) {
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<double> floatValue(const std::string& digits, ScalarType type) {
  if (type == ScalarType::F64) return parseNumber<double>(digits);
  const auto value = parseNumber<float>(digits);
  return value ? std::optional<double>(*value) : std::nullopt;
}

}  // namespace

ExprRef TextParser::placeholder() { return intLiteral(0); }

ExprRef TextParser::expr() {
  const auto begin = peek().begin;
  const Nesting nesting(*this);
  if (failed_) return placeholder();
  auto condition = binaryExpr(1);
  if (!accept("?")) return condition;
  auto if_true = expr();
  expect(":");
  auto if_false = expr();
  const auto type = if_true->type;
  return makeExpr(Select{std::move(condition), std::move(if_true), std::move(if_false)}, type, rangeFrom(begin));
}

ExprRef TextParser::binaryExpr(int least) {
  const auto begin = peek().begin;
  auto lhs = unaryExpr();
  for (auto op = binaryOp(peek()); op && precedence(*op) >= least && !failed_; op = binaryOp(peek())) {
    ++at_;
    auto rhs = binaryExpr(precedence(*op) + 1);
    lhs = binary(*op, std::move(lhs), std::move(rhs), rangeFrom(begin));
  }
  return lhs;
}

ExprRef TextParser::unaryExpr() {
  const auto begin = peek().begin;
  const Nesting nesting(*this);
  if (failed_) return placeholder();
  if (peek().is("-") && (peek(1).kind == Token::Kind::Number || peek(1).is("inf"))) {
    ++at_;
    return peek().is("inf") ? special(true) : number(true);
  }
  for (const auto op : {UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot}) {
    if (!accept(text(op))) continue;
    auto operand = unaryExpr();
    const auto type = op == UnaryOp::Not ? ScalarType::Bool : operand->type;
    return makeExpr(Unary{op, std::move(operand)}, type, rangeFrom(begin));
  }
  return primary();
}

ExprRef TextParser::primary() {
  const auto& token = peek();
  if (accept("(")) {
    auto inner = expr();
    expect(")");
    return inner;
  }
  if (token.kind == Token::Kind::Number) return number(false);
  if (token.is("inf") || token.is("nan")) return special(false);
  if (token.is("true") || token.is("false")) {
    const auto begin = token.begin;
    const bool value = accept("true");
    if (!value) expect("false");
    return boolLiteral(value, rangeFrom(begin));
  }
  if (token.is("cast")) return castExpr();
  if (token.is("extent") || token.is("aligned")) return extentOrAligned();
  if (const auto function = parseFunction(token.text); function && token.kind == Token::Kind::Word)
    return mathCall(*function);
  return named();
}

ExprRef TextParser::number(bool negative) {
  const auto token = take(Token::Kind::Number, "a number");
  const auto begin = token.begin - (negative ? 1 : 0);
  std::string_view digits = token.text;
  const auto type = literalType(digits);
  const auto spelled = (negative ? "-" : "") + std::string(digits);
  if (type && isFloat(*type)) {
    if (const auto value = floatValue(spelled, *type)) return makeExpr(FloatLiteral{*value}, *type, rangeFrom(begin));
  } else if (type) {
    const auto value = parseNumber<std::int64_t>(spelled);
    if (value && *value >= minValue(*type) && *value <= maxValue(*type))
      return makeExpr(IntLiteral{*value}, *type, rangeFrom(begin));
  }
  fail(token, diag::Id::TextBadNumber, {std::string(token.text)});
  return placeholder();
}

ExprRef TextParser::special(bool negative) {
  const auto begin = peek().begin;
  const bool infinite = peek().is("inf");
  ++at_;
  expect("<");
  const auto type = scalarType();
  expect(">");
  const auto value = infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return makeExpr(FloatLiteral{negative ? -value : value}, type, rangeFrom(begin));
}

ExprRef TextParser::castExpr() {
  const auto begin = peek().begin;
  expect("cast");
  expect("<");
  const auto type = scalarType();
  expect(">");
  expect("(");
  auto operand = expr();
  expect(")");
  return cast(std::move(operand), type, rangeFrom(begin));
}

ExprRef TextParser::extentOrAligned() {
  const auto begin = peek().begin;
  const bool is_extent = accept("extent");
  if (!is_extent) expect("aligned");
  expect("(");
  auto buffer = use<BufferRef>("a tensor");
  expect(",");
  const auto value = integer();
  expect(")");
  if (is_extent)
    return makeExpr(Extent{std::move(buffer), static_cast<int>(value)}, ScalarType::I32, rangeFrom(begin));
  return makeExpr(IsAligned{std::move(buffer), value}, ScalarType::Bool, rangeFrom(begin));
}

ExprRef TextParser::mathCall(Function function) {
  const auto begin = peek().begin;
  ++at_;
  expect("(");
  std::vector<ExprRef> arguments;
  for (int i = 0; i < info(function).arity; ++i) {
    if (i > 0) expect(",");
    arguments.push_back(expr());
  }
  expect(")");
  const auto type = arguments.front()->type;
  return makeExpr(Math{function, std::move(arguments)}, type, rangeFrom(begin));
}

ExprRef TextParser::named() {
  const auto begin = peek().begin;
  const auto token = peek();
  if (token.kind != Token::Kind::Word) {
    failExpecting("an expression");
    return placeholder();
  }
  if (const auto* entity = find(token.text)) {
    if (const auto* symbol = std::get_if<SymbolRef>(entity)) {
      ++at_;
      return read(*symbol, rangeFrom(begin));
    }
    if (const auto* buffer = std::get_if<BufferRef>(entity)) {
      ++at_;
      auto place = placeOf(*buffer);
      return load(std::move(place), rangeFrom(begin));
    }
  }
  fail(token, diag::Id::TextUnknownName, {std::string(token.text), "a scalar or an array"});
  return placeholder();
}

}  // namespace exogpu::ir
