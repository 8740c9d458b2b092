#pragma once
// Runs a text-form proc in the simulator.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "tests/unit/support/ir_text.h"
#include "verify/simulate/simulate.h"

namespace exogpu::test {

/// Builds the arguments of a run.
class Args {
 public:
  Args& integer(const std::string& name, std::int64_t value) {
    inputs_.integers[name] = value;
    return *this;
  }
  Args& real(const std::string& name, double value) {
    inputs_.reals[name] = value;
    return *this;
  }
  template <class T>
  Args& tensor(const std::string& name, std::vector<std::int64_t> extents, const std::vector<T>& values) {
    simulate::TensorValue tensor{std::move(extents), std::vector<std::uint8_t>(values.size() * sizeof(T))};
    if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    inputs_.tensors[name] = std::move(tensor);
    return *this;
  }
  /// f32 elements 1, 2, 3 … (modulo 17, so that sums stay exact).
  Args& floats(const std::string& name, std::vector<std::int64_t> extents) {
    std::int64_t count = 1;
    for (const auto extent : extents) count *= extent;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i % 17 + 1));
    return tensor(name, std::move(extents), values);
  }
  const simulate::Inputs& inputs() const { return inputs_; }
  simulate::Inputs& inputs() { return inputs_; }

 private:
  simulate::Inputs inputs_;
};

inline simulate::Result run(const std::string& text, const Args& args, const simulate::Options& options = {}) {
  const auto proc = resolvedProc(text);
  return proc ? simulate::simulate(proc, args.inputs(), options) : simulate::Result{};
}

/// The kinds of all faults, "race! overflow": sorted, each once, `!` where a schedule demonstrated one.
inline std::string faultKinds(const simulate::Result& result) {
  std::set<std::string> kinds;
  for (const auto& fault : result.faults) kinds.insert(std::string(simulate::text(fault.kind)) + (fault.demonstrated ? "!" : ""));
  std::string text;
  for (const auto& kind : kinds) text += (text.empty() ? "" : ", ") + kind;
  return text;
}
inline std::string faultTexts(const simulate::Result& result) {
  std::string text;
  for (const auto& fault : result.faults) text += std::string(simulate::text(fault.kind)) + ": " + fault.message + "\n";
  return text;
}

template <class T>
std::vector<T> output(const simulate::Result& result, const std::string& name) {
  const auto& bytes = result.outputs.at(name).bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// `text` with the first occurrence of `from` replaced: a mutant of a good program.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

#define EXPECT_SAFE(result) EXPECT_TRUE((result).faults.empty()) << ::exogpu::test::faultTexts(result)

}  // namespace exogpu::test
