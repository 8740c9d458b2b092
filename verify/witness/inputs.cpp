#include "verify/witness/inputs.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "verify/witness/host_values.h"

namespace exogpu::witness {
namespace {

using ir::BinaryOp;
using ir::ExprRef;

constexpr std::int64_t kMaxElements = std::int64_t{1} << 31;

std::string extentName(const ir::Buffer& buffer, int dim) { return buffer.name + ".extent(" + std::to_string(dim) + ")"; }

void splitConjunction(const ExprRef& condition, std::vector<ExprRef>& out) {
  const auto* binary = std::get_if<ir::Binary>(&condition->node);
  if (!binary || binary->op != BinaryOp::LAnd) {
    out.push_back(condition);
    return;
  }
  splitConjunction(binary->lhs, out);
  splitConjunction(binary->rhs, out);
}

struct Contract {
  ExprRef condition;
  std::string text;
  SourceRange where;
};

void addContract(const ExprRef& condition, const std::string& text, SourceRange where, std::vector<Contract>& out) {
  std::vector<ExprRef> parts;
  splitConjunction(condition, parts);
  for (auto& part : parts) out.push_back({std::move(part), text, where});
}

/// Contracts and definitions that hold on every path through the host body.
void collectFacts(const ir::Body& body, std::vector<Contract>& contracts, HostValues& values) {
  for (const auto& stmt : body) {
    if (const auto* require = std::get_if<ir::Require>(&stmt->node))
      addContract(require->condition, "the contract `" + require->text + "`", stmt->where, contracts);
    if (const auto* assume = std::get_if<ir::Assume>(&stmt->node))
      addContract(assume->condition, "the assumption \"" + assume->name + "\"", stmt->where, contracts);
    if (const auto* let = std::get_if<ir::Let>(&stmt->node); let && let->value && !let->symbol->is_mutable)
      values.define(let->symbol, let->value);
    if (const auto* scope = std::get_if<ir::Scope>(&stmt->node)) collectFacts(scope->body, contracts, values);
  }
}

/// Gives `target` the value if it is an unknown scalar parameter or extent.
bool assignUnknown(const ExprRef& target, std::int64_t value, HostValues& values) {
  if (const auto* read = std::get_if<ir::Read>(&target->node)) {
    if (read->symbol->kind != ir::Symbol::Kind::Parameter || values.scalar(read->symbol)) return false;
    values.setScalar(read->symbol, value);
    return true;
  }
  if (const auto* extent = std::get_if<ir::Extent>(&target->node)) {
    if (values.extent(extent->buffer, extent->dim)) return false;
    values.setExtent(extent->buffer, extent->dim, value);
    return true;
  }
  return false;
}

/// Propagates equalities between known and unknown sizes until nothing changes.
void propagate(const std::vector<Contract>& contracts, HostValues& values) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& contract : contracts) {
      const auto* binary = std::get_if<ir::Binary>(&contract.condition->node);
      if (!binary || binary->op != BinaryOp::Eq) continue;
      if (const auto v = values.value(binary->lhs)) changed |= assignUnknown(binary->rhs, *v, values);
      if (const auto v = values.value(binary->rhs)) changed |= assignUnknown(binary->lhs, *v, values);
    }
  }
}

/// SplitMix64: a small generator whose sequence is fixed by its seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  float uniform() { return static_cast<float>(next() >> 40) * 0x1p-23f - 1.0f; }

 private:
  std::uint64_t state_;
};

/// Bits of a binary16 with the value of `f` rounded towards zero; inputs are numbers below 1, so that is enough.
std::uint16_t halfBits(float f) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(f) ? 0x8000 : 0);
  int exponent = 0;
  const float fraction = std::frexp(std::fabs(f), &exponent);
  if (fraction == 0.0f || exponent < -12) return sign;
  const auto mantissa = static_cast<std::uint16_t>((fraction * 2 - 1) * 1024.0f);
  return static_cast<std::uint16_t>(sign | ((exponent + 14) << 10) | mantissa);
}

std::uint16_t brainBits(float f) {
  std::uint32_t word = 0;
  std::memcpy(&word, &f, sizeof word);
  return static_cast<std::uint16_t>(word >> 16);
}

template <class T>
void append(std::vector<std::uint8_t>& bytes, T value) {
  const auto at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

void appendElement(std::vector<std::uint8_t>& bytes, ir::ScalarType type, Random& random) {
  using enum ir::ScalarType;
  switch (type) {
    case Bool: return append(bytes, static_cast<std::uint8_t>(random.next() & 1));
    case I8: case U8: return append(bytes, static_cast<std::uint8_t>(random.next()));
    case I16: case U16: return append(bytes, static_cast<std::uint16_t>(random.next() % 100));
    case I32: case U32: return append(bytes, static_cast<std::uint32_t>(random.next() % 100));
    case I64: case U64: return append(bytes, random.next() % 100);
    case F16: return append(bytes, halfBits(random.uniform()));
    case BF16: return append(bytes, brainBits(random.uniform()));
    case F32: return append(bytes, random.uniform());
    case F64: return append(bytes, static_cast<double>(random.uniform()));
  }
}

/// Visits every integer parameter and extent in parameter order.
template <class OnScalar, class OnExtent>
void forEachSize(const ir::Proc& proc, OnScalar on_scalar, OnExtent on_extent) {
  for (const auto& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (!ir::isFloat((*symbol)->type)) on_scalar(*symbol);
      continue;
    }
    const auto& buffer = std::get<ir::BufferRef>(parameter);
    for (int d = 0; d < buffer->rank; ++d) on_extent(buffer, d);
  }
}

/// Applies the given sizes; the name that fits nothing, if any.
std::string applySizes(const ir::Proc& proc, Sizes sizes, HostValues& values) {
  const auto take = [&](const std::string& name) -> std::optional<std::int64_t> {
    const auto given = sizes.extract(name);
    return given ? std::optional(given.mapped()) : std::nullopt;
  };
  forEachSize(
      proc,
      [&](const ir::SymbolRef& symbol) {
        if (const auto v = take(symbol->name)) values.setScalar(symbol, *v);
      },
      [&](const ir::BufferRef& buffer, int d) {
        if (const auto v = take(extentName(*buffer, d))) values.setExtent(buffer, d, *v);
      });
  return sizes.empty() ? "" : sizes.begin()->first;
}

/// Unknown sizes get the default, one at a time, each followed by propagation.
void fillDefaults(const ir::Proc& proc, const std::vector<Contract>& contracts, std::int64_t size, HostValues& values) {
  propagate(contracts, values);
  forEachSize(
      proc,
      [&](const ir::SymbolRef& symbol) {
        if (values.scalar(symbol)) return;
        values.setScalar(symbol, size);
        propagate(contracts, values);
      },
      [&](const ir::BufferRef& buffer, int d) {
        if (values.extent(buffer, d)) return;
        values.setExtent(buffer, d, size);
        propagate(contracts, values);
      });
}

std::string fillTensor(const ir::BufferRef& buffer, const HostValues& values, Random& random,
                       simulate::TensorValue& tensor) {
  std::int64_t elements = 1;
  for (int d = 0; d < buffer->rank; ++d) {
    const auto extent = values.extent(buffer, d).value_or(0);
    if (extent < 0) return "the contracts give " + extentName(*buffer, d) + " = " + std::to_string(extent);
    tensor.extents.push_back(extent);
    elements = extent == 0 ? 0 : elements > kMaxElements / extent ? kMaxElements + 1 : elements * extent;
  }
  if (elements > kMaxElements) return "tensor '" + buffer->name + "' would not fit into memory";
  tensor.bytes.reserve(static_cast<std::size_t>(elements) * static_cast<std::size_t>(ir::sizeInBytes(buffer->element)));
  for (std::int64_t i = 0; i < elements; ++i) appendElement(tensor.bytes, buffer->element, random);
  return "";
}

/// " (5 == 7)": the two sides of a comparison as they are; empty for other conditions.
std::string valuesText(const ExprRef& condition, HostValues& values) {
  const auto* binary = std::get_if<ir::Binary>(&condition->node);
  const auto lhs = binary ? values.value(binary->lhs) : std::nullopt, rhs = binary ? values.value(binary->rhs) : std::nullopt;
  if (!lhs || !rhs) return "";
  return " (" + std::to_string(*lhs) + " " + std::string(ir::text(binary->op)) + " " + std::to_string(*rhs) + ")";
}

}  // namespace

MadeInputs makeInputs(const ir::Proc& proc, const Sizes& sizes, std::uint64_t seed, std::int64_t default_size) {
  HostValues values;
  std::vector<Contract> contracts;
  collectFacts(proc.body, contracts, values);
  if (const auto unknown = applySizes(proc, sizes, values); !unknown.empty())
    return {std::nullopt, "'" + unknown + "' is neither an integer parameter nor an extent of " + proc.full_name};
  fillDefaults(proc, contracts, default_size, values);
  for (const auto& contract : contracts)
    if (values.value(contract.condition) == 0)
      return {std::nullopt, "these sizes violate " + contract.text + valuesText(contract.condition, values) + " of " + proc.full_name,
              contract.where};

  Random random(seed);
  simulate::Inputs inputs;
  for (const auto& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (ir::isFloat((*symbol)->type)) inputs.reals[(*symbol)->name] = random.uniform();
      else inputs.integers[(*symbol)->name] = values.scalar(*symbol).value_or(0);
      continue;
    }
    const auto& buffer = std::get<ir::BufferRef>(parameter);
    if (auto problem = fillTensor(buffer, values, random, inputs.tensors[buffer->name]); !problem.empty())
      return {std::nullopt, problem};
  }
  return {std::move(inputs), ""};
}

}  // namespace exogpu::witness
