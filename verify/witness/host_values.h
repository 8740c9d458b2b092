#pragma once
// Values of host-level scalars and extents, for expressions that need nothing else.
#include <map>
#include <optional>

#include "frontend/ir/ir.h"

namespace exogpu::witness {

class HostValues {
 public:
  void setScalar(const ir::SymbolRef& symbol, std::int64_t value) { scalars_[symbol.get()] = value; }
  void define(const ir::SymbolRef& symbol, ir::ExprRef value) { definitions_[symbol.get()] = std::move(value); }
  void setExtent(const ir::BufferRef& buffer, int dim, std::int64_t value) { extents_[{buffer.get(), dim}] = value; }

  std::optional<std::int64_t> extent(const ir::BufferRef& buffer, int dim) const;
  std::optional<std::int64_t> scalar(const ir::SymbolRef& symbol) const;
  /// Nothing when the expression uses an unknown size, memory, or floating point. Tensors count as aligned.
  std::optional<std::int64_t> value(const ir::ExprRef& expr) const;

 private:
  std::optional<std::int64_t> unary(const ir::Unary& node) const;
  std::optional<std::int64_t> binary(const ir::Binary& node) const;

  std::map<const ir::Symbol*, std::int64_t> scalars_;
  std::map<const ir::Symbol*, ir::ExprRef> definitions_;
  std::map<std::pair<const ir::Buffer*, int>, std::int64_t> extents_;
};

}  // namespace exogpu::witness
