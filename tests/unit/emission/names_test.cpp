// Names and texts of users in the emitted file: it must compile, and mean the same, whatever they are.
#include "tests/unit/emission/emission.h"
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

TEST(Emission, NamesThatAreGivenOutAgainAreDeclaredBetweenOtherBraces) {
  Args args;
  args.floats("x", {64}).floats("y", {64});
  test::expectEqualRuns(R"(proc braces(tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 64 && extent(y, 0) == 64, "64";
    for b in blocks(0, 1) {
      scope "" { for t in threads(0, 64) { y[t] = x[t] + 1.0f; } }
      fence;
      scope "" { scope "" { for t in threads(0, 64) { y[t] = y[t] * 2.0f; } } }
      fence;
      for t in threads(0, 64) {
        scope "outer" { scope "inner" { let f32 v = x[t]; y[t] = y[t] + v * v; } }
        scope "outer" { scope "inner" { let f32 v = y[t]; y[t] = y[t] + v * v; } }
        if x[t] < 4.0f { scope "" { scope "" { let f32 v = x[t]; y[t] = v + v; } } } else { let f32 v = x[t]; y[t] = v * v; }
        let f32 v = x[t];
        y[t] = y[t] + v;
      }
      fence;
      scope "" { scope "" { for t in threads(0, 64) { let f32 v = y[t]; y[t] = v - 1.0f; } } }
    }
  })", {args.inputs()});
}
}  // namespace
