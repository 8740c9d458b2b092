#include "codegen/cuda/expressions.h"

#include "codegen/cuda/scalars.h"
#include "frontend/base/overloaded.h"
#include "frontend/ir/build.h"

namespace exogpu::cuda {

// Note [Rounding]: nvcc fuses a product and a sum that are both written with operators, and nothing else. `__fmul_rn` is
// never fused, so under `exact` products go through it and sums may stay operators. Quotients go through `__fdiv_rn`,
// since a division by a power of two becomes a product. Fusing under `contract` is written out (`__fmaf_rn`), so that it
// does not depend on the compiler: in a sum, the right operand is fused if it is a product, else the left one. Launchers
// are compiled by whatever host compiler there is, and some of them fuse unasked: their products go through `rounded`.

namespace {
/// Even numbers; the odd one above each is what the right operand of a left-associative operator needs.
enum Precedence {
  kConditional = 2, kOr = 4, kAnd = 6, kBitOr = 8, kBitXor = 10, kBitAnd = 12, kEqual = 14, kLess = 16, kShift = 18,
  kSum = 20, kProduct = 22, kUnary = 24
};

int precedenceOf(ir::BinaryOp op) {
  using enum ir::BinaryOp;
  switch (op) {
    case Add:
    case Sub: return kSum;
    case Mul:
    case Div:
    case Rem: return kProduct;
    case And: return kBitAnd;
    case Or: return kBitOr;
    case Xor: return kBitXor;
    case Shl:
    case Shr: return kShift;
    case Lt:
    case Le:
    case Gt:
    case Ge: return kLess;
    case Eq:
    case Ne: return kEqual;
    case LAnd: return kAnd;
    case LOr: return kOr;
  }
  return 0;
}

/// Compilers warn where these meet without parentheses, and people misread it.
bool needsParentheses(int inner, int outer) {
  if (inner < outer) return true;
  const int around = outer - outer % 2;
  const bool in_bits = around >= kBitOr && around <= kShift && around != kEqual && around != kLess;
  return (inner == kAnd && around == kOr) || (in_bits && inner > around && inner < kUnary) ||
         (inner == kLess && around == kEqual);
}

std::string wrap(const std::string& text, int inner, int outer) {
  return outer != 0 && needsParentheses(inner, outer) ? "(" + text + ")" : text;
}

bool isProduct(const ir::ExprRef& expr) {
  const auto* node = std::get_if<ir::Binary>(&expr->node);
  return node && node->op == ir::BinaryOp::Mul && ir::isFloat(expr->type);
}
}  // namespace

std::string ExpressionPrinter::valueFor(const ir::Symbol& symbol, const ir::ExprRef& expr) const {
  return print(expr, context_.index_symbols->count(&symbol) > 0, 0);
}

std::string ExpressionPrinter::negation(const ir::ExprRef& condition) const {
  const auto* node = std::get_if<ir::Binary>(&condition->node);
  if (node && ir::isComparison(node->op) && !ir::isFloat(node->lhs->type)) {
    using enum ir::BinaryOp;
    static const std::map<ir::BinaryOp, ir::BinaryOp> kOpposite = {{Lt, Ge}, {Ge, Lt}, {Gt, Le}, {Le, Gt}, {Eq, Ne}, {Ne, Eq}};
    return index(ir::binary(kOpposite.at(node->op), node->lhs, node->rhs));
  }
  return "!" + print(condition, true, kUnary + 1);
}

std::string ExpressionPrinter::print(const ir::ExprRef& expr, bool is_index, int precedence) const {
  return std::visit(
      Overloaded{
          [&](const ir::IntLiteral& n) {
            const auto text = intText(n.value, expr->type);
            return n.value < 0 && text.front() == '-' ? wrap(text, kUnary, precedence) : text;
          },
          [&](const ir::FloatLiteral& n) { return wrap(floatText(n.value, expr->type), kUnary, precedence); },
          [&](const ir::Read& n) { return nameText(*n.symbol, precedence); },
          [&](const ir::Load& n) { return load(n, expr->id); },
          [&](const ir::Extent& n) { return context_.names->of(n.buffer.get(), n.dim); },
          [&](const ir::IsAligned& n) {
            use(Support::IsAligned);
            return "is_aligned(" + context_.names->of(n.buffer.get()) + ", " + std::to_string(n.bytes) + ")";
          },
          [&](const ir::Unary& n) {
            const bool wraps = expr->type == ir::ScalarType::I32 || expr->type == ir::ScalarType::I64;
            if (n.op == ir::UnaryOp::Neg && !is_index && wraps)
              return wrappingBinary({ir::BinaryOp::Sub, ir::makeExpr(ir::IntLiteral{0}, expr->type), n.operand});
            return wrap(std::string(ir::text(n.op)) + print(n.operand, is_index, kUnary + 1), kUnary, precedence);
          },
          [&](const ir::Binary& n) { return binary(n, expr->type, is_index, precedence); },
          [&](const ir::Select& n) {
            if (context_.known_true.count(expr->id)) return print(n.if_true, is_index, precedence);
            if (context_.known_false.count(expr->id)) return print(n.if_false, is_index, precedence);
            const auto text = print(n.condition, true, kConditional + 1) + " ? " + print(n.if_true, is_index, 0) + " : " +
                              print(n.if_false, is_index, kConditional);
            return wrap(text, kConditional, precedence);
          },
          [&](const ir::Cast& n) { return castText(n.operand, expr->type, is_index); },
          [&](const ir::Math& n) { return mathText(n, expr->type); },
      },
      expr->node);
}

/// A launcher takes a bool as int, of which every value but 0 is true, and f16 and bf16 as their bits.
std::string ExpressionPrinter::nameText(const ir::Symbol& symbol, int precedence) const {
  auto name = context_.names->of(&symbol);
  if (context_.side == Side::Device || symbol.kind != ir::Symbol::Kind::Parameter) return name;
  if (symbol.type == ir::ScalarType::Bool) return wrap(name + " != 0", kEqual, precedence);
  if (!isHalf(symbol.type)) return name;
  use(Support::FromBits);
  return "from_bits<" + cudaType(symbol.type) + ">(" + name + ")";
}

std::string ExpressionPrinter::binary(const ir::Binary& node, ir::ScalarType type, bool is_index, int precedence) const {
  using enum ir::BinaryOp;
  const bool arithmetic = node.op == Add || node.op == Sub || node.op == Mul || node.op == Div;
  if (arithmetic && ir::isFloat(type)) return floatBinary(node, type, is_index, precedence);
  const bool wraps = node.op == Add || node.op == Sub || node.op == Mul || node.op == Shl;
  if (wraps && !is_index && (type == ir::ScalarType::I32 || type == ir::ScalarType::I64)) return wrappingBinary(node);
  const int own = precedenceOf(node.op);
  // Proved to stay in their type, as in verify/effects/scan: what decides whether the right side of && and || is
  // evaluated, and divisors and shift counts. A comparison alone is data like any other value.
  const bool counts = ir::isInteger(node.lhs->type) && (node.op == Div || node.op == Rem || node.op == Shr);
  const auto text = print(node.lhs, is_index || ir::isLogical(node.op), own) + " " + std::string(ir::text(node.op)) + " " +
                    print(node.rhs, is_index || counts, own + 1);
  return wrap(text, own, precedence);
}

std::string ExpressionPrinter::wrappingBinary(const ir::Binary& node) const {
  struct Form {
    Support support;
    const char* name;
  };
  const Form form = node.op == ir::BinaryOp::Add   ? Form{Support::WrappingAdd, "wrapping_add"}
                    : node.op == ir::BinaryOp::Sub ? Form{Support::WrappingSub, "wrapping_sub"}
                    : node.op == ir::BinaryOp::Mul ? Form{Support::WrappingMul, "wrapping_mul"}
                                                   : Form{Support::WrappingShl, "wrapping_shl"};
  use(form.support);
  return std::string(form.name) + "(" + print(node.lhs, false, 0) + ", " +
         print(node.rhs, node.op == ir::BinaryOp::Shl, 0) + ")";
}

std::string ExpressionPrinter::floatBinary(const ir::Binary& node, ir::ScalarType type, bool is_index,
                                           int precedence) const {
  const bool is_double = type == ir::ScalarType::F64;
  const bool device = context_.side == Side::Device;
  if (device && context_.policy != ir::Policy::Exact)
    if (auto text = fused(node, type); !text.empty()) return text;
  if (device && (node.op == ir::BinaryOp::Mul || node.op == ir::BinaryOp::Div)) {
    const std::string name = node.op == ir::BinaryOp::Mul ? (is_double ? "__dmul_rn" : "__fmul_rn")
                                                          : (is_double ? "__ddiv_rn" : "__fdiv_rn");
    return name + "(" + print(node.lhs, is_index, 0) + ", " + print(node.rhs, is_index, 0) + ")";
  }
  const int own = precedenceOf(node.op);
  const auto text = print(node.lhs, is_index, own) + " " + std::string(ir::text(node.op)) + " " +
                    print(node.rhs, is_index, own + 1);
  if (!device && node.op == ir::BinaryOp::Mul) {
    use(Support::Rounded);
    return "rounded(" + text + ")";
  }
  return wrap(text, own, precedence);
}

/// a·b + c and its forms with minus as one operation; empty when no operand is a product.
std::string ExpressionPrinter::fused(const ir::Binary& node, ir::ScalarType type) const {
  if (node.op != ir::BinaryOp::Add && node.op != ir::BinaryOp::Sub) return {};
  const bool right = isProduct(node.rhs);
  if (!right && !isProduct(node.lhs)) return {};
  const auto& product = std::get<ir::Binary>((right ? node.rhs : node.lhs)->node);
  const auto& addend = right ? node.lhs : node.rhs;
  const bool minus = node.op == ir::BinaryOp::Sub;
  // c - a·b = (-a)·b + c; a·b - c = a·b + (-c); negation is exact.
  const std::string a = minus && right ? "-" + print(product.lhs, false, kUnary + 1) : print(product.lhs, false, 0);
  const std::string c = minus && !right ? "-" + print(addend, false, kUnary + 1) : print(addend, false, 0);
  const auto& info = ir::info(ir::Function::Fma);
  return std::string(type == ir::ScalarType::F64 ? info.cuda_f64 : info.cuda_f32) + "(" + a + ", " +
         print(product.rhs, false, 0) + ", " + c + ")";
}

std::string ExpressionPrinter::castText(const ir::ExprRef& operand, ir::ScalarType to, bool is_index) const {
  using enum ir::ScalarType;
  const auto from = operand->type;
  const auto text = print(operand, is_index, 0);
  if (from == to) return print(operand, is_index, kUnary);
  const auto asFloat = [&] {
    if (from == F16) return "__half2float(" + text + ")";
    if (from == BF16) return "__bfloat162float(" + text + ")";
    return from == F32 ? text : "static_cast<float>(" + text + ")";
  };
  if (to == F16) return "__float2half_rn(" + asFloat() + ")";
  if (to == BF16) return "__float2bfloat16_rn(" + asFloat() + ")";
  if (to == F32) return from == F32 ? print(operand, is_index, kUnary) : asFloat();
  const bool narrow_float = from == F16 || from == BF16;
  return "static_cast<" + cudaType(to) + ">(" + (narrow_float ? asFloat() : text) + ")";
}

/// What a launcher calls: the function of <cmath>, or a helper where <cmath> has none of that meaning.
std::string ExpressionPrinter::hostFunction(ir::Function function) const {
  const auto helper = [this](Support support, const char* name) {
    use(support);
    return std::string(name);
  };
  switch (function) {
    case ir::Function::Fmin: return helper(Support::MinimumNumber, "minimum_number");
    case ir::Function::Fmax: return helper(Support::MaximumNumber, "maximum_number");
    case ir::Function::Rsqrt: return helper(Support::ReciprocalRoot, "reciprocal_root");
    case ir::Function::CFmin: return "std::fmin";
    case ir::Function::CFmax: return "std::fmax";
    default: return "std::" + std::string(ir::info(function).text);
  }
}

std::string ExpressionPrinter::mathText(const ir::Math& node, ir::ScalarType type) const {
  const auto& info = ir::info(node.function);
  const bool is_double = type == ir::ScalarType::F64;
  std::string text = context_.side == Side::Host ? hostFunction(node.function)
                                                 : std::string(is_double ? info.cuda_f64 : info.cuda_f32);
  text += "(";
  for (std::size_t i = 0; i < node.arguments.size(); ++i)
    text += (i ? ", " : "") + print(node.arguments[i], false, 0);
  return text + ")";
}

std::string ExpressionPrinter::load(const ir::Load& node, ir::NodeId id) const { return tracedElement(node.place, 'r', id); }

std::string ExpressionPrinter::tracedElement(const ir::Place& place, char kind, ir::NodeId node, std::int64_t count) const {
  const auto lane = context_.lanes.find(&place);
  const bool is_lane = lane != context_.lanes.end();
  const auto space = place.buffer->space;
  if (!context_.site_of || (space != ir::Space::Global && space != ir::Space::Shared))
    return is_lane ? lane->second : element(place);
  use(Support::Traced);
  const auto event = "traced(trace, '" + std::string(1, kind) + "', " + std::to_string(context_.site_of(node)) + ", " +
                     position(place) + (count > 1 ? ", " + std::to_string(count) : "") + ")";
  return is_lane ? "(" + event + ", " + lane->second + ")" : elementAt(place, event);
}

std::string ExpressionPrinter::element(const ir::Place& place) const {
  const auto& buffer = *place.buffer;
  if (buffer.space == ir::Space::Global) return elementAt(place, position(place));
  std::string text = context_.names->of(&buffer);
  const auto* dims = context_.arrays && buffer.space == ir::Space::Register ? &context_.arrays->dims.at(&buffer) : nullptr;
  if (!dims) {
    for (const auto& i : place.indices) text += "[" + index(i) + "]";
    return text;
  }
  const auto& indices = context_.arrays->indices.at(&place);
  for (std::size_t d = 0; d < dims->size(); ++d)
    if ((*dims)[d] > 1) text += "[" + index(indices[d]) + "]";
  return text;
}

std::string ExpressionPrinter::position(const ir::Place& place) const {
  const auto& buffer = *place.buffer;
  const auto& indices = place.indices;
  if (indices.size() == 1) return index(indices[0]);
  if (buffer.is_strided) {
    std::string text;
    for (std::size_t d = 0; d < indices.size(); ++d) {
      const bool last = d + 1 == indices.size();
      text += (d ? " + " : "") + index(indices[d], last ? kSum : kProduct);
      // Strides are 64-bit, and so is the position.
      if (!last) text += " * " + context_.names->of(&buffer, 100 + static_cast<int>(d));
    }
    return text;
  }
  use(Support::At);
  std::string text = "at(" + index(indices[0]);
  for (std::size_t d = 1; d < indices.size(); ++d) {
    const auto extent = buffer.space == ir::Space::Global ? context_.names->of(&buffer, static_cast<int>(d))
                                                          : std::to_string(buffer.dims[d]);
    text += ", " + extent + ", " + index(indices[d]);
  }
  return text + ")";
}

std::string ExpressionPrinter::elementAt(const ir::Place& place, const std::string& position) const {
  const auto& name = context_.names->of(place.buffer.get());
  if (place.buffer->space == ir::Space::Global || place.buffer->rank == 1) return name + "[" + position + "]";
  std::string first = "(&" + name;
  for (int d = 0; d < place.buffer->rank; ++d) first += "[0]";
  return first + ")[" + position + "]";
}

}  // namespace exogpu::cuda
