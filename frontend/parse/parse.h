#pragma once
// Text → IR. The only room that sees Clang.
#include <map>
#include <string>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::parse {

struct Options {
  std::vector<std::string> clang_arguments;  ///< -I -isystem -D -U -include -std= and what stands after `--`
  std::vector<std::string> instances;        ///< -k 'gemm<128, 128, 16>' or a name; empty: everything that is compiled
  /// Also lower functions without launches: void functions of the main file that take tensors and have a loop. They are
  /// algorithms, which a schedule turns into kernels.
  bool algorithms = false;
  std::string stdlib_include;                ///< where <exogpu/exogpu.h> is
  std::map<std::string, std::string> virtual_files;  ///< path → text, read instead of the disk (stdin, editor buffers)
};
struct Result {
  ir::Module module;                       ///< lowered, levels not resolved
  std::vector<std::string> dependencies;   ///< every file that was read, for depfiles
  std::vector<std::string> algorithms;     ///< functions that `Options::algorithms` would lower too
  std::vector<std::string> available;      ///< full names of what could be chosen with -k
};

/// Parses the main file and lowers its procs. Clang's own errors and everything outside the subset are reported to
/// `sink` at their exact ranges; the result then lacks the procs concerned.
Result parseFile(const std::string& path, const Options& options, SourceTable& sources, diag::Sink& sink);

}  // namespace exogpu::parse
