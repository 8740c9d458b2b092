// `exogpu run` on programs that are wrong, and on sizes that are too large.
// RUN: rm -rf %t && mkdir %t && cd %t
#include <exogpu/exogpu.h>

void bad_reverse(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) == 32);
  for (int b : exo::blocks(1)) {
    exo::shared<float[32]> x;
    for (int t : exo::threads(32)) x[t] = float(t + b);
    for (int t : exo::threads(32)) C[t] = x[31 - t];
  }
}
void good_reverse(exo::tensor<float, 1> C) {
  exo::require(C.extent(0) == 32);
  for (int b : exo::blocks(1)) {
    exo::shared<float[32]> x;
    for (int t : exo::threads(32)) x[t] = float(t + b);
    exo::fence();
    for (int t : exo::threads(32)) C[t] = x[31 - t];
  }
}
// RUN: exits.sh 1 %exogpu run %s -k bad_reverse C=32 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: :10:43: error: race: thread {{[0-9]+}} of block 0 reads x[{{[0-9]+}}], but nothing orders the write by thread {{[0-9]+}} of block 0 before it [EXG7014]
// RACE: :9:36: note: the earlier access is here
// RACE: :10:43: help: 'exogpu check' says what is missing
// RACE: bad_reverse C = 32 (seed 1)
// RACE-NEXT: {{^}} simulator: 1 fault, so its results mean nothing
// RACE-NOT: = sequential
// RUN: %exogpu run %s -k good_reverse C=32 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD: good_reverse C = 32 (seed 1)
// GOOD-NEXT: C 32 elements simulator = sequential, bitwise
// GOOD-NOT: error
// RUN: exits.sh 2 %exogpu run %s -k good_reverse C=33 2>&1 | FileCheck %s --check-prefix=CONTRACT
// CONTRACT: :14:{{[0-9]+}}: error: these sizes violate the contract `C.extent(0) == 32` (33 == 32) of good_reverse [EXG7002]

// A file that means one thing to the compiler of the reference and another to exogpu.
#ifdef __OPTIMIZE__
constexpr float factor = 2.0f;
#else
constexpr float factor = 3.0f;
#endif
void bad_macro(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0))) for (int t : exo::threads(1)) C[b + t] = factor * float(b + 1);
}
// RUN: exits.sh 1 %exogpu run %s -k bad_macro C=4 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: :[[@LINE-4]]:6: error: simulator: C differs from the sequential run in 4 of 4 elements; C[0] is 3, should be 2 [EXG7013]
// DIFFERS: help: report it when the program is proved; else see the faults above
// DIFFERS: C 4 elements simulator 4 differ in bits, by at most 0.5

// Too long, and too large, are no verdicts.
// RUN: exits.sh 5 %exogpu run %s -k good_reverse C=32 --max-steps=50 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: exogpu: error: the simulator gave up after 50 steps [EXG7015]
// STEPS: exogpu: help: choose smaller sizes, or raise --max-steps
