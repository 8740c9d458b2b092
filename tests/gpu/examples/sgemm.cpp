// Chapter 3 on the GPU.
#define main chapter_main
#include "examples/03_sgemm/sgemm.cpp"
#undef main
#include "emitted/sgemm.h"
#include "tests/gpu/examples/products.h"

static void tests() {
  test_products({{"sgemm_plain<16>", 1, sgemm_plain_16, sgemm_plain<16>},
                 {"sgemm_double<8>", 1, sgemm_double_8, sgemm_double<8>},
                 {"sgemm_ring<32, 2, 1>", 1, sgemm_ring_32_2_1, sgemm_ring<32, 2, 1>},
                 {"sgemm_ring<32, 2, 4>", 4, sgemm_ring_32_2_4, sgemm_ring<32, 2, 4>},
                 {"sgemm_ring<32, 3, 4>", 4, sgemm_ring_32_3_4, sgemm_ring<32, 3, 4>},
                 {"sgemm_ring<32, 4, 4>", 4, sgemm_ring_32_4_4, sgemm_ring<32, 4, 4>},
                 {"sgemm_ring<32, 5, 4>", 4, sgemm_ring_32_5_4, sgemm_ring<32, 5, 4>},
                 {"sgemm_ring<32, 6, 4>", 4, sgemm_ring_32_6_4, sgemm_ring<32, 6, 4>},
                 {"sgemm", 1, sgemm, sgemm}});
}

int main(int argc, char** argv) { return gpu::run(argc, argv, tests); }
