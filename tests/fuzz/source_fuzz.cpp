// Random source programs as compiled C++ against the frontend and the IR interpreter, bitwise; with --emitted=DIR also
// against the emitted kernels, which run on the CPU with the headers in DIR (tests/tools/cuda_on_cpu).
//   source_fuzz --programs=N --seed=S --cxx=COMPILER -I DIR [--emitted=DIR] [--first=N] [--keep]
// A difference means that lowering, interpreter or emitter misread C++. NaNs count as equal whatever their payload.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "frontend/ir/levels.h"
#include "frontend/parse/parse.h"
#include "tests/fuzz/emitted.h"
#include "tests/fuzz/source_programs.h"
#include "verify/simulate/simulate.h"
#include "verify/witness/inputs.h"

namespace {
using namespace exogpu;
using Bytes = std::vector<std::uint8_t>;

struct Options {
  int first = 0, programs = 500, batch = 100;
  std::uint64_t seed = 1;
  std::string cxx = "clang++-22", include_dir;
  std::string cuda_dir;  ///< stands in for CUDA's headers; empty: the emitted kernels are not run
  bool keep = false;
};
struct Totals {
  int programs = 0, refused = 0, different = 0, failed = 0;
};

constexpr const char* kCall = R"(
namespace {
template <class Proc> void call(Proc proc) {
  const int n = read<int>();
  const float a = read<float>();
  Data<float> X; Data<int> Z; Data<exo::uint8> U; Data<exo::bf16> H; Data<exo::f16> G; Data<double> E;
  Data<float> Y; Data<int> W; Data<double> D; Data<exo::bf16> B; Data<exo::f16> F; Data<exo::int64> L;
  proc(n, a, {X.v, {64}}, {Z.v, {64}}, {U.v, {64}}, {H.v, {64}}, {G.v, {64}}, {E.v, {64}}, {Y.v, {8, 8}}, {W.v, {64}},
       {D.v, {64}}, {B.v, {64}}, {F.v, {64}}, {L.v, {64}});
}
}
)";

void writeInputs(std::ofstream& file, const ir::Proc& proc, const simulate::Inputs& inputs) {
  for (const auto& parameter : proc.parameters) {
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) {
      const auto& bytes = inputs.tensors.at((*buffer)->name).bytes;
      file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    } else if (const auto& symbol = *std::get<ir::SymbolRef>(parameter); ir::isFloat(symbol.type)) {
      const auto value = static_cast<float>(inputs.reals.at(symbol.name));
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      const auto value = static_cast<std::int32_t>(inputs.integers.at(symbol.name));
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
  }
}

/// A NaN of the element type at this place.
bool isNan(ir::ScalarType type, const std::uint8_t* at) {
  std::uint16_t half = 0;
  float single = 0;
  double wide = 0;
  switch (type) {
    case ir::ScalarType::F16: std::memcpy(&half, at, 2); return (half & 0x7fff) > 0x7c00;
    case ir::ScalarType::BF16: std::memcpy(&half, at, 2); return (half & 0x7fff) > 0x7f80;
    case ir::ScalarType::F32: std::memcpy(&single, at, 4); return std::isnan(single);
    case ir::ScalarType::F64: std::memcpy(&wide, at, 8); return std::isnan(wide);
    default: return false;
  }
}

/// Index of the first element that differs, or -1.
int firstDifference(ir::ScalarType type, const Bytes& a, const Bytes& b) {
  const auto width = static_cast<std::size_t>(ir::sizeInBytes(type));
  for (std::size_t i = 0; i + width <= a.size(); i += width) {
    if (std::memcmp(&a[i], &b[i], width) == 0 || (isNan(type, &a[i]) && isNan(type, &b[i]))) continue;
    return static_cast<int>(i / width);
  }
  return -1;
}

/// Compares all tensors of one program. The `compiled` run writes them in reverse order of declaration.
bool agree(const ir::Proc& proc, const simulate::Result& ours, std::ifstream& theirs, const char* compiled) {
  std::vector<ir::BufferRef> buffers;
  for (const auto& parameter : proc.parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) buffers.push_back(*buffer);
  bool same = true;
  for (auto buffer = buffers.rbegin(); buffer != buffers.rend(); ++buffer) {
    const auto& computed = ours.outputs.at((*buffer)->name).bytes;
    Bytes expected(computed.size());
    theirs.read(reinterpret_cast<char*>(expected.data()), static_cast<std::streamsize>(expected.size()));
    const int at = firstDifference((*buffer)->element, computed, expected);
    if (at < 0) continue;
    std::printf("DIFFERENT %s: %s element %d of the %s\n", proc.name.c_str(), (*buffer)->name.c_str(), at, compiled);
    same = false;
  }
  return same;
}

/// A batch of programs that parse, and what they run on.
struct Batch {
  std::vector<ir::ProcRef> procs;
  std::vector<simulate::Inputs> inputs;
};

/// Writes programs.cpp and input.bin.
Batch makeBatch(int first, int count, const Options& options, const std::filesystem::path& dir, SourceTable& sources,
                Totals& totals) {
  std::string text = fuzz::sourcePreamble();
  for (int i = first; i < first + count; ++i)
    text += fuzz::sourceProgram(i, options.seed * 1000003u + static_cast<std::uint64_t>(i));
  const auto source = (dir / "programs.cpp").string();
  std::ofstream(source) << text;

  diag::Sink sink;
  parse::Options parsing;
  parsing.stdlib_include = options.include_dir;
  const auto parsed = parse::parseFile(source, parsing, sources, sink);
  for (const auto& d : sink.all())
    if (d.severity == diag::Severity::Error && totals.refused < 20)
      std::printf("refused: line %d: %s\n", sources.lineColumn(d.where.file, d.where.begin).line, d.message.c_str());
  totals.programs += count;
  totals.refused += count - static_cast<int>(parsed.module.procs.size());

  Batch batch;
  std::ofstream input(dir / "input.bin", std::ios::binary);
  for (const auto& unresolved : parsed.module.procs) {
    diag::Sink levels;
    const auto proc = ir::resolveLevels(unresolved, levels);
    auto made = witness::makeInputs(*unresolved, {{"n", static_cast<std::int64_t>(batch.procs.size() % 10)}}, options.seed);
    if (!proc || !made.inputs) {
      ++totals.refused;
      std::printf("refused: %s: %s\n", unresolved->name.c_str(),
                  levels.all().empty() ? made.problem.c_str() : levels.all().front().message.c_str());
      continue;
    }
    writeInputs(input, *proc, *made.inputs);
    batch.procs.push_back(proc);
    batch.inputs.push_back(std::move(*made.inputs));
  }
  return batch;
}

/// Compiles NAME.cpp and runs it from input.bin to NAME.bin.
bool buildAndRun(const std::string& name, const std::string& flags, const Options& options, const std::filesystem::path& dir) {
  const auto path = [&](const std::string& file) { return " '" + (dir / file).string() + "'"; };
  const auto command = options.cxx + " -w -fwrapv -ffp-contract=off " + flags + path(name + ".cpp") + " -o" + path(name) +
                       " && EXOGPU_SEED=0" + path(name) + path("input.bin") + path(name + ".bin");
  return std::system(command.c_str()) == 0;
}

void runBatch(int first, int count, const Options& options, const std::filesystem::path& dir, Totals& totals) {
  SourceTable sources;
  const auto batch = makeBatch(first, count, options, dir, sources, totals);
  std::vector<std::string> names;
  for (const auto& proc : batch.procs) names.push_back(proc->name);
  std::ofstream(dir / "main.cpp") << "#include \"programs.cpp\"\n" << fuzz::kFiles << kCall << fuzz::mainProgram(names);
  bool built = buildAndRun("main", "-std=c++20 -O1 -I '" + options.include_dir + "'", options, dir);
  if (built && !options.cuda_dir.empty()) {
    const auto text = fuzz::emittedProgram(batch.procs, sources);
    std::ofstream(dir / "emitted.cpp") << text;
    built = !text.empty() && buildAndRun("emitted", "-std=c++17 -O0 -I '" + options.cuda_dir + "'", options, dir);
  }
  if (!built) {
    std::printf("the compiled programs %d to %d did not build or run\n", first, first + count - 1);
    ++totals.failed;
    return;
  }
  std::ifstream compiled(dir / "main.bin", std::ios::binary), emitted(dir / "emitted.bin", std::ios::binary);
  simulate::Options run;
  run.adversarial = false;
  for (std::size_t i = 0; i < batch.procs.size(); ++i) {
    const auto& proc = *batch.procs[i];
    const auto ours = simulate::simulate(batch.procs[i], batch.inputs[i], run);
    bool same = agree(proc, ours, compiled, "compiled source");
    if (!options.cuda_dir.empty()) same = agree(proc, ours, emitted, "emitted kernels") && same;
    totals.different += !same;
  }
}

bool parseOptions(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg.starts_with("--programs=")) options.programs = std::atoi(argv[i] + 11);
    else if (arg.starts_with("--first=")) options.first = std::atoi(argv[i] + 8);
    else if (arg.starts_with("--seed=")) options.seed = std::strtoull(argv[i] + 7, nullptr, 10);
    else if (arg.starts_with("--cxx=")) options.cxx = arg.substr(6);
    else if (arg.starts_with("--emitted=")) options.cuda_dir = arg.substr(10);
    else if (arg == "--keep") options.keep = true;
    else if (arg == "-I" && i + 1 < argc) options.include_dir = argv[++i];
    else return false;
  }
  return options.programs > 0 && !options.include_dir.empty();
}
}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parseOptions(argc, argv, options)) {
    std::fprintf(stderr, "usage: source_fuzz --programs=N --seed=S --cxx=COMPILER -I DIR [--emitted=DIR] [--first=N] [--keep]\n");
    return 2;
  }
  std::string pattern = (std::filesystem::temp_directory_path() / "exogpu-source-XXXXXX").string();
  if (!mkdtemp(pattern.data())) return 4;
  Totals totals;
  const int end = options.first + options.programs;
  for (int first = options.first; first < end; first += options.batch)
    runBatch(first, std::min(options.batch, end - first), options, pattern, totals);
  if (options.keep) std::printf("kept in %s\n", pattern.c_str());
  else std::filesystem::remove_all(pattern);
  std::printf("source programs: %d, different %d, refused %d, batches that did not build %d\n", totals.programs,
              totals.different, totals.refused, totals.failed);
  return totals.different || totals.failed || totals.refused * 10 > totals.programs ? 1 : 0;
}
