#include "frontend/diag/ids.h"
#include "frontend/diag/render.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include "frontend/diag/snippet.h"

namespace exogpu::diag {
namespace {

const Id kAny = Id::CannotReadFile;

class RenderTest : public ::testing::Test {
 protected:
  void use(const std::string& text) { file_ = sources_.add("a b.cpp", text); }
  SourceRange range(std::string_view piece) const {
    const auto at = sources_.text(file_).find(piece);
    return {file_, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + piece.size())};
  }
  Diagnostic error(SourceRange where, const std::string& message, const std::string& remedy = "") const {
    Diagnostic d = make(kAny, where, {"x", "y"});
    d.message = message;
    d.remedy = remedy;
    return d;
  }
  SourceTable sources_;
  FileId file_ = 0;
};

TEST_F(RenderTest, ShowsCaretAndRange) {
  use("int a;\nint b = wrong + 1;\n");
  EXPECT_EQ(renderText(error(range("wrong"), "bad"), sources_),
            "a b.cpp:2:9: error: bad [EXG7001]\n"
            "    2 | int b = wrong + 1;\n"
            "      |         ^~~~~\n");
}

TEST_F(RenderTest, WidensTabs) {
  use("\tx\t= y;\n");
  EXPECT_EQ(renderText(error(range("y"), "bad"), sources_),
            "a b.cpp:1:6: error: bad [EXG7001]\n"
            "    1 |         x       = y;\n"
            "      |                   ^\n");
}

TEST_F(RenderTest, CountsCharactersNotBytes) {
  use("auto s = \"\xC3\xA4\xE4\xBD\xA0\"; y\n");
  EXPECT_EQ(renderText(error(range("y"), "bad"), sources_),
            "a b.cpp:1:19: error: bad [EXG7001]\n"
            "    1 | auto s = \"\xC3\xA4\xE4\xBD\xA0\"; y\n"
            "      |                 ^\n");
}

TEST_F(RenderTest, MakesControlCharactersVisible) {
  use("x\x1b[31m\xff; y\r\n");
  EXPECT_EQ(renderText(error(range("y"), "bad"), sources_),
            "a b.cpp:1:10: error: bad [EXG7001]\n"
            "    1 | x<1B>[31m<FF>; y\n"
            "      |                ^\n");
}

TEST_F(RenderTest, ShowsRangesOverLines) {
  use("f(a,\n  b,\n  c);\n");
  EXPECT_EQ(renderText(error(range("f(a,\n  b,\n  c)"), "bad"), sources_),
            "a b.cpp:1:1: error: bad [EXG7001]\n"
            "    1 | f(a,\n"
            "      | ^~~~\n"
            "    2 |   b,\n"
            "      |   ~~\n"
            "    3 |   c);\n"
            "      |   ~~\n");
}

TEST_F(RenderTest, CutsLongRanges) {
  use("{\n1\n2\n3\n4\n5\n6\n}\n");
  EXPECT_EQ(renderText(error(range("{\n1\n2\n3\n4\n5\n6\n}"), "bad"), sources_),
            "a b.cpp:1:1: error: bad [EXG7001]\n"
            "    1 | {\n      | ^\n    2 | 1\n      | ~\n    3 | 2\n      | ~\n"
            "      | ...\n"
            "    8 | }\n      | ~\n");
}

TEST_F(RenderTest, CutsLongLines) {
  use(std::string(500, 'a') + "wrong" + std::string(500, 'b') + "\n");
  const std::string text = renderText(error(range("wrong"), "bad"), sources_);
  EXPECT_NE(text.find("...aaa"), std::string::npos);
  EXPECT_NE(text.find("bbb...\n"), std::string::npos);
  EXPECT_LT(text.size(), 500u);
}

TEST_F(RenderTest, UnderlinesLabelsAndListsNotes) {
  use("write(x);\nread(x);\n");
  Diagnostic d = error(range("x"), "race", "add a fence");
  d.labels.push_back({range("write"), "written by thread 3"});
  d.notes.push_back({range("read"), "read by thread 35"});
  d.notes.push_back({{}, "with M = 32"});
  d.fixes.push_back({range("read"), ""});
  d.fixes.back().where.end = d.fixes.back().where.begin;
  d.fixes.back().replacement = "exo::fence();\n";
  EXPECT_EQ(renderText(d, sources_),
            "a b.cpp:1:7: error: race [EXG7001]\n"
            "    1 | write(x);\n"
            "      | ~~~~~ ^\n"
            "a b.cpp:1:1: note: written by thread 3\n"
            "    1 | write(x);\n"
            "      | ^~~~~\n"
            "a b.cpp:2:1: note: read by thread 35\n"
            "    2 | read(x);\n"
            "      | ^~~~\n"
            "exogpu: note: with M = 32\n"
            "a b.cpp:2:1: help: add a fence\n"
            "    2 + exo::fence();\n"
            "    2 | read(x);\n");
}

TEST_F(RenderTest, ShowsReplacementsBelowTheirPlace) {
  use("for (i < n) f();\n");
  Diagnostic d = error(range("<"), "off by one", "write <=");
  d.fixes.push_back({range("<"), "<="});
  d.fixes.push_back({{file_, 15, 15}, "g"});
  EXPECT_EQ(renderText(d, sources_),
            "a b.cpp:1:8: error: off by one [EXG7001]\n"
            "    1 | for (i < n) f();\n"
            "      |        ^\n"
            "a b.cpp:1:8: help: write <=\n"
            "    1 | for (i < n) f();\n"
            "      |        ^\n"
            "      |        <=\n"
            "    1 | for (i < n) f();\n"
            "      |                g\n");
}

TEST_F(RenderTest, SurvivesPlacesThatDoNotExist) {
  use("");
  EXPECT_EQ(renderText(error({file_, 0, 0}, "empty"), sources_), "a b.cpp:1:1: error: empty [EXG7001]\n");
  use("x\n");
  renderText(error({file_, 2, 2}, "at the end"), sources_);
  renderText(error({file_, 90, 99}, "past the end"), sources_);
  EXPECT_EQ(renderText(error({}, "nowhere"), sources_), "exogpu: error: nowhere [EXG7001]\n");
}

TEST_F(RenderTest, ColoursOnlyWhenAsked) {
  use("x\n");
  EXPECT_EQ(renderText(error(range("x"), "bad"), sources_).find('\x1b'), std::string::npos);
  EXPECT_NE(renderText(error(range("x"), "bad"), sources_, {.color = true}).find("\x1b[0;1;31merror: "), std::string::npos);
}

TEST_F(RenderTest, JsonIsOneLineThatParses) {
  use("x\n\"y\xff\"\n");
  Diagnostic d = error(range("y"), "quote \" and \xff", "none");
  d.fixes.push_back({range("y"), "z"});
  const std::string text = renderJson(d, sources_);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  auto value = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(value)) << llvm::toString(value.takeError());
  const auto* object = value->getAsObject();
  EXPECT_EQ(object->getString("code"), "EXG7001");
  EXPECT_EQ(object->getObject("range")->getInteger("line"), 2);
  EXPECT_EQ(object->getObject("range")->getInteger("column"), 2);
  EXPECT_EQ(object->getArray("fixes")->size(), 1u);
}

TEST_F(RenderTest, SarifHasRulesFixesAndRelatedPlaces) {
  use("\xC3\xA4 x y\n");
  Diagnostic d = error(range("x"), "bad", "write z");
  d.labels.push_back({range("y"), "here"});
  d.fixes.push_back({range("x"), "z"});
  auto value = llvm::json::parse(renderSarif({d, d}, sources_, "1.2"));
  ASSERT_TRUE(static_cast<bool>(value)) << llvm::toString(value.takeError());
  const auto* run = (*value->getAsObject()->getArray("runs"))[0].getAsObject();
  const auto* driver = run->getObject("tool")->getObject("driver");
  EXPECT_EQ(driver->getArray("rules")->size(), 1u);
  ASSERT_EQ(run->getArray("results")->size(), 2u);
  const auto* result = (*run->getArray("results"))[1].getAsObject();
  EXPECT_EQ(result->getInteger("ruleIndex"), 0);
  const auto* place = (*result->getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(place->getObject("artifactLocation")->getString("uri"), "a%20b.cpp");
  EXPECT_EQ(place->getObject("region")->getInteger("startColumn"), 3) << "columns count characters";
  EXPECT_EQ(result->getArray("relatedLocations")->size(), 1u);
  EXPECT_EQ(result->getArray("fixes")->size(), 1u);
}

TEST_F(RenderTest, DropsExactDuplicatesAndKeepsTheOrder) {
  use("x y\n");
  const auto all = withoutDuplicates({error(range("y"), "a"), error(range("x"), "b"), error(range("y"), "a"),
                                      error(range("y"), "b")});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].message, "a");
  EXPECT_EQ(all[1].where, range("x"));
}

}  // namespace
}  // namespace exogpu::diag
