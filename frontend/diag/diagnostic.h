#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/base/source.h"

namespace exogpu::diag {

enum class Severity { Note, Warning, Error };
std::string_view text(Severity severity);

/// Every diagnostic has a code `EXG` + 4 digits, one row in one of the tables `*.def` beside this file.
/// 1xxx language subset · 2xxx levels, mapping, collectives · 3xxx bounds, definedness, numbers · 4xxx order,
/// synchronisation, protocols · 5xxx resources and code generation · 6xxx schedules · 7xxx command line and tools.
/// The enumerators are in ids.h: only files that name a diagnostic depend on the tables.
enum class Id : std::uint16_t;

struct Info {
  Id id;
  std::string_view name;
  Severity severity;
  std::string_view message;      ///< with {0}, {1} … for the arguments
  std::string_view remedy;       ///< one remedy, the same placeholders
  std::string_view explanation;  ///< what `exogpu explain` shows
};
const Info& info(Id id);
const std::vector<Info>& allInfos();
/// "EXG2031".
std::string codeName(Id id);
std::optional<Id> parseCode(std::string_view code);

/// A range of source with a text, shown under the primary range or as a note.
struct Label {
  SourceRange where;
  std::string text;
};

/// Replace the text of `where` by `replacement`; an empty range inserts.
struct FixIt {
  SourceRange where;
  std::string replacement;
};

struct Diagnostic {
  Id id;
  Severity severity;
  SourceRange where;
  std::string message;
  std::string remedy;
  std::vector<Label> labels;  ///< further ranges that belong to the message
  std::vector<Label> notes;   ///< printed as notes, in order
  std::vector<FixIt> fixes;
};

/// Builds a diagnostic from its row, filling {0}, {1} … of message and remedy.
Diagnostic make(Id id, SourceRange where, const std::vector<std::string>& arguments = {});

/// Collects diagnostics in the order in which they were reported.
class Sink {
 public:
  void report(Diagnostic diagnostic);
  const std::vector<Diagnostic>& all() const { return all_; }
  bool hasErrors() const { return errors_ > 0; }
  int errorCount() const { return errors_; }

 private:
  std::vector<Diagnostic> all_;
  int errors_ = 0;
};

}  // namespace exogpu::diag
