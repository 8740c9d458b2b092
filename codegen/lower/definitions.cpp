#include "codegen/lower/definitions.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

std::optional<ConstantRange> constantRange(const ir::For& loop) {
  const auto lo = ir::constantValue(loop.lo), hi = ir::constantValue(loop.hi);
  if (!lo || !hi || loop.step == 0) return std::nullopt;
  const auto span = loop.step > 0 ? *hi - *lo : *lo - *hi;
  const auto step = loop.step > 0 ? loop.step : -loop.step;
  return ConstantRange{*lo, loop.step, span <= 0 ? 0 : (span + step - 1) / step};
}

namespace {
/// The value of a local whose declaration may be repeated anywhere below it: it does not change, nor does what it reads.
bool isLasting(const ir::Let& let) {
  bool lasting = let.value && !let.symbol->is_mutable;
  if (lasting)
    ir::walkExpr(let.value, [&](const ir::ExprRef& e) {
      const auto* name = std::get_if<ir::Read>(&e->node);
      lasting &= !name || !name->symbol->is_mutable;
    });
  return lasting;
}
}  // namespace

Definitions::Definitions(const ir::Proc& proc) {
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    if (const auto* let = std::get_if<ir::Let>(&stmt->node); let && isLasting(*let)) values_[let->symbol.get()] = let->value;
    if (const auto* loop = std::get_if<ir::For>(&stmt->node)) loops_[loop->iterator.get()] = loop;
  });
}

ir::ExprRef Definitions::valueOf(const ir::Symbol& symbol) const {
  const auto found = values_.find(&symbol);
  return found == values_.end() ? nullptr : found->second;
}

const ir::For* Definitions::loopOf(const ir::Symbol& symbol) const {
  const auto found = loops_.find(&symbol);
  return found == loops_.end() ? nullptr : found->second;
}

ir::ExprRef Definitions::resolve(const ir::ExprRef& expr) const {
  return ir::rewriteExpr(expr, [&](const ir::ExprRef& e) -> ir::ExprRef {
    const auto* name = std::get_if<ir::Read>(&e->node);
    const auto value = name ? valueOf(*name->symbol) : nullptr;
    return value ? resolve(value) : nullptr;
  });
}

std::vector<ir::SymbolRef> Definitions::leaves(const ir::ExprRef& expr) const {
  std::vector<ir::SymbolRef> found;
  ir::walkExpr(resolve(expr), [&](const ir::ExprRef& e) {
    const auto* name = std::get_if<ir::Read>(&e->node);
    if (name && std::find(found.begin(), found.end(), name->symbol) == found.end()) found.push_back(name->symbol);
  });
  return found;
}

bool Definitions::readsMemory(const ir::ExprRef& expr) const {
  bool reads = false;
  ir::walkExpr(resolve(expr), [&](const ir::ExprRef& e) {
    reads |= std::holds_alternative<ir::Load>(e->node) || std::holds_alternative<ir::Extent>(e->node) ||
             std::holds_alternative<ir::IsAligned>(e->node);
  });
  return reads;
}

namespace {
std::optional<std::int64_t> apply(ir::BinaryOp op, std::int64_t a, std::int64_t b) {
  using enum ir::BinaryOp;
  std::int64_t out = 0;
  switch (op) {
    case Add: return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Sub: return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Mul: return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Div: return b == 0 || b == -1 ? (b == 0 ? std::nullopt : apply(Sub, 0, a)) : std::optional(a / b);
    case Rem: return b == 0 || b == -1 ? (b == 0 ? std::nullopt : std::optional<std::int64_t>(0)) : std::optional(a % b);
    case And: return a & b;
    case Or: return a | b;
    case Xor: return a ^ b;
    case Shl: return b < 0 || b > 62 ? std::nullopt : apply(Mul, a, std::int64_t{1} << b);
    case Shr: return b < 0 || b > 62 ? std::nullopt : std::optional(a >> b);
    case Lt: return a < b;
    case Le: return a <= b;
    case Gt: return a > b;
    case Ge: return a >= b;
    case Eq: return a == b;
    case Ne: return a != b;
    case LAnd: return a && b;
    case LOr: return a || b;
  }
  return std::nullopt;
}
}  // namespace

std::optional<std::int64_t> Definitions::evaluate(const ir::ExprRef& expr, const Point& point) const {
  const auto value = exactly(expr, point);
  const bool fits = value && !ir::isFloat(expr->type) && *value >= ir::minValue(expr->type) && *value <= ir::maxValue(expr->type);
  return fits ? value : std::nullopt;
}

/// The mathematical value of operands that have one in their types; what leaves its own type wraps, and is no constant.
std::optional<std::int64_t> Definitions::exactly(const ir::ExprRef& expr, const Point& point) const {
  using Result = std::optional<std::int64_t>;
  return std::visit(Overloaded{
                        [](const ir::IntLiteral& n) -> Result { return n.value; },
                        [&](const ir::Read& n) -> Result {
                          if (const auto found = point.find(n.symbol.get()); found != point.end()) return found->second;
                          const auto value = valueOf(*n.symbol);
                          return value ? evaluate(value, point) : std::nullopt;
                        },
                        [&](const ir::Unary& n) -> Result {
                          const auto v = evaluate(n.operand, point);
                          if (!v) return v;
                          return n.op == ir::UnaryOp::Neg ? apply(ir::BinaryOp::Sub, 0, *v) : n.op == ir::UnaryOp::Not ? !*v : ~*v;
                        },
                        [&](const ir::Binary& n) -> Result {
                          const auto a = evaluate(n.lhs, point), b = evaluate(n.rhs, point);
                          return a && b ? apply(n.op, *a, *b) : std::nullopt;
                        },
                        [&](const ir::Select& n) -> Result {
                          const auto c = evaluate(n.condition, point);
                          return c ? evaluate(*c ? n.if_true : n.if_false, point) : std::nullopt;
                        },
                        [&](const ir::Cast& n) -> Result { return evaluate(n.operand, point); },
                        [](const auto&) -> Result { return std::nullopt; },
                    },
                    expr->node);
}

bool Definitions::isNonNegative(const ir::ExprRef& expr) const {
  if (const auto* literal = std::get_if<ir::IntLiteral>(&expr->node)) return literal->value >= 0;
  if (std::holds_alternative<ir::Extent>(expr->node)) return true;
  if (const auto* name = std::get_if<ir::Read>(&expr->node)) {
    if (const auto value = valueOf(*name->symbol)) return isNonNegative(value);
    const auto* loop = loopOf(*name->symbol);
    return loop && loop->step > 0 && isNonNegative(loop->lo);
  }
  if (const auto* select = std::get_if<ir::Select>(&expr->node))
    return isNonNegative(select->if_true) && isNonNegative(select->if_false);
  const auto* binary = std::get_if<ir::Binary>(&expr->node);
  if (!binary) return false;
  switch (binary->op) {
    case ir::BinaryOp::Add:
    case ir::BinaryOp::Mul:
    case ir::BinaryOp::Div: return isNonNegative(binary->lhs) && isNonNegative(binary->rhs);
    case ir::BinaryOp::Rem:
    case ir::BinaryOp::Shr: return isNonNegative(binary->lhs);
    default: return false;
  }
}

std::optional<std::int64_t> Definitions::coefficient(const ir::ExprRef& expr, const ir::SymbolRef& symbol) const {
  const auto names = leaves(expr);
  if (std::find(names.begin(), names.end(), symbol) == names.end()) return 0;
  if (const auto* name = std::get_if<ir::Read>(&expr->node))
    return name->symbol == symbol ? std::optional<std::int64_t>(1) : coefficient(valueOf(*name->symbol), symbol);
  const auto* binary = std::get_if<ir::Binary>(&expr->node);
  if (!binary) return std::nullopt;
  const auto a = coefficient(binary->lhs, symbol), b = coefficient(binary->rhs, symbol);
  if (!a || !b) return std::nullopt;
  switch (binary->op) {
    case ir::BinaryOp::Add: return *a + *b;
    case ir::BinaryOp::Sub: return *a - *b;
    case ir::BinaryOp::Mul: {
      const auto scale_a = evaluate(binary->lhs, {}), scale_b = evaluate(binary->rhs, {});
      if (scale_a) return *scale_a * *b;
      if (scale_b) return *scale_b * *a;
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace exogpu::lower
