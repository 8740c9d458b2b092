#pragma once
// An evaluator of its own for the scalars and accesses of a proc at one size: it enumerates iterators and short circuits
// as C++ does and knows nothing of terms. Floats and memory that is written have no value here.
#include <map>
#include <optional>
#include <vector>

#include "frontend/base/overloaded.h"
#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"

namespace exogpu::test {

using Iterations = std::map<ir::NodeId, std::int64_t>;  ///< loop statement → value of its iterator
struct Event {
  ir::AccessKey key;
  Iterations at;
  std::vector<std::int64_t> indices;
};
struct ValueEvent {  ///< an arithmetic node was evaluated
  ir::NodeId expr;
  Iterations at;
  __int128 value;
};

class Brute {
 public:
  std::map<std::string, std::int64_t> sizes;  ///< "n", "x.extent(0)"
  std::vector<Event> events;
  std::vector<ValueEvent> values;

  void run(const ir::Proc& proc) {
    for (auto& parameter : proc.parameters)
      if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter); symbol && sizes.count((*symbol)->name))
        scalars_[symbol->get()] = sizes[(*symbol)->name];
    body(proc.body);
  }
  /// Contents of tensors: any fixed function of the index.
  static std::int64_t contents(const std::vector<std::int64_t>& indices) {
    std::int64_t hash = 3;
    for (const auto index : indices) hash = hash * 5 + index;
    return (hash % 7 + 7) % 7;
  }

 private:
  using Value = std::optional<std::int64_t>;

  void body(const ir::Body& statements) {
    for (auto& stmt : statements) statement(stmt);
  }
  void access(ir::NodeId expr, ir::AccessSide side, const std::vector<ir::ExprRef>& indices) {
    Event event{{stmt_, expr, side}, at_, {}};
    for (auto& index : indices) event.indices.push_back(value(index).value_or(INT64_MIN));
    events.push_back(std::move(event));
  }
  void statement(const ir::StmtRef& stmt) {
    stmt_ = stmt->id;
    std::visit(Overloaded{
                   [&](const ir::Let& s) { if (s.value) set(s.symbol, value(s.value)); },
                   [&](const ir::Assign& s) { set(s.symbol, value(s.value)); },
                   [&](const ir::Store& s) {
                     value(s.value);
                     access(0, ir::AccessSide::Write, s.place.indices);
                   },
                   [&](const ir::Atomic& s) {
                     value(s.value);
                     access(0, ir::AccessSide::Write, s.place.indices);
                   },
                   [&](const ir::Copy& s) {
                     access(0, ir::AccessSide::CopySource, s.src.origin.indices);
                     access(0, ir::AccessSide::CopyDestination, s.dst.origin.indices);
                   },
                   [&](const ir::For& s) { loop(s, stmt->id); },
                   [&](const ir::If& s) { body(*value(s.condition) ? s.then_body : s.else_body); },
                   [&](const ir::Scope& s) { body(s.body); },
                   [&](const ir::Require& s) { value(s.condition); },
                   [&](const auto&) {},
               },
               stmt->node);
  }
  void loop(const ir::For& s, ir::NodeId id) {
    const auto lo = *value(s.lo), hi = *value(s.hi);
    for (auto i = lo; i < hi; i += s.step) {
      scalars_[s.iterator.get()] = i;
      at_[id] = i;
      body(s.body);
    }
    at_.erase(id);
    stmt_ = id;
  }
  void set(const ir::SymbolRef& symbol, Value v) { scalars_[symbol.get()] = v; }

  Value value(const ir::ExprRef& expr) {
    const auto result = std::visit(
        Overloaded{
            [&](const ir::IntLiteral& e) -> Value { return e.value; },
            [&](const ir::FloatLiteral&) -> Value { return std::nullopt; },
            [&](const ir::Read& e) -> Value { return scalars_[e.symbol.get()]; },
            [&](const ir::Load& e) -> Value {
              access(expr->id, ir::AccessSide::Read, e.place.indices);
              const auto indices = events.back().indices;
              return ir::isFloat(expr->type) ? Value() : Value(contents(indices));
            },
            [&](const ir::Extent& e) -> Value {
              return e.buffer->dims.empty() ? sizes.at(e.buffer->name + ".extent(" + std::to_string(e.dim) + ")")
                                            : e.buffer->dims[static_cast<std::size_t>(e.dim)];
            },
            [&](const ir::IsAligned&) -> Value { return 1; },
            [&](const ir::Unary& e) -> Value {
              const auto v = value(e.operand);
              if (!v) return v;
              return e.op == ir::UnaryOp::Neg ? -*v : e.op == ir::UnaryOp::Not ? !*v : ~*v;
            },
            [&](const ir::Binary& e) -> Value { return binary(e); },
            [&](const ir::Select& e) -> Value { return *value(e.condition) ? value(e.if_true) : value(e.if_false); },
            [&](const ir::Cast& e) -> Value { return cast(value(e.operand), expr->type); },
            [&](const ir::Math& e) -> Value {
              for (auto& a : e.arguments) value(a);
              return std::nullopt;
            },
        },
        expr->node);
    if (result && ir::isInteger(expr->type)) values.push_back({expr->id, at_, *result});
    return result;
  }
  static Value cast(Value v, ir::ScalarType type) {
    if (!v || ir::isFloat(type)) return std::nullopt;
    switch (type) {
      case ir::ScalarType::Bool: return *v != 0;
      case ir::ScalarType::I8: return static_cast<std::int8_t>(*v);
      case ir::ScalarType::U8: return static_cast<std::uint8_t>(*v);
      case ir::ScalarType::I16: return static_cast<std::int16_t>(*v);
      case ir::ScalarType::U16: return static_cast<std::uint16_t>(*v);
      case ir::ScalarType::U32: return static_cast<std::uint32_t>(*v);
      case ir::ScalarType::I32: return static_cast<std::int32_t>(*v);
      default: return v;
    }
  }
  Value binary(const ir::Binary& e) {
    using enum ir::BinaryOp;
    const auto a = value(e.lhs);
    if (e.op == LAnd && a && !*a) return 0;
    if (e.op == LOr && a && *a) return 1;
    const auto b = value(e.rhs);
    if (!a || !b) return std::nullopt;
    switch (e.op) {
      case Add: return *a + *b;
      case Sub: return *a - *b;
      case Mul: return *a * *b;
      case Div: return *b ? Value(*a / *b) : Value();
      case Rem: return *b ? Value(*a % *b) : Value();
      case And: return *a & *b;
      case Or: return *a | *b;
      case Xor: return *a ^ *b;
      case Shl: return *a << *b;
      case Shr: return *a >> *b;
      case Lt: return *a < *b;
      case Le: return *a <= *b;
      case Gt: return *a > *b;
      case Ge: return *a >= *b;
      case Eq: return *a == *b;
      case Ne: return *a != *b;
      case LAnd: return *a && *b;
      case LOr: return *a || *b;
    }
    return std::nullopt;
  }

  std::map<const ir::Symbol*, Value> scalars_;
  Iterations at_;
  ir::NodeId stmt_ = 0;
};

}  // namespace exogpu::test
