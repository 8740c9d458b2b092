#pragma once
// Scalars of the interpreter: C++'s arithmetic per ScalarType, each float operation rounded on its own.
#include <cstdint>

#include "frontend/ir/types.h"

namespace exogpu::simulate {

/// A scalar; which member counts is the static type's business. Integers and bool: `i` (u64 as its bits); f32: `f`;
/// f64: `d`; f16 and bf16: their raw bits in `i`, so that a copy keeps every NaN.
struct Value {
  union {
    std::int64_t i = 0;
    float f;
    double d;
  };
  bool undefined = false;   ///< never written
  bool overflowed = false;  ///< a signed i32 or i64 operation on the way left its type; a fault once it is an index
};

/// What an operation ran into besides its value.
enum class Trouble : std::uint8_t { None, DivisionByZero, ShiftCount, FloatToInt };

Value makeInt(std::int64_t i);
/// The value of `d` in a floating type (rounded to it).
Value makeFloat(ir::ScalarType type, double d);
/// Reads and writes the little-endian bytes of one element.
Value loadBytes(ir::ScalarType type, const std::uint8_t* bytes);
void storeBytes(ir::ScalarType type, const Value& value, std::uint8_t* bytes);

Value applyUnary(ir::UnaryOp op, ir::ScalarType type, Value operand);
/// `type` is the type of the operands; the result of comparisons is bool. LAnd and LOr are not short-circuited here.
Value applyBinary(ir::BinaryOp op, ir::ScalarType type, Value lhs, Value rhs, Trouble& trouble);
Value applyCast(ir::ScalarType from, ir::ScalarType to, Value operand, Trouble& trouble);
Value applyMath(ir::Function function, ir::ScalarType type, const Value* arguments);

/// binary16 and bfloat16 with round to nearest even; every NaN becomes 0x7fff, as CUDA's conversions give it.
std::uint16_t halfFromFloat(float value);
float floatFromHalf(std::uint16_t bits);
std::uint16_t bfloatFromFloat(float value);
float floatFromBfloat(std::uint16_t bits);

}  // namespace exogpu::simulate
