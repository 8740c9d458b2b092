#pragma once
// What the chapters' `main` functions share: memory, reproducible inputs, a count of wrong results. Plain C++ without
// heavy headers, so that a chapter parses as fast as its kernels alone.
#include <exogpu/exogpu.h>

#include <initializer_list>

namespace selfcheck {

/// n elements on the heap (so that a sanitizer sees every step outside), each `value`. n = 0 is allowed.
template <class T>
class buffer {
 public:
  explicit buffer(long long n, T value = T{}) : data_(new T[static_cast<std::size_t>(n)]), size_(n) {
    for (long long i = 0; i < n; ++i) data_[i] = value;
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() { delete[] data_; }
  T* data() const { return data_; }
  long long size() const { return size_; }
  T& operator[](long long i) const { return data_[i]; }
  /// Reproducible values in [-1, 1), different for each seed.
  const buffer& randomize(unsigned seed) const {
    unsigned state = seed * 2654435761u + 12345u;
    for (long long i = 0; i < size_; ++i) {
      state = state * 1664525u + 1013904223u;
      data_[i] = T(static_cast<float>(state >> 8) * 0x1p-23f - 1.0f);
    }
    return *this;
  }

 private:
  T* data_;
  long long size_;
};

inline int wrong = 0;
inline void expect(bool holds) { wrong += holds ? 0 : 1; }
/// |got - want| ≤ tolerance · max(1, |want|); false for NaN.
inline void expect_near(double got, double want, double tolerance) {
  const double size = __builtin_fabs(want) > 1 ? __builtin_fabs(want) : 1;
  expect(__builtin_fabs(got - want) <= tolerance * size);
}
/// Prints the result; what `main` returns.
inline int report(const char* chapter) {
  std::printf("%s: %d wrong\n", chapter, wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace selfcheck
