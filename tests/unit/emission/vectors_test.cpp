// Vector accesses where a chunk's test, or the element that it stands for, is easily mistaken: against the simulator's
// sequential run, bit for bit. Tensors end where the source's guards say, so a vector too many is seen by its values.
#include <gtest/gtest.h>

#include "codegen/cuda/emit.h"
#include "tests/unit/emission/emission.h"
#include "tests/unit/simulate/sim.h"
#include "tests/unit/support/ir_text.h"

namespace {
using namespace exogpu;
using test::Args;

std::vector<float> ramp(std::int64_t count, float first) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(first + static_cast<float>(i));
  return values;
}
/// x holds `read` elements that count and then `tail` that would be noticed in a sum.
Args arguments(std::int64_t read, std::int64_t tail, std::int64_t written) {
  auto values = ramp(read, 1.0f);
  for (std::int64_t i = 0; i < tail; ++i) values.push_back(1e6f);
  Args args;
  args.integer("n", read).integer("nn", read + tail);
  args.tensor("x", {read + tail}, values).tensor("y", {written}, ramp(written, -9.0f));
  return args;
}
/// One thread's work over x and y; n elements of x count.
std::string program(const std::string& body) {
  return "proc p(i32 n, i32 nn, tensor<const f32, 1> x, tensor<f32, 1> y) {\n"
         "  require extent(x, 0) == nn && extent(y, 0) == 64 && n >= 0 && n <= nn && nn <= 64, \"64\";\n"
         "  require aligned(x, 16) && aligned(y, 16), \"aligned\";\n"
         "  for b in blocks(0, 1) { for t in threads(0, 1) {\n" + body + "\n  } }\n}\n";
}
void expectEqual(const std::string& body) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t n : {0, 3, 4, 9, 12, 16}) inputs.push_back(arguments(n, 32 - n, 64).inputs());
  test::expectEqualRuns(program(body), inputs);
}

TEST(VectorTests, OneTestIsThePrefixOfAnother) {
  expectEqual("for i in unroll(0, 16) { if i < nn && i < n { y[i] = x[i]; } }");
  expectEqual("for i in unroll(0, 16) { if i < n && i < nn { y[i] = x[i]; } }");
}
TEST(VectorTests, AnOuterIteratorIsComparedForEquality) {
  for (const char* test : {"r != 3", "r == 0", "r == 2", "r != 0", "r < 2", "r >= 3"})
    expectEqual("var f32 s = 0.0f; for r in unroll(0, 4) { for i in unroll(0, 4) { if " + std::string(test) +
                " { s = s + x[r * 4 + i]; } } } y[0] = s;");
}
TEST(VectorTests, TheTestedOffsetMovesInTheOuterLoop) {
  expectEqual("var f32 s = 0.0f; var i32 o = 0;"
              "for r in unroll(0, 4) { for i in unroll(0, 4) { if o + i < n { s = s + x[o + i]; } } o = o + 4; } y[0] = s;");
  expectEqual("var f32 s = 0.0f; var i32 o = 0;"
              "for r in unroll(0, 4) { let i32 k = o; for i in unroll(0, 4) { if k + i < n { s = s + x[k + i]; } } o = o + 4; }"
              "y[0] = s;");
}
/// A private array's row, or what only looks like one, between memory and memory.
TEST(VectorRows, MoveWhatTheIterationsMove) {
  const auto through = [](const std::string& load, const std::string& store) {
    expectEqual("alloc f32 v[3][8] @local; for a in unroll(0, 3) { for c in unroll(0, 8) { v[a][c] = 0.5f; } }"
                "for p in unroll(0, 3) { for i in unroll(0, 4) { " + load + " } }"
                "for p in unroll(0, 3) { for i in unroll(0, 4) { " + store + " } }");
  };
  const std::string all = "y[p * 4 + i] = v[p][i];";
  through("v[p][i] = x[p * 4 + i];", all);
  through("v[p][i + 4] = x[p * 4 + i];", "y[p * 4 + i] = v[p][i + 4];");
  through("v[p][i + 1] = x[p * 4 + i];", "y[p * 4 + i] = v[p][i + 2];");
  through("v[p][3 - i] = x[p * 4 + i];", all);
  through("v[p][i] = p * 4 + i < n ? x[p * 4 + i] : 0.0f;", all);
  through("v[p][i] = p * 4 + i < n ? x[p * 4 + i] : 2.0f;", all);
  through("if p * 4 + i < n { v[p][i] = x[p * 4 + i]; }", all);
  through("if p * 4 < n { v[p][i] = x[p * 4 + i]; }", "if p * 4 + i < n { y[p * 4 + i] = v[p][i]; }");
  through("v[p][i] = x[p * 4 + i]; v[p][7] = 3.0f;", "y[p * 4 + i] = v[p][7] + v[p][i];");
}
TEST(VectorRows, OfRegisterArrays) {
  std::string allocs, loads, stores;
  const std::pair<const char*, const char*> arrays[] = {
      {"[2][2][4]", "[t][p][i]"}, {"[2][4][2]", "[p][i][t]"}, {"[2][4][2]", "[t][i][p]"}, {"[16]", "[t * 8 + p * 4 + i]"}};
  for (int a = 0; a < 4; ++a) {
    const auto name = "v" + std::to_string(a), element = name + arrays[a].second, at = std::to_string(a * 16) + " + t * 8 + p * 4 + i";
    allocs += "alloc f32 " + name + arrays[a].first + " @reg; ";
    loads += "for p in unroll(0, 2) { for i in unroll(0, 4) { " + element + " = x[t * 8 + p * 4 + i]; } } ";
    stores += "for p in unroll(0, 2) { for i in unroll(0, 4) { y[" + at + "] = " + element + "; } } ";
  }
  auto text = program("");
  const std::string inside = "for b in blocks(0, 1) { for t in threads(0, 1) {";
  text.replace(text.find(inside), inside.size(), "for b in blocks(0, 1) { " + allocs + "for t in threads(0, 2) { " + loads + stores);
  test::expectEqualRuns(text, {arguments(16, 16, 64).inputs()});
}
TEST(VectorElements, ALocalKeepsTheValueThatAnAssignedOneHad) {
  expectEqual("var i32 o = 0; let i32 k = o; o = o + 4; for i in unroll(0, 4) { y[k + i] = y[o + i] + 1.0f; }");
  expectEqual("var i32 o = 4; let i32 k = o; o = o - 4; for i in unroll(0, 4) { y[k + i] = y[o + i] + 1.0f; }");
}
TEST(VectorElements, AnAssignedOffsetStillMakesVectors) {
  expectEqual("var i32 o = 0; o = o + 4; for i in unroll(0, 4) { y[o + i] = y[o + i] + x[o + i]; }");
}

TEST(VectorElements, IndicesThatAreReadFromMemoryMakeNone) {
  expectEqual("for i in unroll(0, 4) { let i32 k = cast<i32>(x[i]); y[i] = x[(k > 3 ? k : 16) & 7]; }");
}

TEST(EmittedNames, AParameterNamedLikeTheKernel) {
  Args args;
  args.integer("p_kernel", 5).tensor("y", {32}, ramp(32, 0.0f));
  test::expectEqualRuns(R"(proc p(i32 p_kernel, tensor<f32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = y[t] + cast<f32>(p_kernel); } }
  })", {args.inputs()});
}
TEST(EmittedNames, LocalsNamedLikeFunctionsAndMacros) {
  Args args;
  args.integer("M_PI", 5).integer("cudaGetLastError", 2).tensor("y", {32}, ramp(32, -8.5f));
  test::expectEqualRuns(R"(proc p(i32 M_PI, i32 cudaGetLastError, tensor<f32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in blocks(0, 1) { for t in threads(0, 32) {
      let f32 rintf = rint(y[t]); let f32 floorf = floor(rintf * 0.3f); let f32 fabsf = fabs(floorf);
      y[t] = fmax(floor(rintf), fabs(floorf)) + fabsf + rint(y[t]) + cast<f32>(M_PI + cudaGetLastError);
    } }
  })", {args.inputs()});
}
TEST(EmittedNames, AProcNamedLikeTheKernelOfAnother) {
  std::vector<ir::ProcRef> procs;
  for (const std::string name : {"f", "f_kernel"})
    procs.push_back(test::resolvedProc("proc " + name + "(tensor<f32, 1> y) { require extent(y, 0) == 32, \"32\";"
                                       "for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = 1.0f; } } }"));
  SourceTable sources;
  diag::Sink sink;
  cuda::EmitOptions options;
  options.line_directives = false;
  const auto emitted = cuda::emit(procs, options, sources, sink);
  ASSERT_TRUE(emitted);
  for (const auto* text : {" f_kernel_(", "f_kernel_<<<", " f_kernel_kernel(", "f_kernel_kernel<<<", "exogpu_status f_kernel("})
    EXPECT_NE(emitted->cuda.find(text), std::string::npos) << text;
}

TEST(EmittedBools, AreBytes) {
  Args args;
  args.tensor("x", {32}, std::vector<std::int32_t>(32, 7)).tensor("y", {32}, std::vector<std::uint8_t>(32, 1));
  test::expectEqualRuns(R"(proc p(tensor<const i32, 1> x, tensor<bool, 1> y) {
    require extent(x, 0) == 32 && extent(y, 0) == 32, "32";
    for b in blocks(0, 1) { for t in threads(0, 2) { for i in unroll(0, 16) {
      let i32 j = t * 16 + i;
      y[j] = y[j] && x[j] + j > 20;
    } } }
  })", {args.inputs()});
}

TEST(EmittedIntegers, ComparisonsOfDataAndDivisorsOfFloatsWrap) {
  Args args;
  args.tensor("x", {4}, std::vector<std::int32_t>{2147483647, -2147483647 - 1, 65536, 7});
  args.tensor("y", {4}, std::vector<std::int32_t>(4, 0)).tensor("z", {4}, std::vector<float>(4, 0));
  test::expectEqualRuns(R"(proc p(tensor<const i32, 1> x, tensor<i32, 1> y, tensor<f32, 1> z) {
    require extent(x, 0) == 4 && extent(y, 0) == 4 && extent(z, 0) == 4, "4";
    for b in blocks(0, 1) { for t in threads(0, 4) {
      y[t] = cast<i32>(x[t] + 1 > x[t]);
      let i32 k = x[t] * x[t] + 1;
      z[t] = 1.0f / cast<f32>(k);
    } }
  })", {args.inputs()});
}
}  // namespace
