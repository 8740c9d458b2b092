// Chapter 2: a matrix transpose through a tile of shared memory, for every shape.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;

/// B = Aᵀ, one element an access, for any shape and address. Each block moves one 64×64 tile: rows of A come in, the
/// fence makes the tile visible to the whole block, and rows of B go out. A row of the tile is 65 words long, so that
/// the 32 elements of a column, which one warp reads at once, lie in 32 different banks.
void transpose_scalar(const_matrix A, matrix B) {
  exo::require(B.has_shape(A.extent(1), A.extent(0)));
  const int rows = A.extent(0), columns = A.extent(1);
  for (int bj : exo::blocks(exo::ceil_div(columns, 64)))
    for (int bi : exo::blocks(exo::ceil_div(rows, 64))) {
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

/// The same with four elements an access, where rows and addresses allow it. Sixteen threads cover a row of the tile;
/// neighbouring blocks walk down the rows of A, so that the rows of B are written one after another.
void transpose_vector(const_matrix A, matrix B) {
  exo::require(B.has_shape(A.extent(1), A.extent(0)) && A.extent(0) % 4 == 0 && A.extent(1) % 4 == 0);
  exo::require(A.is_aligned(16) && B.is_aligned(16));
  const int rows = A.extent(0), columns = A.extent(1);
  for (int bj : exo::blocks(exo::ceil_div(columns, 64)))
    for (int bi : exo::blocks(exo::ceil_div(rows, 64))) {
      exo::shared<float[64][65]> tile;
      for (int y : exo::groups<16>(16))
        for (int x : exo::threads(16))
          for (int s : exo::unroll(0, 4)) {
            float row[4];
            exo::copy(exo::window<4>(row, 0), A.window<4>(bi * 64 + s * 16 + y, bj * 64 + x * 4));
            for (int e : exo::unroll(0, 4)) tile[s * 16 + y][x * 4 + e] = row[e];
          }
      exo::fence();
      for (int y : exo::groups<16>(16))
        for (int x : exo::threads(16))
          for (int s : exo::unroll(0, 4)) {
            float row[4];
            for (int e : exo::unroll(0, 4)) row[e] = tile[x * 4 + e][s * 16 + y];
            exo::copy(B.window<4>(bj * 64 + s * 16 + y, bi * 64 + x * 4), exo::window<4>(row, 0));
          }
    }
}

/// The host picks.
void transpose(const_matrix A, matrix B) {
  exo::require(B.has_shape(A.extent(1), A.extent(0)));
  if (A.extent(0) % 4 == 0 && A.extent(1) % 4 == 0 && A.is_aligned(16) && B.is_aligned(16))
    transpose_vector(A, B);
  else
    transpose_scalar(A, B);
}

int main() {
  using selfcheck::buffer;
  for (int rows : {0, 1, 31, 64, 132})
    for (int columns : {0, 1, 33, 128, 200}) {
      buffer<float> a(rows * columns), b(rows * columns, -7.0f);
      a.randomize(1);
      transpose({a.data(), {rows, columns}}, {b.data(), {columns, rows}});
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) selfcheck::expect(b[j * rows + i] == a[i * columns + j]);
    }
  return selfcheck::report("transpose");
}
