// Scripts: C++ that makes a trace in a child process.
#include "schedule/script/script.h"

#include <unistd.h>

#include <fstream>

#include "schedule/script/header.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;

namespace {

std::string root(const std::string& path) { return std::string(EXOGPU_SOURCE_DIR) + "/" + path; }

std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr const char* kCopy =
    "proc copy(i32 n, tensor<const f32, 1> A, tensor<f32, 1> C) { require extent(A, 0) == n && extent(C, 0) == n, \"n\"; "
    "for i in seq(0, n) { C[i] = A[i]; } }";

struct Ran {
  std::optional<script::Result> result;
  diag::Sink sink;
  SourceTable sources;
};
void run(Ran& ran, const std::string& body, int seconds = 20) {
  const auto path = testing::TempDir() + "exogpu_" + std::to_string(::getpid()) + ".sched.cpp";
  std::ofstream(path) << "#include <exogpu/schedule.h>\n" << body;
  script::Options options;
  options.stdlib_include = root("stdlib/include");
  options.seconds = seconds;
  options.knobs = {{"T", 64}};
  ran.result = script::runScript(path, test::parseModule(kCopy), options, ran.sources, ran.sink);
  std::remove(path.c_str());
}

TEST(Header, IsWhatTheTableGives) {
  const auto path = root("stdlib/include/exogpu/schedule.h");
  if (std::getenv("EXOGPU_WRITE")) std::ofstream(path) << script::headerText();
  EXPECT_EQ(read(path), script::headerText()) << "run this test with EXOGPU_WRITE=1";
}

TEST(Script, MakesATraceWithItsLines) {
  Ran ran;
  run(ran, "void schedule(exo::program& program) {\n"
           "  auto s = program.proc(\"copy\");\n"
           "  const int T = program.knob(\"T\", 128, 64);\n"
           "  auto i = s.loop(\"i\");\n"
           "  s.divide_loop(i, T, \"b\", \"t\", exo::tail::guard);\n"
           "  s.bind(i, exo::kind::blocks);\n"
           "  s.bind(\"t\", exo::kind::threads);\n"
           "}\n");
  ASSERT_TRUE(ran.result) << test::messages(ran.sink);
  EXPECT_EQ(trace::print(ran.result->schedule),
            "knob(\"T\", 64, 128, 64)\nproc(\"copy\")\ndivide_loop(loop(\"i\"), 64, \"b\", \"t\", guard)\n"
            "bind(loop(\"b\"), blocks)\nbind(loop(\"t\"), threads)\n");
  const auto& call = ran.result->schedule.traces.front().calls[1];
  EXPECT_EQ(ran.sources.text(call.where), "s.bind(i, exo::kind::blocks);");
}

TEST(Script, WhatGoesWrongIsADiagnostic) {
  const auto message = [](const std::string& body, int seconds = 20) {
    Ran ran;
    run(ran, body, seconds);
    EXPECT_FALSE(ran.result);
    return test::messages(ran.sink);
  };
  EXPECT_NE(message("void schedule(exo::program&) { oops; }\n").find("undeclared identifier 'oops'"), std::string::npos);
  EXPECT_NE(message("void other();\n").find("does not compile"), std::string::npos);
  EXPECT_NE(message("void schedule(exo::program&) { int* p = nullptr; *(volatile int*)p = 1; }\n").find("ended by a signal"), std::string::npos);
  EXPECT_NE(message("void schedule(exo::program&) { volatile int x = 1; while (x) {} }\n", 3).find("did not end within 3 seconds"),
            std::string::npos);
  EXPECT_NE(message("void schedule(exo::program& p) { p.proc(\"copy\").loop(\"q\"); }\n").find("nothing matches loop(\"q\")"),
            std::string::npos);
  EXPECT_NE(message("void schedule(exo::program& p) { p.proc(\"gemm\"); }\n").find("there is no proc 'gemm'"), std::string::npos);
}

TEST(Script, ALostCursorSaysWhichStepRemovedIt) {
  Ran ran;
  run(ran, "void schedule(exo::program& program) {\n  auto s = program.proc(\"copy\");\n"
           "  s.divide_loop(\"i\", 4, \"b\", \"t\", exo::tail::guard);\n  auto t = s.loop(\"t\");\n"
           "  s.unroll_loop(t);\n  s.bind(t, exo::kind::threads);\n}\n");
  ASSERT_TRUE(ran.result) << test::messages(ran.sink);
  diag::Sink sink;
  EXPECT_FALSE(trace::replay(test::parseModule(kCopy), ran.result->schedule, sink));
  EXPECT_NE(test::messages(sink).find("the cursor loop(\"t\") was removed by step 2, unroll_loop(loop(\"t\"))"), std::string::npos)
      << test::messages(sink);
  ASSERT_EQ(sink.all().size(), 1u);
  EXPECT_EQ(ran.sources.text(sink.all().front().where), "s.bind(t, exo::kind::threads);");
}

}  // namespace
