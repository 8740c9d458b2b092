// Proves programs in the IR's text form: ir_prove IN.ir [--all] [--dump=DIR] [--no-replay]
#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"
#include "verify/prove/prove.h"

using namespace exogpu;

static void show(const SourceTable& sources, const diag::Diagnostic& d) {
  const auto place = [&](SourceRange where) {
    return where.isValid() ? std::to_string(sources.lineColumn(where.file, where.begin).line) + ": " : std::string();
  };
  std::cout << place(d.where) << diag::codeName(d.id) << " " << d.message << "\n    remedy: " << d.remedy << "\n";
  for (const auto& note : d.notes) std::cout << "    note: " << place(note.where) << note.text << "\n";
}

int main(int argc, char** argv) {
  if (argc < 2) return std::cerr << "usage: ir_prove IN.ir [--all] [--dump=DIR] [--no-replay]\n", 2;
  std::ifstream in(argv[1]);
  std::stringstream text;
  text << in.rdbuf();
  SourceTable sources;
  const auto file = sources.add(argv[1], text.str());
  diag::Sink sink;
  prove::Options options;
  bool all = false;
  for (int i = 2; i < argc; ++i) {
    all |= std::strcmp(argv[i], "--all") == 0;
    if (std::strncmp(argv[i], "--dump=", 7) == 0) options.smt_dump_dir = argv[i] + 7;
    if (std::strcmp(argv[i], "--no-replay") == 0) options.replay = false;
  }
  const auto module = ir::parseText(file, sources.text(file), sink);
  bool proved = module.has_value();
  for (const auto& proc : module ? module->procs : std::vector<ir::ProcRef>{}) {
    const auto resolved = ir::resolveLevels(proc, sink);
    if (!resolved) {
      proved = false;
      continue;
    }
    const auto begin = std::clock();
    const auto report = prove::prove(resolved, options, sources, sink);
    const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::cout << proc->full_name << ": " << effects::text(report.verdict) << ", " << report.obligations.size()
              << " obligations, " << report.queries << " queries, " << report.rlimit_used << " rlimit, "
              << static_cast<int>(ms) << " ms\n";
    for (const auto& exception : report.numeric_exceptions) std::cout << "  except " << exception << "\n";
    for (const auto& o : report.obligations)
      if (all || o.verdict != effects::Verdict::Proved)
        std::cout << "  " << effects::text(o.kind) << " " << effects::text(o.verdict) << " "
                  << (o.where.isValid() ? sources.text(o.where) : "") << ": " << o.reason << "\n";
    proved &= report.verdict == effects::Verdict::Proved;
  }
  for (const auto& d : sink.all()) show(sources, d);
  return proved ? 0 : 1;
}
