// The accepted cases of the catalogue that concern order, each beside its smallest bad twins.
#include "frontend/diag/ids.h"
#include "tests/unit/sync/prove.h"

namespace exogpu {
namespace {

using test::replaced;

const std::string kAdd = R"(proc add(tensor<const f32, 1> x, tensor<const f32, 1> y, tensor<f32, 1> z) {
  require extent(x, 0) == extent(z, 0) && extent(y, 0) == extent(z, 0), "equal lengths";
  let i32 n = extent(z, 0);
  for b in tasks(0, (n + 127) / 128) {
    for t in threads(0, 128) {
      let i32 i = b * 128 + t;
      if i < n { z[i] = x[i] + y[i]; }
    }
  }
})";

TEST(Cases, A1AddInTasks) {
  EXPECT_PROVED(kAdd);
  EXPECT_REFUSED(replaced(kAdd, "b * 128 + t", "b * 127 + t"), BlocksCollide);
  EXPECT_REFUSED(replaced(kAdd, "b * 128 + t", "b * 128 + t / 2"), ThreadsCollide);
}

TEST(Cases, A2SaxpyInPlace) {
  EXPECT_PROVED(R"(proc saxpy(f32 a, tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == extent(y, 0), "equal lengths";
    for b in blocks(0, (extent(y, 0) + 255) / 256) {
      for t in threads(0, 256) {
        let i32 i = b * 256 + t;
        if i < extent(y, 0) { y[i] = fma(a, x[i], y[i]); }
      }
    }
  })");
}

TEST(Cases, A3LaunchesAreOrdered) {
  EXPECT_PROVED(R"(proc two(tensor<f32, 1> x, tensor<f32, 1> y) {
    for b in blocks(0, 2) { for t in threads(0, 32) { x[b * 32 + t] = 1.0f; } }
    for b in blocks(0, 2) { for t in threads(0, 32) { y[b * 32 + t] = x[63 - b * 32 - t]; } }
  })");
}

const std::string kAsyncSaxpy = R"(proc saxpy(f32 a, tensor<const f32, 1> x, tensor<f32, 1> y) {
  require extent(x, 0) == 128 && extent(y, 0) == 128, "128 elements";
  for b in blocks(0, 1) {
    alloc f32 s[128] @shared;
    group g;
    for t in threads(0, 128) { cp_async s[t]:[1] <- x[t]:[1]; }
    commit g;
    wait g, 0;
    fence;
    for t in threads(0, 128) { y[t] = a * s[127 - t] + y[t]; }
  }
})";

TEST(Cases, A4AsyncSaxpy) {
  EXPECT_PROVED(kAsyncSaxpy);
  EXPECT_REFUSED(replaced(kAsyncSaxpy, "fence;", ""), CopyUnfinished);
  EXPECT_PROVED(replaced(replaced(kAsyncSaxpy, "fence;", ""), "s[127 - t]", "s[t]"));
  EXPECT_REFUSED(replaced(kAsyncSaxpy, "wait g, 0;", ""), CopyUnfinished);
  EXPECT_REFUSED(replaced(kAsyncSaxpy, "wait g, 0;", ""), CopyOutlivesStorage);
  EXPECT_REFUSED(replaced(kAsyncSaxpy, "wait g, 0;", "wait g, 1;"), CopyUnfinished);
  EXPECT_REFUSED(replaced(kAsyncSaxpy, "commit g;", ""), CopyUnfinished);
  EXPECT_REFUSED(replaced(replaced(kAsyncSaxpy, "fence;", ""), "wait g, 0;", "fence; wait g, 0;"), CopyUnfinished);
}

const std::string kMatmul = R"(proc matmul(i32 M, i32 N, i32 K, tensor<const f32, 2> A, tensor<const f32, 2> B, tensor<f32, 2> C) {
  require extent(A, 0) == M && extent(A, 1) == K && extent(B, 0) == K && extent(B, 1) == N, "inputs";
  require extent(C, 0) == M && extent(C, 1) == N, "output";
  for bm in blocks(0, (M + 7) / 8) { for bn in blocks(0, (N + 7) / 8) {
    alloc f32 As[8][8] @shared;
    alloc f32 Bs[8][8] @shared;
    alloc f32 acc[64] @reg = 0;
    for k0 in seq(0, K) step 8 {
      for t in threads(0, 64) {
        As[t / 8][t % 8] = bm * 8 + t / 8 < M && k0 + t % 8 < K ? A[bm * 8 + t / 8][k0 + t % 8] : 0.0f;
        Bs[t / 8][t % 8] = k0 + t / 8 < K && bn * 8 + t % 8 < N ? B[k0 + t / 8][bn * 8 + t % 8] : 0.0f;
      }
      fence;
      for t in threads(0, 64) {
        for k in seq(0, 8) { acc[t] = fma(As[t / 8][k], Bs[k][t % 8], acc[t]); }
      }
      let i32 last = k0;
      fence;
    }
    for t in threads(0, 64) {
      if bm * 8 + t / 8 < M && bn * 8 + t % 8 < N { C[bm * 8 + t / 8][bn * 8 + t % 8] = acc[t]; }
    }
  } }
})";

TEST(Cases, A5TiledMatmul) { EXPECT_PROVED(kMatmul); }

TEST(Cases, R1WithoutTheSecondFence) {
  const auto bad = replaced(kMatmul, "let i32 last = k0;\n      fence;", "let i32 last = k0;");
  const auto proof = test::prove(bad);
  const auto* race = proof.find(diag::Id::AccessesUnordered);
  ASSERT_NE(race, nullptr) << proof.text;
  EXPECT_EQ(race->verdict, effects::Verdict::Refuted);
  EXPECT_NE(race->diagnostic->message.find("writes As["), std::string::npos) << race->diagnostic->message;
  EXPECT_NE(race->diagnostic->message.find("line 15) may still read it"), std::string::npos) << race->diagnostic->message;
  EXPECT_FALSE(race->diagnostic->notes.empty());
}
TEST(Cases, R2WithoutTheFirstFence) {
  const auto proof = test::prove(replaced(kMatmul, "fence;", ""));
  const auto* race = proof.find(diag::Id::AccessesUnordered);
  ASSERT_NE(race, nullptr) << proof.text;
  EXPECT_FALSE(race->diagnostic->fixes.empty()) << proof.text;
}

const std::string kDouble = R"(proc twice(i32 K, tensor<const f32, 1> x, tensor<f32, 1> y) {
  require K >= 0 && K < 1000000 && extent(x, 0) == 32 * K && extent(y, 0) == 32 * K, "sizes";
  for b in blocks(0, 1) {
    alloc f32 s[2][32] @shared;
    for t in threads(0, 64) { if t < 32 && K > 0 { s[0][t] = x[t]; } }
    fence;
    for k in seq(0, K) {
      for t in threads(0, 64) {
        if t < 32 && k + 1 < K { s[(k + 1) % 2][t] = x[(k + 1) * 32 + t]; }
        if t >= 32 { y[k * 32 + t - 32] = s[k % 2][63 - t]; }
      }
      fence;
    }
  }
})";

TEST(Cases, A6DoubleBufferWithOneFence) {
  EXPECT_PROVED(kDouble);
  EXPECT_REFUSED(replaced(kDouble, "fence;", ""), AccessesUnordered);
  EXPECT_REFUSED(replaced(kDouble, "fence;", "", 1), AccessesUnordered);
  EXPECT_REFUSED(replaced(kDouble, "s[(k + 1) % 2][t]", "s[(k + 2) % 2][t]"), ThreadsCollide);
  EXPECT_REFUSED(replaced(replaced(kDouble, "s[2][32]", "s[1][32]"), "s[(k + 1) % 2][t]", "s[(k + 1) % 1][t]"), ThreadsCollide);
}

const std::string kRing = R"(proc ring(i32 K, tensor<const f32, 2> X, tensor<f32, 1> y) {
  require K >= 0 && K < 1000 && extent(X, 0) == K && extent(X, 1) == 64 && extent(y, 0) == 64, "sizes";
  for b in blocks(0, 1) {
    alloc f32 r[3][64] @shared;
    alloc f32 sum[64] @reg = 0;
    group g;
    for s in seq(0, 2) {
      for t in threads(0, 64) { cp_async r[s][t]:[1] <- X[s][t]:[1] clipped; }
      commit g;
    }
    for k in seq(0, K) {
      wait g, 1;
      fence;
      for t in threads(0, 64) { cp_async r[(k + 2) % 3][t]:[1] <- X[k + 2][t]:[1] clipped; }
      commit g;
      for t in threads(0, 64) { sum[t] = sum[t] + r[k % 3][63 - t]; }
    }
    wait g, 0;
    for t in threads(0, 64) { y[t] = sum[t]; }
  }
})";

TEST(Cases, BranchesThatLiteralsDecideRunLikeScopes) {
  EXPECT_PROVED(kRing);
  const std::pair<std::string, int> kept[] = {{"wait g, 1;", 0}, {"fence;", 0}, {"commit g;", 0}, {"commit g;", 1}, {"wait g, 0;", 0}};
  for (const auto& [stmt, occurrence] : kept) {
    const auto with = [&](const std::string& before, const std::string& behind) {
      return test::prove(replaced(kRing, stmt, before + stmt + behind, occurrence));
    };
    EXPECT_TRUE(with("if true { ", " }").proved()) << stmt;
    EXPECT_TRUE(with("if 1 > 2 { } else { ", " }").proved()) << stmt;
    EXPECT_TRUE(with("if 2 > 1 { if true { ", " } else { fence; } }").proved()) << stmt;
    EXPECT_FALSE(test::prove(replaced(kRing, stmt, "", occurrence)).proved()) << stmt;
    EXPECT_FALSE(with("if false { ", " }").proved()) << stmt;
    EXPECT_FALSE(with("if 2 > 1 { } else { ", " }").proved()) << stmt;
    EXPECT_FALSE(with("if true { if false { ", " } }").proved()) << stmt;
    EXPECT_FALSE(with("if K != 5 { ", " }").proved()) << stmt;
  }
  EXPECT_PROVED(replaced(kRing, "commit g;", "if false { commit g; } else { commit g; }", 1));
  // Commits that never run complete nothing: with two more in each iteration a wait for all but two groups would do.
  EXPECT_FALSE(test::prove(replaced(kRing, "wait g, 1;", "wait g, 2;")).proved());
  EXPECT_FALSE(test::prove(replaced(kRing, "wait g, 1;", "if false { commit g; commit g; } wait g, 2;")).proved());
}

TEST(Cases, A8OneLaneOfEightWrites) {
  EXPECT_PROVED(R"(proc gemv(tensor<const f32, 2> A, tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == extent(A, 1) && extent(y, 0) == extent(A, 0), "sizes";
    for b in blocks(0, (extent(A, 0) + 31) / 32) {
      for g in groups<8, 1>(0, 32) {
        let i32 r = b * 32 + g;
        alloc f32 v[8] @reg;
        for l in threads(0, 8) {
          v[l] = 0.0f;
          if r < extent(A, 0) { for c in seq(l, extent(A, 1)) step 8 { v[l] = fma(A[r][c], x[c], v[l]); } }
        }
        var f32 s;
        s = warp_sum<8> v;
        for o in one_thread(0, 1) { if r < extent(A, 0) { y[r] = s; } }
      }
    }
  })");
}

TEST(Cases, A12WarpsOfARangeFenceAmongThemselves) {
  const std::string good = R"(proc part(tensor<f32, 1> y) {
    require extent(y, 0) == 160, "one block";
    for b in blocks(0, 1) {
      alloc f32 s[160] @shared;
      for w in warps(2, 5) {
        for l in lanes(0, 32) { s[w * 32 + l] = 1.0f; }
        fence;
        for l in lanes(0, 32) { y[w * 32 + l] = s[w * 32 + 31 - l]; }
      }
    }
  })";
  EXPECT_PROVED(good);
  EXPECT_REFUSED(replaced(good, "s[w * 32 + 31 - l]", "s[w * 31 + 31 - l]"), ThreadsCollide);
  EXPECT_REFUSED(replaced(good, "fence;", ""), AccessesUnordered);
}

TEST(Cases, A15StridedGroups) {
  const std::string good = R"(proc strided(tensor<f32, 1> y) {
    require extent(y, 0) == 128, "one block";
    for b in blocks(0, 1) {
      alloc f32 s[128] @shared;
      for g in groups<4, 8>(0, 32) {
        for t in threads(0, 4) { s[g * 4 + t] = 1.0f; }
        fence;
        for t in threads(0, 4) { y[g * 4 + t] = s[g * 4 + 3 - t]; }
      }
    }
  })";
  EXPECT_PROVED(good);
  EXPECT_REFUSED(replaced(good, "fence;", ""), AccessesUnordered);
}

TEST(Cases, A16RegistersThroughDifferentNests) {
  const std::string good = R"(proc owners(tensor<f32, 1> y) {
    require extent(y, 0) == 512, "one block";
    for b in blocks(0, 1) {
      alloc f32 r[2][8][16] @reg;
      for m in groups<16, 1>(0, 8) {
        for n in threads(0, 16) { for q in unroll(0, 2) { r[q][m][n] = 1.0f; } }
      }
      for t in threads(0, 128) { for p in unroll(0, 2) { y[p * 128 + t] = r[p][t / 16][t % 16]; } }
    }
  })";
  EXPECT_PROVED(good);
  EXPECT_REFUSED(replaced(good, "r[p][t / 16][t % 16]", "r[p][t % 8][t / 8]"), NotTheOwner);
  EXPECT_REFUSED(replaced(good, "r[p][t / 16][t % 16]", "r[p][t / 16][5]"), NotTheOwner);
}

TEST(Cases, A20UniformValueOfAWarp) {
  EXPECT_PROVED(R"(proc uniform(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 128 && extent(y, 0) == 128, "one block";
    for b in blocks(0, 1) {
      for w in warps(0, 4) {
        let f32 scale = x[w];
        for l in lanes(0, 32) { y[w * 32 + l] = scale; }
      }
    }
  })");
}

TEST(Cases, R25ReadByAnotherWarp) {
  const std::string good = R"(proc owners(tensor<f32, 1> y) {
    require extent(y, 0) == 128, "one block";
    for b in blocks(0, 1) {
      alloc f32 r[2][32] @reg;
      for w in warps(0, 2) { for l in lanes(0, 32) { r[w][l] = 1.0f; } }
      for w in warps(0, 2) { for l in lanes(0, 32) { y[w * 32 + l] = r[w][l]; } }
    }
  })";
  EXPECT_PROVED(good);
  EXPECT_REFUSED(replaced(good, "= r[w][l]", "= r[1 - w][l]"), NotTheOwner);
  EXPECT_REFUSED(replaced(good, "= r[w][l]", "= r[w][0]"), NotTheOwner);
  EXPECT_REFUSED(replaced(good, "for w in warps(0, 2) { for l in lanes(0, 32) { y[w * 32 + l] = r[w][l]; } }",
                          "for w in warps(2, 4) { for l in lanes(0, 32) { y[w * 32 + l] = r[w - 2][l]; } }"), NotTheOwner);
}

TEST(Cases, S3TasksThatMeetUnderTruncation) {
  EXPECT_REFUSED(R"(proc truncating(tensor<f32, 1> y) {
    require extent(y, 0) == 3, "three";
    for t in tasks(0, 8) { for o in one_thread(0, 1) { y[(t - 4) / 4 + 1] = 1.0f; } }
  })", BlocksCollide);
}

TEST(Cases, S5RaceAtOneSizeOnly) {
  const std::string text = R"(proc one_size(i32 n, tensor<f32, 1> y) {
    require n >= 0 && n <= 2000 && extent(y, 0) == 2000, "sizes";
    for b in blocks(0, 1) {
      for t in threads(0, 256) { if n == 1056 && t < 2 { y[0] = 1.0f; } }
    }
  })";
  const auto proof = test::prove(text);
  const auto* race = proof.find(diag::Id::ThreadsCollide);
  ASSERT_NE(race, nullptr) << proof.text;
  ASSERT_FALSE(race->sizes.empty());
  EXPECT_EQ(race->sizes[0].name, "n");
  EXPECT_EQ(race->sizes[0].value, 1056);
}

}  // namespace
}  // namespace exogpu
