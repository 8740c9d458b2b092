#include "tests/unit/emission/emission.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/cuda/emit.h"
#include "tests/tools/cuda_on_cpu/rewrite.h"
#include "tests/unit/support/ir_text.h"

namespace exogpu::test {

namespace {
namespace fs = std::filesystem;

/// Removed with everything in it when the tests end.
const fs::path& scratchDirectory() {
  struct Scratch {
    fs::path path = fs::temp_directory_path() / ("exogpu_emission_" + std::to_string(getpid()));
    Scratch() { fs::create_directories(path); }
    ~Scratch() { fs::remove_all(path); }
  };
  static const Scratch scratch;
  return scratch.path;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<run::Argument> argumentsOf(const ir::Proc& proc, const simulate::Inputs& inputs) {
  std::vector<run::Argument> arguments;
  for (const auto& parameter : proc.parameters) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
      if (ir::isFloat((*symbol)->type))
        arguments.emplace_back(inputs.reals.at((*symbol)->name));
      else
        arguments.emplace_back(inputs.integers.at((*symbol)->name));
      continue;
    }
    const auto& tensor = inputs.tensors.at(std::get<ir::BufferRef>(parameter)->name);
    arguments.emplace_back(run::Tensor{tensor.extents, tensor.bytes});
  }
  return arguments;
}

/// The emitted text; empty and a test failure after a diagnostic.
std::string emitText(const ir::ProcRef& proc, bool trace, bool for_cpu) {
  SourceTable sources;
  diag::Sink sink;
  cuda::EmitOptions options;
  options.external_machine = for_cpu;
  options.line_directives = false;
  options.trace = trace;
  const auto emitted = cuda::emit({proc}, options, sources, sink);
  if (!emitted) ADD_FAILURE() << messages(sink);
  return emitted ? emitted->cuda : "";
}

/// BASE.cpp, which holds the emitted text `cuda`, becomes the program BASE; a test failure when it does not.
bool compile(const std::string& base, const std::string& cuda) {
  const std::string command = std::string(EXOGPU_CXX) + " -std=c++17 -O0 -ffp-contract=off -w -I " EXOGPU_SOURCE_DIR
                              "/tests/tools/cuda_on_cpu -o " + base + " " + base + ".cpp 2> " + base + ".log";
  const bool compiles = std::system(command.c_str()) == 0;
  if (!compiles) ADD_FAILURE() << "the emitted text does not compile:\n" << slurp(base + ".log") << cuda;
  return compiles;
}

/// Where $EXOGPU_GPU_KIT asks for the programs, inputs and results, so that a machine with a GPU and nvcc alone can repeat
/// the tests (tests/gpu/run_kit.sh).
std::string kitPath(const std::string& name) {
  const char* directory = std::getenv("EXOGPU_GPU_KIT");
  return directory ? std::string(directory) + "/" + name : "";
}
}  // namespace

CompiledProc::CompiledProc(const ir::ProcRef& proc, bool trace) : proc_(proc), trace_(trace) {
  cuda_ = emitText(proc, trace, true);
  if (cuda_.empty()) return;
  static int count = 0;
  name_ = proc->c_name + "_" + std::to_string(count++);
  const auto base = (scratchDirectory() / name_).string();
  if (const auto kit = kitPath(name_ + ".cu"); !kit.empty() && !trace)
    std::ofstream(kit) << emitText(proc, trace, false) << run::programText(*proc, trace);
  std::ofstream(base + ".cpp") << rewriteForCpu(cuda_) << run::programText(*proc, trace);
  if (compile(base, cuda_)) program_ = base;
}

std::optional<run::Outcome> CompiledProc::run(const simulate::Inputs& inputs, int seed) const {
  if (program_.empty()) return std::nullopt;
  const auto arguments = argumentsOf(*proc_, inputs);
  const auto in = (scratchDirectory() / "in").string(), out = (scratchDirectory() / "out").string();
  std::ofstream(in, std::ios::binary) << run::encodeArguments(*proc_, arguments);
  fs::remove(out);
  const auto command = "EXOGPU_SEED=" + std::to_string(seed) + " " + program_ + " " + in + " " + out + " 0";
  if (std::system(command.c_str()) != 0) return std::nullopt;
  const auto bytes = slurp(out);
  if (const auto kit = kitPath(name_ + "." + std::to_string(runs_++)); !kit.empty() && !trace_) {
    fs::copy_file(in, kit + ".in", fs::copy_options::overwrite_existing);
    std::ofstream(kit + ".want", std::ios::binary) << bytes;
  }
  return run::decodeResults(bytes, arguments, trace_);
}

int runWithMain(const std::string& ir_text, const std::string& main) {
  const auto proc = resolvedProc(ir_text);
  const auto cuda = proc ? emitText(proc, false, true) : "";
  const auto base = (scratchDirectory() / "main").string();
  std::ofstream(base + ".cpp") << rewriteForCpu(cuda) << main;
  if (cuda.empty() || !compile(base, cuda)) return -1;
  const int status = std::system(base.c_str());
  EXPECT_TRUE(WIFEXITED(status)) << cuda;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void expectEqualRuns(const std::string& ir_text, const std::vector<simulate::Inputs>& inputs) {
  const auto proc = resolvedProc(ir_text);
  if (!proc) return;
  const CompiledProc compiled(proc);
  for (const auto& input : inputs) {
    simulate::Options options;
    options.adversarial = false;
    const auto expected = simulate::simulate(proc, input, options);
    ASSERT_TRUE(expected.contracts_hold && expected.faults.empty())
        << (expected.faults.empty() ? "contract" : expected.faults[0].message);
    for (const int seed : {1, 2}) {
      const auto result = compiled.run(input, seed);
      ASSERT_TRUE(result) << "the program did not end well\n" << compiled.cuda();
      ASSERT_EQ(result->code, 0) << result->text;
      std::size_t next = 0;
      for (const auto& parameter : proc->parameters) {
        const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
        if (!buffer) continue;
        const auto& actual = result->tensors.at(next++).bytes;
        const auto found = expected.outputs.find((*buffer)->name);
        const auto& wanted = found == expected.outputs.end() ? input.tensors.at((*buffer)->name).bytes : found->second.bytes;
        ASSERT_TRUE(actual == wanted) << (*buffer)->name << " differs\n" << compiled.cuda();
      }
    }
  }
}

}  // namespace exogpu::test
