#pragma once
// programText: the `main` that turns an emitted file into a program: it reads the arguments of one call from a file, moves
// tensors to the device, calls the launcher, and writes status, tensors and (instrumented builds) the trace. The same text
// is compiled by nvcc for the GPU and, by the tests, by a C++ compiler for the CPU.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::run {

/// Contents are raw little-endian bytes, row-major.
struct Tensor {
  std::vector<std::int64_t> extents;
  std::vector<std::uint8_t> bytes;
};
/// One argument, in the order of the proc's parameters: integers and bool, reals, tensors.
using Argument = std::variant<std::int64_t, double, Tensor>;

struct Event {
  int block, thread, kind, site;
  std::int64_t element;
};
struct Outcome {
  int code = -1;                 ///< exogpu_code
  std::string text;              ///< of the status
  double milliseconds = 0;       ///< median of the repeated calls; 0: none, or no GPU
  std::vector<Tensor> tensors;   ///< after the first call, in parameter order
  std::vector<Event> trace;
};

/// Text to append to the emitted file. Usage of the program: ARGUMENTS RESULTS REPEATS.
std::string programText(const ir::Proc& proc, bool trace);
/// The bytes of the argument file.
std::string encodeArguments(const ir::Proc& proc, const std::vector<Argument>& arguments);
/// Reads the result file; nothing when it is cut short.
std::optional<Outcome> decodeResults(const std::string& bytes, const std::vector<Argument>& arguments, bool trace);

}  // namespace exogpu::run
