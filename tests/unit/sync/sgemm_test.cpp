// The tiled sgemm in its three forms, plain, double-buffered and as a cp.async ring of depth 2 to 6, for all sizes; and
// each of them with one synchronisation deleted or weakened, none of which may be proved.
#include <cstdint>

#include "tests/unit/sync/prove.h"

namespace exogpu {
namespace {

using test::replaced;

std::string num(int value) { return std::to_string(value); }

const std::string kHead = R"((i32 M, i32 N, i32 K, tensor<const f32, 2> A, tensor<const f32, 2> B, tensor<f32, 2> C) {
  require extent(A, 0) == M && extent(A, 1) == K && extent(B, 0) == K && extent(B, 1) == N, "inputs";
  require extent(C, 0) == M && extent(C, 1) == N, "output";
)";
const std::string kGrid = R"(  for bm in blocks(0, M / 128 + (M % 128 > 0 ? 1 : 0)) { for bn in blocks(0, N / 128 + (N % 128 > 0 ? 1 : 0)) {
    let i32 m0 = bm * 128;
    let i32 n0 = bn * 128;
)";
const std::string kStore = R"(    for t in threads(0, 256) {
      let i32 ty = t / 16 * 8;
      let i32 tx = t % 16 * 8;
      for i in unroll(0, 8) { for j in unroll(0, 8) {
        if m0 + ty + i < M && n0 + tx + j < N { C[m0 + ty + i][n0 + tx + j] = acc[t][i][j]; }
      } }
    }
  } }
})";
std::string multiply(const std::string& a, const std::string& b) {
  return R"(for t in threads(0, 256) {
        let i32 ty = t / 16 * 8;
        let i32 tx = t % 16 * 8;
        for k in seq(0, 16) { for i in unroll(0, 8) { for j in unroll(0, 8) {
          acc[t][i][j] = fma()" + a + ", " + b + R"(, acc[t][i][j]);
        } } }
      }
)";
}

std::string plain() {
  return "proc sgemm" + kHead + kGrid + R"(    alloc f32 As[16][128] @shared;
    alloc f32 Bs[16][128] @shared;
    alloc f32 acc[256][8][8] @reg = 0;
    for k0 in seq(0, K) step 16 {
      for t in threads(0, 256) {
        for s in unroll(0, 8) {
          let i32 i = (s * 256 + t) / 16;
          let i32 k = (s * 256 + t) % 16;
          As[k][i] = m0 + i < M && k0 + k < K ? A[m0 + i][k0 + k] : 0.0f;
        }
        for s in unroll(0, 8) {
          let i32 k = (s * 256 + t) / 128;
          let i32 j = (s * 256 + t) % 128;
          Bs[k][j] = k0 + k < K && n0 + j < N ? B[k0 + k][n0 + j] : 0.0f;
        }
      }
      fence;
      )" + multiply("As[k][ty + i]", "Bs[k][tx + j]") + "      fence;\n    }\n" + kStore;
}

std::string doubled() {
  return "proc sgemm_double" + kHead + "  let i32 steps = K / 16 + (K % 16 > 0 ? 1 : 0);\n" + kGrid + R"(    alloc f32 As[2][16][128] @shared;
    alloc f32 Bs[2][16][128] @shared;
    alloc f32 acc[256][8][8] @reg = 0;
    for step in seq(-1, steps) {
      for t in threads(0, 256) {
        alloc f32 a[8] @local = 0;
        let i32 k0 = (step + 1) * 16;
        for s in unroll(0, 8) {
          let i32 i = (s * 256 + t) / 16;
          let i32 k = (s * 256 + t) % 16;
          if m0 + i < M && k0 + k < K { a[s] = A[m0 + i][k0 + k]; }
        }
        if step >= 0 {
          for k in seq(0, 16) { for i in unroll(0, 8) { for j in unroll(0, 8) {
            acc[t][i][j] = fma(As[step % 2][k][t / 16 * 8 + i], Bs[step % 2][k][t % 16 * 8 + j], acc[t][i][j]);
          } } }
        }
        for s in unroll(0, 8) {
          As[(step + 1) % 2][(s * 256 + t) % 16][(s * 256 + t) / 16] = a[s];
          Bs[(step + 1) % 2][(s * 256 + t) / 128][(s * 256 + t) % 128] = a[s];
        }
      }
      fence;
    }
)" + kStore;
}

std::string issue(const std::string& slot, const std::string& k0) {
  return "scope \"issue\" { for t in threads(0, 256) {\n"
         "          for s in unroll(0, 2) { let i32 e = (s * 256 + t) * 4; cp_async As[" + slot + "][e / 16][e % 16]:[1, 4] <- A[m0 + e / 16][" +
         k0 + " + e % 16]:[1, 4] clipped; }\n"
         "          for s in unroll(0, 2) { let i32 e = (s * 256 + t) * 4; cp_async Bs[" + slot + "][e / 128][e % 128]:[1, 4] <- B[" + k0 +
         " + e / 128][n0 + e % 128]:[1, 4] clipped; }\n        } }\n";
}
/// `lag`: pending groups of the wait, D - 2 when right.
std::string ring(int d, int lag) {
  const std::string depth = num(d);
  return "proc sgemm_ring" + kHead + "  require K % 4 == 0 && N % 4 == 0, \"vectors\";\n  let i32 steps = K / 16 + (K % 16 > 0 ? 1 : 0);\n" +
         kGrid + "    alloc f32 As[" + depth + "][128][20] @shared;\n    alloc f32 Bs[" + depth + R"(][16][128] @shared;
    alloc f32 acc[256][8][8] @reg = 0;
    group g;
    for s0 in seq(0, )" + num(d - 1) + R"() {
      if s0 < steps { )" + issue("s0", "s0 * 16") + R"( }
      commit g;
    }
    for step in seq(0, steps) {
      wait g, )" + num(lag) + R"(;
      fence;
      let i32 next = step + )" + num(d - 1) + R"(;
      if next < steps { )" + issue("next % " + depth, "next * 16") + R"( }
      commit g;
      )" + multiply("As[step % " + depth + "][ty + i][k]", "Bs[step % " + depth + "][k][tx + j]") + "    }\n" + kStore;
}

/// What the proof costs; unlike its time, the same on every machine. A query takes a few milliseconds.
std::uint64_t queriesFor(const std::string& text) {
  const auto proof = test::prove(text);
  EXPECT_TRUE(proof.proved()) << proof.text;
  return proof.counters.queries;
}

/// Every program that lacks one of the occurrences of `statement`.
void expectEachNeeded(const std::string& text, const std::string& statement, const std::string& weaker = "") {
  int which = 0;
  for (auto at = text.find(statement); at != std::string::npos; at = text.find(statement, at + 1), ++which)
    EXPECT_FALSE(test::prove(replaced(text, statement, weaker, which), {.explain = false}).proved())
        << statement << " number " << which << " deleted from\n" << text;
}

TEST(Sgemm, Plain) {
  EXPECT_LE(queriesFor(plain()), 25u);
  expectEachNeeded(plain(), "fence;");
}

TEST(Sgemm, DoubleBuffered) {
  EXPECT_LE(queriesFor(doubled()), 25u);
  expectEachNeeded(doubled(), "fence;");
  EXPECT_FALSE(test::prove(replaced(doubled(), "As[(step + 1) % 2]", "As[step % 1]"), {.explain = false}).proved());
}

class Ring : public testing::TestWithParam<int> {};
TEST_P(Ring, ProvedForAllSizes) {
  const int depth = GetParam();
  EXPECT_LE(queriesFor(ring(depth, depth - 2)), 50u);
}
TEST_P(Ring, EachSynchronisationIsNeeded) {
  const int depth = GetParam();
  const auto good = ring(depth, depth - 2);
  for (const char* statement : {"fence;", "commit g;"}) expectEachNeeded(good, statement);
  EXPECT_FALSE(test::prove(replaced(good, "wait g, " + num(depth - 2) + ";", ""), {.explain = false}).proved());
  EXPECT_FALSE(test::prove(ring(depth, depth - 1), {.explain = false}).proved()) << "R3: one group too many pending";
  expectEachNeeded(good, "fence;", "for w in warps(0, 8) { fence; }");
}
INSTANTIATE_TEST_SUITE_P(Depths, Ring, testing::Values(2, 3, 4, 5, 6));

}  // namespace
}  // namespace exogpu
