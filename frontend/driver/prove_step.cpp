// The proof of every proc, several at a time, and what is said about it.
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <atomic>
#include <set>
#include <thread>

#include "codegen/target/target.h"
#include "frontend/base/file.h"
#include "frontend/diag/ids.h"
#include "frontend/driver/steps.h"
#include "frontend/driver/verdict_text.h"

namespace exogpu::driver {

namespace {

/// Queries of each proc in a folder of its own, so that two of them never share a name.
prove::Options proveOptions(const Job& job, const std::string& folder_name) {
  prove::Options options;
  options.smt_budget = job.options.smt_budget;
  options.cache_dir = job.options.cache_dir;
  if (!job.options.smt_dump_dir.empty()) {
    llvm::SmallString<128> folder(job.options.smt_dump_dir);
    llvm::sys::path::append(folder, folder_name);
    options.smt_dump_dir = folder.str().str();
    options.cache_dir.clear();  // a kept verdict asks nothing, and then nothing would be dumped
  }
  return options;
}

std::string sourceFolder(const ir::Proc& proc) { return proc.c_name + ".source"; }

bool makeDumpFolders(Job& job) {
  if (job.options.smt_dump_dir.empty()) return true;
  std::vector<std::string> names;
  for (const ir::ProcRef& proc : job.procs) names.push_back(proc->c_name);
  for (const ir::ProcRef& proc : job.before_schedule) names.push_back(sourceFolder(*proc));
  for (const std::string& name : names) {
    const std::string folder = proveOptions(job, name).smt_dump_dir;
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
      job.reports[i] = prove::prove(job.procs[i], proveOptions(job, job.procs[i]->c_name), job.sources, sinks[i]);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min<std::size_t>(job.options.jobs, job.procs.size()); ++i) helpers.emplace_back(work);
  work();
  helpers.clear();
  for (const diag::Sink& sink : sinks)
    for (const diag::Diagnostic& d : sink.all()) job.sink.report(d);
}

/// The programs that a schedule began with: what they compute is what everything else is held to, so nothing is said of
/// what the schedule made of one that is not proved.
std::vector<prove::Report> proveSources(Job& job, std::set<std::string>& unproved) {
  std::vector<prove::Report> reports;
  for (const ir::ProcRef& proc : job.before_schedule) {
    reports.push_back(prove::proveSource(proc, proveOptions(job, sourceFolder(*proc)), job.sources, job.sink));
    if (reports.back().verdict == effects::Verdict::Proved) continue;
    job.verdict_text += "before its schedule, " + verdictText(*proc, reports.back());
    unproved.insert(proc->c_name);
  }
  return reports;
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

/// Resources are one of the things that are proved: of a proc that a chip cannot hold nothing else is claimed.
std::string verdictOf(const Job& job, std::size_t i) {
  const ir::Proc& proc = *job.procs[i];
  const bool is_proved = job.reports[i].verdict == effects::Verdict::Proved;
  if (is_proved && job.unfit.contains(proc.c_name)) return proc.full_name + ": refuted: it does not fit the chip\n";
  return verdictText(proc, job.reports[i]);
}

}  // namespace

Next proveProcs(Job& job) {
  const bool had_errors = hasErrors(job);  // procs that were dropped on the way here, or that a chip cannot hold
  job.reports.resize(job.procs.size());
  if (!job.options.verify) return Next::GoOn;
  if (!makeDumpFolders(job)) return Next::Stop;
  proveAll(job);
  std::set<std::string> unproved;
  auto all = proveSources(job, unproved);
  all.insert(all.end(), job.reports.begin(), job.reports.end());
  job.code = had_errors ? ExitCode::ProgramWrong : exitCodeOf(all);
  for (std::size_t i = 0; i < job.procs.size(); ++i)
    if (!unproved.contains(job.procs[i]->c_name)) job.verdict_text += verdictOf(job, i);
  return Next::GoOn;
}

Next checkResources(Job& job) {
  for (const ir::ProcRef& proc : job.procs) {
    diag::Sink sink;
    for (const target::Arch arch : job.options.archs) target::checkResources(proc, arch, sink);
    if (sink.hasErrors()) job.unfit.insert(proc->c_name);
    for (const diag::Diagnostic& d : sink.all()) job.sink.report(d);
  }
  return Next::GoOn;
}

}  // namespace exogpu::driver
