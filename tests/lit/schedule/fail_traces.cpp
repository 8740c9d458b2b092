// Traces and scripts that cannot be applied: the place in the trace, the reason, a remedy, and nothing written.
// RUN: rm -rf %t && mkdir %t && cd %t
#include <exogpu/exogpu.h>

void copy(exo::tensor<const float, 1> A, exo::tensor<float, 1> C, int n) {
  exo::require(A.extent(0) == n && C.extent(0) == n);
  for (int i = 0; i < n; ++i) C[i] = A[i];
}
void skewed(exo::tensor<float, 2> C, int n) {
  exo::require(n >= 2 && n < 1000 && C.has_shape(n, n));
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n - 1; ++j) C[i][j] = C[i - 1][j + 1];
}
void product(exo::tensor<float, 1> C, int n) {
  exo::require(n >= 2 && n < 1000 && C.extent(0) > 110000);
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 8; ++j) C[i * (n + i)] = float(j);
}

template <int N>
void constant(exo::tensor<int, 1> y) {
  exo::require(y.extent(0) == 100);
  for (int i = 0; i < 100; ++i) {
    y[i] = 1;
    if (N > 8) y[i] = 7;
  }
}
template void constant<4>(exo::tensor<int, 1>);

// The good twin: the same program, a trace that fits.
// RUN: printf 'proc("copy")\ndivide_loop(loop("i"), 128, "b", "t", guard)\nbind(loop("b"), blocks)\nbind(loop("t"), threads)\n' > good
// RUN: %exogpu compile %s -k copy --schedule=good -o - | FileCheck %s --check-prefix=GOOD
// GOOD: extern "C" exogpu_status copy(

// RUN: printf 'proc("copy")\n  divde_loop(loop("i"), 128, "b", "t", guard)\n' > step
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=step -o out.cu 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: step:2:{{[13]}}: error: there is no step 'divde_loop' [EXG6001]
// STEP: help: see 'exogpu steps' for all of them; did you mean divide_loop?

// RUN: printf 'proc("copy")\ndivide_loop(loop("i"), 0, "b", "t", guard)\n' > zero
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=zero -o out.cu 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: zero:2:1: error: divide_loop(loop("i"), 0, "b", "t", guard): argument 'factor' is not positive [EXG6002]
// ZERO: zero:2:1: help: give a factor of at least 1
// RUN: printf 'proc("copy")\ndivide_loop(loop("i"), 128)\n' > count
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=count -o out.cu 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: count:2:1: error: divide_loop(loop("i"), 128): wrong number of arguments: 2 given, 5 needed [EXG6002]
// COUNT: count:2:1: help: give loop, factor, outer, inner, tail
// RUN: printf 'proc("copy")\nbind(stmt("C[_] = _"), blocks)\n' > kind
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=kind -o out.cu 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: kind:2:1: error: bind(stmt("C[_] = _"), blocks): argument 'loop' is not a loop, such as loop("i") [EXG6002]

// RUN: printf 'proc("copy")\nbind(loop("k"), blocks)\n' > place
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=place -o out.cu 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: place:2:1: error: bind(loop("k"), blocks): nothing matches loop("k") [EXG6003]
// PLACE: place:2:1: help: there is loop("i")

// RUN: printf 'proc("skewed")\nreorder_loops(loop("i"))\n' > swap
// RUN: exits.sh 1 %exogpu compile %s -k skewed --schedule=swap -o out.cu 2>&1 | FileCheck %s --check-prefix=SWAP
// SWAP: swap:2:1: error: reorder_loops(loop("i")) is not legal here: with i = 1, j = 1 it writes C[1][1], which with i = 2, j = 0 it reads [EXG6004]
// SWAP: :12:37: note: here: C[i][j] = C[i - 1][j + 1];
// SWAP-NOT: note:
// SWAP: swap:2:1: help: reorder or fission at another level

// RUN: printf 'proc("product")\nreorder_loops(loop("i"))\n' > unknown
// RUN: exits.sh 1 %exogpu compile %s -k product --schedule=unknown -o out.cu 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown:2:1: error: reorder_loops(loop("i")) may not be legal here: {{.*}} could not be decided {{.*}} [EXG6005]
// UNKNOWN: unknown:2:1: help: {{.+}}
// RUN: printf 'proc("copy")\ndivide_loop(loop("i"), 128, "b", "t", perfect)\n' > perfect
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=perfect -o out.cu 2>&1 | FileCheck %s --check-prefix=PERFECT
// PERFECT: perfect:2:1: error: divide_loop(loop("i"), 128, "b", "t", perfect) may not be legal here: nothing implies that 128 divides n [EXG6005]
// PERFECT: perfect:2:1: help: require it, or use guard or cut

// RUN: printf '# a comment\nproc("copy"\n' > broken
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=broken -o out.cu 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: broken:2:1: error: expected ')', found 'the end of the line' [EXG6006]
// BROKEN: broken:2:1: help: a trace has one step a line: divide_loop(
// RUN: printf 'bind(loop("i"), blocks)\n' > early
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=early -o out.cu 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: early:1:1: error: expected proc("name") before the first step, found 'bind' [EXG6006]
// RUN: printf '\000\377\001' > binary
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=binary -o out.cu 2>&1 | FileCheck %s --check-prefix=BINARY
// BINARY: binary:1:1: error: expected the name of a step, found {{.*}} [EXG6006]

// RUN: printf 'proc("gemm")\nbind(loop("i"), blocks)\n' > other
// RUN: exits.sh 1 %exogpu compile %s -k copy --schedule=other -o out.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: other:1:1: error: there is no proc 'gemm' to schedule [EXG6007]
// OTHER: other:1:1: help: there is copy

// RUN: exits.sh 2 %exogpu compile %s -k copy --schedule=missing -o out.cu 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: exogpu: error: cannot read 'missing': No such file or directory [EXG7001]
// RUN: ls | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: out

// RUN: printf 'proc("constant<4>")\ndrop_guard(stmt("if _"))\n' > revive
// RUN: exits.sh 1 %exogpu compile %s -k 'constant<4>' --schedule=revive -o out.cu 2>&1 | FileCheck %s --check-prefix=REVIVE
// REVIVE: revive:2:1: error: drop_guard(stmt("if _")) is not legal here: a statement would run that a constant condition keeps from running [EXG6004]
// REVIVE: :25:16: note: here: y[i] = 7;
// REVIVE: revive:2:1: help: remove it with simplify
