#pragma once
// checkSupported: reports what the language allows and this emitter has no instruction for, at its place. Nothing is
// skipped in silence.
#include "codegen/lower/launch.h"
#include "frontend/diag/diagnostic.h"

namespace exogpu::lower {

void checkSupported(const Launch& launch, diag::Sink& sink);

}  // namespace exogpu::lower
