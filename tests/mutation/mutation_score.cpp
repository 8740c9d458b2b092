// Mutation score of the prover: mutation_score [--every=N] [--runs=N] [--jobs=N] [--list] -I DIR FILE[+TRACE]…
// Every mutant that the simulator breaks must not be proved, and most of them must be refuted with a witness that the
// simulator replays; most harmless ones must still be proved. Prints every mutant that misses, then the score.
#include <cstdio>
#include <cstring>
#include <string>

#include "frontend/ir/levels.h"
#include "frontend/base/file.h"
#include "frontend/parse/parse.h"
#include "schedule/trace/trace.h"
#include "tests/mutation/judge.h"
#include "tests/mutation/mutants.h"
#include "tests/tools/in_processes.h"

namespace {
using namespace exogpu;
using effects::Verdict;

struct Score {
  int mutants = 0, refused_by_level = 0, never_ran = 0;
  int broken = 0, broken_proved = 0, broken_refuted = 0;
  int harmless = 0, harmless_proved = 0;
  int unmapped = 0;

  void add(const Score& other) {
    mutants += other.mutants, refused_by_level += other.refused_by_level, never_ran += other.never_ran;
    broken += other.broken, broken_proved += other.broken_proved, broken_refuted += other.broken_refuted;
    harmless += other.harmless, harmless_proved += other.harmless_proved;
    unmapped += other.unmapped;
  }
};

struct Options {
  int every = 1, jobs = 1;
  bool list = false;
  mutation::JudgeOptions judge;
  std::vector<std::string> files;
  std::string include_dir;
};

std::string place(const SourceTable& sources, const SourceRange& where) {
  if (!where.isValid()) return "?";
  return sources.path(where.file) + ":" + std::to_string(sources.lineColumn(where.file, where.begin).line);
}

void report(const char* what, const std::string& proc, const mutation::Mutant& mutant, const mutation::Judgement& j,
            const SourceTable& sources) {
  std::printf("%-22s %s %s %s\n    simulator: %s\n    prover: %s: %s\n", what, proc.c_str(),
              place(sources, mutant.where).c_str(), mutant.operation.c_str(), j.broken ? j.fault.c_str() : "no fault",
              std::string(effects::text(j.verdict)).c_str(), j.reason.c_str());
  std::fflush(stdout);
}

void count(const std::string& proc, const mutation::Mutant& mutant, const Options& options, const SourceTable& sources,
           Score& score) {
  const auto j = mutation::judge(mutant.proc, options.judge, sources);
  if (!j.well_formed) {
    ++score.refused_by_level;
    return;
  }
  ++score.mutants;
  score.unmapped += j.unmapped_conflicts;
  if (j.unmapped_conflicts) report("UNMAPPED CONFLICT", proc, mutant, j, sources);
  if (j.runs == 0) {
    ++score.never_ran;
    return;
  }
  const bool proved = j.verdict == Verdict::Proved, refuted = j.verdict == Verdict::Refuted;
  (j.broken ? score.broken : score.harmless) += 1;
  score.broken_proved += j.broken && proved;
  score.broken_refuted += j.broken && refuted;
  score.harmless_proved += !j.broken && proved;
  if (j.broken && proved) report("WRONGLY PROVED", proc, mutant, j, sources);
  else if (j.broken && !refuted) report("broken, not refuted", proc, mutant, j, sources);
  else if (!j.broken && !proved) report("harmless, not proved", proc, mutant, j, sources);
  else if (options.list) report("as it should be", proc, mutant, j, sources);
}

bool parseOptions(int argc, char** argv, Options& options) {
  const auto number = [](const char* text) { return std::atoi(text); };
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg.starts_with("--every=")) options.every = number(argv[i] + 8);
    else if (arg.starts_with("--jobs=")) options.jobs = number(argv[i] + 7);
    else if (arg.starts_with("--runs=")) options.judge.runs = number(argv[i] + 7);
    else if (arg == "--list") options.list = true;
    else if (arg == "-I" && i + 1 < argc) options.include_dir = argv[++i];
    else if (arg.starts_with("-")) return false;
    else options.files.push_back(arg);
  }
  return options.every > 0 && options.jobs > 0 && !options.files.empty();
}

int percent(int part, int whole) { return whole == 0 ? 100 : 100 * part / whole; }

void printScore(const Score& s) {
  std::printf(
      "mutation score: %d mutants judged (%d more refused by their place, %d fit no small size)\n"
      "  broken by the simulator %d: wrongly proved %d, refuted with a replayed witness %d (%d %%)\n"
      "  harmless %d: proved %d (%d %%)\n  dynamic conflicts without an obligation: %d\n",
      s.mutants, s.refused_by_level, s.never_ran, s.broken, s.broken_proved, s.broken_refuted,
      percent(s.broken_refuted, s.broken), s.harmless, s.harmless_proved, percent(s.harmless_proved, s.harmless),
      s.unmapped);
}

/// The procs of FILE, or what the trace of FILE+TRACE makes of them. Empty after a message.
std::vector<ir::ProcRef> procsOf(const std::string& argument, const Options& options, SourceTable& sources) {
  const auto plus = argument.find('+');
  const std::string file = argument.substr(0, plus);
  diag::Sink sink;
  parse::Options parsing;
  parsing.stdlib_include = options.include_dir;
  parsing.algorithms = plus != std::string::npos;
  auto module = parse::parseFile(file, parsing, sources, sink).module;
  if (plus != std::string::npos && !sink.hasErrors()) {
    const std::string path = argument.substr(plus + 1);
    const auto text = readFile(path);
    const auto* content = std::get_if<std::string>(&text);
    const auto schedule = content ? trace::parse(sources.add(path, *content), *content, sink) : std::nullopt;
    const auto scheduled = schedule ? trace::replay(module, *schedule, sink) : std::nullopt;
    module = scheduled.value_or(ir::Module{});
  }
  if (!sink.hasErrors() && !module.procs.empty()) return module.procs;
  std::fprintf(stderr, "%s: %s\n", argument.c_str(), sink.all().empty() ? "nothing to mutate" : sink.all().front().message.c_str());
  return {};
}

/// Every `jobs`-th mutant from `part` on. Empty after a message.
std::optional<Score> scorePart(const Options& options, int part) {
  Score score;
  int number = 0;
  for (const auto& file : options.files) {
    SourceTable sources;
    const auto procs = procsOf(file, options, sources);
    if (procs.empty()) return std::nullopt;
    for (const auto& proc : procs) {
      const auto mutants = mutation::mutate(proc);
      for (std::size_t i = 0; i < mutants.size(); i += static_cast<std::size_t>(options.every))
        if (number++ % options.jobs == part) count(proc->full_name, mutants[i], options, sources, score);
    }
  }
  return score;
}
}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parseOptions(argc, argv, options)) {
    std::fprintf(stderr, "usage: mutation_score [--every=N] [--runs=N] [--jobs=N] [--list] -I DIR FILE[+TRACE]...\n");
    return 2;
  }
  const auto score = sumInProcesses<Score>(options.jobs, [&](int part) { return scorePart(options, part); });
  if (!score) {
    std::fprintf(stderr, "mutation_score: nothing was counted: a file could not be read, or a process died\n");
    return 2;
  }
  printScore(*score);
  return score->broken_proved || score->unmapped ? 1 : 0;
}
