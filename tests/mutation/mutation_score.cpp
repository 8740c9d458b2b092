// Mutation score of the prover: mutation_score [--every=N] [--runs=N] [--list] -I DIR FILE…
// Every mutant that the simulator breaks must not be proved, and most of them must be refuted with a witness that the
// simulator replays; most harmless ones must still be proved. Prints every mutant that misses, then the score.
#include <cstdio>
#include <cstring>
#include <string>

#include "frontend/ir/levels.h"
#include "frontend/parse/parse.h"
#include "tests/mutation/judge.h"
#include "tests/mutation/mutants.h"

namespace {
using namespace exogpu;
using effects::Verdict;

struct Score {
  int mutants = 0, refused_by_level = 0, never_ran = 0;
  int broken = 0, broken_proved = 0, broken_refuted = 0;
  int harmless = 0, harmless_proved = 0;
  int unmapped = 0;
};

struct Options {
  int every = 1;
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
    else if (arg.starts_with("--runs=")) options.judge.runs = number(argv[i] + 7);
    else if (arg == "--list") options.list = true;
    else if (arg == "-I" && i + 1 < argc) options.include_dir = argv[++i];
    else if (arg.starts_with("-")) return false;
    else options.files.push_back(arg);
  }
  return options.every > 0 && !options.files.empty();
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
}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parseOptions(argc, argv, options)) {
    std::fprintf(stderr, "usage: mutation_score [--every=N] [--runs=N] [--list] -I DIR FILE...\n");
    return 2;
  }
  Score score;
  for (const auto& file : options.files) {
    SourceTable sources;
    diag::Sink sink;
    parse::Options parsing;
    parsing.stdlib_include = options.include_dir;
    const auto parsed = parse::parseFile(file, parsing, sources, sink);
    if (sink.hasErrors()) {
      std::fprintf(stderr, "%s: %s\n", file.c_str(), sink.all().front().message.c_str());
      return 1;
    }
    for (const auto& proc : parsed.module.procs) {
      const auto mutants = mutation::mutate(proc);
      for (std::size_t i = 0; i < mutants.size(); i += static_cast<std::size_t>(options.every))
        count(proc->full_name, mutants[i], options, sources, score);
    }
  }
  printScore(score);
  return score.broken_proved || score.unmapped ? 1 : 0;
}
