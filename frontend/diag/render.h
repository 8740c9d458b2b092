#pragma once
// Diagnostics → text in Clang's layout, JSON lines, SARIF 2.1.0. Takes what a Sink collected, gives a string; needs the
// source table that the ranges point into; keeps the order of the reports; reports nothing itself.
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diag/diagnostic.h"

namespace exogpu::diag {

struct TextStyle {
  bool color = false;
  int tab_stop = 8;
  int max_columns = 180;  ///< longer source lines are cut around the caret
};

/// One diagnostic: headline, source with caret and ranges, labels and notes, `help:` with the fix-its shown.
std::string renderText(const Diagnostic& diagnostic, const SourceTable& sources, const TextStyle& style = {});
/// One JSON object on one line, with a newline behind it. Offsets count bytes from 0, lines and columns from 1.
std::string renderJson(const Diagnostic& diagnostic, const SourceTable& sources);
/// A whole SARIF log: one run of the tool "exogpu", a rule for each code that occurs.
std::string renderSarif(const std::vector<Diagnostic>& diagnostics, const SourceTable& sources,
                        std::string_view tool_version);
/// What `exogpu explain EXG2031` prints.
std::string renderExplanation(Id id);

/// The same report twice (two instances of one template, a header seen twice) says nothing new: later copies go.
std::vector<Diagnostic> withoutDuplicates(const std::vector<Diagnostic>& diagnostics);

}  // namespace exogpu::diag
