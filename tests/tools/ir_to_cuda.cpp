// Emits a program in the IR's text form: ir_to_cuda IN.ir OUT.cu OUT.h [--no-line] [--trace] [--external]
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "codegen/cuda/emit.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/text.h"

using namespace exogpu;

static int fail(const diag::Sink& sink) {
  for (const auto& d : sink.all()) std::cerr << diag::codeName(d.id) << " " << d.message << "\n";
  return 1;
}

int main(int argc, char** argv) {
  if (argc < 4) return std::cerr << "usage: ir_to_cuda IN.ir OUT.cu OUT.h [--no-line] [--trace] [--external]\n", 2;
  std::ifstream in(argv[1]);
  std::stringstream text;
  text << in.rdbuf();
  SourceTable sources;
  const auto file = sources.add(argv[1], text.str());
  diag::Sink sink;
  const auto module = ir::parseText(file, sources.text(file), sink);
  if (!module) return fail(sink);
  std::vector<ir::ProcRef> procs;
  for (const auto& proc : module->procs)
    if (auto resolved = ir::resolveLevels(proc, sink)) procs.push_back(resolved);
  if (sink.hasErrors()) return fail(sink);
  cuda::EmitOptions options;
  for (int i = 4; i < argc; ++i) {
    options.line_directives &= std::strcmp(argv[i], "--no-line") != 0;
    options.trace |= std::strcmp(argv[i], "--trace") == 0;
    options.external_machine |= std::strcmp(argv[i], "--external") == 0;
  }
  const std::string header = argv[3];
  options.header_name = header.substr(header.find_last_of('/') + 1);
  options.verdict_lines = {"Not proved here: made by a test tool."};
  const auto emitted = cuda::emit(procs, options, sources, sink);
  if (!emitted) return fail(sink);
  for (const auto& d : sink.all()) std::cerr << diag::codeName(d.id) << " " << d.message << "\n";
  std::ofstream(argv[2]) << emitted->cuda;
  std::ofstream(argv[3]) << emitted->header;
  return 0;
}
