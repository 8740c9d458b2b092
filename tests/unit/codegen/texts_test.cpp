// Texts of users where the emitted files carry them.
#include <gtest/gtest.h>

#include "codegen/cuda/emit.h"
#include "codegen/cuda/scalars.h"
#include "tests/unit/support/ir_text.h"

namespace {
using namespace exogpu;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

cuda::Emitted emitted(const std::string& text, const cuda::EmitOptions& options) {
  diag::Sink sink;
  SourceTable sources;
  const auto result = cuda::emit({test::resolvedProc(text)}, options, sources, sink);
  EXPECT_TRUE(result) << test::messages(sink);
  return result.value_or(cuda::Emitted{});
}

TEST(Texts, InCommentsTheyNeitherEndNorContinueNorNest) {
  EXPECT_EQ(cuda::inComment("x.extent(0) / 2 >= n * n"), "x.extent(0) / 2 >= n * n");
  EXPECT_EQ(cuda::inComment("n /* rows */ >= 0"), "n / * rows * / >= 0");
  EXPECT_EQ(cuda::inComment("a*/*/b"), "a* / * /b");
  EXPECT_EQ(cuda::inComment("one\n#define two\r\x01"), "one\\n#define two\\015\\001");
  EXPECT_EQ(cuda::inComment("C:\\"), "C:\\.");
  EXPECT_EQ(cuda::inComment("C:\\  "), "C:\\  .");
  EXPECT_EQ(cuda::inComment("größer als 0"), "größer als 0");
}
TEST(Texts, InStringsTheyStayOneLine) {
  EXPECT_EQ(cuda::quoted("a \"b\" \\"), "\"a \\\"b\\\" \\\\\"");
  EXPECT_EQ(cuda::quoted("a\nb\tc\r1"), "\"a\\nb\\tc\\0151\"");
  EXPECT_EQ(cuda::quoted("größer"), "\"größer\"");
}
TEST(Texts, EveryPlaceInTheEmittedFilesTakesThem) {
  cuda::EmitOptions options;
  options.line_directives = false;
  options.verdict_lines = {"assumes first\n#define float double \\"};
  const auto files = emitted(R"(proc p(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 64 && extent(y, 0) == 64, "n /* rows */ == 64";
    for b in blocks(0, 1) {
      for t in threads(0, 64) {
        scope "a*/b" { let f32 v = x[t]; y[t] = v * v; }
        scope "a*/b" { let f32 v = y[t]; y[t] = v * v; }
      }
    }
  })", options);
  EXPECT_TRUE(has(files.cuda, "// assumes first\\n#define float double \\.\n")) << files.cuda;
  EXPECT_TRUE(has(files.cuda, "/* a* /b */ {")) << files.cuda;
  EXPECT_TRUE(has(files.cuda, "violated(\"n /* rows */ == 64\")")) << files.cuda;
  EXPECT_TRUE(has(files.header, " * requires n / * rows * / == 64\n")) << files.header;
}
}  // namespace
