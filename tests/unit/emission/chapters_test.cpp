// Every proc of every chapter of examples/, the scheduled one as its trace makes it: the events of the emitted kernels, run
// on the CPU, are those of the IR, thread by thread and fence by fence.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "frontend/base/file.h"
#include "frontend/ir/levels.h"
#include "frontend/parse/parse.h"
#include "schedule/trace/trace.h"
#include "tests/unit/emission/emission.h"
#include "tests/unit/support/ir_text.h"
#include "verify/witness/inputs.h"

namespace {
using namespace exogpu;
namespace fs = std::filesystem;

std::vector<std::string> chapters() {
  std::vector<std::string> sources;
  for (const auto& entry : fs::recursive_directory_iterator(EXOGPU_SOURCE_DIR "/examples")) {
    const std::string path = entry.path().string();
    const bool is_chapter = std::isdigit(entry.path().parent_path().filename().string()[0]) != 0;
    if (is_chapter && path.ends_with(".cpp") && !path.ends_with(".sched.cpp")) sources.push_back(path);
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

ir::Module moduleOf(const std::string& source) {
  const std::string trace_path = fs::path(source).replace_extension(".trace").string();
  const auto text = readFile(trace_path);
  const auto* trace_text = std::get_if<std::string>(&text);
  SourceTable sources;
  diag::Sink sink;
  parse::Options options;
  options.stdlib_include = EXOGPU_SOURCE_DIR "/stdlib/include";
  options.algorithms = trace_text != nullptr;
  auto module = parse::parseFile(source, options, sources, sink).module;
  if (trace_text) {
    const auto schedule = trace::parse(sources.add(trace_path, *trace_text), *trace_text, sink);
    module = schedule ? trace::replay(module, *schedule, sink).value_or(ir::Module{}) : ir::Module{};
  }
  EXPECT_FALSE(sink.hasErrors()) << test::messages(sink);
  return module;
}

/// Small inputs that the contracts admit, the largest first.
std::optional<simulate::Inputs> inputsFor(const ir::Proc& proc) {
  for (const std::int64_t size : {40, 36, 33, 8, 5, 1}) {
    auto made = witness::makeInputs(proc, {}, 1, size);
    if (made.inputs) return std::move(made.inputs);
  }
  return std::nullopt;
}

class Chapters : public testing::TestWithParam<std::string> {};

TEST_P(Chapters, TheEmissionTraceIsTheOneOfTheIr) {
  const auto module = moduleOf(GetParam());
  ASSERT_FALSE(module.procs.empty());
  for (const auto& unresolved : module.procs) {
    SCOPED_TRACE(unresolved->full_name);
    diag::Sink sink;
    const auto proc = ir::resolveLevels(unresolved, sink);
    ASSERT_TRUE(proc) << test::messages(sink);
    const auto inputs = inputsFor(*proc);
    ASSERT_TRUE(inputs) << "no small sizes fulfil the contracts";
    test::expectEqualTraces(proc, *inputs);
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Chapters, testing::ValuesIn(chapters()),
                         [](const auto& test) { return fs::path(test.param).stem().string(); });

}  // namespace
