#include "frontend/parse/library.h"

#include <unordered_map>

namespace exogpu::parse {

std::optional<Entity> findEntity(std::string_view qualified_name) {
  static const std::unordered_map<std::string_view, Entity> table{
#define EXOGPU_LIBRARY(name, kind, detail) {name, {EntityKind::kind, static_cast<int>(detail)}},
#include "frontend/parse/library.def"
#undef EXOGPU_LIBRARY
  };
  const auto row = table.find(qualified_name);
  if (row == table.end()) return std::nullopt;
  return row->second;
}

}  // namespace exogpu::parse
