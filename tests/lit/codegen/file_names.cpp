// Sources whose names need escapes in #line, and headers whose names cannot stand in an #include.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s 'a"b\c.cpp' && cp %s plain.cpp
// RUN: %exogpu compile -q 'a"b\c.cpp' && FileCheck %s < 'a"b\c.cu' && FileCheck %s --check-prefix=HEADER < 'a"b\c.h'
// RUN: %exogpu compile -q plain.cpp && FileCheck %s --check-prefix=PLAIN < plain.cu
#include <exogpu/exogpu.h>

void twice(exo::tensor<float, 1> y) {
  for (int b : exo::blocks(y.extent(0)))
    for (int t : exo::threads(1)) y[b + t] *= 2.0f;
}
// CHECK-NOT: #include "a
// CHECK: enum exogpu_code
// CHECK: #line 9 "a\"b\\c.cpp"
// HEADER: #define EXOGPU_A_B_C_H
// PLAIN: #include "plain.h"
// PLAIN-NOT: enum exogpu_code
// PLAIN: #line 9 "plain.cpp"
