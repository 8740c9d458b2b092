// Expressions. They have no side effects but the reads that they are.
#include "frontend/base/overloaded.h"
#include "verify/simulate/machine.h"

namespace exogpu::simulate {
using ir::BinaryOp;
using ir::ScalarType;

Value Machine::eval(const ir::ExprRef& ref) {
  const ir::Expr& expr = *ref;
  return std::visit(
      Overloaded{
          [&](const ir::IntLiteral& e) { return makeInt(e.value); },
          [&](const ir::FloatLiteral& e) { return makeFloat(expr.type, e.value); },
          [&](const ir::Read& e) { return evalRead(expr, e.symbol); },
          [&](const ir::Load& e) { return evalLoad(expr, e); },
          [&](const ir::Extent& e) {
            return makeInt(storages_[program_.bufferSlot(e.buffer)].extents()[static_cast<std::size_t>(e.dim)]);
          },
          [&](const ir::IsAligned& e) {
            return makeInt(alignments_[program_.bufferSlot(e.buffer)] % static_cast<std::uint64_t>(e.bytes) == 0);
          },
          [&](const ir::Unary& e) { return applyUnary(e.op, e.operand->type, eval(e.operand)); },
          [&](const ir::Binary& e) { return evalBinary(expr, e); },
          [&](const ir::Select& e) { return evalCondition(e.condition) ? eval(e.if_true) : eval(e.if_false); },
          [&](const ir::Cast& e) {
            Trouble what = Trouble::None;
            const Value result = applyCast(e.operand->type, expr.type, eval(e.operand), what);
            if (what != Trouble::None) trouble(what, expr);
            return result;
          },
          [&](const ir::Math& e) { return evalMath(e, expr.type); },
      },
      expr.node);
}

Value Machine::evalRead(const ir::Expr& expr, const ir::SymbolRef& symbol) {
  Value value = scalars_[program_.symbolSlot(symbol)].value;
  if (value.undefined && !quiet_) {
    fault(FaultKind::Uninitialised, whoText() + " reads '" + symbol->name + "', which has no value yet", 0, expr.where);
    value = Value{};
  }
  return value;
}

Value Machine::evalLoad(const ir::Expr& expr, const ir::Load& load) {
  const auto site = program_.loadSite(expr);
  const auto slot = program_.bufferSlot(load.place.buffer);
  const auto position = locate(load.place, evalIndices(load.place.indices), site);
  if (!position) return Value{};
  touch(EventKind::Read, slot, *position, site);
  Value value = storages_[slot].load(*position);
  if (value.undefined && !quiet_) {
    fault(FaultKind::Uninitialised, whoText() + " reads " + elementText(slot, *position) + context() + " before it is written",
          site);
    value = Value{};
  }
  return value;
}

Value Machine::evalBinary(const ir::Expr& expr, const ir::Binary& binary) {
  if (ir::isLogical(binary.op)) {
    // The left side decides whether the right one is evaluated, so it steers.
    const bool left = evalCondition(binary.lhs);
    if (left == (binary.op == BinaryOp::LOr)) return makeInt(left);
    return eval(binary.rhs);
  }
  const Value lhs = eval(binary.lhs);
  const bool steers = !ir::isFloat(binary.lhs->type) && (binary.op == BinaryOp::Div || binary.op == BinaryOp::Rem ||
                                                         binary.op == BinaryOp::Shl || binary.op == BinaryOp::Shr);
  const Value rhs = steers ? makeInt(evalIndex(binary.rhs)) : eval(binary.rhs);
  Trouble what = Trouble::None;
  Value result = applyBinary(binary.op, binary.lhs->type, lhs, rhs, what);
  if (what != Trouble::None) trouble(what, expr);
  result.undefined = lhs.undefined || rhs.undefined;
  return result;
}

Value Machine::evalMath(const ir::Math& math, ScalarType type) {
  Value arguments[3];
  for (std::size_t i = 0; i < math.arguments.size() && i < 3; ++i) arguments[i] = eval(math.arguments[i]);
  return applyMath(math.function, type, arguments);
}

std::int64_t Machine::evalIndex(const ir::ExprRef& expr) {
  const Value value = eval(expr);
  if (value.overflowed)
    fault(FaultKind::Overflow, "an intermediate of this " + std::string(ir::spelling(expr->type)) +
                                   " value, which steers the program, left its type" + context(),
          0, expr->where);
  return value.i;
}

Machine::Index Machine::evalIndices(const std::vector<ir::ExprRef>& indices) {
  Index result;
  for (const auto& index : indices) result.push_back(evalIndex(index));
  return result;
}

std::optional<std::uint64_t> Machine::locate(const ir::Place& place, const Index& index, std::uint32_t site) {
  const Storage& storage = storages_[program_.bufferSlot(place.buffer)];
  if (!storage.exists()) {
    fault(FaultKind::Other, "'" + place.buffer->name + "' does not live here", site);
    return std::nullopt;
  }
  const auto position = storage.position(index);
  if (position || quiet_) return position;
  std::string text = place.buffer->name, extents;
  for (const auto i : index) text += "[" + std::to_string(i) + "]";
  for (const auto extent : storage.extents()) extents += "[" + std::to_string(extent) + "]";
  fault(FaultKind::OutOfBounds,
        whoText() + " reaches " + text + context() + ", but " + place.buffer->name + " has the extents " + extents, site);
  return std::nullopt;
}

void Machine::trouble(Trouble what, const ir::Expr& expr) {
  switch (what) {
    case Trouble::None: return;
    case Trouble::DivisionByZero:
      fault(FaultKind::DivisionByZero, whoText() + " divides by zero" + context(), 0, expr.where);
      return;
    case Trouble::ShiftCount:
      fault(FaultKind::Overflow, whoText() + " shifts by a negative count or by the width" + context(), 0, expr.where);
      return;
    case Trouble::FloatToInt:
      fault(FaultKind::Overflow, whoText() + " converts a number that does not fit" + context(), 0, expr.where);
      return;
  }
}

}  // namespace exogpu::simulate
