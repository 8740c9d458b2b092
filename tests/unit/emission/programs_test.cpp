// Emitted kernels against the simulator's sequential run, bit for bit, construct by construct.
#include <fstream>
#include <random>
#include <sstream>

#include "tests/unit/emission/emission.h"
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

std::string program(const std::string& name) {
  std::ifstream in(std::string(EXOGPU_SOURCE_DIR) + "/tests/programs/" + name + ".ir");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}
/// The proc of that name in a file of several.
std::string only(const std::string& text, const std::string& name) {
  const auto begin = text.find("proc " + name);
  EXPECT_NE(begin, std::string::npos);
  const auto end = text.find("\nproc ", begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

/// Values that make rounding visible.
std::vector<float> noise(std::int64_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>(engine() % 20001) / 7.0f - 1400.0f);
  return values;
}
Args& noisy(Args& args, const std::string& name, std::vector<std::int64_t> extents, unsigned seed = 1) {
  std::int64_t count = 1;
  for (const auto extent : extents) count *= extent;
  return args.tensor(name, std::move(extents), noise(count, seed));
}

TEST(Emission, VectorAddWithTail) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t n : {0, 1, 255, 256, 700}) {
    Args args;
    noisy(noisy(noisy(args, "x", {n}), "y", {n}, 2), "z", {n}, 3);
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(only(program("saxpy"), "vector_add"), inputs);
}
TEST(Emission, SaxpyByWindowsAndByUnrolling) {
  for (const auto* name : {"saxpy_vector", "saxpy_unrolled"}) {
    std::vector<simulate::Inputs> inputs;
    for (const std::int64_t n : {0, 1, 3, 4, 1023, 1025, 2500}) {
      Args args;
      args.real("a", 0.3);
      noisy(noisy(args, "x", {n}), "y", {n}, 2);
      inputs.push_back(args.inputs());
    }
    test::expectEqualRuns(only(program("saxpy"), name), inputs);
  }
}
TEST(Emission, Transpose) {
  std::vector<simulate::Inputs> inputs;
  for (const auto& [r, c] : std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 3}, {1, 1}, {33, 65}, {40, 31}}) {
    Args args;
    noisy(noisy(args, "X", {r, c}), "Y", {c, r}, 2);
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(program("transpose"), inputs);
}
TEST(Emission, SgemmPlain) {
  std::vector<simulate::Inputs> inputs;
  for (const auto& [m, n, k] : std::vector<std::array<std::int64_t, 3>>{{5, 7, 0}, {130, 131, 17}, {128, 132, 16}}) {
    Args args;
    args.integer("M", m).integer("N", n).integer("K", k);
    noisy(noisy(noisy(args, "A", {m, k}), "B", {k, n}, 2), "C", {m, n}, 3);
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(program("sgemm_plain"), inputs);
}

const std::string kRing = R"(proc ring(i32 K, tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(y, 0) == K * 64, "64 elements a step";
    for b in blocks(0, 1) {
      alloc f32 s[3][64] @shared;
      group g;
      for p in seq(0, 2) {
        if p < K { for t in threads(0, 64) { cp_async s[p][t]:[1] <- x[p * 64 + t]:[1] clipped; } }
        commit g;
      }
      for k in seq(0, K) {
        wait g, 1;
        fence;
        if k + 2 < K { for t in threads(0, 64) { cp_async s[(k + 2) % 3][t]:[1] <- x[(k + 2) * 64 + t]:[1] clipped; } }
        commit g;
        for t in threads(0, 64) { y[k * 64 + t] = s[k % 3][63 - t] * 2.0f + 0.1f; }
      }
      wait g, 0;
    }
  })";
TEST(Emission, AsyncRing) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t k : {0, 1, 2, 5}) {
    Args args;
    args.integer("K", k);
    noisy(noisy(args, "x", {k * 64 - (k > 1 ? 7 : 0)}), "y", {k * 64}, 2);
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(kRing, inputs);
}

const std::string kLeaving = R"(proc leaving(i32 n, i32 m, tensor<const f32, 1> x, tensor<f32, 1> y) {
  require n >= 0 && n <= 64 && extent(x, 0) == 64 && extent(y, 0) == 64, "64";
  for b in blocks(0, 1) {
    alloc f32 s[64] @shared;
    for t in threads(0, 64) { s[t] = x[t]; }
    fence;
    var bool done = false;
    for k in seq(0, n) {
      if !done {
        if s[k] > 9.0e2f || k == m { done = true; } else {
          fence;
          for t in threads(0, 64) {
            var bool found = false;
            for i in seq(0, t % 8) {
              if !found { s[t] = s[t] + 1.0f; if s[t] > 5.0f { found = true; } }
              if !found { s[t] = s[t] * 0.5f; }
            }
          }
          fence;
        }
      }
    }
    fence;
    var bool left = false;
    for i in unroll(0, 4) {
      if !left { if x[i] < 0.0f { left = true; } for o in one_thread(0, 1) { s[i] = 7.0f; } }
    }
    fence;
    for t in threads(0, 64) { y[t] = s[t]; }
  }
})";
TEST(Emission, LoopsThatAreLeftEarly) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t n : {0, 1, 5, 64})
    for (const std::int64_t m : {0, 3, 100}) {
      Args args;
      args.integer("n", n).integer("m", m);
      noisy(noisy(args, "x", {64}, static_cast<unsigned>(n + m)), "y", {64}, 2);
      inputs.push_back(args.inputs());
    }
  test::expectEqualRuns(kLeaving, inputs);
}
TEST(Emission, ALoopThatIsLeftDoesNotRunOn) {
  Args args;
  args.integer("n", 2147483647);
  noisy(args, "y", {32});
  test::expectEqualRuns(R"(proc early(i32 n, tensor<f32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in blocks(0, 1) {
      for t in threads(0, 32) {
        var bool done = false;
        for i in seq(0, n) { if !done { y[t] = y[t] + 1.0f; if i == t { done = true; } } }
      }
    }
  })", {args.inputs()});
}

/// On a CPU the bodies stand for the instructions: everything around them is the same text.
TEST(Emission, BodiesOfInstructions) {
  Args args;
  args.tensor("y", {32}, std::vector<std::int32_t>(32, 41));
  test::expectEqualRuns(R"(proc twice(tensor<i32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in blocks(0, 1) {
      for t in threads(0, 32) {
        let i32 x = y[t] - t;
        var i32 r;
        scope "twice" instruction r = "{x} << {by}"(x = x, by = 1) { let i32 s = x + x; r = s; }
        y[t] = r;
      }
    }
  })", {args.inputs()});
}

TEST(Emission, WarpCollectives) {
  Args args;
  noisy(noisy(args, "x", {64}), "y", {64}, 2);
  test::expectEqualRuns(R"(proc collectives(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 64 && extent(y, 0) == 64, "64";
    for b in blocks(0, 1) {
      for w in warps(0, 2) {
        alloc f32 v[32] @reg;
        alloc f32 u[32] @reg;
        for l in lanes(0, 32) { v[l] = x[w * 32 + l]; }
        let f32 total;
        total = warp_sum<32> v;
        let f32 top;
        top = warp_max<32> v;
        u = shuffle_xor<32> v, 5;
        v = shuffle_up<32> u, 3;
        u = shuffle_down<32> v, 2;
        v = shuffle_idx<32> u, 7;
        for l in lanes(0, 32) { y[w * 32 + l] = total + top * u[l] - v[l]; }
      }
    }
  })", {args.inputs()});
}
TEST(Emission, CollectivesOfStridedGroups) {
  Args args;
  noisy(noisy(args, "x", {64}), "y", {64}, 2);
  test::expectEqualRuns(R"(proc groups8(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 64 && extent(y, 0) == 64, "64";
    for b in blocks(0, 1) {
      for g in groups<8, 4>(0, 8) {
        alloc f32 v[8] @reg;
        alloc f32 u[8] @reg;
        for l in threads(0, 8) { v[l] = x[g * 8 + l]; }
        fence;
        let f32 total;
        total = warp_sum<8> v;
        u = shuffle_up<8> v, 3;
        v = shuffle_down<8> u, 2;
        u = shuffle_idx<8> v, 5;
        for l in threads(0, 8) { y[g * 8 + l] = total + u[l] * v[l]; }
      }
    }
  })", {args.inputs()});
}

TEST(Emission, NamedBarriersOfWarpRanges) {
  Args args;
  noisy(noisy(args, "x", {256}), "y", {256}, 2);
  test::expectEqualRuns(R"(proc halves(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 256 && extent(y, 0) == 256, "256";
    for b in blocks(0, 1) {
      alloc f32 s[2][128] @shared;
      for g in warpgroups(0, 2) {
        for t in threads(0, 128) { s[g][t] = x[g * 128 + t]; }
        fence;
        for t in threads(0, 128) { y[g * 128 + t] = s[g][127 - t]; }
      }
    }
  })", {args.inputs()});
}

/// The block is as large as its largest loop asks for; who is behind the last whole unit of another one stays out of it.
TEST(Emission, BlocksThatAreNotWholeUnits) {
  Args args;
  noisy(args, "x", {288}).tensor("n", {288}, std::vector<std::int32_t>(288, 0));
  noisy(args, "y", {256}, 2);
  test::expectEqualRuns(R"(proc beyond(tensor<f32, 1> x, tensor<i32, 1> n, tensor<f32, 1> y) {
    require extent(x, 0) == 288 && extent(n, 0) == 288 && extent(y, 0) == 256, "288";
    for b in blocks(0, 1) {
      alloc f32 s[256] @shared;
      for t in threads(0, 288) { x[t] = 1.5f; }
      for g in warpgroups(0, 2) {
        for t in threads(0, 128) { s[g * 128 + t] = y[g * 128 + t]; }
        fence;
        for t in threads(0, 128) { y[g * 128 + t] = s[g * 128 + 127 - t]; }
      }
      for g in warpgroups(0, 2) { for t in threads(0, 128) { atomic add n[t], 1; } }
    }
  })", {args.inputs()});
  Args warps;
  warps.tensor("n", {80}, std::vector<std::int32_t>(80, 0));
  test::expectEqualRuns(R"(proc rest(tensor<i32, 1> n) {
    require extent(n, 0) == 80, "80";
    for b in blocks(0, 1) {
      for t in threads(0, 80) { atomic add n[t], 100; }
      for w in warps(0, 2) { for l in lanes(0, 32) { atomic add n[l], w + 1; } }
    }
  })", {warps.inputs()});
}

TEST(Emission, LoopsThatNoThreadExecutes) {
  Args args;
  noisy(args, "y", {64}, 2);
  test::expectEqualRuns(R"(proc idle(tensor<f32, 1> y) {
    require extent(y, 0) == 64, "64";
    for b in blocks(0, 1) {
      alloc f32 r[64] @reg;
      for w in warps(0, 2) { for l in lanes(0, 32) { r[w * 32 + l] = y[w * 32 + l] * 3.0f; } }
      for w in warps(2, 2) { for l in lanes(0, 32) { r[w * 32 + l] = 1.0f; } }
      for t in threads(0, 64) { y[t] = r[t]; }
    }
  })", {args.inputs()});
}

TEST(Emission, BoundsOfLaunchLoopsThatAreNotReached) {
  std::vector<simulate::Inputs> inputs;
  for (const auto& [n, m] : std::vector<std::pair<int, int>>{{0, 0}, {-1, 0}, {2, 5}, {1, 13}}) {
    Args args;
    args.integer("n", n).integer("m", m);
    noisy(args, "y", {64});
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(R"(proc nested(i32 n, i32 m, tensor<f32, 1> y) {
    require (n <= 0 || m > 0) && n <= 4 && extent(y, 0) == 64, "m";
    for b in blocks(0, n) { for c in blocks(0, 12 / m) { for t in threads(0, 1) { y[b * 12 + c + t] = 1.5f; } } }
  })", inputs);
}

TEST(Emission, RolesThatFillPartsOfAnArray) {
  Args args;
  noisy(noisy(args, "x", {128}), "y", {128}, 2);
  test::expectEqualRuns(R"(proc roles(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 128 && extent(y, 0) == 128, "128";
    for b in blocks(0, 1) {
      alloc f32 r[128][2] @reg;
      for w in warps(2, 4) { for l in lanes(0, 32) { for k in unroll(0, 2) { r[w * 32 + l][k] = x[w * 32 + l] * 2.0f; } } }
      for w in warps(0, 1) { for l in lanes(0, 32) { for k in unroll(0, 2) { r[w * 32 + l][k] = x[l] + 1.0f; } } }
      for w in warps(1, 2) { for l in lanes(0, 32) { for k in unroll(0, 2) { r[w * 32 + l][1 - k] = x[w * 32 + l]; } } }
      for t in threads(0, 128) { y[t] = r[t][0] * 3.0f + r[t][1]; }
    }
  })", {args.inputs()});
}

TEST(Emission, TasksHistogramWithAtomics) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t n : {0, 1, 500, 1500}) {
    std::vector<std::uint8_t> x;
    for (std::int64_t i = 0; i < n; ++i) x.push_back(static_cast<std::uint8_t>(i * 31 % 251));
    Args args;
    args.tensor("X", {n}, x).tensor("H", {256}, std::vector<std::int32_t>(256, 0));
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(R"(proc histogram(tensor<const u8, 1> X, tensor<i32, 1> H) {
    require extent(H, 0) == 256, "256 bins";
    let i32 n = extent(X, 0);
    for b in tasks(0, (n + 511) / 512) {
      alloc i32 h[2][256] @shared;
      for t in threads(0, 256) { for c in unroll(0, 2) { h[c][t] = 0; } }
      fence;
      for t in threads(0, 256) {
        for s in seq(0, 2) {
          let i32 i = b * 512 + s * 256 + t;
          if i < n { atomic add h[t % 2][cast<i32>(X[i])], 1; }
        }
      }
      fence;
      for t in threads(0, 256) {
        var i32 sum = 0;
        for c in unroll(0, 2) { sum = sum + h[c][t]; }
        atomic add H[t], sum;
      }
      fence;
    }
  })", inputs);
}

TEST(Emission, HalfTypesAndPolicies) {
  std::vector<std::uint16_t> bits;
  for (int i = 0; i < 64; ++i) bits.push_back(static_cast<std::uint16_t>(0x3c00 + i * 37));
  Args args;
  args.tensor("x", {64}, bits).tensor("y", {64}, bits).tensor("z", {64}, bits);
  test::expectEqualRuns(R"(proc halves(tensor<const bf16, 1> x, tensor<f16, 1> y, tensor<bf16, 1> z) {
    require extent(x, 0) == 64 && extent(y, 0) == 64 && extent(z, 0) == 64, "64";
    for b in blocks(0, 1) {
      for t in threads(0, 16) {
        for k in unroll(0, 4) {
          let f32 v = cast<f32>(x[t * 4 + k]);
          let f32 w = cast<f32>(y[t * 4 + k]);
          y[t * 4 + k] = cast<f16>(v * w + 1.0f);
          z[t * 4 + k] = cast<bf16>(sqrt(v) / w - v * 3.0f);
        }
      }
    }
  })", {args.inputs()});
}

TEST(Emission, IntegerDataWraps) {
  std::vector<std::int32_t> x;
  for (std::uint32_t i = 0; i < 32; ++i) x.push_back(static_cast<std::int32_t>(i * 0x7654321u));
  Args args;
  args.tensor("x", {32}, x).tensor("y", {32}, x);
  test::expectEqualRuns(R"(proc wrap(tensor<const i32, 1> x, tensor<i32, 1> y) {
    require extent(x, 0) == 32 && extent(y, 0) == 32, "32";
    for b in blocks(0, 1) {
      for t in threads(0, 32) {
        var i32 h = x[t] * 31 + 7;
        h = h * h - x[31 - t];
        y[t] = (h ^ (h << 3)) + -h % 1000;
      }
    }
  })", {args.inputs()});
}

TEST(Emission, HostProcWithBranchesLoopsAndSeveralLaunches) {
  std::vector<simulate::Inputs> inputs;
  for (const std::int64_t n : {0, 5, 64, 200}) {
    Args args;
    args.integer("rounds", 3);
    noisy(noisy(args, "x", {n}), "y", {n}, 2);
    inputs.push_back(args.inputs());
  }
  test::expectEqualRuns(R"(proc steps(i32 rounds, tensor<f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == extent(y, 0) && rounds >= 0, "same length";
    let i32 n = extent(x, 0);
    for r in seq(0, rounds) {
      let f32 scale = r % 2 == 0 ? 0.5f : 1.25f;
      if n > 32 {
        for b in blocks(0, (n + 63) / 64) {
          for t in threads(0, 64) { let i32 i = b * 64 + t; if i < n { y[i] = x[n - 1 - i] * scale + y[i]; } }
        }
      } else {
        for b in blocks(0, 1) {
          for t in threads(0, 32) { if t < n { y[t] = x[t] - scale; } }
        }
      }
      for b in blocks(0, (n + 31) / 32) {
        for t in threads(0, 32) { let i32 i = b * 32 + t; if i < n { x[i] = y[i] * 0.5f; } }
      }
    }
  })", inputs);
}

TEST(Emission, FourNestedBlocksAndLargeSharedMemory) {
  Args args;
  noisy(noisy(args, "x", {2 * 3 * 2 * 64}), "y", {2 * 3 * 2 * 64}, 2);
  test::expectEqualRuns(R"(proc nest(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 768 && extent(y, 0) == 768, "768";
    for a in blocks(0, 2) { for b in blocks(0, 3) { for c in blocks(0, 2) { for d in blocks(0, 2) {
      alloc f32 s[400][32] @shared;
      let i32 base = ((a * 3 + b) * 2 + c) * 64 + d * 32;
      for t in threads(0, 32) { s[399][t] = x[base + t]; }
      fence;
      for t in threads(0, 32) { y[base + t] = s[399][31 - t]; }
    } } } }
  })", {args.inputs()});
}

TEST(Emission, RegisterArraysFlattenedAndByDigits) {
  Args args;
  noisy(noisy(args, "x", {1024}), "y", {1024}, 2);
  test::expectEqualRuns(R"(proc digits(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 1024 && extent(y, 0) == 1024, "1024";
    for b in blocks(0, 1) {
      alloc f32 flat[1024] @reg;
      alloc f32 grid[4][4][32] @reg = 0;
      for t in threads(0, 128) {
        for p in unroll(0, 8) { flat[p * 128 + t] = x[p * 128 + t]; }
        for p in unroll(0, 4) { grid[p][t / 32][t % 32] = flat[p * 128 + t] * 3.0f; }
      }
      for w in warps(0, 4) {
        for l in lanes(0, 32) {
          for p in seq(0, 8) { y[p * 128 + w * 32 + l] = flat[p * 128 + (w * 32 + l)] + grid[p / 2][w][l]; }
        }
      }
    }
  })", {args.inputs()});
}

TEST(Traces, UnrolledSaxpyLogsEachLane) {
  Args args;
  args.real("a", 0.3);
  noisy(noisy(args, "x", {1027}), "y", {1027}, 2);
  test::expectEqualTraces(only(program("saxpy"), "saxpy_unrolled"), args.inputs());
}
TEST(Traces, WindowsOfSaxpy) {
  Args args;
  args.real("a", 0.3);
  noisy(noisy(args, "x", {1027}), "y", {1027}, 2);
  test::expectEqualTraces(only(program("saxpy"), "saxpy_vector"), args.inputs());
}
TEST(Traces, RingOfAsynchronousCopies) {
  Args args;
  args.integer("K", 3);
  noisy(noisy(args, "x", {3 * 64 - 7}), "y", {3 * 64}, 2);
  test::expectEqualTraces(kRing, args.inputs());
}
TEST(Traces, UniformReadsAndAtomicsOfSeveralBlocks) {
  Args args;
  args.tensor("y", {4}, std::vector<std::int32_t>(4, 0));
  test::expectEqualTraces(R"(proc count(tensor<i32, 1> y) {
    require extent(y, 0) == 4, "4";
    for b in blocks(0, 3) {
      alloc i32 s[2][32] @shared;
      for t in threads(0, 40) { if t < 32 { s[t % 2][t] = t; } }
      fence;
      let i32 v = s[1][5];
      for w in warps(0, 1) { for l in lanes(0, 32) { if l % 8 == v - 5 { atomic add y[b], v; } } fence; }
      for o in one_thread(0, 1) { atomic add y[3], v; }
    }
  })", args.inputs());
}
TEST(Traces, LoopsThatAreLeftEarly) {
  Args args;
  args.integer("n", 9).integer("m", 5);
  noisy(noisy(args, "x", {64}, 3), "y", {64}, 2);
  test::expectEqualTraces(kLeaving, args.inputs());
}
/// The harness must bite: without its fence the program is not the sequential one for some order of threads.
TEST(Emission, AMissingFenceIsSeen) {
  const auto proc = test::resolvedProc(R"(proc racy(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 64 && extent(y, 0) == 64, "64";
    for b in blocks(0, 1) {
      alloc f32 s[64] @shared;
      for t in threads(0, 64) { s[t] = x[t]; }
      for t in threads(0, 64) { y[t] = s[63 - t]; }
    }
  })");
  ASSERT_TRUE(proc);
  const test::CompiledProc compiled(proc);
  Args args;
  noisy(noisy(args, "x", {64}), "y", {64}, 2);
  const auto expected = simulate::simulate(proc, args.inputs()).outputs.at("y").bytes;
  const auto result = compiled.run(args.inputs(), 1);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->tensors.at(1).bytes == expected);
}

TEST(Emission, ViolatedContractsAreReturned) {
  const auto proc = test::resolvedProc(R"(proc shift(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == extent(y, 0), "same length";
    for b in blocks(0, 1) { for t in threads(0, 32) { if t < extent(x, 0) { y[t] = x[t]; } } }
  })");
  ASSERT_TRUE(proc);
  const test::CompiledProc compiled(proc);
  Args good, bad;
  noisy(noisy(good, "x", {32}), "y", {32}, 2);
  noisy(noisy(bad, "x", {31}), "y", {32}, 2);
  const auto served = compiled.run(good.inputs(), 1), refused = compiled.run(bad.inputs(), 1);
  ASSERT_TRUE(served && refused);
  EXPECT_EQ(served->code, 0);
  EXPECT_EQ(refused->code, 1);
  EXPECT_EQ(refused->text, "same length");
}
}  // namespace
