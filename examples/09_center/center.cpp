// Chapter 9: two kernels in one proc: the mean of each column, then X minus that mean.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using matrix = exo::tensor<float, 2>;
using const_matrix = exo::tensor<const float, 2>;
using vector = exo::tensor<float, 1>;
using const_vector = exo::tensor<const float, 1>;

/// mean[c] = the mean of column c. A block takes 32 columns; its eight warps take every eighth row and meet in shared
/// memory, where warp 0 adds up the eight parts of each column.
void column_mean(const_matrix X, vector mean) {
  exo::require(mean.has_shape(X.extent(1)));
  const int rows = X.extent(0), columns = X.extent(1);
  for (int b : exo::blocks(exo::ceil_div(columns, 32))) {
    exo::shared<float[8][32]> part;
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32)) {
        const int c = b * 32 + l;
        float sum = 0.0f;
        if (c < columns)
          for (int r = w; r < rows; r += 8) sum += X[r][c];
        part[w][l] = sum;
      }
    exo::fence();
    for (int t : exo::threads(32)) {
      float sum = 0.0f;
      for (int w : exo::unroll(0, 8)) sum += part[w][t];
      if (b * 32 + t < columns) mean[b * 32 + t] = sum / static_cast<float>(rows);
    }
  }
}

/// Y = X - mean, column by column.
void subtract(const_matrix X, const_vector mean, matrix Y) {
  exo::require(mean.has_shape(X.extent(1)) && Y.has_shape(X.extent(0), X.extent(1)));
  const int rows = X.extent(0), columns = X.extent(1);
  for (int br : exo::blocks(exo::ceil_div(rows, 8)))
    for (int bc : exo::blocks(exo::ceil_div(columns, 32)))
      for (int w : exo::warps(8))
        for (int l : exo::lanes(32)) {
          const int r = br * 8 + w, c = bc * 32 + l;
          if (r < rows && c < columns) Y[r][c] = X[r][c] - mean[c];
        }
}

/// A host proc: two launches on one stream. The second reads what the first wrote; the boundary between launches orders
/// them, so no fence stands here. The scratch memory `mean` is the caller's.
void center(const_matrix X, vector mean, matrix Y) {
  exo::require(mean.has_shape(X.extent(1)) && Y.has_shape(X.extent(0), X.extent(1)));
  column_mean(X, mean);
  subtract(X, mean, Y);
}

int main() {
  using selfcheck::buffer;
  for (int rows : {0, 1, 7, 50})
    for (int columns : {0, 1, 33, 100}) {
      buffer<float> x(rows * columns), mean(columns), y(rows * columns, -7.0f);
      x.randomize(1);
      center({x.data(), {rows, columns}}, {mean.data(), {columns}}, {y.data(), {rows, columns}});
      for (int c = 0; c < columns; ++c) {
        double sum = 0;
        for (int r = 0; r < rows; ++r) sum += double{x[r * columns + c]};
        for (int r = 0; r < rows; ++r)
          selfcheck::expect_near(double{y[r * columns + c]}, double{x[r * columns + c]} - sum / rows, 1e-5);
      }
    }
  return selfcheck::report("center");
}
