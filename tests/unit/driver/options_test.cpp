#include "frontend/driver/options.h"

#include <gtest/gtest.h>

namespace exogpu::driver {
namespace {

CommandLine accept(const std::vector<std::string>& arguments) {
  auto result = parseCommandLine(arguments);
  if (const auto* usage = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << usage->message;
    return {};
  }
  return std::get<CommandLine>(result);
}
std::string reject(const std::vector<std::string>& arguments) {
  auto result = parseCommandLine(arguments);
  const auto* usage = std::get_if<UsageError>(&result);
  return usage ? usage->message : "accepted";
}

TEST(Options, ABareFileIsCompiled) {
  EXPECT_EQ(accept({"a.cpp"}).command, Command::Compile);
  EXPECT_EQ(accept({"check", "a.cpp"}).command, Command::Check);
  EXPECT_EQ(accept({"-o", "x.cu", "a.cpp"}).output, "x.cu");
  EXPECT_EQ(accept({"-o", "x", "--emit=cuda", "a.cpp"}).output, "x");
  EXPECT_NE(reject({"-o", "x", "a.cpp"}), "accepted");  // x.cu and x.h: which part of the name is shared?
}

TEST(Options, FlagsReachClangInOrder) {
  const std::vector<std::string> want{"-Ia", "-DB=1", "-isystem", "c", "-UB", "-include", "d.h", "-std=c++23", "-Wall"};
  EXPECT_EQ(accept({"check", "-I", "a", "-DB=1", "-isystem", "c", "-U", "B", "-include", "d.h", "--std=c++23", "f.cpp", "--",
                    "-Wall"})
                .clang_arguments,
            want);
}

TEST(Options, NoneIsAcceptedAndIgnored) {
  EXPECT_EQ(reject({"check", "-o", "x", "a.cpp"}), "'exogpu check' has no option '-o'; it belongs to: compile");
  EXPECT_EQ(reject({"check", "--emit=ir", "a.cpp"}), "'exogpu check' has no option '--emit=ir'; it belongs to: compile");
  EXPECT_NE(reject({"explain", "EXG7001", "-k", "x"}), "accepted");
  EXPECT_NE(reject({"explain", "EXG7001", "--", "-Wall"}), "accepted");
  EXPECT_NE(reject({"compile", "-MF", "x", "a.cpp"}), "accepted");
  EXPECT_NE(reject({"check", "--no-watchdog", "--timeout=3", "a.cpp"}), "accepted");
  EXPECT_NE(reject({"check", "a.cpp", "b.cpp"}), "accepted");
}

TEST(Options, ValuesAreChecked) {
  EXPECT_EQ(reject({"check", "--color=x", "a.cpp"}), "'--color=' cannot be 'x'; it is one of: auto, always, never");
  EXPECT_NE(reject({"check", "--timeout=1s", "a.cpp"}), "accepted");
  EXPECT_NE(reject({"check", "-Wno-such", "a.cpp"}), "accepted");
  EXPECT_NE(reject({"compile", "--emit=irr", "a.cpp"}), "accepted");
  EXPECT_NE(reject({"check", "-k"}), "accepted");
  EXPECT_NE(reject({}), "accepted");
  EXPECT_NE(reject({"check", "--colour=x", "a.cpp"}).find("did you mean"), std::string::npos);
}

TEST(Options, DiagnosticsGoToSeveralPlaces) {
  const auto options = accept({"check", "--diagnostics=text,sarif:log.sarif", "a.cpp"});
  ASSERT_EQ(options.diagnostics.size(), 2u);
  EXPECT_EQ(options.diagnostics[1].format, Format::Sarif);
  EXPECT_EQ(options.diagnostics[1].path, "log.sarif");
  EXPECT_NE(reject({"check", "--diagnostics=text,json", "a.cpp"}), "accepted");
}

TEST(Options, TextsComeFromTheTable) {
  const std::string help = helpText(std::nullopt), man = manPage();
  for (const CommandInfo& row : allCommands()) {
    EXPECT_NE(help.find(row.text), std::string::npos);
    EXPECT_NE(man.find(row.help), std::string::npos);
    for (const char* shell : {"bash", "zsh", "fish"})
      EXPECT_NE(completionScript(shell).find(row.text), std::string::npos) << shell;
  }
  EXPECT_NE(helpText(Command::Compile).find("--emit="), std::string::npos);
  EXPECT_EQ(helpText(Command::Explain).find("--emit="), std::string::npos);
  EXPECT_NE(completionScript("bash").find("--emit=ir"), std::string::npos);
}

}  // namespace
}  // namespace exogpu::driver
