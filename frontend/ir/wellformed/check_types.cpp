#include <cmath>

#include "frontend/base/overloaded.h"
#include "frontend/ir/wellformed/checker.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/text.h"

namespace exogpu::ir {
namespace {

std::string name(ScalarType type) { return std::string(text(type)); }

bool isExactIn(double value, ScalarType type) {
  if (type == ScalarType::F64 || !std::isfinite(value)) return true;
  // Half types are checked as f32: their literals come from conversions that round to them.
  return static_cast<double>(static_cast<float>(value)) == value;
}

class Typing {
 public:
  Typing(const ExprRef& expr, Violations& violations) : expr_(expr), violations_(violations) {}

  void operator()(const IntLiteral& n) {
    const bool fits = !isFloat(expr_->type) && n.value >= minValue(expr_->type) && n.value <= maxValue(expr_->type);
    require(fits, "the literal does not fit " + name(expr_->type));
  }
  void operator()(const FloatLiteral& n) {
    require(isFloat(expr_->type) && isExactIn(n.value, expr_->type), "the literal is not exact in " + name(expr_->type));
  }
  void operator()(const Read& n) { gives(n.symbol->type); }
  void operator()(const Load& n) {
    gives(n.place.buffer->element);
    const bool full = static_cast<int>(n.place.indices.size()) == n.place.buffer->rank;
    require(full, "'" + n.place.buffer->name + "' is read with the wrong number of indices");
    for (const auto& index : n.place.indices) require(isInteger(index->type), "an index is not an integer");
  }
  void operator()(const Extent& n) {
    gives(ScalarType::I32);
    require(n.buffer->space == Space::Global && n.dim >= 0 && n.dim < n.buffer->rank, "no such extent");
  }
  void operator()(const IsAligned& n) {
    gives(ScalarType::Bool);
    require(n.buffer->space == Space::Global && n.bytes > 0, "alignment is asked of no tensor");
    require((n.bytes & (n.bytes - 1)) == 0, "an alignment is a power of two");
  }
  void operator()(const Unary& n) {
    const auto operand = n.operand->type;
    gives(operand);
    const bool fits = n.op == UnaryOp::Not   ? operand == ScalarType::Bool
                      : n.op == UnaryOp::Neg ? isArithmetic(operand)
                                             : isArithmetic(operand) && isInteger(operand);
    require(fits, "operator " + std::string(text(n.op)) + " on " + name(operand));
  }
  void operator()(const Binary& n);
  void operator()(const Select& n) {
    gives(n.if_true->type);
    require(n.condition->type == ScalarType::Bool, "the condition of ?: is not bool");
    require(n.if_true->type == n.if_false->type, "the sides of ?: have different types");
  }
  void operator()(const Cast&) {}
  void operator()(const Math& n) {
    require(static_cast<int>(n.arguments.size()) == info(n.function).arity, "wrong number of arguments");
    for (const auto& argument : n.arguments) {
      gives(argument->type);
      require(argument->type == ScalarType::F32 || argument->type == ScalarType::F64,
              std::string(info(n.function).text) + " of " + name(argument->type));
    }
  }

 private:
  void gives(ScalarType type) {
    require(expr_->type == type, "typed " + name(expr_->type) + ", but its operands give " + name(type));
  }
  void require(bool holds, const std::string& what) {
    if (!holds) violations_.add("`" + print(expr_) + "`: " + what);
  }

  const ExprRef& expr_;
  Violations& violations_;
};

void Typing::operator()(const Binary& n) {
  const auto lhs = n.lhs->type;
  const auto rhs = n.rhs->type;
  gives(isComparison(n.op) || isLogical(n.op) ? ScalarType::Bool : lhs);
  const bool is_shift = n.op == BinaryOp::Shl || n.op == BinaryOp::Shr;
  require(lhs == rhs || (is_shift && isInteger(rhs)), "operands of " + name(lhs) + " and " + name(rhs));
  switch (n.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div: require(isArithmetic(lhs), "arithmetic on " + name(lhs)); return;
    case BinaryOp::Rem:
    case BinaryOp::Shl:
    case BinaryOp::Shr: require(isArithmetic(lhs) && isInteger(lhs), "integer arithmetic on " + name(lhs)); return;
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
      require(lhs == ScalarType::Bool || (isArithmetic(lhs) && isInteger(lhs)), "bit arithmetic on " + name(lhs));
      return;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: require(isArithmetic(lhs), "comparison of " + name(lhs)); return;
    case BinaryOp::Eq:
    case BinaryOp::Ne: require(isArithmetic(lhs) || lhs == ScalarType::Bool, "comparison of " + name(lhs)); return;
    case BinaryOp::LAnd:
    case BinaryOp::LOr: require(lhs == ScalarType::Bool, "logic on " + name(lhs)); return;
  }
}

}  // namespace

bool isArithmetic(ScalarType type) {
  switch (type) {
    case ScalarType::I32:
    case ScalarType::U32:
    case ScalarType::I64:
    case ScalarType::U64:
    case ScalarType::F32:
    case ScalarType::F64: return true;
    case ScalarType::Bool:
    case ScalarType::I8:
    case ScalarType::U8:
    case ScalarType::I16:
    case ScalarType::U16:
    case ScalarType::F16:
    case ScalarType::BF16: return false;
  }
  return false;
}

void checkTypes(const ExprRef& expr, Violations& violations) {
  parts::eachChild(expr->node, [&](const ExprRef& child) { checkTypes(child, violations); });
  std::visit(Typing(expr, violations), expr->node);
}

}  // namespace exogpu::ir
