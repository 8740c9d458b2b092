// fuzz_prover: random programs, judged by the simulator and by the prover. They may never disagree in the unsound
// direction; the other disagreements are counted. Exit code 1 after an unsound answer.
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <set>

#include "frontend/ir/text.h"
#include "tests/fuzz/generator.h"
#include "tests/fuzz/judge.h"
#include "tests/tools/in_processes.h"

namespace {
using namespace exogpu;
using Verdict = fuzz::Judgement::Verdict;

llvm::cl::opt<unsigned> programs("programs", llvm::cl::desc("how many distinct programs"), llvm::cl::init(100));
llvm::cl::opt<unsigned> seed("seed", llvm::cl::desc("first seed"), llvm::cl::init(1));
llvm::cl::opt<int> jobs("jobs", llvm::cl::desc("processes that share the work"), llvm::cl::init(1));
llvm::cl::opt<unsigned> only("only", llvm::cl::desc("print and judge the program of this seed alone"), llvm::cl::init(0));
llvm::cl::opt<bool> simulate_only("simulate-only", llvm::cl::desc("do not ask the prover"));
llvm::cl::opt<bool> show_refused("show-refused", llvm::cl::desc("print why safe programs are refused"));
llvm::cl::opt<unsigned> budget("budget", llvm::cl::desc("solver units for one query"), llvm::cl::init(2000000));

struct Counts {
  unsigned judged = 0, ill_formed = 0, broken = 0, demonstrated = 0, proved = 0, refuted = 0, unknown = 0, out_of_budget = 0;
  unsigned unsound = 0, unmapped = 0, safe_refused = 0, spurious = 0, contradictions = 0, conflicts = 0;

  void add(const Counts& other) {
    judged += other.judged, ill_formed += other.ill_formed, broken += other.broken, demonstrated += other.demonstrated;
    proved += other.proved, refuted += other.refuted, unknown += other.unknown, out_of_budget += other.out_of_budget;
    unsound += other.unsound, unmapped += other.unmapped, safe_refused += other.safe_refused, spurious += other.spurious;
    contradictions += other.contradictions, conflicts += other.conflicts;
  }
};

void report(const char* what, std::uint64_t at, const std::string& detail) {
  llvm::errs() << what << " at --only=" << at << ": " << detail << "\n";
}

void count(const fuzz::Judgement& j, std::uint64_t at, Counts& counts) {
  ++counts.judged;
  counts.broken += j.broken;
  counts.demonstrated += j.broken && j.demonstrated;
  counts.conflicts += static_cast<unsigned>(j.conflicts.size());
  counts.proved += j.verdict == Verdict::Proved;
  counts.refuted += j.verdict == Verdict::Refuted;
  counts.unknown += j.verdict == Verdict::Unknown;
  counts.out_of_budget += j.verdict == Verdict::OutOfBudget;
  if (j.contradictions > 0) {
    ++counts.contradictions;
    report("the simulator contradicts itself", at, j.first_fault);
  }
  if (j.verdict == Verdict::Proved && j.broken) {
    ++counts.unsound;
    report("UNSOUND", at, j.first_fault);
  }
  if (j.unmapped > 0) {
    ++counts.unmapped;
    report("a conflict without an obligation", at, j.first_unmapped);
  }
  if (!j.broken && j.verdict != Verdict::Proved && j.verdict != Verdict::None) {
    ++counts.safe_refused;
    if (show_refused) report("refused though no tried size breaks it", at, j.complaint);
  }
  if (j.verdict == Verdict::Refuted && !j.confirmed) {
    ++counts.spurious;
    report("a refutation that no run confirms", at, j.complaint);
  }
}

int judgeOne(std::uint64_t at, const fuzz::Settings& settings) {
  const std::string text = fuzz::Generator(at).program();
  const auto j = fuzz::judge(text, settings);
  diag::Sink sink;
  const auto module = ir::parseText(1, text, sink);
  llvm::outs() << (module ? ir::print(*module) : text);
  Counts counts;
  if (j.well_formed) count(j, at, counts);
  static constexpr const char* kVerdicts[] = {"not asked", "proved", "refuted", "unknown", "out of budget"};
  llvm::outs() << "simulator: " << (j.broken ? j.first_fault : "no fault at the tried sizes") << "\nprover: "
               << kVerdicts[static_cast<std::size_t>(j.verdict)] << "\n" << j.complaint;
  return counts.unsound > 0 ? 1 : 0;
}

/// The distinct programs in order of their seeds; of them every `jobs`-th from `part` on is judged here.
Counts judgePart(const fuzz::Settings& settings, int part) {
  Counts counts;
  std::set<std::string> seen;
  int number = 0;
  const auto of = static_cast<unsigned>(jobs);
  const unsigned share = programs / of + (static_cast<unsigned>(part) < programs % of ? 1 : 0);
  for (std::uint64_t at = seed; counts.judged < share; ++at) {
    const std::string text = fuzz::Generator(at).program();
    if (!seen.insert(fuzz::canonical(text)).second || number++ % jobs != part) continue;
    const auto judgement = fuzz::judge(text, settings);
    if (judgement.well_formed) {
      count(judgement, at, counts);
    } else if (counts.ill_formed++ == 0) {
      report("ill-formed", at, judgement.complaint);
    }
  }
  return counts;
}
}  // namespace

int main(int argc, char** argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "random programs before the prover and the simulator\n");
  fuzz::Settings settings;
  settings.ask_prover = !simulate_only;
  settings.smt_budget = budget;
  for (const auto& [n, m] : {std::pair{0, 0}, {1, 1}, {2, 3}, {3, 1}, {5, 2}, {4, 0}, {9, 1}})
    settings.trials.push_back({{{"n", n}, {"m", m}}, 64});
  if (only != 0) return judgeOne(only, settings);
  const auto sum = sumInProcesses<Counts>(jobs, [&](int part) { return std::optional(judgePart(settings, part)); });
  if (!sum) {
    llvm::errs() << "fuzz_prover: nothing was counted: --jobs is less than 1, or a process died\n";
    return 2;
  }
  const Counts& counts = *sum;
  llvm::outs() << "fuzz_prover: " << counts.judged << " distinct programs from seed " << seed << ": " << counts.proved << " proved, "
               << counts.broken << " broken (" << counts.demonstrated << " demonstrated), " << counts.safe_refused
               << " refused though not broken, " << counts.refuted << " refuted (" << counts.spurious << " unconfirmed), "
               << counts.unknown << " unknown, " << counts.out_of_budget << " out of budget, " << counts.conflicts
               << " conflicting pairs, " << counts.ill_formed << " ill-formed; UNSOUND " << counts.unsound << ", unmapped "
               << counts.unmapped << ", contradictions " << counts.contradictions << "\n";
  return counts.unsound + counts.unmapped + counts.contradictions > 0 ? 1 : 0;
}
