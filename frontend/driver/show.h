#pragma once
// Diagnostics in every format and to every place that the command line asks for.
#include <string>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/driver/exit_codes.h"
#include "frontend/driver/options.h"

namespace exogpu::driver {

/// Whether texts end with "2 errors generated.", as compilers do about a source.
enum class Closing : bool { None, Count };

/// `inputs` are files that must stay as they are. Not Ok when one of the files could not be written.
ExitCode showDiagnostics(const std::vector<diag::Diagnostic>& all, const SourceTable& sources,
                         const std::vector<std::string>& inputs, const std::vector<DiagnosticsOutput>& outputs,
                         ColorMode color, Closing closing);

}  // namespace exogpu::driver
