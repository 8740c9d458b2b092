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
}  // namespace
