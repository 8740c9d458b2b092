#pragma once
// Where data lives: tensors in global memory, plain arrays in shared memory and registers, windows of both.
#include <exogpu/contracts.h>

#include <cstddef>
#include <cstdint>

namespace exo {

/// Largest extent of a tensor: 2^31 - 2^16, so that rounding up to a tile cannot leave int.
inline constexpr int max_extent = 2147483647 - 65535;

/// Layouts of a tensor. Dense: row-major without gaps. Strided: rows (planes, …) lie `stride` elements apart, at least
/// as far as they are long; the last dimension is contiguous.
struct dense {};
struct strided {};

/// Shared memory: `exo::shared<float[BM][BK]> tile;` *is* the plain array. Declared at block level.
template <class Array>
using shared = Array;
/// Registers: `exo::reg<float[256][8]> sum;` *is* the plain array. Each element belongs to one thread of the group that
/// declares it.
template <class Array>
using reg = Array;

namespace detail {
template <class A, class B>
inline constexpr bool same_type = false;
template <class A>
inline constexpr bool same_type<A, A> = true;

inline constexpr void check_index(int index, int extent, int dim) {
  if (index >= 0 && index < extent) return;
  std::fprintf(stderr, "exogpu: index %d of dimension %d is outside 0 .. %d\n", index, dim, extent - 1);
  fail("tensor index out of range");
}

template <int Rank, class Layout>
struct shape {
  int extent[static_cast<std::size_t>(Rank)];
  constexpr std::ptrdiff_t pitch(int dim) const {  // elements from one index of `dim` to the next
    std::ptrdiff_t product = 1;
    for (int d = dim + 1; d < Rank; ++d) product *= extent[d];
    return product;
  }
};
template <int Rank>
struct shape<Rank, strided> {
  int extent[static_cast<std::size_t>(Rank)];
  std::ptrdiff_t stride[static_cast<std::size_t>(Rank - 1)];
  constexpr std::ptrdiff_t pitch(int dim) const { return dim == Rank - 1 ? 1 : stride[dim]; }
};

/// What is left of a tensor after its first Dim indices.
template <class T, int Rank, class Layout, int Dim>
struct row {
  T* data;
  const shape<Rank, Layout>* shape_of;
  constexpr decltype(auto) operator[](int index) const {
    check_index(index, shape_of->extent[Dim], Dim);
    if constexpr (Dim == Rank - 1)
      return (data[index]);
    else
      return row<T, Rank, Layout, Dim + 1>{data + index * shape_of->pitch(Dim), shape_of};
  }
};
}  // namespace detail

/// R×C elements from (row, column) of a matrix of rows×columns elements whose rows lie `pitch` elements apart. Elements
/// outside the matrix read as zero and are not written. Made by `A.window<R, C>(i, j)` and `exo::window<R, C>(a, i,
/// j)`; taken by `copy` and `cp_async`.
template <class T, int R, int C>
struct window_view {
  static_assert(R >= 1 && C >= 1, "a window has at least one element");
  T* data;
  std::ptrdiff_t pitch;
  int row, column, rows, columns;
  constexpr bool contains(int i, int j) const {
    const std::int64_t y = std::int64_t{row} + i, x = std::int64_t{column} + j;
    return y >= 0 && y < rows && x >= 0 && x < columns;
  }
  constexpr T& at(int i, int j) const { return data[(row + i) * pitch + (column + j)]; }
};

/// A view of `Rank` (1 to 4) runtime extents over memory that the caller owns; `tensor<const T, Rank>` is read only.
/// `A[i][j]` checks each index. Made by `{pointer, {rows, columns}}`, strided ones by `{pointer, {rows, columns},
/// {row_stride}}`, strides in elements. An empty tensor may be null. On the GPU: a global-memory parameter.
template <class T, int Rank, class Layout = dense>
class tensor {
  static_assert(Rank >= 1 && Rank <= 4, "tensors have 1 to 4 dimensions");
  static_assert(detail::same_type<Layout, dense> || detail::same_type<Layout, strided>);
  static constexpr auto rank = static_cast<std::size_t>(Rank);
  static constexpr bool is_dense = detail::same_type<Layout, dense>;
  static_assert(is_dense || Rank >= 2, "the last dimension is contiguous, so a strided tensor has at least two");
  template <class, int, class>
  friend class tensor;

 public:
  constexpr tensor(T* data, const int (&extents)[rank])
    requires is_dense
      : data_(data) {
    set_extents(extents);
  }
  template <std::size_t N>
  constexpr tensor(T* data, const int (&extents)[rank], const std::ptrdiff_t (&strides)[N])
    requires(!is_dense && N + 1 == rank)
      : data_(data) {
    for (std::size_t d = 0; d < N; ++d) shape_.stride[d] = strides[d];
    set_extents(extents);
    for (int d = 0; d + 1 < Rank; ++d)
      if (shape_.stride[d] < shape_.extent[d + 1] * shape_.pitch(d + 1)) detail::fail("tensor rows overlap");
  }
  /// Read-only view of a writable tensor; strided view of a dense one.
  template <class U, class Other>
    requires((detail::same_type<const U, T> || detail::same_type<U, T>) && detail::same_type<Other, dense> &&
             !(detail::same_type<U, T> && detail::same_type<Other, Layout>))
  constexpr tensor(const tensor<U, Rank, Other>& other) : data_(other.data_) {
    adopt(other.shape_);
  }
  template <class U>
    requires(detail::same_type<const U, T> && !detail::same_type<U, T> && !is_dense)
  constexpr tensor(const tensor<U, Rank, strided>& other) : data_(other.data_), shape_(other.shape_) {}

  constexpr decltype(auto) operator[](int index) const {
    return detail::row<T, Rank, Layout, 0>{data_, &shape_}[index];
  }

  /// Number of indices of dimension `dim`.
  constexpr int extent(int dim) const { return shape_.extent[dim]; }
  /// All extents at once, in order.
  constexpr bool has_shape(int n) const
    requires(Rank == 1)
  {
    return extent(0) == n;
  }
  constexpr bool has_shape(int rows, int columns) const
    requires(Rank == 2)
  {
    return extent(0) == rows && extent(1) == columns;
  }
  constexpr bool has_shape(int planes, int rows, int columns) const
    requires(Rank == 3)
  {
    return extent(0) == planes && extent(1) == rows && extent(2) == columns;
  }
  constexpr bool has_shape(int n0, int n1, int n2, int n3) const
    requires(Rank == 4)
  {
    return extent(0) == n0 && extent(1) == n1 && extent(2) == n2 && extent(3) == n3;
  }
  /// The first element's address is a multiple of `bytes`. With row lengths that are multiples too, rows can be read
  /// and written `bytes` at a time.
  bool is_aligned(int bytes) const {
    return reinterpret_cast<std::uintptr_t>(data_) % static_cast<std::uintptr_t>(bytes) == 0;
  }

  /// Clipped windows, R×C or C elements: what lies outside the tensor reads as zero and is not written. The indices of
  /// the leading dimensions come first; an origin may lie outside.
  template <int C>
  constexpr window_view<T, 1, C> window(int j) const
    requires(Rank == 1)
  {
    return {data_, 0, 0, j, 1, extent(0)};
  }
  template <int C>
  constexpr window_view<T, 1, C> window(int i, int j) const
    requires(Rank == 2)
  {
    return matrix_window<1, C>(data_, true, i, j);
  }
  template <int R, int C>
  constexpr window_view<T, R, C> window(int i, int j) const
    requires(Rank == 2)
  {
    return matrix_window<R, C>(data_, true, i, j);
  }
  template <int R, int C>
  constexpr window_view<T, R, C> window(int n0, int i, int j) const
    requires(Rank == 3)
  {
    const bool inside = n0 >= 0 && n0 < extent(0);
    return matrix_window<R, C>(inside ? data_ + n0 * shape_.pitch(0) : data_, inside, i, j);
  }
  template <int R, int C>
  constexpr window_view<T, R, C> window(int n0, int n1, int i, int j) const
    requires(Rank == 4)
  {
    const bool inside = n0 >= 0 && n0 < extent(0) && n1 >= 0 && n1 < extent(1);
    return matrix_window<R, C>(inside ? data_ + n0 * shape_.pitch(0) + n1 * shape_.pitch(1) : data_, inside, i, j);
  }

  /// The part from `j` of `n` elements; from (i, j) of rows×columns elements. Must lie inside the tensor.
  constexpr tensor<T, 1> window(int j, int n) const
    requires(Rank == 1)
  {
    check_inside(j, n, 0);
    return {n == 0 ? data_ : data_ + j, {n}};
  }
  constexpr tensor<T, 2, strided> window(int i, int j, int rows, int columns) const
    requires(Rank == 2)
  {
    check_inside(i, rows, 0);
    check_inside(j, columns, 1);
    return {rows == 0 || columns == 0 ? data_ : data_ + i * shape_.pitch(0) + j, {rows, columns}, {shape_.pitch(0)}};
  }

  /// Host side only: the memory, and how many elements there are.
  constexpr T* data() const { return data_; }
  constexpr std::int64_t size() const {
    std::int64_t product = 1;
    for (int d = 0; d < Rank; ++d) product *= extent(d);
    return product;
  }

 private:
  constexpr void set_extents(const int (&extents)[rank]) {
    for (int d = 0; d < Rank; ++d) {
      if (extents[d] < 0 || extents[d] > max_extent) detail::fail("tensor extent outside 0 .. 2^31 - 2^16");
      shape_.extent[d] = extents[d];
    }
    if (data_ == nullptr && size() != 0) detail::fail("tensor without memory");
  }
  constexpr void adopt(const detail::shape<Rank, dense>& other) {
    for (int d = 0; d < Rank; ++d) shape_.extent[d] = other.extent[d];
    if constexpr (!is_dense)
      for (int d = 0; d + 1 < Rank; ++d) shape_.stride[d] = other.pitch(d);
  }
  template <int R, int C>
  constexpr window_view<T, R, C> matrix_window(T* matrix, bool inside, int i, int j) const {
    return {matrix, shape_.pitch(Rank - 2), i, j, inside ? extent(Rank - 2) : 0, extent(Rank - 1)};
  }
  constexpr void check_inside(int from, int count, int dim) const {
    if (from < 0 || count < 0 || from > extent(dim) - count) detail::fail("window outside its tensor");
  }

  T* data_;
  detail::shape<Rank, Layout> shape_;
};

/// Contract: the two tensors are the same memory with the same extents. Checked by the plain run and the launcher.
template <class T, class U, int Rank, class Layout>
void same(const tensor<T, Rank, Layout>& a, const tensor<U, Rank, Layout>& b, const char* file = __builtin_FILE(),
          int line = __builtin_LINE()) {
  bool holds = static_cast<const void*>(a.data()) == static_cast<const void*>(b.data());
  for (int d = 0; d < Rank; ++d) holds = holds && a.extent(d) == b.extent(d);
  if (!holds) detail::fail(file, line, "the tensors are not the same");
}
/// Permission: the two tensor parameters may overlap. Without it a proc may count on disjoint ones if either is
/// written.
template <class A, class B>
void may_alias(const A& /*a*/, const B& /*b*/) {}

/// `exo::window<R, C>(A, i, j)` is `A.window<R, C>(i, j)`: the spelling that needs no `template` keyword where A's type
/// depends on a template parameter.
template <int C, class T>
constexpr window_view<T, 1, C> window(const tensor<T, 1>& a, int j) {
  return a.template window<C>(j);
}
template <int C, class T, class Layout>
constexpr window_view<T, 1, C> window(const tensor<T, 2, Layout>& a, int i, int j) {
  return a.template window<C>(i, j);
}
template <int R, int C, class T, class Layout>
constexpr window_view<T, R, C> window(const tensor<T, 2, Layout>& a, int i, int j) {
  return a.template window<R, C>(i, j);
}
template <int R, int C, class T, class Layout>
constexpr window_view<T, R, C> window(const tensor<T, 3, Layout>& a, int n0, int i, int j) {
  return a.template window<R, C>(n0, i, j);
}
template <int R, int C, class T, class Layout>
constexpr window_view<T, R, C> window(const tensor<T, 4, Layout>& a, int n0, int n1, int i, int j) {
  return a.template window<R, C>(n0, n1, i, j);
}

/// Windows of a plain array (shared memory, registers, locals). Must lie inside.
template <int C, class T, std::size_t W>
constexpr window_view<T, 1, C> window(T (&array)[W], int j) {
  if (j < 0 || j > static_cast<int>(W) - C) detail::fail("window outside its array");
  return {array, 0, 0, j, 1, static_cast<int>(W)};
}
template <int R, int C, class T, std::size_t H, std::size_t W>
constexpr window_view<T, R, C> window(T (&array)[H][W], int i, int j) {
  if (i < 0 || j < 0 || i > static_cast<int>(H) - R || j > static_cast<int>(W) - C)
    detail::fail("window outside its array");
  return {&array[0][0], static_cast<std::ptrdiff_t>(W), i, j, static_cast<int>(H), static_cast<int>(W)};
}
template <int C, class T, std::size_t H, std::size_t W>
constexpr window_view<T, 1, C> window(T (&array)[H][W], int i, int j) {
  return window<1, C>(array, i, j);
}

}  // namespace exo
