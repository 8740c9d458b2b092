// Chapter 7: a 5-point stencil in the plane and a 7-point one in space. Outside the grid the field is zero.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

using plane = exo::tensor<float, 2>;
using const_plane = exo::tensor<const float, 2>;
using space = exo::tensor<float, 3>;
using const_space = exo::tensor<const float, 3>;

/// v = a quarter of the four neighbours' sum, minus u. A thread owns four neighbouring columns and walks four rows down
/// with a window of three rows in registers: each row is read once, as one float4. Only the two elements left and right
/// of it are read again; they are in the cache.
void stencil5(const_plane u, plane v) {
  exo::require(v.has_shape(u.extent(0), u.extent(1)));
  exo::require(u.extent(1) % 4 == 0 && u.is_aligned(16) && v.is_aligned(16));
  const int rows = u.extent(0), columns = u.extent(1);
  for (int by : exo::blocks(exo::ceil_div(rows, 4)))
    for (int bx : exo::blocks(exo::ceil_div(columns, 1024)))
      for (int t : exo::threads(256)) {
        const int x = bx * 1024 + t * 4;
        if (x >= columns) continue;
        float up[4], mid[4], down[4], out[4];
        exo::copy(exo::window<4>(up, 0), u.window<4>(by * 4 - 1, x));
        exo::copy(exo::window<4>(mid, 0), u.window<4>(by * 4, x));
        for (int s : exo::unroll(0, 4)) {
          const int y = by * 4 + s;
          exo::copy(exo::window<4>(down, 0), u.window<4>(y + 1, x));
          float row[6];  // mid and its two neighbours
          row[0] = y < rows && x > 0 ? u[y][x - 1] : 0.0f;
          row[5] = y < rows && x + 4 < columns ? u[y][x + 4] : 0.0f;
          for (int k : exo::unroll(0, 4)) row[k + 1] = mid[k];
          for (int k : exo::unroll(0, 4)) out[k] = 0.25f * ((row[k] + row[k + 2]) + (up[k] + down[k])) - mid[k];
          exo::copy(v.window<4>(y, x), exo::window<4>(out, 0));
          for (int k : exo::unroll(0, 4)) {
            up[k] = mid[k];
            mid[k] = down[k];
          }
        }
      }
}

/// The same, one element a thread, for any row length and address.
void stencil5_scalar(const_plane u, plane v) {
  exo::require(v.has_shape(u.extent(0), u.extent(1)));
  const int rows = u.extent(0), columns = u.extent(1);
  for (int by : exo::blocks(exo::ceil_div(rows, 8)))
    for (int bx : exo::blocks(exo::ceil_div(columns, 32)))
      for (int w : exo::warps(8))
        for (int l : exo::lanes(32)) {
          const int y = by * 8 + w, x = bx * 32 + l;
          if (y >= rows || x >= columns) continue;
          const float left = x > 0 ? u[y][x - 1] : 0.0f, right = x + 1 < columns ? u[y][x + 1] : 0.0f;
          const float up = y > 0 ? u[y - 1][x] : 0.0f, down = y + 1 < rows ? u[y + 1][x] : 0.0f;
          v[y][x] = 0.25f * ((left + right) + (up + down)) - u[y][x];
        }
}

/// v = u + a·(the six neighbours' sum - 6u). A thread owns four neighbours in x and walks 16 planes with a window of
/// three planes in registers; a warp is 128 elements wide, the eight warps of a block are neighbours in y, so that the
/// rows above and below come from the cache.
void stencil7(float a, const_space u, space v) {
  exo::require(v.has_shape(u.extent(0), u.extent(1), u.extent(2)));
  exo::require(u.extent(2) % 4 == 0 && u.is_aligned(16) && v.is_aligned(16));
  const int planes = u.extent(0), rows = u.extent(1), columns = u.extent(2);
  for (int bz : exo::blocks(exo::ceil_div(planes, 16)))
    for (int by : exo::blocks(exo::ceil_div(rows, 8)))
      for (int bx : exo::blocks(exo::ceil_div(columns, 128)))
        for (int w : exo::warps(8))
          for (int l : exo::lanes(32)) {
            const int y = by * 8 + w, x = bx * 128 + l * 4;
            if (y >= rows || x >= columns) continue;
            float below[4], mid[4], above[4], north[4], south[4], out[4];
            exo::copy(exo::window<4>(below, 0), u.window<1, 4>(bz * 16 - 1, y, x));
            exo::copy(exo::window<4>(mid, 0), u.window<1, 4>(bz * 16, y, x));
            for (int s : exo::unroll(0, 16)) {
              const int z = bz * 16 + s;
              exo::copy(exo::window<4>(above, 0), u.window<1, 4>(z + 1, y, x));
              exo::copy(exo::window<4>(north, 0), u.window<1, 4>(z, y - 1, x));
              exo::copy(exo::window<4>(south, 0), u.window<1, 4>(z, y + 1, x));
              float row[6];  // mid and its two neighbours
              row[0] = z < planes && x > 0 ? u[z][y][x - 1] : 0.0f;
              row[5] = z < planes && x + 4 < columns ? u[z][y][x + 4] : 0.0f;
              for (int k : exo::unroll(0, 4)) row[k + 1] = mid[k];
              for (int k : exo::unroll(0, 4)) {
                const float sum = (row[k] + row[k + 2]) + (north[k] + south[k]) + (below[k] + above[k]);
                out[k] = exo::fma(a, exo::fma(-6.0f, mid[k], sum), mid[k]);
              }
              exo::copy(v.window<1, 4>(z, y, x), exo::window<4>(out, 0));
              for (int k : exo::unroll(0, 4)) {
                below[k] = mid[k];
                mid[k] = above[k];
              }
            }
          }
}

int main() {
  using selfcheck::buffer;
  for (int rows : {0, 1, 8, 35})
    for (int columns : {0, 4, 36, 1028}) {
      buffer<float> u(rows * columns), v(rows * columns, -7.0f), s(rows * columns, -7.0f);
      u.randomize(1);
      stencil5({u.data(), {rows, columns}}, {v.data(), {rows, columns}});
      stencil5_scalar({u.data(), {rows, columns}}, {s.data(), {rows, columns}});
      for (int i = 0; i < rows * columns; ++i) selfcheck::expect(v[i] == s[i]);
    }
  for (int planes : {0, 1, 18})
    for (int rows : {1, 9})
      for (int columns : {4, 132}) {
        const int n = planes * rows * columns;
        buffer<float> u(n), v(n, -7.0f);
        u.randomize(1);
        stencil7(0.1f, {u.data(), {planes, rows, columns}}, {v.data(), {planes, rows, columns}});
        const auto at = [&](int z, int y, int x) {
          const bool inside = z >= 0 && z < planes && y >= 0 && y < rows && x >= 0 && x < columns;
          return inside ? double{u[(z * rows + y) * columns + x]} : 0.0;
        };
        for (int z = 0; z < planes; ++z)
          for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) {
              const double sum = at(z - 1, y, x) + at(z + 1, y, x) + at(z, y - 1, x) + at(z, y + 1, x) +
                                 at(z, y, x - 1) + at(z, y, x + 1) - 6 * at(z, y, x);
              selfcheck::expect_near(double{v[(z * rows + y) * columns + x]}, at(z, y, x) + 0.1 * sum, 1e-5);
            }
      }
  return selfcheck::report("stencil");
}
