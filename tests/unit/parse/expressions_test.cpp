// Expressions: every conversion is written, constants are folded, guarded operands stay guarded.
#include "support.h"

namespace exogpu::parse {
namespace {

TEST(Expressions, ConversionsAreCasts) {
  EXPECT_EQ(lowerBody("y[t] = static_cast<float>(t) * a;"), "y[t] = cast<f32>(t) * a;\n");
  EXPECT_EQ(lowerBody("y[t] = static_cast<float>(x[t] * 2.0);"), "y[t] = cast<f32>(cast<f64>(x[t]) * 2.0);\n");
  EXPECT_EQ(lowerBody("unsigned u = static_cast<unsigned>(t); u = u * 3u - 1u; z[t] = static_cast<int>(u >> 2);"),
            "var u32 u = cast<u32>(t);\nu = u * 3u32 - 1u32;\nz[t] = cast<i32>(u >> 2u32);\n");
  EXPECT_EQ(lowerBody("bool p = t < n; z[t] = p ? 1 : 0; z[t] = p; if (z[t]) y[t] = a;"),
            "let bool p = t < n;\nz[t] = p ? 1 : 0;\nz[t] = cast<i32>(p);\nif cast<bool>(z[t]) {\n  y[t] = a;\n}\n");
}

TEST(Expressions, StorageTypesComputeInInt) {
  EXPECT_EQ(lowerBody("exo::uint8 c = 3; c += 250; z[t] = c * 2; exo::int16 s = -1; s++; z[t] = s;"),
            "var u8 c = 3u8;\nc = cast<u8>(cast<i32>(c) + 250);\nz[t] = cast<i32>(c) * 2;\nvar i16 s = -1i16;\n"
            "s = cast<i16>(cast<i32>(s) + 1);\nz[t] = cast<i32>(s);\n");
  EXPECT_EQ(lowerBody("exo::int64 w = t; w = w * 5 + n; z[t] = static_cast<int>(w % 7);"),
            "var i64 w = cast<i64>(t);\nw = w * 5i64 + cast<i64>(n);\nz[t] = cast<i32>(w % 7i64);\n");
}

TEST(Expressions, HalfTypesConvertOnly) {
  const auto text = ir::print(lower(Preamble + "void f(int n, exo::tensor<const exo::f16, 1> x, exo::tensor<exo::bf16, 1> y) {\n"
                                               "for (int b : exo::blocks(n)) for (int t : exo::threads(32)) { exo::f16 h = x[t]; const float v = h;\n"
                                               " y[b] = exo::bf16(v * x[b] + 1.0f); } }").result.module);
  EXPECT_NE(text.find("let f16 h = x[t];\n      let f32 v = cast<f32>(h);\n      y[b] = cast<bf16>(v * cast<f32>(x[b]) + 1.0f);"),
            std::string::npos) << text;
}

TEST(Expressions, ConstantsAreFolded) {
  EXPECT_EQ(lowerBody("constexpr int W = 8; enum { Half = W / 2 }; const int q = 3; z[t] = t + W * Half + q + Global; y[t] = Tenth;",
                      "constexpr int Global = 100; constexpr float Tenth = 0.5f;"),
            "z[t] = t + 32 + 3 + 100;\ny[t] = 0.5f;\n");
  EXPECT_EQ(lowerBody("y[t] = -exo::infinity; z[t] = exo::ceil_div(100, 8); z[t] = static_cast<int>(sizeof(float));"),
            "y[t] = -inf<f32>;\nz[t] = 13;\nz[t] = 4;\n");
  // What overflows is no constant: the proof will say so.
  EXPECT_EQ(lowerBody("z[t] = n > 0 ? 2147483647 : 1 - 2;"), "z[t] = n > 0 ? 2147483647 : -1;\n");
}

TEST(Expressions, OperatorsKeepTheirMeaning) {
  EXPECT_EQ(lowerBody("z[t] = (t - 4) / 4 % 3; z[t] = ~t & 7 | (n ^ 1) << 2;"),
            "z[t] = (t - 4) / 4 % 3;\nz[t] = ~t & 7 | (n ^ 1) << 2;\n");
  EXPECT_EQ(lowerBody("if (!(t < n) || (n > 2 && x[t] > a)) y[t] = -a;"), "if !(t < n) || n > 2 && x[t] > a {\n  y[t] = -a;\n}\n");
}

TEST(Expressions, ScopedEnumerationsOfNarrowTypesCompareAsInts) {
  const std::string kinds = "enum class kind : exo::uint8 { a = 7, b = 200 }; enum class offset : signed char { back = -1, on = 1 };"
                            "enum class way : bool { up, down };";
  EXPECT_EQ(lowerBody("kind k = n > 3 ? kind::a : kind::b; z[t] = k == kind::b ? 1 : 2;", kinds),
            "let u8 k = n > 3 ? 7u8 : 200u8;\nz[t] = cast<i32>(k) == 200 ? 1 : 2;\n");
  EXPECT_EQ(lowerBody("offset o = n > 3 ? offset::back : offset::on; if (o < offset::on) z[t] = 1;", kinds),
            "let i8 o = n > 3 ? -1i8 : 1i8;\nif cast<i32>(o) < 1 {\n  z[t] = 1;\n}\n");
  EXPECT_EQ(lowerBody("way w = n > 3 ? way::up : way::down; if (w != way::up) z[t] = 1;", kinds),
            "let bool w = n > 3 ? false : true;\nif cast<i32>(w) != 0 {\n  z[t] = 1;\n}\n");
}

TEST(Expressions, MathFunctionsByWhateverName) {
  const std::string include = "#include <cmath>\n#include <algorithm>\n";
  EXPECT_EQ(lowerBody("y[t] = exo::fma(a, x[t], 1.0f) + std::sqrt(a) + sqrtf(a) + std::fabs(a) + __builtin_expf(a);", include),
            "y[t] = fma(a, x[t], 1.0f) + sqrt(a) + sqrt(a) + fabs(a) + exp(a);\n");
  EXPECT_EQ(lowerBody("y[t] = exo::max(a, 1.0f) + std::fmax(a, 1.0f);", include), "y[t] = fmax(a, 1.0f) + c_fmax(a, 1.0f);\n");
  EXPECT_EQ(lowerBody("y[t] = exo::max(a, x[t]); z[t] = exo::min(t, n); z[t] = std::max(t, n); z[t] = std::abs(n);", include),
            "y[t] = fmax(a, x[t]);\nz[t] = n < t ? n : t;\nz[t] = t < n ? n : t;\nz[t] = n < 0 ? -n : n;\n");
}

TEST(Expressions, GuardedCallsStayGuarded) {
  // `pick` reads x[i]: behind the guard only, also when its body needs statements.
  const std::string pick = "inline float pick(cvec v, int i) { float s = v[i]; s += 1.0f; return s; }";
  EXPECT_EQ(lowerBody("y[t] = t < n ? pick(x, t) : 0.0f;", pick),
            "var f32 chosen;\nif t < n {\n  var f32 pick_result;\n  scope \"pick\" {\n    var f32 s = x[t];\n    s = s + 1.0f;\n"
            "    pick_result = s;\n  }\n  chosen = pick_result;\n} else {\n  chosen = 0.0f;\n}\ny[t] = chosen;\n");
  EXPECT_EQ(lowerBody("if (t < n && pick(x, t) > a) y[t] = a;", pick),
            "var bool chosen = t < n;\nif chosen {\n  var f32 pick_result;\n  scope \"pick\" {\n    var f32 s = x[t];\n    s = s + 1.0f;\n"
            "    pick_result = s;\n  }\n  chosen = pick_result > a;\n}\nif chosen {\n  y[t] = a;\n}\n");
  const std::string plain = "inline float twice(cvec v, int i) { const float s = v[i]; return s + s; }";
  EXPECT_EQ(lowerBody("y[t] = t < n ? twice(x, t) : 0.0f;", plain), "y[t] = t < n ? x[t] + x[t] : 0.0f;\n");
}

}  // namespace
}  // namespace exogpu::parse
