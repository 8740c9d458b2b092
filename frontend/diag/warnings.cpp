#include "frontend/diag/warnings.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "frontend/base/nearest.h"

namespace exogpu::diag {

std::string warningName(Id id) {
  std::string out;
  for (const char c : info(id).name) {
    if (llvm::isUpper(c) && !out.empty()) out += '-';
    out += llvm::toLower(c);
  }
  return out;
}

std::optional<Id> findWarning(std::string_view name) {
  const auto by_code = parseCode(name);
  for (const Info& row : allInfos()) {
    if (row.severity != Severity::Warning) continue;
    if (row.id == by_code || warningName(row.id) == name) return row.id;
  }
  return std::nullopt;
}

std::vector<Id> allWarnings() {
  std::vector<Id> out;
  for (const Info& row : allInfos())
    if (row.severity == Severity::Warning) out.push_back(row.id);
  std::sort(out.begin(), out.end());
  return out;
}

std::string warningOfFlag(std::string_view flag) {
  llvm::StringRef rest(flag);
  rest.consume_front("no-");
  rest.consume_front("error=");
  return rest.str();
}

std::string nearestWarning(std::string_view name) {
  std::vector<std::string> names;
  for (const Id id : allWarnings()) names.push_back(warningName(id));
  return nearestName(name, names);
}

bool WarningPolicy::apply(std::string_view flag) {
  llvm::StringRef rest(flag);
  const bool positive = !rest.consume_front("no-");
  if (rest == "error") {
    all_errors_ = positive;
    if (positive) never_errors_.clear();
    else errors_.clear();
    return true;
  }
  const bool about_errors = rest.consume_front("error=");
  const auto id = findWarning(rest);
  if (!id) return false;
  if (!about_errors) {
    if (positive) disabled_.erase(*id);
    else disabled_.insert(*id);
  } else if (positive) {
    errors_.insert(*id);
    never_errors_.erase(*id);
    disabled_.erase(*id);
  } else {
    errors_.erase(*id);
    never_errors_.insert(*id);
  }
  return true;
}

std::optional<Diagnostic> WarningPolicy::judge(Diagnostic diagnostic) const {
  if (diagnostic.severity != Severity::Warning) return diagnostic;
  if (disabled_.contains(diagnostic.id)) return std::nullopt;
  const bool becomes_error = errors_.contains(diagnostic.id) || (all_errors_ && !never_errors_.contains(diagnostic.id));
  if (becomes_error) diagnostic.severity = Severity::Error;
  return diagnostic;
}

}  // namespace exogpu::diag
