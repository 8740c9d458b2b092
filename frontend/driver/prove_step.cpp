// The proof of every proc, several at a time, and what is said about it.
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <atomic>
#include <thread>

#include "codegen/target/target.h"
#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/steps.h"
#include "frontend/driver/verdict_text.h"

namespace exogpu::driver {

namespace {

/// Queries of each proc in a folder of its own, so that two of them never share a name.
prove::Options proveOptions(const Job& job, const ir::Proc& proc) {
  prove::Options options;
  options.smt_budget = job.options.smt_budget;
  options.cache_dir = job.options.cache_dir;
  if (!job.options.smt_dump_dir.empty()) {
    llvm::SmallString<128> folder(job.options.smt_dump_dir);
    llvm::sys::path::append(folder, proc.c_name);
    options.smt_dump_dir = folder.str().str();
    options.cache_dir.clear();  // a kept verdict asks nothing, and then nothing would be dumped
  }
  return options;
}

bool makeDumpFolders(Job& job) {
  if (job.options.smt_dump_dir.empty()) return true;
  for (const ir::ProcRef& proc : job.procs) {
    const std::string folder = proveOptions(job, *proc).smt_dump_dir;
    if (const auto error = llvm::sys::fs::create_directories(folder)) {
      job.sink.report(diag::make(diag::Id::CannotWriteFile, {}, {folder, error.message()}));
      job.code = ExitCode::ToolFailed;
      return false;
    }
  }
  return true;
}

/// Threads take the next proc from a counter; each reports to a sink of its own, merged in order afterwards, so the
/// output does not depend on who was faster.
void proveAll(Job& job) {
  std::vector<diag::Sink> sinks(job.procs.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < job.procs.size(); i = next++)
      job.reports[i] = prove::prove(job.procs[i], proveOptions(job, *job.procs[i]), job.sources, sinks[i]);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min<std::size_t>(job.options.jobs, job.procs.size()); ++i) helpers.emplace_back(work);
  work();
  helpers.clear();
  for (const diag::Sink& sink : sinks)
    for (const diag::Diagnostic& d : sink.all()) job.sink.report(d);
}

/// The worst verdict decides: wrong before unknown before out of budget.
ExitCode exitCodeOf(const std::vector<prove::Report>& reports) {
  ExitCode code = ExitCode::Ok;
  for (const prove::Report& report : reports) switch (report.verdict) {
      case effects::Verdict::Proved: break;
      case effects::Verdict::Refuted: return ExitCode::ProgramWrong;
      case effects::Verdict::Unknown: code = ExitCode::Unknown; break;
      case effects::Verdict::OutOfBudget:
        if (code == ExitCode::Ok) code = ExitCode::OutOfBudget;
        break;
    }
  return code;
}

}  // namespace

Next proveProcs(Job& job) {
  const bool had_errors = hasErrors(job);  // in procs that were dropped on the way here
  job.reports.resize(job.procs.size());
  if (!job.options.verify) return Next::GoOn;
  if (!makeDumpFolders(job)) return Next::Stop;
  proveAll(job);
  job.code = had_errors ? ExitCode::ProgramWrong : exitCodeOf(job.reports);
  for (std::size_t i = 0; i < job.procs.size(); ++i) job.verdict_text += verdictText(*job.procs[i], job.reports[i]);
  return Next::GoOn;
}

Next checkResources(Job& job) {
  for (const ir::ProcRef& proc : job.procs)
    for (const target::Arch arch : job.options.archs) target::checkResources(proc, arch, job.sink);
  return Next::GoOn;
}

}  // namespace exogpu::driver
