// What launchers compute themselves: scalars at host level mean what they mean in the sequential run.
#include <cmath>
#include <limits>

#include "tests/unit/emission/emission.h"
#include "tests/unit/simulate/sim.h"

namespace {
using namespace exogpu;
using test::Args;

/// Scalars a and b of `type`, an expression of them at host level, and as many results as the kernel stores.
std::string hostValue(const std::string& type, const std::vector<std::string>& expressions) {
  std::string values, stores;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    values += "  let " + type + " v" + std::to_string(i) + " = " + expressions[i] + ";\n";
    stores += "y[" + std::to_string(i) + "] = v" + std::to_string(i) + "; ";
  }
  return "proc host(" + type + " a, " + type + " b, tensor<" + type + ", 1> y) {\n  require extent(y, 0) == 8, \"8\";\n" +
         values + "  for k in blocks(0, 1) { for t in threads(0, 32) { if t == 0 { " + stores + "} } }\n}\n";
}

template <class T>
std::vector<simulate::Inputs> pairs(const std::vector<std::pair<double, double>>& values) {
  std::vector<simulate::Inputs> inputs;
  for (const auto& [a, b] : values) {
    Args args;
    args.real("a", a).real("b", b).tensor("y", {8}, std::vector<T>(8, T{3}));
    inputs.push_back(args.inputs());
  }
  return inputs;
}

const double kNan = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::pair<double, double>> kZerosAndNans = {{0.0, -0.0}, {-0.0, 0.0}, {-0.0, -0.0}, {kNan, 2.0}, {2.0, kNan}, {1.0, -4.0}};

TEST(HostScalars, MinimumAndMaximumOrderZerosAndPassOverNans) {
  const std::vector<std::string> both = {"fmin(a, b)", "fmax(a, b)"};
  test::expectEqualRuns(hostValue("f32", both), pairs<float>(kZerosAndNans));
  test::expectEqualRuns(hostValue("f64", both), pairs<double>(kZerosAndNans));
}
TEST(HostScalars, FunctionsThatTheHostHasUnderOtherNames) {
  test::expectEqualRuns(hostValue("f32", {"rsqrt(a)", "c_fmin(a, b)", "c_fmax(a, b)"}), pairs<float>({{3.0, 2.0}, {0.1, 0.3}}));
  test::expectEqualRuns(hostValue("f64", {"rsqrt(a)", "c_fmin(a, b)", "c_fmax(a, b)"}), pairs<double>({{3.0, 2.0}, {0.1, 0.3}}));
}
TEST(HostScalars, HalfParametersAreTheirBits) {
  Args args;
  args.real("h", 0.333251953125).real("g", 3.140625).real("unused", 1).floats("x", {32}).floats("y", {32});
  test::expectEqualRuns(R"(proc halves(f16 h, bf16 g, f16 unused, tensor<const f32, 1> x, tensor<f32, 1> y) {
    require extent(x, 0) == 32 && extent(y, 0) == 32, "32";
    let f32 s = cast<f32>(h) + cast<f32>(g);
    for b in blocks(0, 1) { for t in threads(0, 32) { y[t] = x[t] * cast<f32>(h) + cast<f32>(g) * s; } }
  })", {args.inputs()});
}
TEST(HostChecks, StridesThatNoMemoryHolds) {
  // The main program's status counts the calls that went wrong. `cells`: A and y lie in it, where the arguments say.
  EXPECT_EQ(test::runWithMain(R"(proc shift(tensor<const f32, 3, strided> A, tensor<f32, 1> y) {
    require extent(y, 0) == 32, "32";
    for b in blocks(0, 1) { for t in threads(0, 32) { if 0 < extent(A, 0) && 0 < extent(A, 1) && t + 1 < extent(A, 2) {
      y[t] = A[0][0][t + 1];
    } } }
  })", R"(
    static float cells[4096];
    static int wrong = 0;
    static const long long huge = 1ll << 62;
    static void expect(int code, int planes, int rows, int columns, long long plane, long long row, int y) {
      wrong += shift(cells, planes, rows, columns, plane, row, cells + y, 32, nullptr).code != code;
    }
    int main() {
      const int ok = EXOGPU_OK, no = EXOGPU_CONTRACT_VIOLATED;
      expect(ok, 2, 3, 8, 40, 10, 68);      // behind the last of the 68 elements between
      expect(no, 2, 3, 8, 40, 10, 67);
      expect(no, 2, 3, 8, 29, 10, 68);      // planes overlap
      expect(no, 2, 3, 8, 40, 7, 68);       // rows overlap
      expect(no, 1, 1, 32, huge, 32, 0);    // one plane, one row: any stride, and no element away
      expect(ok, 1, 1, 32, huge, huge, 32);
      expect(no, 1, 1, 32, huge, huge, 31);
      expect(no, 4, 1, 32, huge, 32, 64);   // 4 * 2^62 wraps to 0
      expect(no, 2, 1, 32, huge, huge, 64);
      expect(no, 1, 4, 32, 0, huge, 64);    // so does what a plane needs
      expect(no, 1, 2, 32, -1, 32, 64);
      expect(no, 1, 2, 32, 64, -huge, 64);
      expect(ok, 0, 4, 32, 128, 32, 0);     // empty
      return wrong;
    }
  )"), 0);
}
}  // namespace
