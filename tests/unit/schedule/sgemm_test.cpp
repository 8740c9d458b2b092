// The road from three plain loops to the tiled, double-buffered product, as a trace.
#include <fstream>
#include <sstream>

#include "schedule/trace/trace.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;

namespace {

std::string fileText(const std::string& path) {
  std::ifstream file(std::string(EXOGPU_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Sgemm, ThreeLoopsBecomeTheTiledKernel) {
  const auto module = test::parseModule(fileText("tests/unit/schedule/data/matmul.ir"));
  diag::Sink sink;
  const auto schedule = trace::parse(1, fileText("tests/unit/schedule/data/sgemm.trace"), sink);
  ASSERT_TRUE(schedule) << test::messages(sink);
  ir::ProcRef last;
  const auto scheduled = trace::replay(module, *schedule, sink, [&](const steps::StepCall& call, const ir::ProcRef& proc) {
    last = proc;
    if (std::getenv("EXOGPU_SHOW")) std::printf("== %s\n%s\n", steps::print(call).c_str(), ir::print(*proc).c_str());
  });
  std::string notes;
  for (const auto& d : sink.all())
    for (const auto& note : d.notes) notes += note.text + "\n";
  ASSERT_TRUE(scheduled) << test::messages(sink) << notes << (last ? ir::print(*last) : "");
  const auto resolved = ir::resolveLevels(scheduled->procs.front(), sink);
  EXPECT_TRUE(resolved) << test::messages(sink) << ir::print(*scheduled->procs.front());
  if (std::getenv("EXOGPU_SHOW")) std::printf("%s\n", ir::print(*scheduled->procs.front()).c_str());
}

}  // namespace
