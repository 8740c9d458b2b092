#include "verify/effects/effects.h"

#include "llvm/Support/raw_ostream.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;

namespace {

std::string exported(const std::string& text) {
  const auto model = effects::buildModel(test::resolvedProc(text));
  std::string out;
  llvm::raw_string_ostream(out) << effects::exportEffects(*model);
  return out;
}

TEST(Effects, RangesAreOverWhatIsKnownOutside) {
  const auto out = exported("proc p(i32 n, tensor<const f32, 1> x, tensor<f32, 1> y) { for b in blocks(0, n) { for t in threads(0, 32) {"
                            " for k in seq(t, n) step 4 { y[b * 32 + t] = x[k + 1]; } } } }");
  // Of the block loop: its own iterator is known, those inside are bounded.
  EXPECT_NE(out.find(R"({"buffer":"y","hi":["32*b + 31"],"indices":["b * 32 + t"],"kind":"write","lo":["32*b"]})"), std::string::npos) << out;
  // Of the thread loop: t is known too.
  EXPECT_NE(out.find(R"("hi":["32*b + t"])"), std::string::npos) << out;
  EXPECT_NE(out.find(R"("buffer":"x")"), std::string::npos) << out;
}

TEST(Effects, WhatCannotBeToldIsTheWholeDimension) {
  const auto out = exported("proc p(tensor<const i32, 1> x, tensor<i32, 1> y) { for b in blocks(0, 1) { for t in threads(0, 1) {"
                            " y[y[t]] = 1; } } }");
  EXPECT_NE(out.find(R"("indices":["y[t]"])"), std::string::npos) << out;
  EXPECT_NE(out.find("y.extent(0) - 1"), std::string::npos) << out;
}

}  // namespace
