// Procs whose launchers would have the names of others. A namespace or template arguments make another name.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: exits.sh 1 %exogpu compile %s -o out.cu > out 2> err && ls | count 2
// RUN: exits.sh 1 %exogpu check %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: < %t/err
#include <exogpu/exogpu.h>

// CHECK: :[[@LINE+2]]:6: error: the launcher of 'tanh' cannot be a C function named 'tanh': C, its library or CUDA has that name [EXG5013]
// CHECK: :[[@LINE+1]]:6: help: give the proc another name, or put it in a namespace: my::tanh becomes my_tanh in C
void tanh(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
namespace my {
void tanh(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
}  // namespace my

// CHECK: :[[@LINE+1]]:6: error: the launcher of 'dim3' cannot be a C function named 'dim3': C, its library or CUDA has that name [EXG5013]
void dim3(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
void dim4(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }

// CHECK: :[[@LINE+1]]:6: error: the launcher of 'LINE_MAX' cannot be a C function named 'LINE_MAX': it is a macro of a header that the emitted file includes [EXG5013]
void LINE_MAX(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }

// CHECK: :[[@LINE+1]]:6: error: the launcher of 'asm_' cannot be a C function named 'asm': it is a keyword of C or C++ [EXG5013]
void asm_(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
// CHECK: :[[@LINE+1]]:6: error: the launcher of 'restrict_' cannot be a C function named 'restrict': it is a keyword of C or C++ [EXG5013]
void restrict_(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
// CHECK: :[[@LINE+1]]:6: error: the launcher of 'main_' cannot be a C function named 'main': C, its library or CUDA has that name [EXG5013]
void main_(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
void asm_of(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }

// CHECK: :[[@LINE+1]]:6: error: the launcher of 'exogpu_status' cannot be a C function named 'exogpu_status': such names belong to CUDA and to the emitted files [EXG5013]
void exogpu_status(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }

// CHECK: :[[@LINE+1]]:6: error: the launcher of 'λ' cannot be a C function named '': C names begin with a letter of ASCII [EXG5013]
void λ(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }
// CHECK: :[[@LINE+1]]:6: error: the launcher of '_3d' cannot be a C function named '3d': C names begin with a letter of ASCII [EXG5013]
void _3d(exo::tensor<float, 1> y) { for (int b : exo::blocks(y.extent(0))) for (int t : exo::threads(1)) y[b + t] = 1.0f; }

// RUN: %exogpu compile %s -k my::tanh -k dim4 -k asm_of -o - 2>&1 | FileCheck %s --check-prefix=GOOD
// GOOD: extern "C" exogpu_status my_tanh(
// GOOD: extern "C" exogpu_status dim4(
// GOOD: extern "C" exogpu_status asm_of(
