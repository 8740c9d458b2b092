#include "frontend/diag/diagnostic.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "frontend/diag/ids.h"

namespace exogpu::diag {

const std::vector<Info>& allInfos() {
  static const std::vector<Info> infos = [] {
    std::vector<Info> rows{
#define EXOGPU_DIAGNOSTIC(code, name, severity, message, remedy, explanation) \
  {Id::name, #name, Severity::severity, message, remedy, explanation},
#include "frontend/diag/all.def"
#undef EXOGPU_DIAGNOSTIC
    };
    std::sort(rows.begin(), rows.end(), [](const Info& a, const Info& b) { return a.id < b.id; });
    return rows;
  }();
  return infos;
}

const Info& info(Id id) {
  const auto& rows = allInfos();
  const auto row = std::lower_bound(rows.begin(), rows.end(), id, [](const Info& a, Id b) { return a.id < b; });
  assert(row != rows.end() && row->id == id);
  return *row;
}

std::string codeName(Id id) {
  auto digits = std::to_string(static_cast<int>(id));
  return "EXG" + std::string(4 - std::min<std::size_t>(4, digits.size()), '0') + digits;
}

std::optional<Id> parseCode(std::string_view code) {
  if (code.starts_with("EXG") || code.starts_with("exg")) code.remove_prefix(3);
  int number = 0;
  const auto end = code.data() + code.size();
  if (std::from_chars(code.data(), end, number).ptr != end || code.empty()) return std::nullopt;
  for (const Info& row : allInfos())
    if (static_cast<int>(row.id) == number) return row.id;
  return std::nullopt;
}

std::string_view text(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "error";
}

static std::string fill(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool hole = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' && pattern[i + 1] >= '0' &&
                      pattern[i + 1] <= '9';
    if (!hole) {
      out += pattern[i];
      continue;
    }
    const auto index = static_cast<std::size_t>(pattern[i + 1] - '0');
    assert(index < arguments.size() && "a diagnostic was given too few arguments");
    out += arguments[index];
    i += 2;
  }
  return out;
}

Diagnostic make(Id id, SourceRange where, const std::vector<std::string>& arguments) {
  const Info& row = info(id);
  return {id, row.severity, where, fill(row.message, arguments), fill(row.remedy, arguments), {}, {}, {}};
}

void Sink::report(Diagnostic diagnostic) {
  errors_ += diagnostic.severity == Severity::Error;
  all_.push_back(std::move(diagnostic));
}

}  // namespace exogpu::diag
