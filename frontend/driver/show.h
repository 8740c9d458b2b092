#pragma once
// Diagnostics in every format and to every place that the command line asks for.
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/driver/options.h"

namespace exogpu::driver {

/// Whether texts end with "2 errors generated.", as compilers do about a source.
enum class Closing : bool { None, Count };

/// False when one of the files could not be written.
bool showDiagnostics(const std::vector<diag::Diagnostic>& all, const SourceTable& sources,
                     const std::vector<DiagnosticsOutput>& outputs, ColorMode color, Closing closing);

}  // namespace exogpu::driver
