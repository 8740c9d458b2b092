#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "frontend/diag/render.h"
#include "frontend/diag/warnings.h"

namespace exogpu::diag {

namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

std::string asUtf8(std::string_view text) {
  return llvm::json::isUTF8(text) ? std::string(text) : llvm::json::fixUTF8(text);
}

/// A path as a URI: relative paths stay relative, so that a log from a build in another folder still matches.
std::string uriOf(std::string_view path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (llvm::isAlnum(c) || llvm::StringRef("/-._~+@:").contains(c)) out += c;
    else out += "%" + llvm::utohexstr(static_cast<unsigned char>(c), false, 2);
  }
  return out;
}

/// SARIF counts columns in characters ("unicodeCodePoints"), the table in bytes.
int characterColumn(const SourceTable& sources, FileId file, LineColumn at) {
  const auto line = sources.line(file, at.line);
  int column = 1;
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(at.column) && i < line.size(); ++i)
    column += (line[i] & 0xC0) != 0x80;
  return column;
}

Object regionJson(const SourceRange& range, const SourceTable& sources) {
  const auto begin = sources.lineColumn(range.file, range.begin), end = sources.lineColumn(range.file, range.end);
  return Object{{"startLine", begin.line},
                {"startColumn", characterColumn(sources, range.file, begin)},
                {"endLine", end.line},
                {"endColumn", characterColumn(sources, range.file, end)}};
}

Object artifactJson(const SourceRange& range, const SourceTable& sources) {
  return Object{{"uri", uriOf(sources.path(range.file))}};
}

Object locationJson(const SourceRange& range, const SourceTable& sources) {
  return Object{{"physicalLocation", Object{{"artifactLocation", artifactJson(range, sources)},
                                            {"region", regionJson(range, sources)}}}};
}

/// Labels and notes; those without a place are sentences of the message already.
Array relatedJson(const Diagnostic& diagnostic, const SourceTable& sources) {
  Array out;
  for (const auto* list : {&diagnostic.labels, &diagnostic.notes})
    for (const Label& label : *list) {
      if (!label.where.isValid()) continue;
      Object location = locationJson(label.where, sources);
      location["id"] = static_cast<std::int64_t>(out.size());
      if (!label.text.empty()) location["message"] = Object{{"text", asUtf8(label.text)}};
      out.push_back(std::move(location));
    }
  return out;
}

std::string messageText(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  for (const Label& note : diagnostic.notes)
    if (!note.where.isValid()) text += "\n" + note.text;
  if (!diagnostic.remedy.empty()) text += "\nhelp: " + diagnostic.remedy;
  return asUtf8(text);
}

/// All edits of a diagnostic belong together: one fix, one change a file.
Array fixesJson(const Diagnostic& diagnostic, const SourceTable& sources) {
  if (diagnostic.fixes.empty()) return {};
  std::map<FileId, Array> by_file;
  for (const FixIt& fix : diagnostic.fixes)
    by_file[fix.where.file].push_back(
        Object{{"deletedRegion", regionJson(fix.where, sources)},
               {"insertedContent", Object{{"text", asUtf8(fix.replacement)}}}});
  Array changes;
  for (auto& [file, replacements] : by_file)
    changes.push_back(Object{{"artifactLocation", artifactJson({file, 0, 0}, sources)},
                             {"replacements", std::move(replacements)}});
  return Array{Object{{"description", Object{{"text", asUtf8(diagnostic.remedy)}}},
                      {"artifactChanges", std::move(changes)}}};
}

Object ruleJson(Id id) {
  const Info& row = info(id);
  return Object{{"id", codeName(id)},
                {"name", std::string(row.name)},
                {"shortDescription", Object{{"text", std::string(row.message)}}},
                {"fullDescription", Object{{"text", std::string(row.explanation)}}},
                {"help", Object{{"text", std::string(row.remedy.empty() ? row.explanation : row.remedy)}}},
                {"defaultConfiguration", Object{{"level", std::string(text(row.severity))}}}};
}

Object resultJson(const Diagnostic& diagnostic, std::int64_t rule_index, const SourceTable& sources) {
  Object result{{"ruleId", codeName(diagnostic.id)},
                {"ruleIndex", rule_index},
                {"level", std::string(text(diagnostic.severity))},
                {"message", Object{{"text", messageText(diagnostic)}}}};
  if (diagnostic.where.isValid()) result["locations"] = Array{locationJson(diagnostic.where, sources)};
  if (Array related = relatedJson(diagnostic, sources); !related.empty()) result["relatedLocations"] = std::move(related);
  if (Array fixes = fixesJson(diagnostic, sources); !fixes.empty()) result["fixes"] = std::move(fixes);
  return result;
}

}  // namespace

std::string renderSarif(const std::vector<Diagnostic>& diagnostics, const SourceTable& sources,
                        std::string_view tool_version) {
  std::map<Id, std::int64_t> rule_index;
  Array rules, results;
  for (const Diagnostic& diagnostic : diagnostics) {
    const auto [at, is_new] = rule_index.try_emplace(diagnostic.id, static_cast<std::int64_t>(rules.size()));
    if (is_new) rules.push_back(ruleJson(diagnostic.id));
    results.push_back(resultJson(diagnostic, at->second, sources));
  }
  Object driver{{"name", "exogpu"}, {"version", std::string(tool_version)}, {"rules", std::move(rules)}};
  Object run{{"tool", Object{{"driver", std::move(driver)}}},
             {"columnKind", "unicodeCodePoints"},
             {"results", std::move(results)}};
  Value log = Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Array{std::move(run)}}};
  std::string out;
  llvm::raw_string_ostream(out) << llvm::formatv("{0:2}", log) << '\n';
  return out;
}

}  // namespace exogpu::diag
