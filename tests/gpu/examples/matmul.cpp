// Chapter 10 on the GPU: three plain loops beside the kernel that the schedule made of them.
#define main chapter_main
#include "examples/10_schedule/matmul.cpp"
#undef main
#include "emitted/matmul.h"
#include "tests/gpu/examples/products.h"

static void tests() { test_products({{"matmul, scheduled", 1, matmul, matmul}}); }

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
