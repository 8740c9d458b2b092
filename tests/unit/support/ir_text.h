#pragma once
// Programs in the text form, for tests that need IR without Clang.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"

namespace exogpu::test {

inline std::string messages(const diag::Sink& sink) {
  std::string out;
  for (const auto& d : sink.all()) out += diag::codeName(d.id) + " " + d.message + " | " + d.remedy + "\n";
  return out;
}

/// The procs of a text; a test failure (and no procs) if it does not parse.
inline ir::Module parseModule(std::string_view text) {
  diag::Sink sink;
  auto module = ir::parseText(1, text, sink);
  EXPECT_TRUE(module) << messages(sink) << text;
  return module.value_or(ir::Module{});
}
/// The only proc of a text, levels not resolved.
inline ir::ProcRef parseProc(std::string_view text) {
  auto module = parseModule(text);
  EXPECT_EQ(module.procs.size(), 1u);
  return module.procs.empty() ? nullptr : module.procs.front();
}
/// The same with levels resolved; null and a test failure after a diagnostic.
inline ir::ProcRef resolvedProc(std::string_view text) {
  const auto proc = parseProc(text);
  diag::Sink sink;
  auto resolved = proc ? ir::resolveLevels(proc, sink) : nullptr;
  EXPECT_TRUE(resolved) << messages(sink) << text;
  return resolved;
}
/// The diagnostics of resolveLevels, in order.
inline std::vector<diag::Diagnostic> levelErrors(std::string_view text) {
  diag::Sink sink;
  if (const auto proc = parseProc(text)) ir::resolveLevels(proc, sink);
  return sink.all();
}

}  // namespace exogpu::test
