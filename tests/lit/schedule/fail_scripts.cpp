// Schedule scripts that do not compile, are refused, or end in another way than with a trace.
// RUN: rm -rf %t && mkdir %t && cd %t
#include <exogpu/exogpu.h>

void copy(exo::tensor<const float, 1> A, exo::tensor<float, 1> C, int n) {
  exo::require(A.extent(0) == n && C.extent(0) == n);
  for (int i = 0; i < n; ++i) C[i] = A[i];
}

// RUN: printf '#include <exogpu/schedule.h>\nvoid schedule(exo::program& p) {\n  oops(p);\n}\n' > wrong.cpp
// RUN: exits.sh 1 %exogpu compile %s --schedule=wrong.cpp -o out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: exogpu: error: the schedule script 'wrong.cpp' does not compile:
// WRONG: wrong.cpp:3:3: error: use of undeclared identifier 'oops'
// WRONG: [EXG6009]
// WRONG: help: mend it, and define void schedule(exo::program&)

// RUN: printf '#include <exogpu/schedule.h>\nvoid schedule(exo::program& p) {\n  auto s = p.proc("copy");\n  s.bind(s.loop("k"), exo::kind::blocks);\n}\n' > place.cpp
// RUN: exits.sh 1 %exogpu compile %s --schedule=place.cpp -o out.cu 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: place.cpp:4:3: error: the schedule script 'place.cpp' was refused: nothing matches loop("k") [EXG6009]
// PLACE-NEXT: 4 | s.bind(s.loop("k"), exo::kind::blocks);
// PLACE: place.cpp:4:3: help: there is loop("i")

// RUN: printf '#include <exogpu/schedule.h>\nvoid schedule(exo::program& p) {\n  auto s = p.proc("copy");\n  s.divide_loop("i", 128, "b", "t", exo::tail::guard);\n  s.bind("b", exo::kind::blocks);\n  s.bind("t", exo::kind::threads);\n}\n' > good.cpp
// RUN: %exogpu compile %s --schedule=good.cpp -o - 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD: extern "C" exogpu_status copy(

// RUN: printf '#include <exogpu/schedule.h>\nvoid schedule(exo::program&) { *(volatile int*)nullptr = 1; }\n' > crash.cpp
// RUN: exits.sh 1 %exogpu compile %s --schedule=crash.cpp -o out.cu 2>&1 | FileCheck %s --check-prefix=CRASH
// CRASH: exogpu: error: the schedule script 'crash.cpp' was ended by a signal: {{.*}} [EXG6009]
// CRASH: help: run it under a debugger
// RUN: printf '#include <exogpu/schedule.h>\nextern "C" void _exit(int);\nvoid schedule(exo::program&) { _exit(0); }\n' > leave.cpp
// RUN: exits.sh 1 %exogpu compile %s --schedule=leave.cpp -o out.cu 2>&1 | FileCheck %s --check-prefix=LEAVE
// LEAVE: exogpu: error: the schedule script 'leave.cpp' ended without an answer [EXG6009]
// LEAVE: help: a script neither exits nor closes files
// RUN: ls | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: {{out|exogpu-crash}}
