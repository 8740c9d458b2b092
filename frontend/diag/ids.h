#pragma once
// The names of all diagnostics: `Id::Race`. Included where a diagnostic is reported, by nobody else.
#include "frontend/diag/diagnostic.h"

namespace exogpu::diag {

enum class Id : std::uint16_t {
#define EXOGPU_DIAGNOSTIC(code, name, severity, message, remedy, explanation) name = code,
#include "frontend/diag/all.def"
#undef EXOGPU_DIAGNOSTIC
};

}  // namespace exogpu::diag
