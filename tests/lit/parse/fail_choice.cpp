// What -k chooses, what nobody instantiates, what is no proc, and what Clang has to say.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s choice.cpp
#include <exogpu/exogpu.h>

template <int N>
float scaled(float x) {
  return x * N;
}
float plain(float x) { return x; }

template <int N>
void launch(exo::tensor<float, 1> C) {
  for (int b : exo::blocks(C.extent(0)))
    for (int t : exo::threads(1)) C[b + t] = scaled<N>(plain(4.0f));
}

// The template that nobody instantiates: a warning, and nothing to compile.
// RUN: exits.sh 1 %exogpu compile choice.cpp 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: choice.cpp:12:6: warning: template 'launch' is not compiled: nobody instantiates it explicitly [EXG1006]
// NOBODY: choice.cpp:12:6: help: write `template void launch<...>(...);` at the end of the file, or use -k 'launch<...>'
// NOBODY: error: 'choice.cpp' has no proc to compile [EXG7008]
// RUN: ls | count 1
// RUN: %exogpu check choice.cpp -k 'launch<3>' | FileCheck %s --check-prefix=GOOD
// GOOD: launch<3>: proved for all sizes

// RUN: exits.sh 1 %exogpu check choice.cpp -k 'scaled<3>' 2>&1 | FileCheck %s --check-prefix=INSTANCE
// INSTANCE: choice.cpp:6:7: error: 'scaled' is not a proc [EXG1008]
// INSTANCE: choice.cpp:6:7: help: name a function with exo::blocks or exo::tasks loops, or a host function that takes a tensor
// RUN: exits.sh 1 %exogpu check choice.cpp -k plain 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: choice.cpp:9:7: error: 'plain' is not a proc [EXG1008]

// RUN: exits.sh 1 %exogpu check choice.cpp -k launch 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// TEMPLATE: error: nothing compiled here is named 'launch' [EXG1004]
// TEMPLATE: help: it is a template: give its arguments, -k 'launch<...>'
// RUN: exits.sh 1 %exogpu check choice.cpp -k lunch 2>&1 | FileCheck %s --check-prefix=NOPROC
// NOPROC: error: nothing compiled here is named 'lunch' [EXG1004]
// NOPROC: help: the file has no proc
// RUN: exits.sh 1 %exogpu check choice.cpp -k 'launch<x>' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: error: cannot instantiate 'launch<x>': use of undeclared identifier 'x' [EXG1003]

// A warning of Clang is passed on and changes nothing; -Werror makes it an error and nothing is written.
// RUN: %exogpu check choice.cpp -k 'launch<3>' -DWARN 2>&1 | FileCheck %s --check-prefix=WARN
// WARN: launch<3>: proved for all sizes
// WARN: choice.cpp:[[@LINE+9]]:28: warning: expression result unused [EXG1002]
// WARN: choice.cpp:[[@LINE+8]]:28: help: mend it, or switch it off behind the options: -- -Wno-unused-value
// WARN: 1 warning generated.
// RUN: %exogpu check choice.cpp -k 'launch<3>' -DWARN -- -Wno-unused-value 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: warning
// RUN: exits.sh 1 %exogpu compile choice.cpp -k 'launch<3>' -DWARN -Werror 2>&1 | FileCheck %s --check-prefix=WERROR
// WERROR: error: expression result unused [EXG1002]
// RUN: ls | count 1
#ifdef WARN
inline int warned(int y) { y; return y; }
#endif

// Files in another encoding.
// RUN: printf '\377\376v\000o\000' > wide.cpp && exits.sh 1 %exogpu compile wide.cpp 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: exogpu: error: 'wide.cpp' is not UTF-8: it begins with the byte order mark of UTF-16 (LE) [EXG1005]
// WIDE: exogpu: help: save it as UTF-8
// RUN: ls | count 2
// RUN: printf '\357\273\277' > marked.cpp && cat choice.cpp >> marked.cpp && %exogpu check marked.cpp -k 'launch<3>' | FileCheck %s --check-prefix=GOOD
