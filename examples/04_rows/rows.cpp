// Chapter 4: sum, softmax and layer normalisation of the rows of a matrix, in float and bfloat16. Short rows: a warp or two
// each; longer ones: a block each. The row is read once and stays in registers.
#include <exogpu/exogpu.h>

#include "../support/selfcheck.h"

template <class T>
using matrix = exo::tensor<T, 2>;
template <class T>
using vector = exo::tensor<T, 1>;

/// Elements of one 16-byte access.
template <class T>
constexpr int pack = 16 / static_cast<int>(sizeof(T));

// ---- row sum --------------------------------------------------------------------------------------------------------

/// y[r] = the sum of row r; a block of W warps a row. Each thread keeps eight 16-byte loads in flight and adds them up
/// in four running sums; what a window reads outside its row is zero, so the tail needs no code of its own.
template <class T, int W>
void row_sum(matrix<const T> X, vector<float> y) {
  constexpr int V = pack<T>;
  exo::require(y.has_shape(X.extent(0)) && X.extent(1) % V == 0 && X.is_aligned(16));
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[W][32]> part;
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        float sum[4] = {};
        for (int c0 = 0; c0 < N; c0 += 8 * W * 32 * V) {
          T x[8][V];
          for (int p : exo::unroll(0, 8))
            exo::copy(exo::window<V>(x[p], 0), exo::window<V>(X, r, c0 + ((p * W + w) * 32 + l) * V));
          for (int p : exo::unroll(0, 8))
            for (int e : exo::unroll(0, V)) sum[e % 4] += static_cast<float>(x[p][e]);
        }
        part[w][l] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      }
    const float total = exo::block_sum(part);
    if (exo::one_thread()) y[r] = total;
  }
}

// ---- softmax --------------------------------------------------------------------------------------------------------

/// Y = softmax of each row; a warp a row of at most 32·P·V elements, a row a block: the light blocks of one warp come and
/// go without waiting for each other. Where a pack of V elements lies beyond the row, minus infinity stands for it.
template <class T, int P>
void softmax_warp(matrix<const T> X, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16));
  exo::require(X.extent(1) % V == 0 && X.extent(1) <= 32 * P * V);
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[32][P][V]> x;
    exo::reg<float[32]> part;
    for (int l : exo::lanes(32)) {
      T in[P][V];
      for (int p : exo::unroll(0, P)) {
        for (int e : exo::unroll(0, V)) in[p][e] = static_cast<T>(-exo::infinity);
        if ((p * 32 + l) * V < N)
          for (int e : exo::unroll(0, V)) in[p][e] = X[r][(p * 32 + l) * V + e];
      }
      float best = -exo::infinity;
      for (int p : exo::unroll(0, P))
        for (int e : exo::unroll(0, V)) {
          x[l][p][e] = static_cast<float>(in[p][e]);
          best = exo::max(best, x[l][p][e]);
        }
      part[l] = best;
    }
    const float top = exo::warp_max(part);
    for (int l : exo::lanes(32)) {
      float sum = 0.0f;
      for (int p : exo::unroll(0, P))
        for (int e : exo::unroll(0, V)) {
          x[l][p][e] = exo::exp(x[l][p][e] - top);
          sum += x[l][p][e];
        }
      part[l] = sum;
    }
    const float scale = 1.0f / exo::warp_sum(part);
    for (int l : exo::lanes(32))
      for (int p : exo::unroll(0, P))
        if ((p * 32 + l) * V < N)
          for (int e : exo::unroll(0, V)) Y[r][(p * 32 + l) * V + e] = static_cast<T>(x[l][p][e] * scale);
  }
}

/// The same with a block of W warps a row of at most W·32·P·V elements. The block's collectives bring their own shared
/// scratch and fences.
template <class T, int W, int P>
void softmax_block(matrix<const T> X, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16));
  exo::require(X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V);
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[W][32][P][V]> x;
    exo::reg<float[W][32]> part;
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        T in[P][V];
        for (int p : exo::unroll(0, P)) {
          const int c = ((p * W + w) * 32 + l) * V;
          for (int e : exo::unroll(0, V)) in[p][e] = static_cast<T>(-exo::infinity);
          if (c < N)
            for (int e : exo::unroll(0, V)) in[p][e] = X[r][c + e];
        }
        float best = -exo::infinity;
        for (int p : exo::unroll(0, P))
          for (int e : exo::unroll(0, V)) {
            x[w][l][p][e] = static_cast<float>(in[p][e]);
            best = exo::max(best, x[w][l][p][e]);
          }
        part[w][l] = best;
      }
    const float top = exo::block_max(part);
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        float sum = 0.0f;
        for (int p : exo::unroll(0, P))
          for (int e : exo::unroll(0, V)) {
            x[w][l][p][e] = exo::exp(x[w][l][p][e] - top);
            sum += x[w][l][p][e];
          }
        part[w][l] = sum;
      }
    const float scale = 1.0f / exo::block_sum(part);
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32))
        for (int p : exo::unroll(0, P)) {
          const int c = ((p * W + w) * 32 + l) * V;
          if (c < N)
            for (int e : exo::unroll(0, V)) Y[r][c + e] = static_cast<T>(x[w][l][p][e] * scale);
        }
  }
}

/// The same with a row that fits the shared memory and the registers of a block together: of each thread's S + P packs
/// the first S stay in shared memory, as they came, the others in registers. A thread touches its own packs only, so
/// nothing but the collectives has a fence.
template <class T, int W, int S, int P>
void softmax_resident(matrix<const T> X, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && X.is_aligned(16) && Y.is_aligned(16));
  exo::require(X.extent(1) % V == 0 && X.extent(1) <= W * 32 * (S + P) * V);
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::shared<T[S * W * 32][V]> kept;
    exo::reg<float[W * 32][P][V]> x;
    exo::reg<float[W][32]> part;
    exo::commit_group loads;
    for (int t : exo::threads(W * 32))
      for (int s : exo::unroll(0, S))
        exo::cp_async(exo::window<V>(kept, s * W * 32 + t, 0), exo::window<V>(X, r, (s * W * 32 + t) * V));
    loads.commit();
    for (int t : exo::threads(W * 32)) {
      T in[P][V];
      for (int p : exo::unroll(0, P)) {
        const int c = ((S + p) * W * 32 + t) * V;
        for (int e : exo::unroll(0, V)) in[p][e] = static_cast<T>(-exo::infinity);
        if (c < N)
          for (int e : exo::unroll(0, V)) in[p][e] = X[r][c + e];
      }
      for (int p : exo::unroll(0, P))
        for (int e : exo::unroll(0, V)) x[t][p][e] = static_cast<float>(in[p][e]);
    }
    loads.wait<0>();
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        const int t = w * 32 + l;
        float best = -exo::infinity;
        for (int p : exo::unroll(0, P))
          for (int e : exo::unroll(0, V)) best = exo::max(best, x[t][p][e]);
        for (int s = 0; s < S; ++s)
          if ((s * W * 32 + t) * V < N) {
            T in[V];
            exo::copy(exo::window<V>(in, 0), exo::window<V>(kept, s * W * 32 + t, 0));
            for (int e : exo::unroll(0, V)) best = exo::max(best, static_cast<float>(in[e]));
          }
        part[w][l] = best;
      }
    const float top = exo::block_max(part);
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        const int t = w * 32 + l;
        float sum = 0.0f;
        for (int p : exo::unroll(0, P))
          for (int e : exo::unroll(0, V)) {
            x[t][p][e] = exo::exp(x[t][p][e] - top);
            sum += x[t][p][e];
          }
        for (int s = 0; s < S; ++s)
          if ((s * W * 32 + t) * V < N) {
            T in[V];
            exo::copy(exo::window<V>(in, 0), exo::window<V>(kept, s * W * 32 + t, 0));
            for (int e : exo::unroll(0, V)) sum += exo::exp(static_cast<float>(in[e]) - top);
          }
        part[w][l] = sum;
      }
    const float scale = 1.0f / exo::block_sum(part);
    for (int t : exo::threads(W * 32)) {
      for (int s = 0; s < S; ++s) {
        T in[V], out[V];
        exo::copy(exo::window<V>(in, 0), exo::window<V>(kept, s * W * 32 + t, 0));
        for (int e : exo::unroll(0, V))
          out[e] = static_cast<T>(exo::exp(static_cast<float>(in[e]) - top) * scale);
        exo::copy(exo::window<V>(Y, r, (s * W * 32 + t) * V), exo::window<V>(out, 0));
      }
      for (int p : exo::unroll(0, P)) {
        const int c = ((S + p) * W * 32 + t) * V;
        if (c < N)
          for (int e : exo::unroll(0, V)) Y[r][c + e] = static_cast<T>(x[t][p][e] * scale);
      }
    }
  }
}

/// Any row, any address: a block a row, read three times, one element an access.
template <class T>
void softmax_any(matrix<const T> X, matrix<T> Y) {
  exo::require(Y.has_shape(X.extent(0), X.extent(1)));
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[8][32]> part;
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32)) {
        float best = -exo::infinity;
        for (int c = w * 32 + l; c < N; c += 256) best = exo::max(best, static_cast<float>(X[r][c]));
        part[w][l] = best;
      }
    const float top = exo::block_max(part);
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32)) {
        float sum = 0.0f;
        for (int c = w * 32 + l; c < N; c += 256) sum += exo::exp(static_cast<float>(X[r][c]) - top);
        part[w][l] = sum;
      }
    const float scale = 1.0f / exo::block_sum(part);
    for (int w : exo::warps(8))
      for (int l : exo::lanes(32))
        for (int c = w * 32 + l; c < N; c += 256)
          Y[r][c] = static_cast<T>(exo::exp(static_cast<float>(X[r][c]) - top) * scale);
  }
}

/// The host picks by row length and alignment.
template <class T>
void softmax(matrix<const T> X, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)));
  const int N = X.extent(1);
  if (N % V == 0 && X.is_aligned(16) && Y.is_aligned(16) && N <= 32 * 32 * 16 * V) {
    if (N <= 32 * 4 * V)
      softmax_warp<T, 4>(X, Y);
    else if (N <= 8 * 32 * 4 * V)
      softmax_block<T, 8, 4>(X, Y);
    else if (N <= 16 * 32 * 8 * V)
      softmax_block<T, 16, 8>(X, Y);
    else
      softmax_resident<T, 32, 13, 3>(X, Y);
  } else {
    softmax_any<T>(X, Y);
  }
}

// ---- layer normalisation --------------------------------------------------------------------------------------------

/// Y = (X - mean) / √(variance + epsilon) · gamma + beta of each row; a block of W warps a row of at most W·32·P·V
/// elements. Mean and variance are two passes over registers.
template <class T, int W, int P>
void layernorm_block(float epsilon, matrix<const T> X, vector<const T> gamma, vector<const T> beta, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1)));
  exo::require(X.extent(1) % V == 0 && X.extent(1) <= W * 32 * P * V);
  exo::require(X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16));
  const int N = X.extent(1);
  for (int r : exo::blocks(X.extent(0))) {
    exo::reg<float[W][32][P][V]> x;
    exo::reg<float[W][32]> part;
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        T in[P][V];
        for (int p : exo::unroll(0, P)) {
          const int c = ((p * W + w) * 32 + l) * V;
          for (int e : exo::unroll(0, V)) in[p][e] = static_cast<T>(0.0f);
          if (c < N)
            for (int e : exo::unroll(0, V)) in[p][e] = X[r][c + e];
        }
        float sum = 0.0f;
        for (int p : exo::unroll(0, P))
          for (int e : exo::unroll(0, V)) {
            x[w][l][p][e] = static_cast<float>(in[p][e]);
            sum += x[w][l][p][e];
          }
        part[w][l] = sum;
      }
    const float mean = exo::block_sum(part) / static_cast<float>(N);
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32)) {
        float squares = 0.0f;
        for (int p : exo::unroll(0, P))
          if (((p * W + w) * 32 + l) * V < N)
            for (int e : exo::unroll(0, V)) {
              x[w][l][p][e] -= mean;
              squares = exo::fma(x[w][l][p][e], x[w][l][p][e], squares);
            }
        part[w][l] = squares;
      }
    const float scale = 1.0f / exo::sqrt(exo::block_sum(part) / static_cast<float>(N) + epsilon);
    for (int w : exo::warps(W))
      for (int l : exo::lanes(32))
        for (int p : exo::unroll(0, P)) {
          const int c = ((p * W + w) * 32 + l) * V;
          if (c < N)
            for (int e : exo::unroll(0, V)) {
              const auto g = static_cast<float>(gamma[c + e]), b = static_cast<float>(beta[c + e]);
              Y[r][c + e] = static_cast<T>(exo::fma(x[w][l][p][e] * scale, g, b));
            }
        }
  }
}

/// The host picks by row length.
template <class T>
void layernorm(float epsilon, matrix<const T> X, vector<const T> gamma, vector<const T> beta, matrix<T> Y) {
  constexpr int V = pack<T>;
  exo::require(Y.has_shape(X.extent(0), X.extent(1)) && gamma.has_shape(X.extent(1)) && beta.has_shape(X.extent(1)));
  exo::require(X.extent(1) % V == 0 && X.extent(1) <= 8 * 32 * 4 * V);
  exo::require(X.is_aligned(16) && Y.is_aligned(16) && gamma.is_aligned(16) && beta.is_aligned(16));
  if (X.extent(1) <= 2 * 32 * 2 * V)
    layernorm_block<T, 2, 2>(epsilon, X, gamma, beta, Y);
  else
    layernorm_block<T, 8, 4>(epsilon, X, gamma, beta, Y);
}

// What is compiled. The forms of softmax and layernorm are instantiated by the host procs that pick them.
template void row_sum<float, 8>(matrix<const float>, vector<float>);
template void row_sum<exo::bf16, 8>(matrix<const exo::bf16>, vector<float>);
template void softmax<float>(matrix<const float>, matrix<float>);
template void softmax<exo::bf16>(matrix<const exo::bf16>, matrix<exo::bf16>);
template void layernorm<float>(float, matrix<const float>, vector<const float>, vector<const float>, matrix<float>);
template void layernorm<exo::bf16>(float, matrix<const exo::bf16>, vector<const exo::bf16>, vector<const exo::bf16>,
                                   matrix<exo::bf16>);

template <class T>
static void check(int R, int N, double tolerance) {
  selfcheck::buffer<T> x(R * N), y(R * N), g(N), b(N), z(R * N);
  selfcheck::buffer<float> s(R);
  x.randomize(1), g.randomize(2), b.randomize(3);
  const matrix<const T> X{x.data(), {R, N}};
  softmax<T>(X, {y.data(), {R, N}});
  const bool packed = N % pack<T> == 0;
  if (packed) row_sum<T, 8>(X, {s.data(), {R}});
  if (packed && N <= 4096) layernorm<T>(1e-5f, X, {g.data(), {N}}, {b.data(), {N}}, {z.data(), {R, N}});
  for (int r = 0; r < R; ++r) {
    double sum = 0, top = -1e300, weight = 0, squares = 0;
    for (int c = 0; c < N; ++c)
      sum += double{x[r * N + c]}, top = top < double{x[r * N + c]} ? double{x[r * N + c]} : top;
    for (int c = 0; c < N; ++c) weight += exo::exp(double{x[r * N + c]} - top);
    for (int c = 0; c < N; ++c) squares += (double{x[r * N + c]} - sum / N) * (double{x[r * N + c]} - sum / N);
    if (packed) selfcheck::expect_near(double{s[r]}, sum, 1e-4);
    for (int c = 0; c < N; ++c) {
      const double d = double{x[r * N + c]} - sum / N;
      selfcheck::expect_near(double{y[r * N + c]}, exo::exp(double{x[r * N + c]} - top) / weight, tolerance);
      if (packed && N <= 4096)
        selfcheck::expect_near(double{z[r * N + c]}, d / exo::sqrt(squares / N + 1e-5) * double{g[c]} + double{b[c]},
                               4 * tolerance);
    }
  }
}

int main() {
  for (int N : {0, 1, 8, 31, 200, 1000, 4104}) {
    check<float>(5, N, 1e-5);
    check<exo::bf16>(5, N, 1e-2);
  }
  check<float>(1, 16392, 1e-5);
  for (int N : {10000, 33000}) check<exo::bf16>(2, N, 1e-2);
  return selfcheck::report("rows");
}
