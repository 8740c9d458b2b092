#include "tests/fuzz/emitted.h"

#include <cstdio>

#include "codegen/cuda/emit.h"
#include "tests/tools/cuda_on_cpu/rewrite.h"

namespace exogpu::fuzz {

namespace {
constexpr const char* kHarness = R"(
#include <cstdio>
#include <cstdlib>
namespace {
std::FILE* in; std::FILE* out;
template <class T> T read() { T v; if (std::fread(&v, sizeof v, 1, in) != 1) std::abort(); return v; }
template <class T> struct Data {
  alignas(16) T v[64];
  Data() { if (std::fread(v, sizeof v, 1, in) != 1) std::abort(); }
  ~Data() { std::fwrite(v, sizeof v, 1, out); }
};
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
int main(int, char** argv) {
  in = std::fopen(argv[1], "rb"); out = std::fopen(argv[2], "wb");
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
  auto text = test::rewriteForCpu(emitted->cuda) + kHarness;
  for (const auto& proc : procs) text += "  call(" + proc->c_name + ");\n";
  return text + "  return std::fclose(out);\n}\n";
}

}  // namespace exogpu::fuzz
