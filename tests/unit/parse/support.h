#pragma once
// Lowers source text that stands in a test.
#include <gtest/gtest.h>

#include <string>

#include "frontend/ir/check.h"
#include "frontend/ir/text.h"
#include "frontend/parse/parse.h"

namespace exogpu::parse {

struct Lowered {
  Result result;
  SourceTable sources;
  diag::Sink sink;

  /// "EXG1101 while; EXG…": code and range text of every diagnostic, in order.
  std::string reports() const {
    std::string all;
    for (const auto& each : sink.all())
      all += (all.empty() ? "" : "; ") + diag::codeName(each.id) + " " + std::string(sources.text(each.where));
    return all;
  }
};

inline Lowered lower(const std::string& text, std::vector<std::string> instances = {}, std::vector<std::string> arguments = {}) {
  Lowered lowered;
  Options options;
  options.stdlib_include = EXOGPU_SOURCE_DIR "/stdlib/include";
  options.instances = std::move(instances);
  options.clang_arguments = std::move(arguments);
  options.virtual_files["input.cpp"] = text;
  lowered.result = parseFile("input.cpp", options, lowered.sources, lowered.sink);
  for (const auto& proc : lowered.result.module.procs)
    for (const auto& violation : ir::check(*proc, false)) ADD_FAILURE() << violation << "\n" << ir::print(*proc);
  return lowered;
}

inline const std::string Preamble =
    "#include <exogpu/exogpu.h>\n"
    "using vec = exo::tensor<float, 1>;\nusing cvec = exo::tensor<const float, 1>;\nusing ivec = exo::tensor<int, 1>;\n";

/// A proc whose body runs on one thread of each block.
inline std::string threadProc(const std::string& body, const std::string& before = "") {
  return Preamble + before + "\nvoid f(int n, float a, cvec x, vec y, ivec z) {\n  for (int b : exo::blocks(n))\n    for (int t : exo::threads(32)) {\n" +
         body + "\n      (void)b; (void)t;\n    }\n}\n";
}

/// The statements of `threadProc(body)` without their indentation.
inline std::string lowerBody(const std::string& body, const std::string& before = "") {
  const auto lowered = lower(threadProc(body, before));
  if (lowered.result.module.procs.size() != 1) return "refused: " + lowered.reports();
  const auto text = ir::print(*lowered.result.module.procs[0]);
  const std::string open = "in threads(0, 32) {\n", close = "    }\n  }\n}\n";
  const auto begin = text.find(open);
  if (begin == std::string::npos) return text;
  std::string inside = text.substr(begin + open.size()), out;
  inside.erase(inside.rfind(close));
  for (std::size_t at = 0; at < inside.size();) {
    const auto end = inside.find('\n', at);
    out += inside.substr(at + 6, end - at - 6 + 1);
    at = end + 1;
  }
  return out;
}

}  // namespace exogpu::parse
