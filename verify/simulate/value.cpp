#include "verify/simulate/value.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace exogpu::simulate {
using ir::BinaryOp;
using ir::Function;
using ir::ScalarType;

namespace {
bool isNarrowFloat(ScalarType type) { return type == ScalarType::F16 || type == ScalarType::BF16; }
/// Types whose overflow matters to an index; the others wrap by definition.
bool isIndexType(ScalarType type) { return type == ScalarType::I32 || type == ScalarType::I64; }

std::int64_t wrap(ScalarType type, std::int64_t i) {
  switch (type) {
    case ScalarType::Bool: return i != 0 ? 1 : 0;
    case ScalarType::I8: return static_cast<std::int8_t>(i);
    case ScalarType::U8: return static_cast<std::uint8_t>(i);
    case ScalarType::I16: return static_cast<std::int16_t>(i);
    case ScalarType::U16: return static_cast<std::uint16_t>(i);
    case ScalarType::I32: return static_cast<std::int32_t>(i);
    case ScalarType::U32: return static_cast<std::uint32_t>(i);
    case ScalarType::I64:
    case ScalarType::U64: return i;
    case ScalarType::F16:
    case ScalarType::BF16:
    case ScalarType::F32:
    case ScalarType::F64: break;
  }
  return i;
}

/// The result of an integer operation whose exact value is `exact`, in `type`.
Value fit(ScalarType type, __int128 exact, bool tainted) {
  const auto low = static_cast<std::int64_t>(static_cast<unsigned __int128>(exact));
  Value result = makeInt(wrap(type, low));
  result.overflowed = tainted || (isIndexType(type) && exact != result.i);
  return result;
}

double asDouble(ScalarType type, const Value& value) {
  if (type == ScalarType::F64) return value.d;
  if (type == ScalarType::F32) return static_cast<double>(value.f);
  if (type == ScalarType::F16) return static_cast<double>(floatFromHalf(static_cast<std::uint16_t>(value.i)));
  return static_cast<double>(floatFromBfloat(static_cast<std::uint16_t>(value.i)));
}

template <class T>
Value compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Lt: return makeInt(a < b);
    case BinaryOp::Le: return makeInt(a <= b);
    case BinaryOp::Gt: return makeInt(a > b);
    case BinaryOp::Ge: return makeInt(a >= b);
    case BinaryOp::Eq: return makeInt(a == b);
    default: return makeInt(a != b);
  }
}

/// One operation in T, rounded to T.
template <class T>
T floatOperation(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Add: return a + b;
    case BinaryOp::Sub: return a - b;
    case BinaryOp::Mul: return a * b;
    case BinaryOp::Div: return a / b;
    default: return static_cast<T>(NAN);  // the IR checker refuses % and bit operations on floats
  }
}

Value shift(BinaryOp op, ScalarType type, const Value& a, const Value& b, Trouble& trouble) {
  const int bits = std::max(32, 8 * ir::sizeInBytes(type));
  if (b.i < 0 || b.i >= bits) {
    trouble = Trouble::ShiftCount;
    return makeInt(0);
  }
  const bool tainted = a.overflowed || b.overflowed;
  if (op == BinaryOp::Shl) return fit(type, static_cast<__int128>(a.i) * (static_cast<__int128>(1) << b.i), tainted);
  if (type == ScalarType::U64) return makeInt(static_cast<std::int64_t>(static_cast<std::uint64_t>(a.i) >> b.i));
  return fit(type, a.i >> b.i, tainted);
}

Value divide(BinaryOp op, ScalarType type, const Value& a, const Value& b, Trouble& trouble) {
  if (b.i == 0) {
    trouble = Trouble::DivisionByZero;
    return makeInt(0);
  }
  const bool tainted = a.overflowed || b.overflowed;
  if (type == ScalarType::U64) {
    const auto x = static_cast<std::uint64_t>(a.i), y = static_cast<std::uint64_t>(b.i);
    return makeInt(static_cast<std::int64_t>(op == BinaryOp::Div ? x / y : x % y));
  }
  const __int128 x = a.i, y = b.i;
  return fit(type, op == BinaryOp::Div ? x / y : x % y, tainted);
}

Value integerOperation(BinaryOp op, ScalarType type, const Value& a, const Value& b, Trouble& trouble) {
  const bool tainted = a.overflowed || b.overflowed;
  const __int128 x = a.i, y = b.i;
  switch (op) {
    case BinaryOp::Add: return fit(type, x + y, tainted);
    case BinaryOp::Sub: return fit(type, x - y, tainted);
    case BinaryOp::Mul: return fit(type, x * y, tainted);
    case BinaryOp::Div:
    case BinaryOp::Rem: return divide(op, type, a, b, trouble);
    case BinaryOp::And: return fit(type, a.i & b.i, tainted);
    case BinaryOp::Or: return fit(type, a.i | b.i, tainted);
    case BinaryOp::Xor: return fit(type, a.i ^ b.i, tainted);
    case BinaryOp::Shl:
    case BinaryOp::Shr: return shift(op, type, a, b, trouble);
    case BinaryOp::LAnd: return fit(ScalarType::Bool, a.i != 0 && b.i != 0, tainted);
    case BinaryOp::LOr: return fit(ScalarType::Bool, a.i != 0 || b.i != 0, tainted);
    default: break;
  }
  Value result = type == ScalarType::U64
                     ? compare(op, static_cast<std::uint64_t>(a.i), static_cast<std::uint64_t>(b.i))
                     : compare(op, a.i, b.i);
  result.overflowed = tainted;
  return result;
}

/// IEEE 754-2019 maximumNumber and minimumNumber, as the chip computes them (PTX ISA, max, min): a NaN gives way to a
/// number, and -0 is below +0. C's fmin and fmax leave the sign of a zero open, so this is one of their values.
template <class T>
T maximumNumber(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <class T>
T minimumNumber(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

template <class T>
T mathIn(Function function, T a, T b, T c) {
  switch (function) {
    case Function::Fma: return std::fma(a, b, c);
    case Function::Sqrt: return std::sqrt(a);
    case Function::Fabs: return std::fabs(a);
    case Function::Fmin:
    case Function::CFmin: return minimumNumber(a, b);
    case Function::Fmax:
    case Function::CFmax: return maximumNumber(a, b);
    case Function::Floor: return std::floor(a);
    case Function::Ceil: return std::ceil(a);
    case Function::Trunc: return std::trunc(a);
    case Function::Rint: return std::rint(a);
    case Function::Exp: return std::exp(a);
    case Function::Exp2: return std::exp2(a);
    case Function::Log: return std::log(a);
    case Function::Log2: return std::log2(a);
    case Function::Sin: return std::sin(a);
    case Function::Cos: return std::cos(a);
    case Function::Tanh: return std::tanh(a);
    case Function::Erf: return std::erf(a);
    case Function::Pow: return std::pow(a, b);
    case Function::Rsqrt: return T{1} / std::sqrt(a);
  }
  return T{};
}

Value castFromFloat(ScalarType from, ScalarType to, const Value& operand, Trouble& trouble) {
  const double d = asDouble(from, operand);
  if (ir::isFloat(to)) return from == to ? operand : makeFloat(to, d);
  if (to == ScalarType::Bool) return makeInt(d != 0.0);
  const double truncated = std::trunc(d);
  const double low = to == ScalarType::U64 ? 0.0 : static_cast<double>(ir::minValue(to));
  const double past = std::ldexp(1.0, 8 * ir::sizeInBytes(to) - (ir::isSigned(to) ? 1 : 0));
  if (!(truncated >= low && truncated < past)) {
    trouble = Trouble::FloatToInt;
    return makeInt(0);
  }
  if (to == ScalarType::U64) return makeInt(static_cast<std::int64_t>(static_cast<std::uint64_t>(truncated)));
  return makeInt(static_cast<std::int64_t>(truncated));
}
}  // namespace

Value makeInt(std::int64_t i) {
  Value value;
  value.i = i;
  return value;
}

Value makeFloat(ScalarType type, double d) {
  Value value;
  if (type == ScalarType::F64) value.d = d;
  else if (type == ScalarType::F32) value.f = static_cast<float>(d);
  else if (type == ScalarType::F16) value.i = halfFromFloat(static_cast<float>(d));
  else value.i = bfloatFromFloat(static_cast<float>(d));
  return value;
}

Value loadBytes(ScalarType type, const std::uint8_t* bytes) {
  Value value;
  std::memcpy(&value.i, bytes, static_cast<std::size_t>(ir::sizeInBytes(type)));
  if (ir::isInteger(type) || type == ScalarType::Bool) value.i = wrap(type, value.i);
  return value;
}
void storeBytes(ScalarType type, const Value& value, std::uint8_t* bytes) {
  std::memcpy(bytes, &value.i, static_cast<std::size_t>(ir::sizeInBytes(type)));
}

Value applyUnary(ir::UnaryOp op, ScalarType type, Value operand) {
  switch (op) {
    case ir::UnaryOp::Neg:
      if (type == ScalarType::F32) operand.f = -operand.f;
      else if (type == ScalarType::F64) operand.d = -operand.d;
      else if (isNarrowFloat(type)) operand.i ^= 0x8000;
      else return fit(type, -static_cast<__int128>(operand.i), operand.overflowed);
      return operand;
    case ir::UnaryOp::Not: return fit(ScalarType::Bool, operand.i == 0, operand.overflowed);
    case ir::UnaryOp::BitNot: return fit(type, wrap(type, ~operand.i), operand.overflowed);
  }
  return operand;
}

Value applyBinary(BinaryOp op, ScalarType type, Value lhs, Value rhs, Trouble& trouble) {
  if (!ir::isFloat(type)) return integerOperation(op, type, lhs, rhs, trouble);
  if (ir::isComparison(op)) return compare(op, asDouble(type, lhs), asDouble(type, rhs));
  Value result;
  if (type == ScalarType::F64) result.d = floatOperation(op, lhs.d, rhs.d);
  else if (type == ScalarType::F32) result.f = floatOperation(op, lhs.f, rhs.f);
  else result = makeFloat(type, static_cast<double>(floatOperation(op, static_cast<float>(asDouble(type, lhs)),
                                                                   static_cast<float>(asDouble(type, rhs)))));
  return result;
}

Value applyCast(ScalarType from, ScalarType to, Value operand, Trouble& trouble) {
  if (ir::isFloat(from)) return castFromFloat(from, to, operand, trouble);
  if (to == ScalarType::F64)
    return makeFloat(to, from == ScalarType::U64 ? static_cast<double>(static_cast<std::uint64_t>(operand.i))
                                                 : static_cast<double>(operand.i));
  if (ir::isFloat(to)) {
    Value result;  // straight to float: by way of double would round twice
    result.f = from == ScalarType::U64 ? static_cast<float>(static_cast<std::uint64_t>(operand.i))
                                       : static_cast<float>(operand.i);
    return to == ScalarType::F32 ? result : makeFloat(to, static_cast<double>(result.f));
  }
  const __int128 exact = from == ScalarType::U64 ? static_cast<__int128>(static_cast<std::uint64_t>(operand.i))
                                                 : static_cast<__int128>(operand.i);
  return to == ScalarType::Bool ? fit(to, exact != 0, operand.overflowed) : fit(to, exact, operand.overflowed);
}

Value applyMath(Function function, ScalarType type, const Value* arguments) {
  const int arity = ir::info(function).arity;
  Value result;
  if (type == ScalarType::F64) {
    result.d = mathIn(function, arguments[0].d, arity > 1 ? arguments[1].d : 0.0, arity > 2 ? arguments[2].d : 0.0);
  } else {
    result.f = mathIn(function, arguments[0].f, arity > 1 ? arguments[1].f : 0.0f, arity > 2 ? arguments[2].f : 0.0f);
  }
  return result;
}

}  // namespace exogpu::simulate
