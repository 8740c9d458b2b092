#include "tests/fuzz/emitted.h"

#include <cstdio>

#include "codegen/cuda/emit.h"
#include "tests/fuzz/source_programs.h"
#include "tests/tools/cuda_on_cpu/rewrite.h"

namespace exogpu::fuzz {

namespace {
constexpr const char* kCall = R"(
namespace {
template <class Launcher> void call(Launcher launcher) {
  const int n = read<int>();
  const float a = read<float>();
  Data<float> X; Data<int> Z; Data<unsigned char> U; Data<unsigned short> H; Data<unsigned short> G; Data<double> E;
  Data<float> Y; Data<int> W; Data<double> D; Data<unsigned short> B; Data<unsigned short> F; Data<long long> L;
  const exogpu_status status = launcher(n, a, X.v, 64, Z.v, 64, U.v, 64, H.v, 64, G.v, 64, E.v, 64, Y.v, 8, 8, W.v, 64,
                                        D.v, 64, B.v, 64, F.v, 64, L.v, 64, nullptr);
  if (status.code != 0) { std::fprintf(stderr, "%s\n", status.text); std::exit(1); }
}
}
)";
}  // namespace

std::string emittedProgram(const std::vector<ir::ProcRef>& procs, const SourceTable& sources) {
  diag::Sink sink;
  cuda::EmitOptions options;
  options.external_machine = true;
  options.line_directives = false;
  const auto emitted = cuda::emit(procs, options, sources, sink);
  for (const auto& d : sink.all())
    if (d.severity == diag::Severity::Error)
      std::printf("not emitted: line %d: %s\n", sources.lineColumn(d.where.file, d.where.begin).line, d.message.c_str());
  if (!emitted) return "";
  std::vector<std::string> names;
  for (const auto& proc : procs) names.push_back(proc->c_name);
  return test::rewriteForCpu(emitted->cuda) + kFiles + kCall + mainProgram(names);
}

}  // namespace exogpu::fuzz
