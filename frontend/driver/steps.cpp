#include "frontend/driver/steps.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>

#include "frontend/diag/ids.h"
#include "frontend/driver/stdlib.h"
#include "frontend/ir/check.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"
#include "frontend/parse/parse.h"

namespace exogpu::driver {

namespace {

/// -k by name or full name, whatever the blanks.
std::vector<ir::ProcRef> chosenProcs(Job& job, const std::vector<ir::ProcRef>& all) {
  const auto squeezed = [](std::string name) {
    std::erase(name, ' ');
    return name;
  };
  std::vector<ir::ProcRef> chosen;
  for (const std::string& wanted : job.options.instances) {
    const std::size_t before = chosen.size();
    std::string names;
    for (const ir::ProcRef& proc : all) {
      names += (names.empty() ? "" : ", ") + proc->full_name;
      if (proc->name == wanted || squeezed(proc->full_name) == squeezed(wanted)) chosen.push_back(proc);
    }
    if (chosen.size() == before) job.sink.report(diag::make(diag::Id::UnknownInstance, {}, {wanted, names.empty() ? "the file has no proc" : "choose among: " + names}));
  }
  return chosen;
}

bool isIrFile(const Job& job) { return llvm::sys::path::extension(job.main_path) == ".ir"; }

/// `--emit=ir` prints what is read here again, so a bug report or a test can start from the middle.
void parseIrText(Job& job) {
  const FileId file = job.sources.add(job.main_path, job.main_text);
  job.dependencies = {job.main_path};
  const auto module = ir::parseText(file, job.sources.text(file), job.sink);
  if (!module) return;
  if (!job.options.clang_arguments.empty())
    job.sink.report(diag::make(diag::Id::BadCommandLine, {}, {"a file of the IR has no use for options of Clang"}));
  job.procs = job.options.instances.empty() ? module->procs : chosenProcs(job, module->procs);
}

std::vector<std::string> parseCpp(Job& job) {
  parse::Options options;
  options.clang_arguments = job.options.clang_arguments;
  options.instances = job.options.instances;
  options.algorithms = !job.options.schedule_path.empty();  // plain loops that the schedule maps onto the GPU
  options.stdlib_include = stdlibIncludeDir();
  if (job.main_path == kStdinName) options.virtual_files[job.main_path] = job.main_text;
  auto result = parse::parseFile(job.main_path, options, job.sources, job.sink);
  job.procs = std::move(result.module.procs);
  job.dependencies = std::move(result.dependencies);
  return std::move(result.algorithms);
}

/// How a file without procs comes to have one.
std::string wayOut(const std::vector<std::string>& algorithms) {
  if (algorithms.empty())
    return "write a function with an exo::blocks or exo::tasks loop; templates need an explicit instantiation or -k";
  return "'" + algorithms.front() + "' is an algorithm of plain loops: give --schedule=FILE, which maps it onto the GPU, or write "
         "exo::blocks and exo::threads loops in it";
}

}  // namespace

Next parse(Job& job) {
  std::vector<std::string> algorithms;
  if (isIrFile(job)) parseIrText(job);
  else algorithms = parseCpp(job);
  if (job.procs.empty() && !hasErrors(job))
    job.sink.report(diag::make(diag::Id::NothingToCompile, {}, {job.main_path, wayOut(algorithms)}));
  return job.procs.empty() ? Next::Stop : Next::GoOn;
}

Next resolveLevels(Job& job) {
  std::vector<ir::ProcRef> resolved;
  for (const ir::ProcRef& proc : job.procs)
    if (auto with_levels = ir::resolveLevels(proc, job.sink)) resolved.push_back(std::move(with_levels));
  job.procs = std::move(resolved);
  return job.procs.empty() ? Next::Stop : Next::GoOn;
}

Next checkIr(Job& job, const char* after, bool levels_resolved) {
  const bool is_own = isIrFile(job) && llvm::StringRef(after) == "parse";  // what the user wrote, no pass
  Next next = Next::GoOn;
  for (const ir::ProcRef& proc : job.procs)
    for (const std::string& violation : ir::check(*proc, levels_resolved)) {
      job.sink.report(is_own ? diag::make(diag::Id::TextIllFormed, proc->where, {proc->full_name, violation})
                             : diag::make(diag::Id::BrokenIr, proc->where, {after, proc->full_name + ": " + violation}));
      job.code = is_own ? ExitCode::ProgramWrong : ExitCode::InternalError;
      next = Next::Stop;
    }
  return next;
}

}  // namespace exogpu::driver
