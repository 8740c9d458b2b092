#pragma once
// From Clang's source locations to ranges of the SourceTable.
#include <map>
#include <optional>
#include <string>

#include "frontend/diag/diagnostic.h"
#include "frontend/parse/clang_ast.h"

namespace exogpu::parse {

/// Maps locations of one translation unit. The main file is followed by generated lines (instances.h); positions in
/// those are "nowhere".
class Locator {
 public:
  Locator(SourceTable& sources, std::uint32_t main_size) : sources_(sources), main_size_(main_size) {}
  void attach(const clang::SourceManager& manager, const clang::LangOptions& options) {
    manager_ = &manager;
    options_ = &options;
  }
  /// Bytes of a token range; inside a macro expansion, of the expansion.
  SourceRange range(clang::SourceRange tokens) const;
  SourceRange range(clang::CharSourceRange characters) const;
  /// The token at a location.
  SourceRange token(clang::SourceLocation location) const { return range(clang::SourceRange(location)); }
  /// The source text of a range, on one line.
  std::string text(clang::SourceRange tokens) const;
  /// "expanded from macro X", when the location lies in the body of a macro.
  std::optional<diag::Label> macroNote(clang::SourceLocation location) const;
  bool isInGeneratedLines(clang::SourceLocation location) const;
  const clang::SourceManager& manager() const { return *manager_; }

 private:
  FileId file(clang::FileID id) const;
  SourceRange bytes(clang::SourceLocation begin, clang::SourceLocation end, bool end_is_token) const;

  SourceTable& sources_;
  std::uint32_t main_size_;
  const clang::SourceManager* manager_ = nullptr;
  const clang::LangOptions* options_ = nullptr;
  mutable std::map<clang::FileID, FileId> files_;
};

}  // namespace exogpu::parse
