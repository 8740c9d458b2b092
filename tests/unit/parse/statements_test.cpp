// Statements: what each lowers to.
#include "support.h"

namespace exogpu::parse {
namespace {

TEST(Statements, LocalsAndAssignments) {
  EXPECT_EQ(lowerBody("float s = a; s += x[t]; const int i = b * 32 + t; y[i] = s;"),
            "var f32 s = a;\ns = s + x[t];\nlet i32 i = b * 32 + t;\ny[i] = s;\n");
  EXPECT_EQ(lowerBody("int k = 0; ++k; k--; k *= 3; z[t] = k;"),
            "var i32 k = 0;\nk = k + 1;\nk = k - 1;\nk = k * 3;\nz[t] = k;\n");
  EXPECT_EQ(lowerBody("float s; s = 1.0f; y[t] += s;"), "var f32 s;\ns = 1.0f;\ny[t] = y[t] + s;\n");
}

TEST(Statements, ArraysSayWhereTheyLive) {
  EXPECT_EQ(lowerBody("float u[2][3]; u[0][1] = a;"), "alloc f32 u[2][3] @local;\nu[0][1] = a;\n");
  EXPECT_EQ(lowerBody("int u[4] = {}; u[t % 4] = 1;"), "alloc i32 u[4] @local = 0;\nu[t % 4] = 1;\n");
  EXPECT_EQ(lowerBody("float u[3] = {a, 2.0f}; y[t] = u[1];"),
            "alloc f32 u[3] @local = 0;\nu[0] = a;\nu[1] = 2.0f;\ny[t] = u[1];\n");
  const auto text = ir::print(lower(Preamble + "using tile = exo::shared<float[8]>;\nvoid f(int n, vec y) {\n"
                                               "for (int b : exo::blocks(n)) { tile s; exo::reg<float[32]> r = {};\n"
                                               "for (int t : exo::threads(32)) { s[t % 8] = r[t]; y[b] = 0.0f; } } }").result.module);
  EXPECT_NE(text.find("alloc f32 s[8] @shared;"), std::string::npos) << text;
  EXPECT_NE(text.find("alloc f32 r[32] @reg = 0;"), std::string::npos) << text;
}

TEST(Statements, ReferencesAreNamesOfAPlace) {
  EXPECT_EQ(lowerBody("float& v = y[t]; v = v * a; v += 1.0f;"), 
            "prove t >= 0 && t < extent(y, 0), \"the index lies inside 'y'\";\ny[t] = y[t] * a;\ny[t] = y[t] + 1.0f;\n");
  // The index is frozen where the reference is bound.
  EXPECT_EQ(lowerBody("int i = t; float& v = y[i]; i = 0; v = a; z[i] = 1;"),
            "var i32 i = t;\nlet i32 index = i;\nprove index >= 0 && index < extent(y, 0), \"the index lies inside 'y'\";\ni = 0;\ny[index] = a;\nz[i] = 1;\n");
  EXPECT_EQ(lowerBody("float s = 0.0f; float& r = s; r += a; y[t] = s;"), "var f32 s = 0.0f;\ns = s + a;\ny[t] = s;\n");
}

TEST(Statements, LoopsInCountingForm) {
  EXPECT_EQ(lowerBody("for (int i = 0; i < n; ++i) y[i] = a;"), "for i in seq(0, n) {\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i = t; i <= n; i += 32) y[i] = a;"), "for i in seq(t, n + 1) step 32 {\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i = 0; i <= 7; i++) y[i] = a;"), "for i in seq(0, 8) {\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i : exo::seq(1, n)) y[i] = a;"), "for i in seq(1, n) {\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i : exo::unroll(0, 4)) y[i] = a;"), "for i in unroll(0, 4) {\n  y[i] = a;\n}\n");
}

TEST(Statements, ReferencesToTemporariesKeepTheirValue) {
  EXPECT_EQ(lowerBody("int k = n; const float& r = k; const int& s = k + 1; k = 8; y[t] = r; z[t] = s;"),
            "var i32 k = n;\nlet f32 r = cast<f32>(k);\nlet i32 s = k + 1;\nk = 8;\ny[t] = r;\nz[t] = s;\n");
  EXPECT_EQ(lowerBody("const float& r = z[t]; z[t] = 8; y[t] = r;"), "let f32 r = cast<f32>(z[t]);\nz[t] = 8;\ny[t] = r;\n");
  EXPECT_EQ(lowerBody("int k = n; const pair& p = pair{k, t}; k = 8; z[t] = p.a;", "struct pair { int a, b; };"),
            "var i32 k = n;\nlet i32 p_a = k;\nlet i32 p_b = t;\nk = 8;\nz[t] = p_a;\n");
  // Without a conversion it is the place itself.
  EXPECT_EQ(lowerBody("int k = n; const int& s = k; k = 8; z[t] = s;"), "var i32 k = n;\nk = 8;\nz[t] = k;\n");
}

TEST(Statements, DescendingLoopsCountUp) {
  EXPECT_EQ(lowerBody("for (int i = n - 1; i >= 0; --i) y[i] = a;"),
            "for i_down in seq(0, n - 1 - 0 + 1) {\n  let i32 i = n - 1 - i_down;\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i = n; i > 2; i -= 3) y[i] = a;"),
            "for i_down in seq(0, (n - 2 + 2) / 3) {\n  let i32 i = n - i_down * 3;\n  y[i] = a;\n}\n");
  // Behind the last iteration the plain loop steps once more.
  EXPECT_EQ(lowerBody("for (int i = n; i >= t; i -= 3) y[i] = a;"),
            "for i_down in seq(0, (n - t + 3) / 3) {\n  let i32 i = n - i_down * 3;\n"
            "  prove i >= -2147483645, \"i - 3 fits an int\";\n  y[i] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i = n; i > t; --i) y[i] = a;"),
            "for i_down in seq(0, n - t) {\n  let i32 i = n - i_down;\n  y[i] = a;\n}\n");
}

TEST(Statements, ContinueBecomesElse) {
  EXPECT_EQ(lowerBody("if (t >= n) continue; y[t] = a;"), "if t >= n {\n} else {\n  y[t] = a;\n}\n");
  EXPECT_EQ(lowerBody("for (int i = 0; i < n; ++i) { if (i == t) { y[i] = a; continue; } y[i] = 0.0f; }"),
            "for i in seq(0, n) {\n  if i == t {\n    y[i] = a;\n  } else {\n    y[i] = 0.0f;\n  }\n}\n");
  EXPECT_EQ(lowerBody("if (t < n) { y[t] = a; if (t == 1) continue; y[t] = 0.0f; } else { continue; } z[t] = 1;"),
            "if t < n {\n  y[t] = a;\n  if t == 1 {\n  } else {\n    y[t] = 0.0f;\n    z[t] = 1;\n  }\n}\n");
}

TEST(Statements, BreakBecomesAFlagAndAGuard) {
  EXPECT_EQ(lowerBody("for (int i = 0; i < n; ++i) { if (i == t) { y[i] = a; break; } z[i] = 1; }"),
            "var bool done = false;\nfor i in seq(0, n) {\n  if !done {\n    if i == t {\n      y[i] = a;\n      done = true;\n"
            "    } else {\n      z[i] = 1;\n    }\n  }\n}\n");
  // The iterator of a descending loop is computed under the guard too.
  EXPECT_EQ(lowerBody("for (int i = n; i > 2; --i) { z[i] = 1; if (i == t) break; }"),
            "var bool done = false;\nfor i_down in seq(0, n - 2) {\n  if !done {\n    let i32 i = n - i_down;\n    z[i] = 1;\n"
            "    if i == t {\n      done = true;\n    }\n  }\n}\n");
  // Each `break` leaves the innermost loop.
  EXPECT_EQ(lowerBody("for (int i : exo::unroll(0, 4)) { for (int j : exo::seq(0, n)) { if (j == t) break; z[j] = i; } if (i > n) break; }"),
            "var bool done = false;\nfor i in unroll(0, 4) {\n  if !done {\n    var bool done_1 = false;\n    for j in seq(0, n) {\n"
            "      if !done_1 {\n        if j == t {\n          done_1 = true;\n        } else {\n          z[j] = i;\n        }\n      }\n    }\n"
            "    if i > n {\n      done = true;\n    }\n  }\n}\n");
}

TEST(Statements, WhatFollowsABreakOnSomePathsIsGuarded) {
  EXPECT_EQ(lowerBody("for (int i = 0; i < n; ++i) { if (i > 3) { z[i] = 1; if (i == t) break; } y[i] = a; }"),
            "var bool done = false;\nfor i in seq(0, n) {\n  if !done {\n    if i > 3 {\n      z[i] = 1;\n      if i == t {\n"
            "        done = true;\n      }\n    }\n    if !done {\n      y[i] = a;\n    }\n  }\n}\n");
  EXPECT_EQ(lowerBody("for (int i = 0; i < n; ++i) { if (i > 3) { if constexpr (sizeof(int) == 8) break; z[i] = 1; } y[i] = a; }"),
            "for i in seq(0, n) {\n  if i > 3 {\n    z[i] = 1;\n  }\n  y[i] = a;\n}\n");
}

TEST(Statements, WhatMeansNothingIsDropped) {
  EXPECT_EQ(lowerBody("static_assert(sizeof(int) == 4); using T = float; typedef int I; ; (void)t; [[maybe_unused]] I k = 1; T v = a; y[t] = v;"),
            "let i32 k = 1;\nlet f32 v = a;\ny[t] = v;\n");
  EXPECT_EQ(lowerBody("if (t < n) [[likely]] { y[t] = a; }"), "if t < n {\n  y[t] = a;\n}\n");
}

TEST(Statements, StructsAreTheirFields) {
  const std::string pair = "struct pair { int a; float b = 2.0f; };\n";
  EXPECT_EQ(lowerBody("pair p{t}; p.a += n; const pair q = p; z[t] = q.a; y[t] = q.b;", pair),
            "var i32 p_a = t;\nlet f32 p_b = 2.0f;\np_a = p_a + n;\nlet i32 q_a = p_a;\nlet f32 q_b = p_b;\nz[t] = q_a;\ny[t] = q_b;\n");
  EXPECT_EQ(lowerBody("pair p; p = pair{n, a}; z[t] = p.a; y[t] = p.b;", "struct pair { int a; float b; };\n"),
            "var i32 p_a;\nvar f32 p_b;\np_a = n;\np_b = a;\nz[t] = p_a;\ny[t] = p_b;\n");
  EXPECT_EQ(lowerBody("pair p{t, n}; p = {p.b, p.a}; z[p.a] = p.b;", "struct pair { int a, b; };\n"),
            "var i32 p_a = t;\nvar i32 p_b = n;\nlet i32 value = p_b;\nlet i32 value_1 = p_a;\np_a = value;\np_b = value_1;\nz[p_a] = p_b;\n");
  EXPECT_EQ(lowerBody("pair p{t, n}; step(p); z[t] = sum(p);", "struct pair { int a, b; };\ninline void step(pair& p) { p.a += 1; }\ninline int sum(pair p) { return p.a + p.b; }"),
            "var i32 p_a = t;\nlet i32 p_b = n;\nscope \"step\" {\n  p_a = p_a + 1;\n}\nlet i32 p_a_1 = p_a;\nlet i32 p_b_1 = p_b;\nz[t] = p_a_1 + p_b_1;\n");
}

TEST(Statements, OneThread) {
  const auto text = ir::print(lower(Preamble + "void f(int n, vec y) { for (int b : exo::blocks(n)) if (exo::one_thread() && b < 3 && b > 0) y[b] = 1.0f; }").result.module);
  EXPECT_NE(text.find("for one in one_thread(0, 1) {\n      if b < 3 && b > 0 {\n        y[b] = 1.0f;\n"), std::string::npos) << text;
}

TEST(Statements, PoliciesOfProcsAndLoops) {
  const auto lowered = lower(Preamble + "void f(int n, vec y) { exo::fp(exo::policy::contract); for (int b : exo::blocks(n)) { exo::fp(exo::policy::real);"
                                        " for (int t : exo::threads(32)) y[b] = static_cast<float>(t); } }\n"
                                        "void g(int n, vec y) { f(n, y); for (int b : exo::blocks(n)) if (exo::one_thread()) y[b] = 0.0f; }"
                                        "void h(int n, vec y) { exo::fp(exo::policy::reassociate); for (int b : exo::blocks(n)) if (exo::one_thread()) y[b] = 0.0f; }"
                                        "void k(int n, vec y) { if (n > 3) h(n, y); }");
  ASSERT_EQ(lowered.result.module.procs.size(), 4u) << lowered.reports();
  EXPECT_EQ(lowered.result.module.procs[0]->policy, ir::Policy::Contract);
  EXPECT_EQ(std::get<ir::For>(lowered.result.module.procs[0]->body[0]->node).policy, ir::Policy::Real);
  EXPECT_EQ(lowered.result.module.procs[1]->policy, ir::Policy::Exact);
  const auto inlined = ir::print(*lowered.result.module.procs[3]);
  EXPECT_NE(inlined.find("reassociate"), std::string::npos) << inlined;  // the launch carries the callee's policy
}

TEST(Statements, ContractsKeepTheirText) {
  const auto text = ir::print(lower(Preamble + "void f(int n, vec y) {\n exo::require(n >  0 &&\n   y.has_shape(n));\n exo::assume(\"small\", n < 100);\n"
                                               " for (int b : exo::blocks(n)) if (exo::one_thread()) y[b] = 0.0f; }").result.module);
  EXPECT_NE(text.find("require n > 0 && extent(y, 0) == n, \"n > 0 && y.has_shape(n)\";"), std::string::npos) << text;
  EXPECT_NE(text.find("assume \"small\", n < 100;"), std::string::npos) << text;
}

TEST(Statements, ARangeIsMadeOnce) {
  const auto loop = [](const std::string& head) { return lowerBody("int m = n; for (int k : " + head + ") { m = 2; z[k] = m; }"); };
  for (const char* head : {"exo::seq(0, m)", "exo::seq(0, m + 1)", "exo::seq(0, z[t])"})
    EXPECT_NE(loop(head).find("in seq(0, to)"), std::string::npos) << loop(head);
  EXPECT_NE(loop("exo::seq(m, n)").find("in seq(from, n)"), std::string::npos) << loop("exo::seq(m, n)");
  EXPECT_NE(loop("exo::seq(0, n)").find("in seq(0, n)"), std::string::npos) << loop("exo::seq(0, n)");
}

TEST(Statements, AliasFacts) {
  const std::string loop = " for (int b : exo::blocks(1)) if (exo::one_thread()) y[b] = 1; }";
  for (const char* late : {"for (int b : exo::blocks(1)) if (exo::one_thread()) x[b] = 1; exo::same(x, y);", "if (n > 3) exo::same(x, y);",
                           "if (n > 3) return; exo::same(x, y);", "for (int i = 0; i < n; ++i) exo::may_alias(x, y);"})
    EXPECT_TRUE(lower(Preamble + "void f(int n, vec x, vec y) { " + late + loop).reports().starts_with("EXG1415 exo::")) << late;
  const auto chain = lower(Preamble + "void f(vec x, vec y, vec z, vec u) { exo::same(z, y); exo::may_alias(u, x); exo::same(y, x);" + loop);
  EXPECT_EQ(chain.reports(), "");
  EXPECT_EQ(chain.result.module.procs.at(0)->aliases.size(), 6u);  // any two of x, y, z are the same, and u may overlap each
  const auto lowered = lower(Preamble + "void f(vec x, vec y, vec z) { exo::may_alias(x, y); exo::same(y, z); for (int b : exo::blocks(1)) if (exo::one_thread()) y[b] = x[b] + z[b]; }");
  ASSERT_EQ(lowered.result.module.procs.size(), 1u) << lowered.reports();
  const auto& aliases = lowered.result.module.procs[0]->aliases;
  ASSERT_EQ(aliases.size(), 3u);  // so x may overlap z
  EXPECT_FALSE(aliases[0].same);
  EXPECT_TRUE(aliases[1].same);
}

}  // namespace
}  // namespace exogpu::parse
