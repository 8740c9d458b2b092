#include "frontend/ir/check.h"

#include "frontend/ir/build.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using namespace exogpu::ir;

namespace {

std::string violations(const std::string& text) {
  std::string out;
  for (const auto& violation : check(*test::parseProc(text), false)) out += violation + "\n";
  return out;
}
std::string inBlock(const std::string& body) {
  return "proc p(i32 n, tensor<const f32, 2> A, tensor<f32, 1> C) { for b in blocks(0, n) { alloc f32 s[4][32] @shared; "
         "alloc f32 v[4][32] @reg; group g; " + body + " } }";
}
void expectBad(const std::string& body, const std::string& what) {
  EXPECT_NE(violations(inBlock(body)).find(what), std::string::npos) << body << "\n" << violations(inBlock(body));
}
void expectGood(const std::string& body) { EXPECT_EQ(violations(inBlock(body)), "") << body; }

TEST(Check, TypesOfExpressions) {
  expectBad("let f32 x = n;", "another type");
  expectGood("let f32 x = cast<f32>(n);");
  expectBad("let i32 x = n + 1i64;", "operands of i32 and i64");
  expectGood("let i64 x = cast<i64>(n) + 1i64;");
  expectBad("let f16 x = 1.0f16 + 1.0f16;", "arithmetic on f16");
  expectBad("let u8 x = 1u8 + 1u8;", "arithmetic on u8");
  expectBad("let f32 x = 1.0f % 2.0f;", "integer arithmetic on f32");
  expectBad("let bool x = n && true;", "operands of i32 and bool");
  expectBad("let i32 x = n ? 1 : 2;", "condition of ?:");
  expectBad("let f32 x = n < 1 ? 1.0f : 2.0;", "sides of ?:");
  expectBad("let i32 x = !n;", "operator ! on i32");
  expectBad("let i32 x = exp(n);", "exp of i32");
  expectGood("let f32 x = n < 1 ? exp(1.0f) : A[0][1];");
  expectBad("let i32 x = extent(A, 2);", "no such extent");
  expectBad("let f32 x = A[0];", "wrong number of indices");
  expectBad("let f32 x = A[0][1.0f];", "index is not an integer");
  expectBad("if n { fence; }", "condition is not bool");
}

TEST(Check, PlacesAndLocals) {
  expectBad("A[0][0] = 1.0f;", "const and written");
  expectBad("C[0] = 1.0;", "another type than the element");
  expectBad("C[0][0] = 1.0f;", "wrong number of indices");
  expectBad("let f32 x = 1.0f; x = 2.0f;", "not mutable");
  expectGood("var f32 x = 1.0f; x = 2.0f;");
  expectBad("b = 2;", "not mutable");
  expectBad("alloc f32 z[0] @local;", "no constant, positive extents");
  expectBad("alloc f32 z[2] @global;", "declared like a tensor");
}

TEST(Check, Loops) {
  expectBad("for t in threads(1, 4) { fence; }", "does not start at 0");
  expectGood("for w in warps(1, 4) { fence; }");
  expectBad("for t in threads(0, 4) step 2 { fence; }", "parallel loop with a step");
  expectBad("for i in seq(0, 4) step 0 { fence; }", "step 0");
  expectBad("for o in one_thread(0, 2) { C[0] = 1.0f; }", "one_thread");
  expectBad("for i in seq(0, 4i64) { fence; }", "bound has another type");
}

TEST(Check, CopiesAndCollectives) {
  expectGood("copy s[0][0]:[1, 4] <- C[0]:[4];");
  expectBad("copy s[0][0]:[2, 4] <- C[0]:[4];", "shapes of the copy differ");
  expectBad("copy s[0][0]:[0] <- C[0]:[0];", "no rectangle");
  expectBad("cp_async C[0]:[4] <- A[0][0]:[4];", "global to shared");
  expectBad("wait g, -1;", "fewer than no groups");
  expectGood("var f32 x; x = warp_sum<32> v[0];");
  expectBad("var f32 x; x = warp_sum<16> v[0];", "another extent than the collective");
  expectBad("var f32 x; x = warp_sum<32> v;", "lacks the last index only");
  expectGood("v[0] = shuffle_xor<32> v[1], 4;");
  expectBad("v[0] = shuffle_xor<32> v[1];", "takes an argument");
  expectBad("let f32 x; x = warp_sum<32> v[0];", "not mutable");
}

TEST(Check, NodesStandOnceAndNamesInScope) {
  const auto proc = test::parseProc("proc p(i32 n) { let i32 a = n; }");
  auto twice = *proc;
  twice.body.push_back(proc->body.front());
  const auto found = check(twice, false);
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found.front().find("two places"), std::string::npos);

  auto outside = *proc;
  const auto& a = std::get<Let>(proc->body.front()->node).symbol;
  outside.body = {makeStmt(Let{makeSymbol("b", ScalarType::I32, Symbol::Kind::Local), read(a)})};
  EXPECT_NE(check(outside, false).front().find("'a' is not in scope"), std::string::npos);
}

TEST(Check, ExecutingSetsOnceResolved) {
  const auto text = inBlock("for t in threads(0, 32) { for i in unroll(0, 4) { C[t] = 1.0f; } }");
  EXPECT_FALSE(check(*test::parseProc(text), true).empty());
  EXPECT_EQ(check(*test::resolvedProc(text), true), std::vector<std::string>());
}

TEST(Check, Instructions) {
  expectGood("var i32 r; scope \"f\" instruction r = \"({x} + 1)\"(x = b) { var i32 s = b; for i in seq(0, 1) { s = s + 1; } r = s; }");
  expectBad("let i32 r = 0; scope \"f\" instruction r = \"{x}\"(x = b) { }", "assigned but not mutable");
  expectBad("var i32 r; scope \"f\" instruction r = \"{y}\"(x = b) { r = b; }", "names no parameter");
  expectBad("var i32 r; scope \"f\" instruction r = \"({x}\"(x = b) { r = b; }", "a ')' is missing");
  expectBad("var i32 r; scope \"f\" instruction r = \"\"() { r = b; }", "it is empty");
  expectBad("var i32 r; scope \"f\" instruction r = \"mov.u32 {result}, {x}\"(x = b) { r = b; }", "PTX ends with");
  expectBad("var bool r; scope \"f\" instruction r = \"mov.pred {result}, 1;\"() { r = true; }", "PTX takes");
  expectBad("var f32 r; scope \"f\" instruction r = \"{x}\"(x = A[0][0]) { r = 0.0f; }", "reads memory");
  expectBad("var f32 r; scope \"f\" instruction r = \"1\"() { r = A[0][0]; }", "does more than compute its result");
  expectBad("var i32 r; scope \"f\" instruction r = \"1\"() { r = b; fence; }", "does more than compute its result");
  expectBad("var i32 r; scope \"f\" instruction r = \"1\"() { r = b; for t in threads(0, 4) { } }", "does more than compute its result");
}

}  // namespace
