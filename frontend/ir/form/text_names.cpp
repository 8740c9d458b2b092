#include "frontend/ir/form/text_names.h"

#include "frontend/ir/types.h"

namespace exogpu::ir {

bool isReserved(std::string_view word) {
  static const std::set<std::string_view> words{
      "proc",   "as",      "policy",  "may_alias", "same",    "tensor",  "const",   "strided", "let",   "var",
      "alloc",  "atomic",  "for",     "in",        "step",    "if",      "else",    "scope",   "fence", "copy",
      "group",  "commit",  "wait",    "require",   "assume",  "prove",   "clipped", "true",    "false", "extent",
      "cp_async", "aligned", "cast",  "inf",       "nan",
      // Types, functions and collectives, from their tables.
#define EXOGPU_SCALAR(name, text, spelling, bytes, is_float, is_signed) text,
#include "frontend/ir/scalar_types.def"
#undef EXOGPU_SCALAR
#define EXOGPU_FUNCTION(name, text, arity, cuda32, cuda64, exact, ulp_host, ulp_device, exception) text,
#include "frontend/ir/functions.def"
#undef EXOGPU_FUNCTION
#define EXOGPU_COLLECTIVE(name, text, is_reduction) text,
#include "frontend/ir/collectives.def"
#undef EXOGPU_COLLECTIVE
  };
  return words.contains(word);
}

const std::string& ScopedNames::declare(const void* node, const std::string& name) {
  if (const auto found = decided_.find(node); found != decided_.end()) return found->second;
  const std::string stem = name.empty() ? "_" : name;
  std::string unique = isReserved(stem) ? stem + "_" : stem;
  for (int i = 1; visible_.contains(unique); ++i) unique = stem + "_" + std::to_string(i);
  visible_.insert(unique);
  order_.push_back(node);
  return printed_[node] = unique;
}

std::string ScopedNames::of(const void* node, const std::string& name) const {
  const auto found = printed_.find(node);
  return found == printed_.end() ? name : found->second;
}

void ScopedNames::close() {
  for (; order_.size() > starts_.back(); order_.pop_back())
    visible_.erase(printed_.at(order_.back()));
  starts_.pop_back();
}

}  // namespace exogpu::ir
