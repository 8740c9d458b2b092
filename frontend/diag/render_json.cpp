#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/diag/render.h"
#include "frontend/diag/warnings.h"

namespace exogpu::diag {

namespace {

// Clang's lexer accepts any bytes; JSON does not.
std::string asUtf8(std::string_view text) {
  return llvm::json::isUTF8(text) ? std::string(text) : llvm::json::fixUTF8(text);
}

llvm::json::Value rangeJson(const SourceRange& range, const SourceTable& sources) {
  if (!range.isValid()) return nullptr;
  const auto begin = sources.lineColumn(range.file, range.begin), end = sources.lineColumn(range.file, range.end);
  return llvm::json::Object{{"file", asUtf8(sources.path(range.file))},
                            {"line", begin.line},
                            {"column", begin.column},
                            {"endLine", end.line},
                            {"endColumn", end.column},
                            {"offset", range.begin},
                            {"endOffset", range.end}};
}

llvm::json::Array labelsJson(const std::vector<Label>& labels, const SourceTable& sources) {
  llvm::json::Array out;
  for (const Label& label : labels)
    out.push_back(llvm::json::Object{{"text", asUtf8(label.text)}, {"range", rangeJson(label.where, sources)}});
  return out;
}

}  // namespace

std::string renderJson(const Diagnostic& diagnostic, const SourceTable& sources) {
  llvm::json::Array fixes;
  for (const FixIt& fix : diagnostic.fixes)
    fixes.push_back(llvm::json::Object{{"range", rangeJson(fix.where, sources)}, {"replacement", asUtf8(fix.replacement)}});
  llvm::json::Object object{{"code", codeName(diagnostic.id)},
                            {"name", warningName(diagnostic.id)},
                            {"severity", std::string(text(diagnostic.severity))},
                            {"message", asUtf8(diagnostic.message)},
                            {"remedy", asUtf8(diagnostic.remedy)},
                            {"range", rangeJson(diagnostic.where, sources)},
                            {"labels", labelsJson(diagnostic.labels, sources)},
                            {"notes", labelsJson(diagnostic.notes, sources)},
                            {"fixes", std::move(fixes)}};
  std::string out;
  llvm::raw_string_ostream(out) << llvm::json::Value(std::move(object)) << '\n';
  return out;
}

}  // namespace exogpu::diag
