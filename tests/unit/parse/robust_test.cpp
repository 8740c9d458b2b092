// Bad input: a message each time, never a crash, and no proc that was not understood.
#include "support.h"

#include "frontend/diag/ids.h"

namespace exogpu::parse {
namespace {

std::string repeat(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(BadInput, FilesThatAreNoPrograms) {
  for (const std::string& text : {std::string(), std::string("\0\0 int", 6), std::string("\xff\xfe\xe9 ="), std::string("/* never ends"),
                                  std::string("#include \"nowhere.h\"\n"), std::string("// \\"), std::string("#if 0\n"), std::string("namespace q {")})
    EXPECT_TRUE(lower(text).result.module.procs.empty());
}

TEST(BadInput, UnreadableFile) {
  SourceTable sources;
  diag::Sink sink;
  EXPECT_TRUE(parseFile("/nowhere/at/all.cpp", {}, sources, sink).module.procs.empty());
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(sink.all()[0].id, diag::Id::CannotReadFile);
}

TEST(BadInput, DepthIsBounded) {
  EXPECT_EQ(lower(threadProc("z[t] = t" + repeat(" + t", 600) + ";")).result.module.procs.size(), 1u);
  for (const auto& body : {"z[t] = t" + repeat(" + t", 3000) + ";", "z[t] = 1" + repeat(" + 1", 20000) + ";",
                           repeat("if (t < n) ", 1500) + "y[t] = a;", repeat("if (t == n) continue; ", 1500) + "y[t] = a;"}) {
    const auto lowered = lower(threadProc(body));
    EXPECT_TRUE(lowered.result.module.procs.empty());
    EXPECT_EQ(lowered.reports().substr(0, 7), "EXG1009");
  }
}

TEST(BadInput, TruncatedAnywhere) {
  const std::string whole = threadProc("float s = 0.0f; for (int i = 0; i < n; ++i) { if (i == t) continue; s += x[i] * \n a; } y[t] = s;");
  for (std::size_t length = Preamble.size(); length < whole.size(); length += 23) {
    const auto lowered = lower(whole.substr(0, length));
    if (!lowered.result.module.procs.empty()) ADD_FAILURE() << whole.substr(0, length);
  }
}

TEST(BadInput, InstancesThatAreNoNames) {
  for (const auto* name : {"f<", "f<1>; int x", "f<1>\n#error", "", "1<2>", "\"<", "f<1>//"})
    EXPECT_TRUE(lower(threadProc("y[t] = a;"), {name}).sink.hasErrors()) << name;
}

TEST(BadInput, InstancesBehindAnOpenEnd) {
  const std::string pattern = Preamble + "template <int N> void f(vec y) { for (int b : exo::blocks(N)) if (exo::one_thread()) y[b] = 0; }\n";
  EXPECT_EQ(lower(pattern + "// \\", {"f<1>"}).result.module.procs.size(), 1u);
  EXPECT_TRUE(lower(pattern + "/*", {"f<1>"}).sink.hasErrors());
  EXPECT_EQ(lower(pattern + "#define f g", {"f<1>"}).reports().substr(0, 7), "EXG1003");
}

}  // namespace
}  // namespace exogpu::parse
