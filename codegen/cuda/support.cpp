#include "codegen/cuda/support.h"

namespace exogpu::cuda {

namespace {
struct Row {
  Support id;
  const char* name;
  bool is_machine;
  std::vector<Support> needs;
  const char* text;
};
using enum Support;
#define EXOGPU_NEEDS(...) {__VA_ARGS__}
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
#define EXOGPU_SUPPORT(id, name, is_machine, needs, text) {Support::id, name, is_machine, EXOGPU_NEEDS needs, text},
#include "codegen/cuda/support.def"
#undef EXOGPU_SUPPORT
  };
  return all;
}
#undef EXOGPU_NEEDS

void addWithNeeds(Support id, SupportSet& out) {
  if (!out.insert(id).second) return;
  for (const auto needed : rows()[static_cast<std::size_t>(id)].needs) addWithNeeds(needed, out);
}
}  // namespace

const std::vector<std::string>& supportNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& row : rows()) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

std::string supportText(const SupportSet& used, bool with_machine) {
  SupportSet closed;
  for (const auto id : used) addWithNeeds(id, closed);
  std::string text;
  for (const auto& row : rows())
    if (closed.count(row.id) && (with_machine || !row.is_machine)) text += std::string(text.empty() ? "" : "\n") + row.text;
  return text;
}

}  // namespace exogpu::cuda
