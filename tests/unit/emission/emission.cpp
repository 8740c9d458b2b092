#include "tests/unit/emission/emission.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "codegen/cuda/emit.h"
#include "codegen/cuda/scalars.h"
#include "tests/unit/support/ir_text.h"

namespace exogpu::test {

namespace {
namespace fs = std::filesystem;

std::string replaceAll(const std::string& text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

fs::path scratchDirectory() {
  static const fs::path directory = [] {
    const auto path = fs::temp_directory_path() / ("exogpu_emission_" + std::to_string(getpid()));
    fs::create_directories(path);
    return path;
  }();
  return directory;
}

class Bytes {
 public:
  template <class T>
  void put(const T& value) {
    const auto* from = reinterpret_cast<const char*>(&value);
    data.append(from, sizeof value);
  }
  template <class T>
  T get() {
    T value{};
    if (at + sizeof value <= data.size()) std::memcpy(&value, data.data() + at, sizeof value);
    at += sizeof value;
    return value;
  }
  std::string data;
  std::size_t at = 0;
};

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}
}  // namespace

std::string rewriteForCpu(const std::string& cuda) {
  auto text = replaceAll(cuda, R"((\w+)<<<([\s\S]*?)>>>\(([\s\S]*?)\);)", "cuda_on_cpu::launch($2, [&] { $1($3); });");
  text = replaceAll(text, R"(extern __shared__ __align__\(16\) unsigned char dynamic_shared\[\];)",
                    "unsigned char* dynamic_shared = cuda_on_cpu::dynamicShared();");
  return replaceAll(text, R"(__shared__ __align__\(16\) ([\w ]+) (\w+)((?:\[\d+\])+);)",
                    "auto& $2 = cuda_on_cpu::shared<$1$3>(__COUNTER__);");
}

CompiledProc::CompiledProc(const ir::ProcRef& proc, bool trace) : proc_(proc), trace_(trace) {
  SourceTable sources;
  diag::Sink sink;
  cuda::EmitOptions options;
  options.external_machine = true;
  options.line_directives = false;
  options.trace = trace;
  const auto emitted = cuda::emit({proc}, options, sources, sink);
  if (!emitted) {
    ADD_FAILURE() << messages(sink);
    return;
  }
  cuda_ = emitted->cuda;
  static int count = 0;
  const auto base = scratchDirectory() / (proc->c_name + "_" + std::to_string(count++));
  std::ofstream(base.string() + ".cpp") << rewriteForCpu(cuda_) << mainText(trace);
  const std::string command = std::string(EXOGPU_CXX) + " -std=c++17 -O1 -ffp-contract=off -ftrivial-auto-var-init=pattern -w -I " +
                              EXOGPU_SOURCE_DIR "/tests/tools/cuda_on_cpu -o " + base.string() + " " + base.string() +
                              ".cpp 2> " + base.string() + ".log";
  if (std::system(command.c_str()) != 0)
    ADD_FAILURE() << "the emitted text does not compile:\n" << slurp(base.string() + ".log") << cuda_;
  else
    program_ = base.string();
}

/// A program that reads arguments, calls the launcher, and writes status, tensors and trace.
std::string CompiledProc::mainText(bool trace) const {
  std::string read, arguments, write;
  for (const auto& parameter : proc_->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      const auto type = cuda::headerType((*symbol)->type);
      read += "  const auto s_" + (*symbol)->name + " = in.get<" + type + ">();\n";
      arguments += "s_" + (*symbol)->name + ", ";
      continue;
    }
    const auto& buffer = *std::get<ir::BufferRef>(parameter);
    const auto name = "t_" + buffer.name;
    read += "  Tensor " + name + "(in, " + std::to_string(buffer.rank) + ");\n";
    arguments += "static_cast<" + cuda::headerType(buffer.element) + "*>(" + name + ".data), ";
    for (int d = 0; d < buffer.rank; ++d) arguments += name + ".extents[" + std::to_string(d) + "], ";
    for (int d = 0; buffer.is_strided && d + 1 < buffer.rank; ++d) arguments += name + ".pitch(" + std::to_string(d) + "), ";
    write += "  out.write(static_cast<const char*>(" + name + ".data), " + name + ".bytes);\n";
  }
  if (trace) {
    read += "  std::vector<exogpu_event> events(1 << 20);\n  unsigned count = 0;\n";
    arguments += "exogpu_trace{events.data(), &count, 1u << 20}, ";
    write += "  out.write(reinterpret_cast<const char*>(&count), 4);\n"
             "  out.write(reinterpret_cast<const char*>(events.data()), static_cast<long>(count * sizeof(exogpu_event)));\n";
  }
  return R"(
#include <fstream>
struct Input {
  std::ifstream file;
  template <class T> T get() { T value{}; file.read(reinterpret_cast<char*>(&value), sizeof value); return value; }
};
struct Tensor {
  std::vector<int> extents;
  long bytes;
  void* data;
  Tensor(Input& in, int rank) {
    for (int d = 0; d < rank; ++d) extents.push_back(in.get<int>());
    bytes = in.get<long>();
    data = std::aligned_alloc(256, static_cast<std::size_t>(bytes / 256 * 256 + 256));
    in.file.read(static_cast<char*>(data), bytes);
  }
  long long pitch(int dim) const { return dim + 1 == static_cast<int>(extents.size()) ? 1 : pitch(dim + 1) * extents[dim + 1]; }
};
int main(int, char** argv) {
  Input in{std::ifstream(argv[1], std::ios::binary)};
  cuda_on_cpu::setSeed(std::strtoull(argv[3], nullptr, 10));
)" + read + "  const auto status = " + proc_->c_name + "(" + arguments + R"(nullptr);
  std::ofstream out(argv[2], std::ios::binary);
  const int code = status.code, length = static_cast<int>(std::strlen(status.text));
  out.write(reinterpret_cast<const char*>(&code), 4);
  out.write(reinterpret_cast<const char*>(&length), 4);
  out.write(status.text, length);
)" + write + "}\n";
}

EmissionResult CompiledProc::run(const simulate::Inputs& inputs, std::uint64_t seed) const {
  EmissionResult result;
  if (program_.empty()) return result;
  Bytes in;
  for (const auto& parameter : proc_->parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      switch ((*symbol)->type) {
        case ir::ScalarType::F32: in.put(static_cast<float>(inputs.reals.at((*symbol)->name))); break;
        case ir::ScalarType::F64: in.put(inputs.reals.at((*symbol)->name)); break;
        case ir::ScalarType::I64:
        case ir::ScalarType::U64: in.put(inputs.integers.at((*symbol)->name)); break;
        default: in.put(static_cast<std::int32_t>(inputs.integers.at((*symbol)->name)));
      }
      continue;
    }
    const auto& tensor = inputs.tensors.at(std::get<ir::BufferRef>(parameter)->name);
    for (const auto extent : tensor.extents) in.put(static_cast<std::int32_t>(extent));
    in.put(static_cast<std::int64_t>(tensor.bytes.size()));
    in.data.append(tensor.bytes.begin(), tensor.bytes.end());
  }
  const auto in_path = scratchDirectory() / "in", out_path = scratchDirectory() / "out";
  std::ofstream(in_path, std::ios::binary) << in.data;
  fs::remove(out_path);
  const auto command = program_ + " " + in_path.string() + " " + out_path.string() + " " + std::to_string(seed);
  if (std::system(command.c_str()) != 0) return result;
  Bytes out{slurp(out_path)};
  result.code = out.get<int>();
  const auto length = static_cast<std::size_t>(out.get<int>());
  result.text = out.data.substr(out.at, length);
  out.at += length;
  for (const auto& parameter : proc_->parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) {
      const auto size = inputs.tensors.at((*buffer)->name).bytes.size();
      const auto* first = reinterpret_cast<const std::uint8_t*>(out.data.data()) + out.at;
      result.tensors[(*buffer)->name].assign(first, first + size);
      out.at += size;
    }
  if (trace_)
    for (auto n = out.get<unsigned>(); n > 0; --n) {
      TraceEvent event{};
      event.block = out.get<int>(), event.thread = out.get<int>(), event.kind = out.get<int>(), event.site = out.get<int>();
      event.element = out.get<std::int64_t>();
      result.trace.push_back(event);
    }
  return result;
}

void expectEqualRuns(const std::string& ir_text, const std::vector<simulate::Inputs>& inputs) {
  const auto proc = resolvedProc(ir_text);
  if (!proc) return;
  const CompiledProc compiled(proc);
  for (const auto& input : inputs) {
    simulate::Options options;
    options.adversarial = false;
    const auto expected = simulate::simulate(proc, input, options);
    EXPECT_TRUE(expected.contracts_hold && expected.faults.empty()) << (expected.faults.empty() ? "" : expected.faults[0].message);
    for (const std::uint64_t seed : {1, 2}) {
      const auto result = compiled.run(input, seed);
      EXPECT_EQ(result.code, 0) << result.text;
      for (const auto& [name, value] : expected.outputs)
        EXPECT_TRUE(result.tensors.count(name) && result.tensors.at(name) == value.bytes) << name << "\n" << compiled.cuda();
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace exogpu::test
