#include "frontend/driver/compare.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <cmath>
#include <cstring>

namespace exogpu::driver {

namespace {

double floatOf(ir::ScalarType type, const std::uint8_t* bytes) {
  using llvm::APFloat;
  using llvm::APInt;
  switch (type) {
    case ir::ScalarType::F16:
      return APFloat(APFloat::IEEEhalf(), APInt(16, llvm::support::endian::read16le(bytes))).convertToDouble();
    case ir::ScalarType::BF16:
      return APFloat(APFloat::BFloat(), APInt(16, llvm::support::endian::read16le(bytes))).convertToDouble();
    case ir::ScalarType::F32:
      return static_cast<double>(llvm::bit_cast<float>(llvm::support::endian::read32le(bytes)));
    default: return llvm::bit_cast<double>(llvm::support::endian::read64le(bytes));
  }
}

std::int64_t integerOf(ir::ScalarType type, const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  const int size = ir::sizeInBytes(type);
  std::memcpy(&value, bytes, static_cast<std::size_t>(size));
  const int unused = 64 - 8 * size;
  return ir::isSigned(type) ? static_cast<std::int64_t>(value << unused) >> unused : static_cast<std::int64_t>(value);
}

std::string textOf(ir::ScalarType type, const std::uint8_t* bytes) {
  if (!ir::isFloat(type)) return std::to_string(integerOf(type, bytes));
  std::string out;
  llvm::raw_string_ostream(out) << llvm::format("%.9g", floatOf(type, bytes));
  return out;
}

double errorOf(ir::ScalarType type, const std::uint8_t* want, const std::uint8_t* got) {
  const double a = ir::isFloat(type) ? floatOf(type, want) : static_cast<double>(integerOf(type, want));
  const double b = ir::isFloat(type) ? floatOf(type, got) : static_cast<double>(integerOf(type, got));
  if (std::isnan(a) && std::isnan(b)) return 0;
  const double error = std::fabs(a - b) / std::max(1.0, std::fabs(a));
  return a == b ? 0 : std::isnan(error) ? INFINITY : error;
}

std::vector<std::int64_t> indicesOf(std::int64_t element, const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> out(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    out[d] = element % extents[d];
    element /= extents[d];
  }
  return out;
}

Comparison compareTensor(const ir::Buffer& buffer, const simulate::TensorValue& want, const simulate::TensorValue& got) {
  const auto size = static_cast<std::size_t>(ir::sizeInBytes(buffer.element));
  Comparison out;
  out.parameter = buffer.name;
  out.elements = static_cast<std::int64_t>(want.bytes.size() / size);
  for (std::int64_t i = 0; i < out.elements; ++i) {
    const auto* a = want.bytes.data() + static_cast<std::size_t>(i) * size;
    const auto* b = got.bytes.data() + static_cast<std::size_t>(i) * size;
    if (std::memcmp(a, b, size) == 0) continue;
    out.worst_error = std::max(out.worst_error, errorOf(buffer.element, a, b));
    if (out.different_bits++ > 0) continue;
    out.first = indicesOf(i, want.extents);
    out.want = textOf(buffer.element, a);
    out.got = textOf(buffer.element, b);
  }
  return out;
}

}  // namespace

std::vector<Comparison> compareResults(const ir::Proc& proc, const TensorMap& want, const TensorMap& got) {
  std::vector<Comparison> out;
  for (const ir::Parameter& parameter : proc.parameters) {
    const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
    if (buffer && want.contains((*buffer)->name) && got.contains((*buffer)->name))
      out.push_back(compareTensor(**buffer, want.at((*buffer)->name), got.at((*buffer)->name)));
  }
  return out;
}

}  // namespace exogpu::driver
