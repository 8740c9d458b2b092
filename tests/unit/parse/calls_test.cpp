// Calls: inlining, the library, the choice of procs.
#include "support.h"

namespace exogpu::parse {
namespace {

TEST(Inlining, StraightFunctionsBecomeExpressions) {
  EXPECT_EQ(lowerBody("z[t] = row(t * 4 + n, 8) + 1;", "inline int row(int e, int w) { const int q = e / w; return q * 2 + e; }"),
            "z[t] = (t * 4 + n) / 8 * 2 + (t * 4 + n) + 1;\n");
  // What the function may leave out is evaluated all the same.
  EXPECT_EQ(lowerBody("z[t] = pick(n > 3, 12 / n);", "inline int pick(bool c, int v) { return c ? v : 0; }"),
            "let i32 evaluated = 12 / n;\nz[t] = n > 3 ? 12 / n : 0;\n");
  EXPECT_EQ(lowerBody("z[t] = pick(n > 3, t);", "inline int pick(bool c, int v) { return c ? v : 0; }"), "z[t] = n > 3 ? t : 0;\n");
  EXPECT_EQ(lowerBody("y[t] = square(x[t]);", "inline float square(float v) { return v * v; }"), "let f32 v = x[t];\ny[t] = v * v;\n");
}

TEST(Inlining, StatementsBecomeAScope) {
  EXPECT_EQ(lowerBody("add(y[t], 2.0f); float s = a; add(s, x[t]); y[t] = s;", "inline void add(float& to, float by) { to += by; }"),
            "prove t >= 0 && t < extent(y, 0), \"the index lies inside 'y'\";\n"
            "scope \"add\" {\n  y[t] = y[t] + 2.0f;\n}\nvar f32 s = a;\nlet f32 by = x[t];\nscope \"add\" {\n  s = s + by;\n}\ny[t] = s;\n");
  EXPECT_EQ(lowerBody("const float s = sum(x, n); y[t] = s;",
                      "inline float sum(cvec v, int m) { float s = 0.0f; for (int i = 0; i < m; ++i) s += v[i]; return s; }"),
            "var f32 s;\nscope \"sum\" {\n  var f32 s_1 = 0.0f;\n  for i in seq(0, n) {\n    s_1 = s_1 + x[i];\n  }\n  s = s_1;\n}\ny[t] = s;\n");
}

TEST(Inlining, InstructionsKeepTheirTemplateBesideTheBody) {
  EXPECT_EQ(lowerBody("z[t] = 1 + twice(z[t], 3);", "inline int twice(int x, int by) { static_assert(sizeof(int) == 4); exo::instruction(\"({x} << {by})\"); return x * 2 + by; }"),
            "let i32 x_1 = z[t];\nvar i32 twice_result;\nscope \"twice\" instruction twice_result = \"({x} << {by})\"(x = x_1, by = 3) {\n"
            "  twice_result = x_1 * 2 + 3;\n}\nz[t] = 1 + twice_result;\n");
  // Integer template arguments stand in the text; an argument that the body changes is the one of the call.
  EXPECT_EQ(lowerBody("const int r = shifted<3>(t); z[t] = r;", "template <int N> int shifted(int x) { exo::instruction(\"{{ shl.b32 {result}, {x}, {N}; }}\"); x *= 8; return x; }"),
            "var i32 x_1 = t;\nvar i32 r;\nscope \"shifted\" instruction r = \"{{ shl.b32 {result}, {x}, 3; }}\"(x = x_1) {\n"
            "  x_1 = x_1 * 8;\n  r = x_1;\n}\nz[t] = r;\n");
  // A negative one stays one operand of an expression.
  EXPECT_NE(lowerBody("z[t] = minus<-3>(t);", "template <int N> int minus(int x) { exo::instruction(\"{x}-{N}\"); return x - N; }").find("\"{x}-(-3)\""),
            std::string::npos);
  EXPECT_NE(lowerBody("z[t] = minus<-3>(t);", "template <int N> int minus(int x) { exo::instruction(\"sub.s32 {result}, {x}, {N};\"); return x - N; }").find("{x}, -3;"),
            std::string::npos);
}

TEST(Inlining, EarlyReturnsBecomeElse) {
  EXPECT_EQ(lowerBody("z[t] = sign(t - 3);", "inline int sign(int v) { if (v < 0) return -1; if (v > 0) return 1; return 0; }"),
            "let i32 v = t - 3;\nvar i32 sign_result;\nscope \"sign\" {\n  if v < 0 {\n    sign_result = -1;\n  } else {\n"
            "    if v > 0 {\n      sign_result = 1;\n    } else {\n      sign_result = 0;\n    }\n  }\n}\nz[t] = sign_result;\n");
  EXPECT_EQ(lowerBody("set(y, t, n);", "inline void set(vec v, int i, int n) { if (i >= n) return; v[i] = 1.0f; }"),
            "scope \"set\" {\n  if t >= n {\n  } else {\n    y[t] = 1.0f;\n  }\n}\n");
}

TEST(Inlining, ParametersThatChangeAreLocals) {
  EXPECT_EQ(lowerBody("z[t] = count(n);", "inline int count(int v) { int c = 0; v += 2; c = v; return c; }"),
            "var i32 v = n;\nvar i32 count_result;\nscope \"count\" {\n  var i32 c = 0;\n  v = v + 2;\n  c = v;\n  count_result = c;\n}\nz[t] = count_result;\n");
}

TEST(Inlining, EachCallHasItsOwnNames) {
  const auto text = lowerBody("twice(y, t); twice(y, t);", "inline void twice(vec v, int i) { float s = v[i]; s *= 2.0f; v[i] = s; }");
  EXPECT_EQ(text, "scope \"twice\" {\n  var f32 s = y[t];\n  s = s * 2.0f;\n  y[t] = s;\n}\n"
                  "scope \"twice\" {\n  var f32 s = y[t];\n  s = s * 2.0f;\n  y[t] = s;\n}\n");
}

TEST(Library, AUsersFunctionMayHaveAnyName) {
  EXPECT_EQ(lowerBody("y[t] = log2(x[t]) + fmax(1.0f, a);",
                      "static float log2(float v) { return v + 1.0f; }\nstatic float fmax(float v, float w) { return w - v; }"),
            "let f32 v = x[t];\ny[t] = v + 1.0f + (a - 1.0f);\n");
  EXPECT_EQ(lowerBody("z[t] = abs(n, 3) + pow(n, 2);",
                      "static int abs(int v, int w) { return v - w; }\nstatic int pow(int v, int w) { return v * w; }"),
            "z[t] = n - 3 + n * 2;\n");
  EXPECT_EQ(lowerBody("y[t] = log2(x[t]) + std::log2(a) + log2f(a);", "#include <cmath>\nusing std::log2;"),
            "y[t] = log2(x[t]) + log2(a) + log2(a);\n");
}

TEST(Library, CopiesAndGroups) {
  const auto lowered = lower(Preamble + "void f(exo::tensor<const float, 2> A, vec y) {\n for (int b : exo::blocks(4)) { exo::shared<float[2][64]> s; exo::commit_group g;\n"
                                        "for (int t : exo::threads(16)) { exo::cp_async(exo::window<4>(s, b % 2, t * 4), A.window<1, 4>(b, t * 4));\n"
                                        " exo::copy(y.window<4>(t), exo::window<4>(s[0], t)); }\n g.commit(); g.wait<1>(); } }");
  const auto text = ir::print(lowered.result.module);
  EXPECT_EQ(lowered.reports(), "");
  EXPECT_NE(text.find("cp_async s[b % 2][t * 4]:[4] <- A[b][t * 4]:[4] clipped;"), std::string::npos) << text;
  EXPECT_NE(text.find("copy y[t]:[4] clipped <- s[0][t]:[4];"), std::string::npos) << text;
  EXPECT_NE(text.find("commit g;\n    wait g, 1;"), std::string::npos) << text;
}

TEST(Library, CollectivesAndAtomics) {
  const auto lowered = lower(Preamble + "void f(vec y, ivec z) {\n for (int b : exo::blocks(4)) for (int w : exo::warps(1)) { exo::reg<float[32]> v, u;\n"
                                        "for (int l : exo::lanes(32)) v[l] = static_cast<float>(l);\n exo::shuffle_xor(u, v, 16); const float s = exo::warp_sum(u);\n"
                                        "if (exo::one_thread()) { y[b] = s + static_cast<float>(w); exo::atomic_add(z[b], 2); exo::atomic_max(z[0], b); } } }");
  const auto text = ir::print(lowered.result.module);
  EXPECT_EQ(lowered.reports(), "");
  EXPECT_NE(text.find("u = shuffle_xor<32> v, 16;"), std::string::npos) << text;
  EXPECT_NE(text.find("s = warp_sum<32> u;"), std::string::npos) << text;
  EXPECT_NE(text.find("atomic add z[b], 2;"), std::string::npos) << text;
  EXPECT_NE(text.find("atomic max z[0], b;"), std::string::npos) << text;
}

TEST(Library, ViewsAreShiftedIndices) {
  EXPECT_EQ(lowerBody("const auto v = y.window(t, n); v[2] = a; z[t] = v.extent(0);"),
            "prove t >= 0 && n >= 0 && t <= extent(y, 0) - n, \"the window lies inside 'y'\";\n"
            "prove 2 >= 0 && 2 < n, \"the index lies inside the window\";\ny[t + 2] = a;\nz[t] = n;\n");
  // As an argument, and behind a guard: the obligation holds where the access is made.
  const auto text = lowerBody("y[t] = t < n ? first(y.window(t, 4)) : 0.0f;", "inline float first(exo::tensor<const float, 1> v) { return v[0]; }");
  EXPECT_NE(text.find("if t < n {\n  prove t >= 0"), std::string::npos) << text;
}

const std::string Template = Preamble + "template <int N, class T> void fill(exo::tensor<T, 1> v) { for (int b : exo::blocks(N)) if (exo::one_thread()) v[b] = T(1); }\n";

TEST(Selection, ExplicitInstantiationsAndNames) {
  const auto lowered = lower(Template + "template void fill<8, float>(vec);\ntemplate void fill<16, int>(ivec);\n");
  ASSERT_EQ(lowered.result.module.procs.size(), 2u) << lowered.reports();
  const auto& first = *lowered.result.module.procs[0];
  EXPECT_EQ(first.name, "fill");
  EXPECT_EQ(first.full_name, "fill<8, float>");
  EXPECT_EQ(first.c_name, "fill_8_float");
  ASSERT_EQ(first.template_arguments.size(), 2u);
  EXPECT_EQ(first.template_arguments[0].name, "N");
  EXPECT_EQ(first.template_arguments[1].value, "float");
  EXPECT_EQ(lowered.result.available, (std::vector<std::string>{"fill<8, float>", "fill<16, int>"}));
}

TEST(Selection, InstancesByName) {
  const auto one = lower(Template, {"fill<4, int>"});
  ASSERT_EQ(one.result.module.procs.size(), 1u) << one.reports();
  EXPECT_EQ(one.result.module.procs[0]->c_name, "fill_4_int");
  const auto wrong = lower(Template, {"fill<4>"});
  EXPECT_EQ(wrong.reports().substr(0, 7), "EXG1003");
  EXPECT_EQ(lower(Template, {"nothing<4>"}).reports().substr(0, 7), "EXG1003");
  EXPECT_EQ(lower(Template + "template void fill<8, float>(vec);", {"other"}).reports().substr(0, 7), "EXG1004");
  EXPECT_EQ(lower(Template + "template void fill<8, float>(vec);", {"fill"}).result.module.procs.size(), 1u);
  EXPECT_EQ(lower(Template + "inline int help(int v) { return v; }", {"help"}).reports().substr(0, 7), "EXG1008");
}

TEST(Selection, TemplatesThatNobodyInstantiatesWarn) {
  EXPECT_EQ(lower(Template).reports(), "EXG1006 fill");
  EXPECT_EQ(lower(Template + "void g(vec v) { fill<2, float>(v); }").reports(), "");  // it is a part of g
}

TEST(Selection, NamesMustBeDistinctInC) {
  const std::string body = "{ for (int b : exo::blocks(1)) if (exo::one_thread()) y[b] = 0; }\n";
  EXPECT_EQ(lower(Preamble + "void f(vec y) " + body + "void f(ivec y) " + body).reports(), "EXG1007 f");
  EXPECT_EQ(lower(Preamble + "void f(vec y) " + body + "namespace n { void f(vec y) " + body + "}").result.module.procs.size(), 2u);
}

TEST(Selection, DriversAndMainAreLeftAlone) {
  const auto lowered = lower(Preamble + "#include <vector>\nvoid f(vec y) { for (int b : exo::blocks(1)) if (exo::one_thread()) y[b] = 0; }\n"
                                        "static void test(int n) { std::vector<float> v(static_cast<unsigned long>(n)); f({v.data(), {n}}); }\nint main() { test(3); }");
  EXPECT_EQ(lowered.result.module.procs.size(), 1u);
  EXPECT_EQ(lowered.reports(), "");
}

TEST(Selection, DependenciesNameEveryFile) {
  const auto lowered = lower(Preamble);
  bool main_file = false, header = false;
  for (const auto& path : lowered.result.dependencies) {
    main_file |= path == "input.cpp";
    header |= path.ends_with("exogpu/tensor.h");
  }
  EXPECT_TRUE(main_file && header);
}

}  // namespace
}  // namespace exogpu::parse
