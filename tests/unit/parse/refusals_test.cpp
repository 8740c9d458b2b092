// Everything outside the language is refused by its own code at its exact range, and its good twin is accepted.
#include "support.h"

namespace exogpu::parse {
namespace {

struct Case {
  const char* name;
  const char* bad;       ///< body of one thread
  const char* expected;  ///< code and text of the range
  const char* good;
  const char* before = "";  ///< declarations before the proc
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

const Case Cases[] = {
    // statements and loops
    {"While", "int i = 0; while (i < n) ++i;", "EXG1101 while", "for (int i = 0; i < n; ++i) y[i] = a;"},
    {"DoWhile", "int i = 0; do ++i; while (i < n);", "EXG1101 do", "for (int i = 0; i < n; ++i) y[i] = a;"},
    {"ForWithoutDeclaration", "int i; for (i = 0; i < n; ++i) y[i] = a;", "EXG1102 i = 0", "for (int i = 0; i < n; ++i) y[i] = a;"},
    {"ForNotEqual", "for (int i = 0; i != n; ++i) y[i] = a;", "EXG1102 i != n", "for (int i = 0; i < n; ++i) y[i] = a;"},
    {"ForReversed", "for (int i = 0; n > i; ++i) y[i] = a;", "EXG1102 n > i", "for (int i = 0; i < n; ++i) y[i] = a;"},
    {"ForDoubling", "for (int i = 1; i < n; i *= 2) y[i] = a;", "EXG1102 i *= 2", "for (int i = 1; i < n; i += 2) y[i] = a;"},
    {"ForAway", "for (int i = 1; i < n; --i) y[i] = a;", "EXG1102 --i", "for (int i = n; i > 1; --i) y[i] = a;"},
    {"ForVariableStep", "for (int i = 1; i < n; i += n) y[i] = a;", "EXG1401 n", "for (int i = 1; i < n; i += 4) y[i] = a;"},
    {"ForEver", "for (;;) y[t] = a;", "EXG1102 for", "for (int i = 0; i < n; ++i) y[t] = a;"},
    {"IteratorAssigned", "for (int i = 0; i < n; ++i) i += 1;", "EXG1103 i", "for (int i = 0; i < n; ++i) { int k = i; k += 1; z[i] = k; }"},
    {"RangeIteratorAssigned", "for (int i : exo::seq(0, n)) i = 1;", "EXG1103 i", "for (int i : exo::seq(0, n)) z[i] = 1;"},
    {"IteratorUnsigned", "for (unsigned i = 0; i < 8u; ++i) z[t] = 1;", "EXG1104 unsigned i", "for (int i = 0; i < 8; ++i) z[t] = 1;"},
    {"IteratorReference", "for (const int& i : exo::seq(0, n)) z[i] = 1;", "EXG1104 const int& i", "for (const int i : exo::seq(0, n)) z[i] = 1;"},
    {"BoundChanges", "int m = n; for (int i = 0; i < m; ++i) m = i;", "EXG1105 m", "int m = n; const int k = m; for (int i = 0; i < k; ++i) m = i;"},
    {"BoundWithCall", "int m = n; for (int i = 0; i < exo::min(m, 7); ++i) m = i;", "EXG1105 exo::min(m, 7)",
     "int m = n; const int k = exo::min(m, 7); for (int i = 0; i < k; ++i) m = i;"},
    {"BoundWithFunction", "for (int i = 0; i < first(z); ++i) z[i] = 1;", "EXG1105 first(z)",
     "const int m = first(z); for (int i = 0; i < m; ++i) z[i] = 1;", "inline int first(ivec z) { const int k = z[0]; return k > 9 ? 9 : k; }"},
    {"BoundDescending", "int m = n; for (int i = 9; i > exo::max(m, 2); --i) m = i;", "EXG1105 exo::max(m, 2)",
     "int m = n; for (int i = 9; i > exo::max(n, 2); --i) m = i;"},
    {"BoundLargestInt", "for (int i = 0; i <= 2147483647; ++i) z[t] = i;", "EXG1102 2147483647", "for (int i = 0; i < 2147483647; ++i) z[t] = i;"},
    {"ReferenceToMax", "float u = a, v = y[t]; const float& m = std::max(u, v); v = 5; y[t] = m;", "EXG1225 std::max(u, v)",
     "float u = a, v = y[t]; const float m = std::max(u, v); v = 5; y[t] = m;", "#include <algorithm>"},
    {"ReferenceArgumentMax", "float u = a, v = y[t]; y[t] = twice(std::max(u, v));", "EXG1225 std::max(u, v)",
     "float u = a, v = y[t]; const float m = std::max(u, v); y[t] = twice(m);",
     "#include <algorithm>\ninline float twice(const float& x) { return x + x; }"},
    {"ShiftAmountWide", "exo::int64 k = n; z[t] = 1 << k;", "EXG1226 1 << k", "exo::int64 k = n; z[t] = 1 << static_cast<int>(k);"},
    {"BoundWritten", "for (int i = 0; i < z[0]; ++i) z[i] = 1;", "EXG1105 z[0]", "const int m = z[0]; for (int i = 0; i < m; ++i) z[i] = 1;"},
    {"RangeOverArray", "float u[3] = {}; for (float v : u) y[t] = v;", "EXG1106 u", "float u[3] = {}; for (int i : exo::seq(0, 3)) y[t] = u[i];"},
    {"BreakOutOfThreads", "if (t == 3) break; z[t] = 1;", "EXG1107 break", "for (int i = 0; i < n; ++i) { if (i == t) break; z[i] = 1; }"},
    {"BreakUnderOneThread", "for (int i = 0; i < n; ++i) { if (exo::one_thread() && i > 3) break; }", "EXG1107 break", "for (int i = 0; i < n; ++i) { if (i > 3) break; }"},
    {"BreakAndContinue", "for (int i = 0; i < n; ++i) { if (i > 3) { if (i > t) break; if (i == 5) continue; z[i] = 1; } z[t] = 1; }",
     "EXG1108 if (i > 3) { if (i > t) break; if (i == 5) continue; z[i] = 1; }",
     "for (int i = 0; i < n; ++i) { if (i > 3) { if (i > t) break; if (i != 5) z[i] = 1; } z[t] = 1; }"},
    {"ExitInside", "if (t < n) { if (t == 3) continue; z[t] = 1; } y[t] = a;", "EXG1108 if (t < n) { if (t == 3) continue; z[t] = 1; }",
     "if (t < n) { if (t != 3) z[t] = 1; } y[t] = a;"},
    {"ReturnInParallelLoop", "if (t == 3) return; y[t] = a;", "EXG1109 return", "if (t == 3) continue; y[t] = a;"},
    {"ReturnInLoop", "z[t] = find(z, n);", "EXG1109 return i", "z[t] = find(z, n);",
     "#ifdef BAD\ninline int find(ivec v, int n) { for (int i = 0; i < n; ++i) if (v[i] == 0) return i; return n; }\n#else\n"
     "inline int find(ivec v, int n) { int at = n; for (int i = n - 1; i >= 0; --i) if (v[i] == 0) at = i; return at; }\n#endif"},
    {"AllOfThem", "while (t < n) { y[t] = (1, a); } const auto f = [] {}; if (t == 3) return; for (;;) { if (t == 4) return; goto end; } end: y[t] = a;",
     "EXG1101 while; EXG1202 ,; EXG1208 [] {}; EXG1102 for; EXG1111 goto; EXG1109 return; EXG1111 end; EXG1109 return", "y[t] = a;"},
    {"UnderARefusedHead", "if (int k = t) { z[t] = k; y[t] = (1, a); }", "EXG1114 int k = t; EXG1202 ,", "if (t > 0) y[t] = a;"},
    {"Switch", "switch (t) { case 0: y[t] = a; }", "EXG1110 switch", "if (t == 0) y[t] = a;"},
    {"Goto", "goto end; end: y[t] = a;", "EXG1111 goto; EXG1111 end", "y[t] = a;"},
    {"Try", "try { y[t] = a; } catch (...) {}", "EXG1112 try", "y[t] = a;"},
    {"Throw", "if (t > n) throw 1;", "EXG1112 throw 1", "if (t > n) y[t] = a;"},
    {"Assembly", "asm volatile(\"nop\");", "EXG1113 asm volatile(\"nop\")", "y[t] = a;"},
    {"ConditionVariable", "if (int k = t) z[t] = k;", "EXG1114 int k = t", "if (const int k = t; k != 0) z[t] = k;"},
    {"PolicyPlace", "y[t] = a; exo::fp(exo::policy::real);", "EXG1118 exo::fp(exo::policy::real)", "exo::fp(exo::policy::real); y[t] = a;"},
    {"LoopPlace", "auto r = exo::seq(0, n); for (int i : r) z[i] = 1;", "EXG1119 exo::seq(0, n)", "for (int i : exo::seq(0, n)) z[i] = 1;"},
    {"OneThreadPlace", "const bool p = exo::one_thread(); if (p) y[t] = a;", "EXG1117 exo::one_thread()", "if (exo::one_thread()) y[t] = a;"},
    {"OneThreadElse", "if (exo::one_thread()) y[t] = a; else y[t] = 0.0f;", "EXG1116 exo::one_thread()", "if (exo::one_thread()) y[t] = a;"},
    // expressions
    {"IncrementInside", "int k = 0; z[k++] = 1;", "EXG1201 k++", "int k = 0; z[k] = 1; k++;"},
    {"AssignmentInside", "int k, j; k = j = t; z[k] = j;", "EXG1201 j = t", "int k, j; j = t; k = j; z[k] = j;"},
    {"Comma", "int k = (1, t); z[t] = k;", "EXG1202 ,", "int k = t; z[t] = k;"},
    {"MixedSign", "const unsigned u = 3u * static_cast<unsigned>(n); if (t < u) y[t] = a;", "EXG1203 t < u", "const unsigned u = 3u * static_cast<unsigned>(n); if (static_cast<unsigned>(t) < u) y[t] = a;"},
    {"UnsignedIndex", "const unsigned u = static_cast<unsigned>(t); y[u] = a;", "EXG1204 u", "const unsigned u = static_cast<unsigned>(t); y[static_cast<int>(u)] = a;"},
    {"SizeIndex", "float v[4] = {}; y[t] = v[static_cast<std::size_t>(t) % 4];", "EXG1204 static_cast<std::size_t>(t) % 4", "float v[4] = {}; y[t] = v[t % 4];"},
    {"LongBound", "const long m = n; for (int i = 0; i < m; ++i) z[i] = 1;", "EXG1204 m", "const long m = n; for (int i = 0; i < static_cast<int>(m); ++i) z[i] = 1;"},
    {"AddressOf", "int k = t; int* p = &k; z[t] = *p;", "EXG1206 int* p = &k", "int k = t; int& p = k; z[t] = p;"},
    {"AddressOfArgument", "int k = t; set(&k);", "EXG1303 int* p", "int k = t; set(k);", "inline void set(int* p) { *p = 1; }\ninline void set(int& p) { p = 1; }"},
    {"Pointer", "float v[4] = {}; y[t] = *v;", "EXG1206 *v", "float v[4] = {}; y[t] = v[0];"},
    {"PointerArithmetic", "float v[4] = {}; y[t] = (v + 1)[0];", "EXG1206 (v + 1)[0]", "float v[4] = {}; y[t] = v[1];"},
    {"PointerParameter", "float v[4] = {}; y[t] = first(v);", "EXG1303 const float* p", "float v[4] = {}; y[t] = first(v, 0);",
     "inline float first(const float* p) { return p[0]; }\ninline float first(const float (&p)[4], int i) { return p[i]; }"},
    {"New", "delete new int(3);", "EXG1207 delete new int(3)", "y[t] = a;"},
    {"Lambda", "const auto g = [](int v) { return v + 1; }; z[t] = g(t);", "EXG1208 [](int v) { return v + 1; }", "z[t] = g(t);", "inline int g(int v) { return v + 1; }"},
    {"LambdaCall", "z[t] = [](int v) { return v; }(t);", "EXG1208 [](int v) { return v; }", "z[t] = t;"},
    {"Recursion", "z[t] = fact(t);", "EXG1209 fact(v - 1)", "z[t] = t;", "inline int fact(int v) { int r = 1; if (v > 1) r = v * fact(v - 1); return r; }"},
    {"Variadic", "z[t] = sum(1, t);", "EXG1210 sum(1, t)", "z[t] = 1 + t;", "inline int sum(int v, ...) { return v; }"},
    {"UnknownBody", "z[t] = hidden(t);", "EXG1211 hidden(t)", "z[t] = t;", "int hidden(int v);"},
    {"IndirectCall", "int (*g)(int) = twice; z[t] = g(t);", "EXG1206 int (*g)(int) = twice", "z[t] = twice(t);", "inline int twice(int v) { return v + v; }"},
    {"Method", "pair p{1, t}; z[t] = p.sum();", "EXG1213 p.sum()", "pair p{1, t}; z[t] = p.a + p.b;", "struct pair { int a, b; int sum() const { return a + b; } };"},
    {"Virtual", "base p; z[t] = p.get();", "EXG1301 base p", "z[t] = t;", "struct base { virtual int get() const { return 1; } };"},
    {"Reinterpret", "z[t] = reinterpret_cast<int&>(a);", "EXG1215 reinterpret_cast<int&>(a)", "z[t] = static_cast<int>(a);"},
    {"String", "z[t] = \"abc\"[t];", "EXG1216 \"abc\"", "z[t] = t;"},
    {"Assert", "assert(t < n);", "EXG1218 assert(t < n)", "exo::assume(\"small\", t < n);", "#include <cassert>"},
    {"OverloadedOperator", "pair p{1, t}, q{t, 1}; z[t] = p * q;", "EXG1219 p * q", "pair p{1, t}, q{t, 1}; z[t] = times(p, q);",
     "struct pair { int a, b; };\ninline int operator*(pair p, pair q) { return p.a * q.b; }\ninline int times(pair p, pair q) { return p.a * q.b; }"},
    {"CallEffect", "int k = 0; z[t] = 1 + next(k);", "EXG1220 k += 1", "int k = 0; const int v = next(k); z[t] = 1 + v;", "inline int next(int& k) { k += 1; return k; }"},
    {"StatementExpression", "z[t] = ({ int k = t; k; });", "EXG1201 ({ int k = t; k; })", "z[t] = t;"},
    // types and declarations
    {"Char", "char c = 'x'; z[t] = c;", "EXG1301 char c = 'x'", "exo::int8 c = 120; z[t] = c;"},
    {"LongDouble", "long double d = 1; y[t] = static_cast<float>(d);", "EXG1301 long double d = 1", "double d = 1; y[t] = static_cast<float>(d);"},
    {"LostMemory", "float s[4] = {}; decltype(s) u; u[t % 4] = a; y[t] = s[0];", "EXG1302 decltype(s) u", "float s[4] = {}; float u[4]; u[t % 4] = a; y[t] = s[0];"},
    {"Static", "static int k = 0; z[t] = k;", "EXG1308 static int k = 0", "static constexpr int k = 0; z[t] = k;"},
    {"ThreadLocal", "thread_local int k = 0; z[t] = k;", "EXG1308 thread_local int k = 0", "int k = 0; z[t] = k;"},
    {"Global", "z[t] = counter;", "EXG1309 counter", "z[t] = limit;", "int counter = 0; constexpr int limit = 3;"},
    {"Volatile", "volatile int k = 0; z[t] = k;", "EXG1310 volatile int k = 0", "int k = 0; z[t] = k;"},
    {"Attribute", "[[gnu::aligned(16)]] float v[4]; v[0] = a; y[t] = v[0];", "EXG1311 gnu::aligned(16)", "[[maybe_unused]] float v[4]; v[0] = a; y[t] = v[0];"},
    {"Union", "either e; e.i = t; z[t] = e.i;", "EXG1301 either e", "int i = t; z[t] = i;", "union either { int i; float f; };"},
    {"BitField", "packed p{1}; z[t] = p.a;", "EXG1301 packed p{1}", "plain p{1}; z[t] = p.a;", "struct packed { int a : 4; };\nstruct plain { int a; };"},
    {"DeducedArray", "float s[4] = {}; y[t] = copy<float[4]>(a) + s[0];", "EXG1302 T v", "float s[4] = {}; y[t] = copy<float>(a) + s[0];",
     "template <class T> float copy(float w);\ntemplate <> inline float copy<float>(float w) { float v = w; return v; }\n"
     "template <class T> float copy(float w) { T v; v[0] = w; return v[0]; }"},
    {"MemoryOfElement", "exo::reg<float[4]> s[2]; s[0][t] = a;", "EXG1302 exo::reg<float[4]> s[2]", "float s[2][4]; s[0][t % 4] = a;"},
    {"MemoryOfScalar", "exo::reg<float> s = a; y[t] = s;", "EXG1313 exo::reg<float> s = a", "float s = a; y[t] = s;"},
    {"StructuredBinding", "auto [p, q] = pair{1, 2}; z[p] = q;", "EXG1198 auto [p, q] = pair{1, 2}", "const pair p{1, 2}; z[p.a] = p.b;", "struct pair { int a, b; };"},
    {"EmptyArray", "float v[0]; y[t] = a;", "EXG1306 float v[0]", "float v[1]; v[0] = a; y[t] = v[0];"},
    {"HugeArray", "float v[1 << 20][1 << 20]; v[0][0] = a;", "EXG1306 float v[1 << 20][1 << 20]", "float v[4][4]; v[0][0] = a;"},
    {"VariableLength", "float v[n]; y[t] = v[0];", "EXG1306 float v[n]", "float v[4] = {}; y[t] = v[0];"},
    // library
    {"Extent", "z[t] = y.extent(1);", "EXG1402 1", "z[t] = y.extent(0);"},
    {"Alignment", "if (y.is_aligned(n)) z[t] = 1;", "EXG1401 n", "if (y.is_aligned(16)) z[t] = 1;"},
    {"AlignmentForm", "if (y.is_aligned(24)) z[t] = 1;", "EXG1409 24", "if (y.is_aligned(8)) z[t] = 1;"},
    {"AlignmentOfLessThanAnElement", "if (y.is_aligned(3)) z[t] = 1;", "EXG1409 3", "if (y.is_aligned(2)) z[t] = 1;"},
    {"ConstantTooLarge", "z[t] = static_cast<unsigned long long>(n) < 9223372036854775808ull ? 1 : 0;", "EXG1224 9223372036854775808ull", "z[t] = static_cast<unsigned long long>(n) < 9223372036854775807ull ? 1 : 0;"},
    {"ViewUse", "const auto v = y.window(0, n); z[t] = v.is_aligned(16) ? 1 : 0;", "EXG1408 v.is_aligned(16)", "const auto v = y.window(0, n); z[t] = y.is_aligned(16) ? v.extent(0) : 0;"},
    {"WindowPlace", "auto w = y.window<4>(t); (void)w; y.window<4>(t);", "EXG1405 y.window<4>(t)", "auto w = y.window<4>(t); float v[4] = {}; exo::copy(w, exo::window<4>(v, 0));"},
    {"InstructionPlace", "exo::instruction(\"x\");", "EXG1407 exo::instruction(\"x\")", "y[t] = a;"},
    {"InstructionSecond", "z[t] = twice(t);", "EXG1407 exo::instruction(\"({x} << 1)\")", "z[t] = twice(t);",
     "#ifdef BAD\ninline int twice(int x) { const int y = x; exo::instruction(\"({x} << 1)\"); return x + y; }\n#else\n"
     "inline int twice(int x) { exo::instruction(\"({x} << 1)\"); const int y = x; return x + y; }\n#endif"},
    {"InstructionOperand", "z[t] = first(z);", "EXG1410 ivec v", "z[t] = first(z[0]);",
     "inline int first(ivec v) { exo::instruction(\"{v}[0]\"); return v[0]; }\ninline int first(int v) { exo::instruction(\"{v}\"); return v; }"},
    {"InstructionTemplate", "z[t] = f(t);", "EXG1411 \"popc.b32 {result}, {y};\"", "z[t] = f(1.0f);",
     "inline int f(int x) { exo::instruction(\"popc.b32 {result}, {y};\"); return x; }\n"
     "inline int f(float y) { exo::instruction(\"cvt.rzi.s32.f32 {result}, {y};\"); return static_cast<int>(y); }"},
    {"InstructionText", "z[t] = f(t);", "EXG1401 kText", "z[t] = t;",
     "inline constexpr char kText[] = \"{x}\";\ninline int f(int x) { exo::instruction(kText); return x; }"},
    {"InstructionBody", "z[t] = f(t);", "EXG1412 exo::instruction(\"{x}\")", "z[t] = f(0.0f);",
     "inline int f(int x) { exo::instruction(\"{x}\"); exo::fence(); return x; }\n"
     "inline int f(float x) { exo::instruction(\"{x}\"); int v[2] = {}; for (int i = 0; i < 2; ++i) { if (x > 0.0f) break; v[i] = i; } return v[1]; }"},
};

class Refusals : public testing::TestWithParam<Case> {};

TEST_P(Refusals, BadIsRefusedAndGoodIsNot) {
  const auto& each = GetParam();
  const auto bad = lower(threadProc(each.bad, each.before), {}, {"-DBAD", "-Wno-everything"});
  EXPECT_EQ(bad.reports(), each.expected);
  EXPECT_TRUE(bad.result.module.procs.empty());
  for (const auto& report : bad.sink.all()) EXPECT_FALSE(report.remedy.empty());
  const auto good = lower(threadProc(each.good, each.before), {}, {"-Wno-everything"});
  EXPECT_EQ(good.reports(), "");
  EXPECT_EQ(good.result.module.procs.size(), 1u);
}
INSTANTIATE_TEST_SUITE_P(Language, Refusals, testing::ValuesIn(Cases), [](const auto& test) { return test.param.name; });

TEST(Reports, DoubleArithmeticIsShown) {
  EXPECT_EQ(lower(threadProc("y[t] = static_cast<float>(x[t] * 2.0);")).reports(), "EXG1217 x[t] * 2.0");
  EXPECT_EQ(lower(threadProc("y[t] = static_cast<float>(double(x[t]) * 2.0);")).reports(), "");
}

TEST(Reports, MacrosAreShownWhereTheyAreExpanded) {
  const auto lowered = lower(threadProc("STEP(t);", "#define STEP(v) while (v) {}"), {}, {"-Wno-everything"});
  EXPECT_EQ(lowered.reports(), "EXG1101 STEP(t)");
  ASSERT_EQ(lowered.sink.all()[0].notes.size(), 1u);
  EXPECT_EQ(lowered.sink.all()[0].notes[0].text, "expanded from macro 'STEP'");
  EXPECT_EQ(lowered.sources.text(lowered.sink.all()[0].notes[0].where), "while");
}

TEST(Reports, InlinedCodeNamesItsCalls) {
  const auto lowered = lower(threadProc("inner(t);\n inner(n);", "inline void deep(int v) { while (v) {} }\ninline void inner(int v) { deep(v); }"), {}, {"-Wno-everything"});
  EXPECT_EQ(lowered.reports(), "EXG1101 while");  // once, though reached twice
  const auto& notes = lowered.sink.all()[0].notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(lowered.sources.text(notes[0].where), "deep(v)");
  EXPECT_EQ(lowered.sources.text(notes[1].where), "inner(t)");
}

TEST(Reports, AllMistakesOfAProcAreReported) {
  EXPECT_EQ(lower(threadProc("int k = 0; z[k++] = 1; const int bad = k++; z[bad] = 1; while (t < 0) {}"), {}, {"-Wno-everything"}).reports(),
            "EXG1201 k++; EXG1201 k++; EXG1101 while");
}

TEST(Reports, ClangSpeaksForItself) {
  const auto lowered = lower(threadProc("y[t] = undeclared;"));
  EXPECT_EQ(lowered.reports(), "EXG1001 undeclared");
  const auto fixed = lower(threadProc("float value = a; y[t] = valve;"));
  EXPECT_EQ(fixed.reports(), "EXG1001 valve");
  ASSERT_EQ(fixed.sink.all()[0].fixes.size(), 1u);
  EXPECT_EQ(fixed.sink.all()[0].fixes[0].replacement, "value");
  EXPECT_EQ(fixed.sink.all()[0].notes.size(), 1u);
}

TEST(Procs, MembersAndTryBlocks) {
  const std::string body = "{ for (int b : exo::blocks(4)) if (exo::one_thread()) y[b] = 0.0f; }";
  EXPECT_EQ(lower(Preamble + "struct s { void f(vec y) " + body + " };").reports(), "EXG1213 f");
  EXPECT_EQ(lower(Preamble + "void f(vec y) try " + body + " catch (...) {}").reports(), "EXG1115 try");
}

TEST(Procs, SignaturesAndResults) {
  const std::string body = "{ for (int b : exo::blocks(n)) if (exo::one_thread()) y[b] = 0.0f; ";
  EXPECT_EQ(lower(Preamble + "int f(int n, vec y) " + body + " return 1; }").reports(), "EXG1305 int");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, float* p) " + body + " (void)p; }").reports(), "EXG1303 float* p");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, const vec& w) " + body + " (void)w; }").reports(), "");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, const int& k) " + body + " (void)k; }").reports(), "EXG1303 const int& k");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, int& k, float* p) " + body + " while (true) {} k = 1; *p = 2; }").reports(), "EXG1303 int& k; EXG1303 float* p; EXG1101 while");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, int& k) " + body + " (void)k; }").reports(), "EXG1303 int& k");
  EXPECT_EQ(lower(Preamble + "void f(int n, vec y, ...) " + body + "}").reports(), "EXG1210 f");
}

}  // namespace
}  // namespace exogpu::parse
