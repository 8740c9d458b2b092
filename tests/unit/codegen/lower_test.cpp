// The plans of codegen/lower, each refusal beside its good twin.
#include <gtest/gtest.h>

#include "codegen/cuda/emit.h"
#include "codegen/lower/copies.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/sites.h"
#include "codegen/target/target.h"
#include "frontend/ir/walk.h"
#include "tests/unit/support/ir_text.h"

namespace {
using namespace exogpu;

/// Emits the only proc of a text; its diagnostics go to `sink`.
std::optional<cuda::Emitted> emitText(const std::string& text, diag::Sink& sink, cuda::EmitOptions options = {}) {
  const auto proc = test::resolvedProc(text);
  if (!proc) return std::nullopt;
  options.line_directives = false;
  return cuda::emit({proc}, options, SourceTable(), sink);
}
/// Codes of all diagnostics, "5004 5005".
std::string codes(const std::string& text) {
  diag::Sink sink;
  emitText(text, sink);
  std::string out;
  for (const auto& d : sink.all()) out += (out.empty() ? "" : " ") + diag::codeName(d.id).substr(3);
  return out;
}
std::string cudaOf(const std::string& text) {
  diag::Sink sink;
  const auto emitted = emitText(text, sink);
  EXPECT_TRUE(emitted) << test::messages(sink);
  return emitted ? emitted->cuda : "";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A launch of one block around `body`, over tensors x and y of 1024 floats.
std::string block(const std::string& body) {
  return "proc p(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) {\n"
         "  require extent(x, 0) == 1024 && extent(y, 0) == 1024, \"1024\";\n"
         "  for b in blocks(0, 1) {\n" + body + "\n  }\n}\n";
}

TEST(Registers, OwnerDigitsAreErasedInAnyOrder) {
  EXPECT_TRUE(has(cudaOf(block("alloc f32 a[128][4] @reg; for t in threads(0, 128) { for i in unroll(0, 4) { a[t][i] = x[t]; y[t * 4 + i] = a[t][i]; } }")),
                  "float a[4];"));
  EXPECT_TRUE(has(cudaOf(block("alloc f32 a[4][32][4] @reg; for t in threads(0, 128) { for i in unroll(0, 4) { a[t / 32][t % 32][i] = x[t]; } }")),
                  "float a[4];"));
  EXPECT_TRUE(has(cudaOf(block("alloc f32 a[512] @reg; for t in threads(0, 128) { for i in unroll(0, 4) { a[i * 128 + t] = x[t]; } }")),
                  "float a[4];"));
  EXPECT_TRUE(has(cudaOf(block("alloc f32 a[128] @reg; for t in threads(0, 128) { a[t] = x[t]; y[t] = a[t]; }")), "float a;"));
}
TEST(Registers, PartsThatGroupsOfThreadsFillAreOneArray) {
  const auto roles = [](const std::string& second, const std::string& read) {
    return block("alloc f32 r[128] @reg; for w in warps(0, 1) { for l in lanes(0, 32) { r[w * 32 + l] = x[l]; } }"
                 "for w in warps(1, 2) { for l in lanes(0, 32) { r[" + second + "] = 2.0f; } } for t in threads(0, 64) { y[t] = r[" + read + "]; }");
  };
  EXPECT_TRUE(has(cudaOf(roles("w * 32 + l", "t")), "float r;"));
  EXPECT_EQ(codes(roles("l * 2 + 64", "t")), "5004") << "another thread's";
}
TEST(Registers, AnIndexThatIsNotConstantIsRefused) {
  EXPECT_EQ(codes(block("alloc f32 a[32][8] @reg = 0; for t in threads(0, 32) { for i in seq(0, n) { a[t][i % 8] = x[t]; } }")), "5004");
  EXPECT_EQ(codes(block("alloc f32 a[32][8] @reg = 0; for t in threads(0, 32) { for i in seq(0, 8) { a[t][i % 8] = x[t]; } }")), "");
}
TEST(Registers, ALocalArrayWithARuntimeIndexIsWarnedAbout) {
  EXPECT_EQ(codes(block("for t in threads(0, 32) { alloc f32 a[8] @local = 0; for i in seq(0, n) { a[i % 8] = x[t]; } y[t] = a[0]; }")), "5005");
  EXPECT_EQ(codes(block("for t in threads(0, 32) { alloc f32 a[8] @local = 0; for i in unroll(0, 8) { a[i] = x[t]; } y[t] = a[0]; }")), "");
}

TEST(Registers, LoopsThatNoThreadExecutesAreLeftOut) {
  const auto filled = [](const std::string& first, const std::string& second) {
    return cudaOf(block("alloc f32 r[64] @reg;"
                        "for w in warps(" + first + ") { for l in lanes(0, 32) { r[w * 32 + l] = 3.5f; } }"
                        "for w in warps(" + second + ") { for l in lanes(0, 32) { r[w * 32 + l] = 4.5f; } }"
                        "for t in threads(0, 64) { y[t] = r[t]; }"));
  };
  const auto all = filled("0, 2", "2, 2");
  EXPECT_TRUE(has(all, "r = 3.5f;") && !has(all, "4.5f")) << all;
  const auto none = block("alloc f32 v[8] @reg; for t in threads(0, 64) { y[t] = 1.0f; } for g in groups<8, 1>(0, 0) {"
                          "for l in threads(0, 8) { v[l] = 1.0f; } let f32 s; s = warp_sum<8> v; for o in one_thread(0, 1) { y[g] = s; } }");
  EXPECT_FALSE(has(cudaOf(none), "warp_sum"));
  EXPECT_FALSE(has(cudaOf(block("for t in threads(0, 64) { y[t] = 1.0f; } for t in threads(0, 0) { y[t] = 2.5f; }")), "2.5f"));
}
TEST(Threads, BehindTheLastWholeUnitAreKeptOut) {
  const auto loops = [](int threads, const std::string& loop) {
    return cudaOf(block("for t in threads(0, " + std::to_string(threads) + ") { y[t] = x[t]; } for g in " + loop + " { for o in one_thread(0, 1) { y[g] = 1.0f; } }"));
  };
  EXPECT_TRUE(has(loops(288, "warpgroups(0, 2)"), "if (const int g = threadIdx.x / 128; g < 2)"));
  EXPECT_TRUE(has(loops(80, "warps(0, 2)"), "if (const int g = threadIdx.x / 32; g < 2)"));
  EXPECT_TRUE(has(loops(256, "warpgroups(0, 2)"), "const int g = threadIdx.x / 128;\n"));  // all are whole
  EXPECT_TRUE(has(loops(64, "warps(0, 2)"), "const int g = threadIdx.x / 32;\n"));
}
TEST(Fences, EachGroupHasItsBarrier) {
  EXPECT_TRUE(has(cudaOf(block("for t in threads(0, 128) { y[t] = x[t]; } fence;")), "__syncthreads();"));
  EXPECT_TRUE(has(cudaOf(block("for w in warps(0, 4) { for l in lanes(0, 32) { y[w * 32 + l] = x[l]; } fence; }")), "__syncwarp();"));
  EXPECT_TRUE(has(cudaOf(block("for g in groups<8, 1>(0, 16) { for l in threads(0, 8) { y[g * 8 + l] = x[l]; } fence; }")),
                  "__syncwarp(0xffu << (threadIdx.x % 32 / 8 * 8));"));
  EXPECT_TRUE(has(cudaOf(block("for g in groups<8, 4>(0, 16) { for l in threads(0, 8) { y[g * 8 + l] = x[l]; } fence; }")),
                  "__syncwarp(0x11111111u << (threadIdx.x % 4));"));
  EXPECT_TRUE(has(cudaOf(block("for g in warpgroups(0, 2) { for l in threads(0, 128) { y[g * 128 + l] = x[l]; } fence; }")),
                  "barrier_sync(1 + threadIdx.x / 128, 128);"));
}
TEST(Fences, GroupsAcrossWarpsAndTooManyBarriersAreRefused) {
  EXPECT_EQ(codes(block("for g in groups<2, 64>(0, 64) { for l in threads(0, 2) { y[g * 2 + l] = x[l]; } fence; }")), "5006");
  EXPECT_EQ(codes(block("for g in groups<64, 1>(0, 16) { for l in threads(0, 64) { y[g * 64 + l] = x[l]; } fence; }")), "5007");
  EXPECT_EQ(codes(block("for g in groups<128, 1>(0, 8) { for l in threads(0, 128) { y[g * 128 + l] = x[l]; } fence; }")), "");
}

TEST(Vectors, AlignmentIsProvedOrTested) {
  const std::string body = "for t in threads(0, 128) { for i in unroll(0, 4) { y[t * 4 + i] = x[t * 4 + i]; } }";
  EXPECT_TRUE(has(cudaOf(block(body)), "is_aligned(&x[t * 4], 16)"));
  auto proved = block(body);
  proved.insert(proved.find("  for b"), "  require aligned(x, 16) && aligned(y, 16), \"aligned\";\n");
  EXPECT_TRUE(has(cudaOf(proved), "load<4>(&x[t * 4])"));
  EXPECT_FALSE(has(cudaOf(proved), "is_aligned(&x[t * 4], 16)"));
}
TEST(Vectors, SharedRowsNeedAPitchThatKeepsThemAligned) {
  const auto with_pitch = [](const std::string& pitch) {
    return block("alloc f32 s[32][" + pitch + "] @shared; for t in threads(0, 32) { for i in unroll(0, 4) { s[t][i] = x[t]; } } fence;"
                 "for t in threads(0, 32) { for i in unroll(0, 4) { y[t * 4 + i] = s[t][i]; } }");
  };
  EXPECT_TRUE(has(cudaOf(with_pitch("20")), "load<4>(&s[t][0])"));
  EXPECT_FALSE(has(cudaOf(with_pitch("33")), "load<4>(&s"));
}
TEST(Vectors, RowsOfPrivateArraysMoveWhole) {
  const auto program = [](const std::string& load, const std::string& store) {
    auto text = block("for t in threads(0, 32) { alloc f32 v[2][4] @local; for p in unroll(0, 2) { "
                      "for i in unroll(0, 4) { v[p][i] = 1.0f; } " + load + " for i in unroll(0, 4) { " + store + " } } }");
    return text.insert(text.find("  for b"), "  require aligned(x, 16) && aligned(y, 16), \"aligned\";\n");
  };
  const auto cuda = cudaOf(program("for i in unroll(0, 4) { v[p][i] = x[t * 4 + i]; }", "y[t * 4 + i] = v[p][i];"));
  EXPECT_TRUE(has(cuda, "load<4>(&v[p][0], &x[t * 4]);")) << cuda;
  EXPECT_TRUE(has(cuda, "store<4>(&y[t * 4], &v[p][0]);")) << cuda;
  const auto clipped = cudaOf(program("copy v[p][0]:[4] <- x[t * 4]:[4] clipped;", "y[t * 4 + i] = v[p][i];"));
  EXPECT_TRUE(has(clipped, "load_or_zero<4>(&v[p][0], t * 4 + 3 < x_extent0, &x[t * 4]);")) << clipped;
  // The index that a condition guards is not evaluated without it.
  EXPECT_FALSE(has(cudaOf(program("for i in unroll(0, 4) { v[p][i] = t * 4 + i < n ? x[t * 4 + i] : 0.0f; }", "y[t * 4 + i] = v[p][i];")), "load_or_zero"));
  // Values that change on the way, columns, and arrays that a thread loop spans are no rows.
  for (const char* load : {"for i in unroll(0, 4) { v[p][i] = -x[t * 4 + i]; }", "for i in unroll(0, 4) { v[p][3 - i] = x[t * 4 + i]; }"})
    EXPECT_FALSE(has(cudaOf(program(load, "y[t * 4 + i] = v[p][i];")), "load<4>(&v"));
  EXPECT_FALSE(has(cudaOf(program("for i in unroll(0, 4) { v[p][i] = x[t * 4 + i]; }", "y[t * 4 + i] = v[p][p];")), "store<4>(&y[t * 4], &v"));
}
TEST(Vectors, ElementsThatLanesShareStayScalar) {
  // y[k] is read after its neighbour was written: the order of the iterations matters.
  EXPECT_FALSE(has(cudaOf(block("for t in threads(0, 1) { for k in unroll(0, 4) { y[k + 1] = y[k] + x[k]; } }")), "store("));
}
TEST(Vectors, TensorsThatMayOverlapStayScalar) {
  const std::string text = R"(proc p(tensor<f32, 1> x, tensor<f32, 1> y) may_alias(x, y) {
    require extent(x, 0) == 128 && extent(y, 0) == 128, "128";
    for b in blocks(0, 1) { for t in threads(0, 32) { for k in unroll(0, 4) { y[t * 4 + k] = x[t * 4 + k]; } } }
  })";
  const auto cuda = cudaOf(text);
  EXPECT_FALSE(has(cuda, "load<4>"));
  EXPECT_FALSE(has(cuda, "__restrict__"));
}

TEST(Vectors, OneNameOfAMemoryIsAllOfItsNames) {  // x is z by way of y, so the loads of z stay behind the stores of x
  const std::string body = R"( {
    require extent(x, 0) == 128 && extent(z, 0) == 128 && aligned(x, 16) && aligned(z, 16), "128";
    for b in blocks(0, 1) { for t in threads(0, 32) { for k in unroll(0, 4) { x[t * 4 + k] = z[t * 4 + k] + 1.0f; } } }
  })";
  const std::string parameters = "proc p(tensor<f32, 1> x, tensor<f32, 1> y, tensor<f32, 1> z)";
  EXPECT_TRUE(has(cudaOf(parameters + body), "load<4>"));
  const auto chained = cudaOf(parameters + " same(y, x) same(z, y)" + body);
  EXPECT_FALSE(has(chained, "load<4>")) << chained;
  EXPECT_FALSE(has(chained, "disjoint(x")) << chained;
}

TEST(Rounding, ExactNeverFusesAndContractAlwaysDoes) {
  const std::string body = "for t in threads(0, 32) { y[t] = x[t] * 2.0f + y[t] / 3.0f; }";
  EXPECT_TRUE(has(cudaOf(block(body)), "y[t] = __fmul_rn(x[t], 2.0f) + __fdiv_rn(y[t], 3.0f);"));
  auto contract = block(body);
  contract.replace(contract.find(") {"), 3, ") policy contract {");
  EXPECT_TRUE(has(cudaOf(contract), "y[t] = __fmaf_rn(x[t], 2.0f, __fdiv_rn(y[t], 3.0f));"));
}
TEST(Rounding, TheInnermostPolicyAroundTheBodyDecides) {
  const auto with = [](const std::string& of_proc, const std::string& of_host, const std::string& of_blocks) {
    return cudaOf("proc p(tensor<f32, 1> y)" + of_proc + " { require extent(y, 0) == 32, \"32\"; for h in seq(0, 2)" + of_host +
                  " { for b in blocks(0, 1)" + of_blocks + " { for t in threads(0, 32) { y[t] = y[t] * y[t] + 1.0f; } } } }");
  };
  const std::string exact = " policy exact", contract = " policy contract";
  EXPECT_TRUE(has(with(contract, "", exact), "__fmul_rn(y[t], y[t]) + 1.0f"));
  EXPECT_TRUE(has(with(contract, exact, ""), "__fmul_rn(y[t], y[t]) + 1.0f"));
  EXPECT_TRUE(has(with("", exact, contract), "__fmaf_rn(y[t], y[t], 1.0f)"));
  EXPECT_TRUE(has(with("", contract, ""), "__fmaf_rn(y[t], y[t], 1.0f)"));
  EXPECT_TRUE(has(with(contract, "", ""), "__fmaf_rn(y[t], y[t], 1.0f)"));
}
TEST(Rounding, ProductsOfTheLauncherAreRoundedToo) {
  const auto cuda = cudaOf(R"(proc p(f32 a, tensor<f32, 1> y) { require extent(y, 0) == 32, "32"; let f32 c = a * a + 1.0f;
    for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = c; } } })");
  EXPECT_TRUE(has(cuda, "const float c = rounded(a * a) + 1.0f;"));
}
TEST(Integers, DataWrapsAndIndicesDoNot) {
  const auto cuda = cudaOf(R"(proc p(tensor<i32, 1> y) {
    require extent(y, 0) == 64, "64";
    for b in blocks(0, 1) { for t in threads(0, 32) { let i32 v = y[t + 1] * 3; y[t * 2] = v + 1; } }
  })");
  EXPECT_TRUE(has(cuda, "wrapping_mul(y[t + 1], 3)"));
  EXPECT_TRUE(has(cuda, "y[t * 2] = wrapping_add(v, 1);"));
}
TEST(Integers, AComparisonIsDataUntilItDecides) {
  const auto with = [](const std::string& use) {
    return cudaOf("proc p(tensor<i32, 1> y) { require extent(y, 0) == 64, \"64\"; for b in blocks(0, 1) { for t in threads(0, 32) {" +
                  use + "} } }");
  };
  EXPECT_TRUE(has(with("y[t] = cast<i32>(y[t + 32] + 1 > y[t + 32]);"), "wrapping_add(y[t + 32], 1) > y[t + 32]"));
  EXPECT_TRUE(has(with("if t + 1 < 32 { y[t] = 0; }"), "t + 1 < 32"));
  EXPECT_TRUE(has(with("let i32 k = y[t] * y[t]; y[t] = cast<i32>(1.0f / cast<f32>(k));"), "wrapping_mul(y[t], y[t])"));
  EXPECT_TRUE(has(with("let i32 k = t * t + 1; y[t] = 64 / k;"), "t * t + 1"));
}
TEST(Integers, AConstantThatWrapsIsComputedByTheLauncher) {
  const auto with = [](const std::string& first) {
    return cudaOf("proc p(tensor<u32, 1> y) { require extent(y, 0) == 32, \"32\"; let u32 a = " + first +
                  "; let u32 m = a / 2u32; for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = m; } } }");
  };
  EXPECT_TRUE(has(with("7u32 - 5u32"), "constexpr unsigned m = 1u;"));
  EXPECT_TRUE(has(with("3u32 - 5u32"), "const unsigned m = a / 2u;"));
}
TEST(Launchers, TheirOwnNamesHideNoParameter) {
  const auto cuda = cudaOf(R"(proc p(i32 device, i32 processors, i32 tasks, i32 blocks, i32 resident, tensor<i32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in tasks(0, 1) { for t in threads(0, 32) { y[t] = device + processors + tasks + blocks + resident; } }
  })");
  EXPECT_TRUE(has(cuda, "(y, device, processors, tasks, blocks, resident, "));
  EXPECT_TRUE(has(cuda, "int device_2 = 0, processors_2 = 0, resident_2 = 0;"));
}
TEST(Launchers, InnerBoundsThatMayTrapAreEvaluatedWhereTheOuterLoopsRun) {
  const auto counts = [](const std::string& inner) {
    return cudaOf("proc p(i32 n, i32 m, tensor<f32, 1> y) { require n <= 0 || m > 0, \"m\"; for b in blocks(0, n) { for c in blocks(0, " + inner +
                  ") { for t in threads(0, 1) { y[t] = 1.0f; } } } }");
  };
  EXPECT_TRUE(has(counts("12 / m"), "const int c_count = b_count > 0 ? 12 / m : 0;"));
  EXPECT_TRUE(has(counts("12 % (m - 1)"), "const int c_count = b_count > 0 ? 12 % (m - 1) : 0;"));
  EXPECT_TRUE(has(counts("m / 4"), "const int c_count = m / 4;"));
  EXPECT_TRUE(has(counts("m"), "const int c_count = m;"));
}
TEST(Launchers, ElementsOfABoolTensorAreBytes) {
  const std::string tensors = "tensor<const bool, 1> x, tensor<bool, 1> y";
  const auto cuda = cudaOf("proc p(" + tensors + ") { require extent(x, 0) == 32 && extent(y, 0) == 32, \"32\";"
                           "for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = x[t]; } } }");
  EXPECT_TRUE(has(cuda, "p(const unsigned char* x, int x_extent0, unsigned char* y, int y_extent0,"));
  EXPECT_TRUE(has(cuda, "(reinterpret_cast<const bool*>(x), reinterpret_cast<bool*>(y))"));
}
TEST(Launchers, ABoolIsAnIntOfWhichEveryValueButZeroIsTrue) {
  const auto cuda = cudaOf(R"(proc p(bool flag, i32 n, tensor<f32, 1> y) {
    require n >= 0 && n < 9 && extent(y, 0) == 10, "10";
    let i32 m = n + cast<i32>(flag);
    for b in blocks(0, m) { for t in threads(0, 1) { if flag { y[b] = 0.0f; } } }
  })");
  EXPECT_TRUE(has(cuda, "n + static_cast<int>(flag != 0)"));
  EXPECT_TRUE(has(cuda, "if (flag)"));
}
TEST(Resources, SharedMemoryIsLimitedPerChip) {
  const auto proc = test::resolvedProc(block("alloc f32 s[50000] @shared; for t in threads(0, 32) { s[t] = x[t]; } fence;"));
  ASSERT_TRUE(proc);
  diag::Sink hopper, ampere;
  target::checkResources(proc, target::Arch::Sm90a, hopper);
  target::checkResources(proc, target::Arch::Sm80, ampere);
  EXPECT_TRUE(hopper.all().empty());
  ASSERT_EQ(ampere.all().size(), 1u);
  EXPECT_EQ(diag::codeName(ampere.all()[0].id), "EXG5001");
  EXPECT_TRUE(has(ampere.all()[0].message, "s: 200000"));
}
TEST(Unsupported, IsNamed) {
  EXPECT_EQ(codes(block("alloc f32 s[32] @shared; for t in threads(0, 32) { atomic max s[t], x[t]; } ")), "5009");
}
TEST(Text, IsTheSameOnEveryRun) {
  const auto text = block("alloc f32 a[128][4] @reg; for t in threads(0, 128) { for i in unroll(0, 4) { a[t][i] = x[t]; y[t * 4 + i] = a[t][i]; } }");
  EXPECT_EQ(cudaOf(text), cudaOf(text));
}
TEST(Names, NothingVisibleIsHidden) {
  const auto cuda = cudaOf(block("for t in threads(0, 32) { let i32 load = t; let i32 threadIdx = load + 1; if n > 0 { let i32 load = threadIdx; y[load] = x[threadIdx]; } }"));
  EXPECT_TRUE(has(cuda, "const int load_2 = t;"));
  EXPECT_TRUE(has(cuda, "const int threadIdx_2 = load_2 + 1;"));
}
TEST(Sites, ArePreorderAndSkipPrivateArrays) {
  const auto proc = test::resolvedProc(block("alloc f32 a[32] @reg; for t in threads(0, 32) { a[t] = x[t]; y[t] = a[t] + x[t + 1]; } fence;"));
  ASSERT_TRUE(proc);
  const auto sites = lower::numberSites(*proc);
  ASSERT_EQ(sites.all.size(), 4u);
  EXPECT_EQ(sites.all[0].buffer->name, "x");
  EXPECT_EQ(sites.all[1].key.side, ir::AccessSide::Read);
  EXPECT_EQ(sites.all[2].buffer->name, "y");
  EXPECT_EQ(sites.all[3].buffer, nullptr);
}
TEST(Resources, AKernelTakesSoManyParameters) {  // EXG5015
  const auto with = [](int tensors) {
    std::string text = "proc p(";
    for (int i = 0; i < tensors; ++i) text += (i ? ", tensor<f32, 2> a" : "tensor<f32, 2> a") + std::to_string(i);
    diag::Sink sink;
    target::checkResources(test::resolvedProc(text + ") { for b in blocks(0, 1) { for t in threads(0, 1) { } } }"), target::Arch::Sm90a, sink);
    return test::messages(sink);
  };
  EXPECT_EQ(with(2047), "");
  EXPECT_TRUE(has(with(2048), "EXG5015")) << with(2048);
}

}  // namespace
