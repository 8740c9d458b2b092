#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "frontend/diag/render.h"
#include "frontend/diag/snippet.h"
#include "frontend/diag/warnings.h"

namespace exogpu::diag {

namespace {

constexpr const char* kBold = "\x1b[0;1m";
constexpr const char* kReset = "\x1b[0m";

struct Headline {
  std::string_view word;   ///< error, warning, note, help
  std::string_view color;
};
Headline headlineOf(Severity severity) {
  constexpr std::string_view colors[] = {"\x1b[0;1;36m", "\x1b[0;1;35m", "\x1b[0;1;31m"};
  return {text(severity), colors[static_cast<std::size_t>(severity)]};
}
constexpr Headline kNote{"note", "\x1b[0;1;36m"};
constexpr Headline kHelp{"help", "\x1b[0;1;32m"};

class Writer {
 public:
  Writer(const SourceTable& sources, const TextStyle& style)
      : sources_(sources), style_(style), snippet_{style.color, style.tab_stop, style.max_columns} {}

  void headline(const SourceRange& where, Headline head, std::string_view message, std::string_view code) {
    if (where.isValid()) {
      const auto at = sources_.lineColumn(where.file, where.begin);
      paint(kBold, sources_.path(where.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ");
    } else {
      paint(kBold, "exogpu: ");
    }
    paint(head.color, std::string(head.word) + ": ");
    paint(head.word == "note" || head.word == "help" ? "" : kBold, message);
    if (!code.empty()) out_ += " [" + std::string(code) + "]";
    out_ += '\n';
  }
  void snippet(const Marks& marks) { out_ += renderSnippet(marks, sources_, snippet_); }
  void edit(const FixIt& fix) { out_ += renderEdit(fix.where, fix.replacement, sources_, snippet_); }
  std::string take() { return std::move(out_); }

 private:
  void paint(std::string_view color, std::string_view text) {
    const bool plain = !style_.color || color.empty();
    out_ += plain ? std::string(text) : std::string(color) + std::string(text) + kReset;
  }
  const SourceTable& sources_;
  const TextStyle& style_;
  SnippetStyle snippet_;
  std::string out_;
};

void writeHelp(Writer& writer, const Diagnostic& diagnostic) {
  if (diagnostic.remedy.empty() && diagnostic.fixes.empty()) return;
  const std::string_view text = diagnostic.remedy.empty() ? "apply this edit" : std::string_view(diagnostic.remedy);
  writer.headline(diagnostic.fixes.empty() ? diagnostic.where : diagnostic.fixes.front().where, kHelp, text, "");
  for (const FixIt& fix : diagnostic.fixes) writer.edit(fix);
}

/// A row's text for readers: what is filled in at the place ("{0}") becomes an ellipsis. Empty where hardly a word is left.
std::string withoutHoles(std::string_view pattern) {
  constexpr int kEnoughLetters = 12;
  std::string out;
  int letters = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool hole = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    if (!hole) {
      out += pattern[i];
      letters += llvm::isAlpha(pattern[i]) ? 1 : 0;
      continue;
    }
    if (!llvm::StringRef(out).ends_with("...")) out += "...";
    i += 2;
  }
  return letters >= kEnoughLetters ? out : "";
}

/// Broken at blanks before column 80.
std::string wrapped(std::string_view text, const std::string& indent) {
  constexpr std::size_t kColumns = 80;
  std::string out, line = indent;
  llvm::SmallVector<llvm::StringRef, 64> words;
  llvm::StringRef(text).split(words, ' ', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef word : words) {
    const bool is_first = line.size() == indent.size();
    if (!is_first && line.size() + 1 + word.size() > kColumns) {
      out += line + "\n";
      line = indent + word.str();
    } else {
      line += (is_first ? "" : " ") + word.str();
    }
  }
  return out + line + "\n";
}

}  // namespace

std::string renderText(const Diagnostic& diagnostic, const SourceTable& sources, const TextStyle& style) {
  Writer writer(sources, style);
  writer.headline(diagnostic.where, headlineOf(diagnostic.severity), diagnostic.message, codeName(diagnostic.id));
  Marks marks{diagnostic.where, {}};
  for (const Label& label : diagnostic.labels) marks.others.push_back(label.where);
  writer.snippet(marks);
  for (const Label& label : diagnostic.labels) {
    if (label.text.empty()) continue;
    writer.headline(label.where, kNote, label.text, "");
    writer.snippet({label.where, {}});
  }
  for (const Label& note : diagnostic.notes) {
    writer.headline(note.where, kNote, note.text, "");
    writer.snippet({note.where, {}});
  }
  writeHelp(writer, diagnostic);
  return writer.take();
}

std::string renderExplanation(Id id) {
  const Info& row = info(id);
  std::string out = codeName(id) + " (" + warningName(id) + "), ";
  out += text(row.severity);
  const std::string message = withoutHoles(row.message), remedy = withoutHoles(row.remedy);
  out += "\n\n" + (message.empty() ? "" : wrapped(message, "  ") + "\n") + wrapped(row.explanation, "");
  if (!row.remedy.empty())
    out += "\n" + wrapped("Remedy: " + (remedy.empty() ? "the message at the place names one for the case at hand." : remedy), "");
  return out;
}

std::vector<Diagnostic> withoutDuplicates(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> kept;
  for (const Diagnostic& next : diagnostics) {
    const bool seen = std::any_of(kept.begin(), kept.end(), [&next](const Diagnostic& old) {
      return old.id == next.id && old.where == next.where && old.message == next.message;
    });
    if (!seen) kept.push_back(next);
  }
  return kept;
}

}  // namespace exogpu::diag
