#pragma once
// -W…: which warnings are shown, and which count as errors. A warning is named by its row (`-Wno-unused-template`) or by
// its code (`-Wno-EXG1012`).
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diag/diagnostic.h"

namespace exogpu::diag {

/// "unused-template" of the row UnusedTemplate.
std::string warningName(Id id);
/// A warning by its name or its code; nullopt when there is none (errors cannot be switched off).
std::optional<Id> findWarning(std::string_view name);
/// All of them, in the order of their codes.
std::vector<Id> allWarnings();
/// The name inside what stands behind `-W`: "race" of "no-error=race".
std::string warningOfFlag(std::string_view flag);
/// The warning that was meant by a name that none has; empty when none is near.
std::string nearestWarning(std::string_view name);

class WarningPolicy {
 public:
  /// The text behind `-W`: "name", "no-name", "error", "no-error", "error=name", "no-error=name". False: no such warning.
  bool apply(std::string_view flag);
  /// What a report becomes: nullopt when it is switched off. Later flags win.
  std::optional<Diagnostic> judge(Diagnostic diagnostic) const;

 private:
  std::set<Id> disabled_, errors_, never_errors_;
  bool all_errors_ = false;
};

}  // namespace exogpu::diag
