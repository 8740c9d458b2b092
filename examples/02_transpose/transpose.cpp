// Chapter 2: a matrix transpose through a tile of shared memory, for every shape.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// B = Aᵀ. Each block moves one 64×64 tile: rows of A come in, the fence makes the tile visible to the whole block, and
/// rows of B go out. A row of the tile is 65 words long, so that the 32 elements of a column, which one warp reads at
/// once, lie in 32 different banks. Each of the 256 threads moves 16 elements.
void transpose(const_matrix A, matrix B) {
  exo::require(B.has_shape(A.extent(1), A.extent(0)));
  const int rows = A.extent(0), columns = A.extent(1);
  for (int bi : exo::blocks(exo::ceil_div(rows, 64)))
    for (int bj : exo::blocks(exo::ceil_div(columns, 64))) {
      exo::shared<float[64][65]> tile;
      for (int w : exo::warps(8))
        for (int l : exo::lanes(32))
          for (int s : exo::unroll(0, 8))
            for (int h : exo::unroll(0, 2)) {
              const int i = s * 8 + w, j = h * 32 + l;
              tile[i][j] = bi * 64 + i < rows && bj * 64 + j < columns ? A[bi * 64 + i][bj * 64 + j] : 0.0f;
            }
      exo::fence();
      for (int w : exo::warps(8))
        for (int l : exo::lanes(32))
          for (int s : exo::unroll(0, 8))
            for (int h : exo::unroll(0, 2)) {
              const int j = s * 8 + w, i = h * 32 + l;
              if (bi * 64 + i < rows && bj * 64 + j < columns) B[bj * 64 + j][bi * 64 + i] = tile[i][j];
            }
    }
}

int main() {
  using selfcheck::buffer;
  for (int rows : {0, 1, 31, 64, 130})
    for (int columns : {0, 1, 33, 128, 200}) {
      buffer<float> a(rows * columns), b(rows * columns, -7.0f);
      a.randomize(1);
      transpose({a.data(), {rows, columns}}, {b.data(), {columns, rows}});
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) selfcheck::expect(b[j * rows + i] == a[i * columns + j]);
    }
  return selfcheck::report("transpose");
}
