// The road from three plain loops to the tiled, double-buffered product, as a trace.
#include <fstream>
#include <sstream>

#include "schedule/script/script.h"
#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"
#include "tests/unit/support/sequential.h"

using namespace exogpu;

namespace {

std::string fileText(const std::string& path) {
  std::ifstream file(std::string(EXOGPU_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The last program, printed after each step when EXOGPU_SHOW is set; a failure names the step and shows where it was.
ir::ProcRef replayed(const std::string& program, const trace::Schedule& schedule) {
  diag::Sink sink;
  ir::ProcRef last;
  const auto scheduled = trace::replay(test::parseModule(program), schedule, sink,
                                       [&](const steps::StepCall& call, const ir::ProcRef& proc) {
                                         last = proc;
                                         if (std::getenv("EXOGPU_SHOW"))
                                           std::printf("== %s\n%s\n", steps::print(call).c_str(), ir::print(*proc).c_str());
                                       });
  std::string notes;
  for (const auto& d : sink.all())
    for (const auto& note : d.notes) notes += note.text + "\n";
  EXPECT_TRUE(scheduled) << test::messages(sink) << notes << (last ? ir::print(*last) : "");
  return scheduled ? scheduled->procs.front() : nullptr;
}

trace::Schedule traceOf(const std::string& path) {
  diag::Sink sink;
  auto schedule = trace::parse(1, fileText(path), sink);
  EXPECT_TRUE(schedule) << test::messages(sink);
  return schedule.value_or(trace::Schedule{});
}

void expectKernel(const ir::ProcRef& proc) {
  ASSERT_TRUE(proc);
  diag::Sink sink;
  EXPECT_TRUE(ir::resolveLevels(proc, sink)) << test::messages(sink) << ir::print(*proc);
}

void expectEqualRuns(const ir::Proc& before, const ir::Proc& after, std::int64_t M, std::int64_t N, std::int64_t K) {
  const auto inputs = test::randomInputs(before, {{"M", M}, {"N", N}, {"K", K}}, {{"A", {M, K}}, {"B", {K, N}}, {"C", {M, N}}});
  EXPECT_EQ(test::sequentialRun(before, inputs)["C"].bytes, test::sequentialRun(after, inputs)["C"].bytes) << M << " " << N << " " << K;
}

constexpr const char* kWhole = "tests/unit/schedule/data/matmul.ir";
constexpr const char* kAny = "tests/unit/schedule/data/matmul_any.ir";

TEST(Sgemm, WholeTilesBecomeTheKernel) {
  const auto proc = replayed(fileText(kWhole), traceOf("tests/unit/schedule/data/sgemm.trace"));
  expectKernel(proc);
}

TEST(Sgemm, AnySizesBecomeTheKernel) {
  const auto proc = replayed(fileText(kAny), traceOf("examples/10_schedule/matmul.trace"));
  expectKernel(proc);
  if (!proc) return;
  const auto before = test::parseProc(fileText(kAny));
  expectEqualRuns(*before, *proc, 3, 5, 19);
  expectEqualRuns(*before, *proc, 2, 130, 8);
  expectEqualRuns(*before, *proc, 1, 1, 0);
  expectEqualRuns(*before, *proc, 0, 4, 3);
}

TEST(Sgemm, ScriptAndTraceMakeOneProgram) {
  const auto module = test::parseModule(fileText(kAny));
  script::Options options;
  options.stdlib_include = std::string(EXOGPU_SOURCE_DIR) + "/stdlib/include";
  diag::Sink sink;
  SourceTable sources;
  const auto path = std::string(EXOGPU_SOURCE_DIR) + "/examples/10_schedule/matmul.sched.cpp";
  const auto result = script::runScript(path, module, options, sources, sink);
  ASSERT_TRUE(result) << test::messages(sink);
  const auto by_script = replayed(fileText(kAny), result->schedule);
  const auto by_trace = replayed(fileText(kAny), traceOf("examples/10_schedule/matmul.trace"));
  ASSERT_TRUE(by_script && by_trace);
  EXPECT_EQ(ir::print(*by_script), ir::print(*by_trace));
}

}  // namespace
