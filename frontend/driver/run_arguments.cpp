#include "frontend/driver/run_arguments.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace exogpu::driver {

namespace {

using llvm::StringRef;

struct Settings {
  witness::Sizes sizes;
  std::map<std::string, double> reals;
};

std::string parameterNames(const ir::Proc& proc) {
  std::string out;
  for (const ir::Parameter& parameter : proc.parameters)
    out += (out.empty() ? "" : ", ") +
           std::visit([](const auto& node) { return node->name; }, parameter);
  return out;
}

/// `A=20x30`, `x=1000`.
std::optional<UsageError> readShape(const ir::Buffer& buffer, StringRef value, Settings& out) {
  llvm::SmallVector<StringRef, 4> parts;
  value.split(parts, 'x');
  if (parts.size() != static_cast<std::size_t>(buffer.rank))
    return UsageError{"'" + buffer.name + "' has " + std::to_string(buffer.rank) +
                      " dimensions; give as many extents, separated by 'x', not '" + value.str() + "'"};
  for (std::size_t d = 0; d < parts.size(); ++d) {
    std::int64_t extent = 0;
    if (!llvm::to_integer(parts[d], extent, 10) || extent < 0)
      return UsageError{"'" + parts[d].str() + "' is no extent of '" + buffer.name + "'"};
    out.sizes[buffer.name + ".extent(" + std::to_string(d) + ")"] = extent;
  }
  return std::nullopt;
}

std::optional<UsageError> readScalar(const ir::Symbol& symbol, StringRef value, Settings& out) {
  std::int64_t integer = 0;
  double real = 0;
  const bool is_float = ir::isFloat(symbol.type);
  if (is_float && llvm::to_float(value, real)) out.reals[symbol.name] = real;
  else if (!is_float && llvm::to_integer(value, integer, 10)) out.sizes[symbol.name] = integer;
  else return UsageError{"'" + value.str() + "' is no value of '" + symbol.name + "', which is " + std::string(ir::spelling(symbol.type))};
  return std::nullopt;
}

std::optional<UsageError> readSetting(const ir::Proc& proc, const std::string& setting, Settings& out) {
  const auto [name, value] = StringRef(setting).split('=');
  if (value.empty()) return UsageError{"'" + setting + "' is not NAME=VALUE"};
  for (const ir::Parameter& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter); symbol && (*symbol)->name == name)
      return readScalar(**symbol, value, out);
    const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
    if (!buffer) continue;
    if ((*buffer)->name == name) return readShape(**buffer, value, out);
    for (int d = 0; d < (*buffer)->rank; ++d) {
      const std::string extent = (*buffer)->name + ".extent(" + std::to_string(d) + ")";
      std::int64_t integer = 0;
      if (extent != name) continue;
      if (!llvm::to_integer(value, integer, 10)) return UsageError{"'" + value.str() + "' is no extent"};
      out.sizes[extent] = integer;
      return std::nullopt;
    }
  }
  return UsageError{"'" + proc.full_name + "' has no parameter '" + name.str() + "'; it has: " + parameterNames(proc)};
}

}  // namespace

std::variant<simulate::Inputs, InputProblem> makeRunInputs(const ir::Proc& proc, const std::vector<std::string>& settings,
                                                         std::uint64_t seed) {
  Settings read;
  for (const std::string& setting : settings)
    if (auto error = readSetting(proc, setting, read)) return InputProblem{error->message, {}};
  auto made = witness::makeInputs(proc, read.sizes, seed);
  if (!made.inputs) return InputProblem{made.problem, made.violated};
  for (const auto& [name, value] : read.reals) made.inputs->reals[name] = value;
  return std::move(*made.inputs);
}

}  // namespace exogpu::driver
