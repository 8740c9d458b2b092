#pragma once
// liftTests: takes vector plans, gives the tests of loads inside an outer unrolled loop that can be made in front of it.
#include "codegen/lower/vectorize.h"

namespace exogpu::lower {

void liftTests(const ir::Body& body, const Definitions& definitions, VectorPlans& plans);

}  // namespace exogpu::lower
