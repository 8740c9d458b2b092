#pragma once
// Verdicts of proved procs on disk, by structural hash. Only `proved` is kept: everything else has a diagnostic to show
// and is proved again. An entry that does not read back exactly as it was written is ignored.
#include <optional>
#include <string_view>

#include "verify/prove/prove.h"

namespace exogpu::prove {

class Cache {
 public:
  /// `directory` may be empty: then nothing is kept. The key covers the proc's text with its levels, `what` was asked
  /// of it, the options that can change an answer, and this very executable, so a new prover never trusts an old one.
  Cache(std::string directory, const ir::Proc& proc, const Options& options, std::string_view what);
  std::optional<Report> load(const ir::Proc& proc) const;
  void store(const ir::Proc& proc, const Report& report) const;

 private:
  std::string directory_, path_;
};

}  // namespace exogpu::prove
