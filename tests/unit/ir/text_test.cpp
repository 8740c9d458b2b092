#include <cmath>

#include "frontend/ir/build.h"
#include "frontend/ir/walk.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using namespace exogpu::ir;

namespace {

void expectRoundTrip(const std::string& text) {
  const auto once = print(test::parseModule(text));
  EXPECT_EQ(once, text);
  EXPECT_EQ(print(test::parseModule(once)), once);
}

TEST(Text, RoundTripsEveryStatement) {
  expectRoundTrip(R"(proc sgemm as "sgemm<128, 16>", sgemm_128_16 <BM = "128", BK = "16">(i32 M, i32 K, tensor<const f32, 2> A, tensor<f32, 2, strided> C) policy contract may_alias(A, C) same(A, C) {
  require M > 0 && extent(A, 0) == M, "M > 0";
  require aligned(A, 16), "aligned \"16\" \\ bytes";
  for bm in blocks(0, (M + 127) / 128) {
    for bn in blocks(0, 4) policy reassociate {
      let i32 m0 = bm * 128;
      alloc f32 As[2][16][128] @shared;
      alloc f32 acc[256][8] @reg = 0;
      group loads;
      for k in seq(0, K) step 16 {
        for t in threads(0, 256) {
          cp_async As[k % 2][t / 8][t % 8 * 16]:[1, 4] <- A[m0 + t][k]:[1, 4] clipped;
        }
        commit loads;
        wait loads, 1;
        fence;
        for t in threads(0, 256) {
          var f32 s = 0.0f;
          let i32 u;
          if t < 128 || !(k > 3) {
            s = fma(As[0][0][t], 2.0f, s);
          } else {
            C[m0][t] = s > 1.0f ? s : -s;
          }
          for i in unroll(0, 8) {
            acc[t][i] = cast<f32>(cast<f64>(s) * 0.1);
          }
          atomic add C[0][0], s;
        }
      }
      scope "block_sum" {
        for w in warps(2, 4) {
          alloc f32 v[32] @reg;
          alloc f32 u[32] @reg;
          var f32 sum;
          sum = warp_sum<32> v;
          u = shuffle_xor<32> v, 4;
          for o in one_thread(0, 1) {
            copy C[0][0]:[1] <- As[0][0][0]:[1];
          }
        }
        for g in groups<8, 4>(0, 2) {
          assume "distinct", m0 < 5;
          prove m0 >= 0, "m0 >= 0";
        }
      }
      var i32 r;
      scope "twice" instruction r = "{x} << {y}"(x = bm, y = 1) {
        r = bm * 2;
      }
      scope "zero" instruction r = "mov.u32 {result}, 0;"() {
        r = 0;
      }
      scope {
      }
    }
  }
}
)");
}

TEST(Text, LiteralsAreExact) {
  for (const double value : {0.0, -0.0, 0.1, 1e30, -1e-300, 1.0 / 3, 5e-324, 1.7976931348623157e308}) {
    const auto expr = makeExpr(FloatLiteral{value}, ScalarType::F64);
    const auto module = test::parseModule("proc p() { let f64 x = " + print(expr) + "; }");
    const auto& read_back = std::get<FloatLiteral>(std::get<Let>(module.procs[0]->body[0]->node).value->node);
    EXPECT_EQ(std::signbit(read_back.value), std::signbit(value));
    EXPECT_EQ(read_back.value, value);
  }
  for (const float value : {0.1f, 1e-45f, 3.4028235e38f, 16777217.0f}) {
    const auto expr = makeExpr(FloatLiteral{value}, ScalarType::F32);
    const auto module = test::parseModule("proc p() { let f32 x = " + print(expr) + "; }");
    const auto& let = std::get<Let>(module.procs[0]->body[0]->node);
    EXPECT_EQ(let.value->type, ScalarType::F32);
    EXPECT_EQ(std::get<FloatLiteral>(let.value->node).value, static_cast<double>(value));
  }
  expectRoundTrip("proc p() {\n  let f32 a = -inf<f32>;\n  let f64 b = nan<f64>;\n  let f16 c = 0.5f16;\n"
                  "  let i64 d = -9223372036854775808i64;\n  let u8 e = 255u8;\n  let bool f = true;\n"
                  "  let bf16 g = 1e+30bf16;\n  let i32 h = -(1);\n  let i32 i = -1;\n}\n");
}

TEST(Text, ParenthesesFollowTheTree) {
  expectRoundTrip("proc p(i32 a, i32 b, i32 c) {\n  let i32 x = a - (b - c) - a * (b + c) / 2;\n"
                  "  let bool y = (a < b || b < c) && !(a == b);\n  let i32 z = (a < b ? a : b) + (a << 2 & 3);\n"
                  "  let i32 w = a < b ? (b < c ? a : b) : a < c ? b : c;\n  let i32 v = -a - -(-a) - -b % ~c;\n}\n");
}

TEST(Text, ShadowedNamesAreToldApart) {
  const auto module = test::parseModule("proc p(i32 n) { for i in seq(0, n) { let i32 n = i; let i32 m = n; "
                                        "for i in seq(0, m) { let i32 k = i + n; } } let i32 copy_ = n; }");
  const auto text = print(module);
  EXPECT_NE(text.find("let i32 n_1 = i;"), std::string::npos) << text;
  EXPECT_NE(text.find("let i32 k = i_1 + n_1;"), std::string::npos) << text;
  expectRoundTrip(text);
}

TEST(Text, ReservedNamesGetAnUnderscore) {
  const auto symbol = makeSymbol("fence", ScalarType::I32, Symbol::Kind::Local);
  Proc proc;
  proc.name = proc.full_name = proc.c_name = "p";
  proc.body = {makeStmt(Let{symbol, intLiteral(1)}), makeStmt(Let{makeSymbol("x", ScalarType::I32, Symbol::Kind::Local), read(symbol)})};
  expectRoundTrip(print(proc));
}

TEST(Text, RefusesWhatItCannotRead) {
  const auto firstError = [](std::string_view text) {
    diag::Sink sink;
    EXPECT_FALSE(parseText(1, text, sink)) << text;
    EXPECT_EQ(sink.all().size(), 1u);
    return sink.all().empty() ? std::string() : test::messages(sink);
  };
  EXPECT_NE(firstError("proc p( {}").find("EXG2090"), std::string::npos);
  EXPECT_NE(firstError("proc p() { x = 1; }").find("EXG2091"), std::string::npos);
  EXPECT_NE(firstError("proc p() { let i32 x = x; }").find("'x'"), std::string::npos);
  EXPECT_NE(firstError("proc p() { let u8 x = 256u8; }").find("EXG2092"), std::string::npos);
  EXPECT_NE(firstError("proc p() { let f32 x = 1.5i32; }").find("EXG2092"), std::string::npos);
  EXPECT_NE(firstError("proc p() { for i in nothing(0, 1) { } }").find("a kind of loop"), std::string::npos);
  EXPECT_NE(firstError("proc p() { \"open }").find("EXG2090"), std::string::npos);
  EXPECT_NE(firstError("proc p() { let i32 x = " + std::string(5000, '(') + "1; }").find("EXG2093"), std::string::npos);
  EXPECT_NE(firstError("proc p() {").find("the end of the text"), std::string::npos);
}

TEST(Text, EveryPrefixIsRefusedWithoutACrash) {
  const std::string text = print(test::parseModule(
      "proc p(i32 n, tensor<f32, 1> A) { for b in blocks(0, n) { alloc f32 s[4] @reg = 0; "
      "for t in threads(0, 4) { s[t] = n < 3 ? A[b] : cast<f32>(n); copy A[b]:[1] <- A[b]:[1]; } } }"));
  for (std::size_t length = 1; length + 2 < text.size(); ++length) {
    diag::Sink sink;
    EXPECT_FALSE(parseText(1, text.substr(0, length), sink)) << text.substr(0, length);
  }
}

}  // namespace
