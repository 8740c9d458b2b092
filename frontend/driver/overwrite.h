#pragma once
// What may stand at the path of an output: nothing, an empty file, or an earlier output of the same kind. Anything else
// is somebody's work and is kept.
#include <optional>
#include <string>
#include <vector>

#include "frontend/driver/job.h"

namespace exogpu::driver {

/// What the program is made of.
std::vector<std::string> inputsOf(const Job& job);

/// Why `file` must not be written, as a diagnostic; nothing when it may be.
std::optional<diag::Diagnostic> whyNotWrite(const std::vector<std::string>& inputs, const OutputFile& file);
/// The same of a file of diagnostics.
std::optional<diag::Diagnostic> whyNotWrite(const std::vector<std::string>& inputs, const DiagnosticsOutput& output);

}  // namespace exogpu::driver
