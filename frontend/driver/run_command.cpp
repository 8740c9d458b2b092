#include "frontend/driver/run_command.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include "codegen/cuda/emit.h"
#include "codegen/run/run.h"
#include "codegen/target/target.h"
#include "frontend/base/file.h"
#include "frontend/base/process.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/compare.h"
#include "frontend/driver/run_arguments.h"
#include "frontend/driver/show.h"
#include "frontend/driver/steps.h"
#include "frontend/driver/stdlib.h"

namespace exogpu::driver {

namespace {

ExitCode refuse(Job& job, ExitCode code, diag::Id id, const std::vector<std::string>& arguments, SourceRange where = {}) {
  job.sink.report(diag::make(id, where, arguments));
  return code;
}

/// "M = 1024, N = 33, A = 1024x33".
std::string describeInputs(const ir::Proc& proc, const simulate::Inputs& inputs) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const ir::Parameter& parameter : proc.parameters) {
    out << (text.empty() ? "" : ", ");
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) {
      const auto& extents = inputs.tensors.at((*buffer)->name).extents;
      out << (*buffer)->name << " = "
          << llvm::join(llvm::map_range(extents, [](std::int64_t n) { return std::to_string(n); }), "x");
      continue;
    }
    const ir::Symbol& symbol = *std::get<ir::SymbolRef>(parameter);
    out << symbol.name << " = ";
    if (ir::isFloat(symbol.type)) out << llvm::format("%g", inputs.reals.at(symbol.name));
    else out << inputs.integers.at(symbol.name);
  }
  return text;
}

std::string elementName(const Comparison& row) {
  std::string out = row.parameter;
  for (const std::int64_t index : row.first) out += "[" + std::to_string(index) + "]";
  return out;
}

/// Relative to max(1, |value|), where the verdict says that a result is not equal bitwise.
constexpr double kTolerance = 1e-3;

struct Contender {
  const char* name;
  double tolerance;  ///< 0: bitwise
};

/// One line a tensor: how far `who` is from the sequential run. Reports what is too far.
std::string compareLines(Job& job, const ir::Proc& proc, const TensorMap& want, const TensorMap& got, const Contender& who) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Comparison& row : compareResults(proc, want, got)) {
    out << "  " << llvm::left_justify(row.parameter, 12) << llvm::right_justify(std::to_string(row.elements), 12)
        << " elements   " << llvm::left_justify(who.name, 10);
    if (row.different_bits == 0) {
      out << " = sequential, bitwise\n";
      continue;
    }
    out << ' ' << row.different_bits << " differ in bits, by at most " << llvm::format("%.2g", row.worst_error) << '\n';
    if (row.worst_error <= who.tolerance) continue;
    job.sink.report(diag::make(diag::Id::ResultsDiffer, proc.where,
                               {who.name, row.parameter, std::to_string(row.different_bits), std::to_string(row.elements),
                                elementName(row), row.got, row.want}));
  }
  return text;
}

void reportFaults(Job& job, const simulate::Result& result) {
  for (const simulate::Fault& fault : result.faults) {
    auto diagnostic = diag::make(diag::Id::SimulatorFault, fault.where_second.isValid() ? fault.where_second : fault.where_first,
                                 {std::string(simulate::text(fault.kind)), fault.message});
    if (fault.where_second.isValid() && fault.where_first.isValid())
      diagnostic.notes.push_back({fault.where_first, "the earlier access is here"});
    job.sink.report(std::move(diagnostic));
  }
}

ExitCode simulateAndCompare(Job& job, const ir::ProcRef& proc, const simulate::Inputs& inputs, const TensorMap& want,
                            std::string& table) {
  simulate::Options options;
  options.seed = job.options.seed;
  options.max_steps = job.options.max_steps;
  const simulate::Result result = simulate::simulate(proc, inputs, options);
  if (!result.contracts_hold)
    return refuse(job, ExitCode::Usage, diag::Id::BadCommandLine, {"these inputs violate `" + result.violated + "` of " + proc->full_name});
  if (result.out_of_steps)
    return refuse(job, ExitCode::OutOfBudget, diag::Id::SimulationTooLong, {std::to_string(options.max_steps)});
  reportFaults(job, result);
  if (!result.faults.empty()) {  // what a faulty run computes is an accident, so no line may say that it agrees
    table += "  simulator: " + std::to_string(result.faults.size()) + (result.faults.size() == 1 ? " fault" : " faults") +
             ", so its results mean nothing\n";
    return ExitCode::ProgramWrong;
  }
  table += compareLines(job, *proc, want, result.outputs, {"simulator", 0.0});
  return hasErrors(job) ? ExitCode::ProgramWrong : ExitCode::Ok;
}

std::vector<run::Argument> gpuArguments(const ir::Proc& proc, const simulate::Inputs& inputs) {
  std::vector<run::Argument> out;
  for (const ir::Parameter& parameter : proc.parameters) {
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) {
      const auto& tensor = inputs.tensors.at((*buffer)->name);
      out.emplace_back(run::Tensor{tensor.extents, tensor.bytes});
      continue;
    }
    const ir::Symbol& symbol = *std::get<ir::SymbolRef>(parameter);
    if (ir::isFloat(symbol.type)) out.emplace_back(inputs.reals.at(symbol.name));
    else out.emplace_back(inputs.integers.at(symbol.name));
  }
  return out;
}

TensorMap gpuTensors(const ir::Proc& proc, const run::Outcome& outcome) {
  TensorMap out;
  std::size_t next = 0;
  for (const ir::Parameter& parameter : proc.parameters) {
    const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
    if (!buffer) continue;
    const run::Tensor& tensor = outcome.tensors.at(next++);
    out[(*buffer)->name] = {tensor.extents, tensor.bytes};
  }
  return out;
}

/// What nvcc said belongs to a message only when somebody asked for it.
std::string nvccSaid(const Job& job, const run::GpuResult& result) {
  return job.options.verbose && !result.compiler_log.empty() ? "\n" + result.compiler_log : "";
}

/// Proves and emits first: what runs is what `compile` would write.
ExitCode runOnGpuAndCompare(Job& job, const ir::ProcRef& proc, const simulate::Inputs& inputs, const TensorMap& want,
                            std::string& table) {
  if (proveProcs(job) == Next::Stop || job.code != ExitCode::Ok) return job.code;
  for (const target::Arch arch : job.options.archs) target::checkResources(proc, arch, job.sink);
  cuda::EmitOptions options;
  options.arch = job.options.archs.front();
  const auto emitted = cuda::emit({proc}, options, job.sources, job.sink);
  if (!emitted || hasErrors(job)) return ExitCode::ProgramWrong;
  const ScratchFolder folder;
  if (!folder.ok()) return refuse(job, ExitCode::ToolFailed, diag::Id::GpuRunFailed, {"cannot make a temporary folder"});
  run::GpuOptions gpu;
  gpu.arch = options.arch;
  gpu.directory = folder.file(".");
  const run::GpuResult result = run::runOnGpu(*proc, emitted->cuda, gpuArguments(*proc, inputs), gpu);
  if (!result.outcome)
    return refuse(job, ExitCode::ToolFailed, diag::Id::GpuRunFailed, {result.error + nvccSaid(job, result)});
  if (result.outcome->code != 0)
    return refuse(job, ExitCode::ToolFailed, diag::Id::GpuRunFailed, {"the launcher returned: " + result.outcome->text});
  const bool bitwise = job.reports.front().numeric_exceptions.empty();
  table += job.verdict_text + compareLines(job, *proc, want, gpuTensors(*proc, *result.outcome), {"GPU", bitwise ? 0.0 : kTolerance});
  if (job.options.verbose) table += result.compiler_log;
  return hasErrors(job) ? ExitCode::ProgramWrong : ExitCode::Ok;
}

std::string absolutePath(const std::string& path) {
  llvm::SmallString<256> out(path);
  llvm::sys::fs::make_absolute(out);
  return out.str().str();
}

/// The line that a stopped program names, as a place; files that nothing was reported about are read now.
SourceRange placeOf(Job& job, const std::string& file, int line) {
  if (file.empty()) return {};
  if (file == absolutePath(job.main_path)) return job.sources.lineRange(job.sources.add(job.main_path, job.main_text), line);
  const auto text = readFile(file);
  const auto* words = std::get_if<std::string>(&text);
  return words ? job.sources.lineRange(job.sources.add(file, *words), line) : SourceRange{};
}

/// Subscripts do not know their caller's line (stdlib/README.md says why); the simulator, on the same inputs, does.
std::optional<simulate::Fault> firstStop(const Job& job, const ir::ProcRef& proc, const simulate::Inputs& inputs) {
  simulate::Options options;
  options.seed = job.options.seed;
  options.adversarial = false;
  options.max_steps = job.options.max_steps;
  for (const simulate::Fault& fault : simulate::simulate(proc, inputs, options).faults)
    if (fault.kind == simulate::FaultKind::OutOfBounds || fault.kind == simulate::FaultKind::Contract ||
        fault.kind == simulate::FaultKind::DivisionByZero)
      return fault;
  return std::nullopt;
}

ExitCode reportFailure(Job& job, const ir::ProcRef& proc, const simulate::Inputs& inputs, const HarnessFailure& failure) {
  if (!failure.is_program_wrong)
    return refuse(job, ExitCode::ToolFailed, diag::Id::SequentialRunFailed, {failure.message});
  auto diagnostic = diag::make(diag::Id::SequentialRunStops, placeOf(job, failure.file, failure.line), {failure.message});
  if (!diagnostic.where.isValid())
    if (const auto fault = firstStop(job, proc, inputs)) {
      diagnostic.where = fault->where_first;
      diagnostic.notes.push_back({{}, "in the simulator: " + fault->message});
    }
  job.sink.report(std::move(diagnostic));
  return ExitCode::ProgramWrong;
}

ExitCode runProc(Job& job, const ir::ProcRef& proc, std::string& table) {
  const std::vector<std::string> settings(job.options.inputs.begin() + 1, job.options.inputs.end());
  auto made = makeRunInputs(*proc, settings, job.options.seed);
  if (const auto* problem = std::get_if<InputProblem>(&made))
    return refuse(job, ExitCode::Usage, diag::Id::BadCommandLine, {problem->message}, problem->where);
  const auto& inputs = std::get<simulate::Inputs>(made);
  const std::string headline = proc->full_name + "   " + describeInputs(*proc, inputs) + "   (seed " +
                      std::to_string(job.options.seed) + ")\n";
  const auto sequential = runSequentially({*proc, inputs, absolutePath(job.main_path), job.options.clang_arguments,
                                           job.options.timeout_seconds});
  if (const auto* failure = std::get_if<HarnessFailure>(&sequential)) return reportFailure(job, proc, inputs, *failure);
  table = headline;
  const TensorMap& want = std::get<TensorMap>(sequential);
  ExitCode code = ExitCode::Ok;
  if (job.options.simulate) code = simulateAndCompare(job, proc, inputs, want, table);
  if (job.options.gpu && code == ExitCode::Ok) code = runOnGpuAndCompare(job, proc, inputs, want, table);
  return code;
}

/// Asks for one of several procs.
ExitCode refuseSeveral(Job& job) {
  const auto names = llvm::map_range(job.procs, [](const ir::ProcRef& proc) { return "-k '" + proc->full_name + "'"; });
  const auto& chosen = job.options.instances;
  const std::string who = chosen.empty() ? "'" + job.main_path + "' has" : "-k '" + llvm::join(chosen, "' -k '") + "' names";
  return refuse(job, ExitCode::Usage, diag::Id::BadCommandLine,
                {"'exogpu run' runs one proc, and " + who + " several; choose among: " + llvm::join(names, ", ")});
}

ExitCode parseAndRun(Job& job, std::string& table) {
  if (job.main_path == kStdinName || llvm::sys::path::extension(job.main_path) == ".ir")
    return refuse(job, ExitCode::Usage, diag::Id::BadCommandLine,
                  {"'exogpu run' needs a C++ file on disk: the reference is that file, compiled and run"});
  const bool ready = parse(job) == Next::GoOn && checkIr(job, "parse", false) == Next::GoOn &&
                     schedule(job) == Next::GoOn && checkIr(job, "schedule", false) == Next::GoOn &&
                     resolveLevels(job) == Next::GoOn && checkIr(job, "resolve levels", true) == Next::GoOn;
  if (!ready || hasErrors(job)) return job.code == ExitCode::Ok ? ExitCode::ProgramWrong : job.code;
  return job.procs.size() == 1 ? runProc(job, job.procs.front(), table) : refuseSeveral(job);
}

}  // namespace

ExitCode runProgram(Job& job) {
  std::string table;  // behind the diagnostics, so that faults are read before what they spoil
  ExitCode code = parseAndRun(job, table);
  const ExitCode shown = showDiagnostics(job);
  if (code == ExitCode::Ok) code = shown;
  const auto failure = job.options.quiet ? std::nullopt : writeText(STDOUT_FILENO, table);
  if (!failure) return code;
  auto places = job.options.diagnostics;
  std::erase_if(places, [](const DiagnosticsOutput& output) { return !output.path.empty(); });  // these are complete
  showDiagnostics({diag::make(diag::Id::CannotWriteFile, {}, {"the standard output", failure->message})}, job.sources, {}, places,
                  job.options.color, Closing::None);
  return code == ExitCode::Ok ? ExitCode::ToolFailed : code;
}

}  // namespace exogpu::driver
