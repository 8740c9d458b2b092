#pragma once
// Mathematical functions, each for float and double. Those of the first group are bitwise the same on both sides; a
// call of one of the second group is named in the verdict with its error bounds.

namespace exo {

inline constexpr float infinity = __builtin_huge_valf();

/// a·b + c with one rounding.
inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

namespace detail {
/// IEEE 754-2019 maximumNumber, as the GPU computes it: a NaN gives way to a number, -0 is below +0.
template <class T>
constexpr T larger(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return __builtin_signbit(a) ? b : a;
  return a > b ? a : b;
}
template <class T>
constexpr T smaller(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return __builtin_signbit(a) ? a : b;
  return a < b ? a : b;
}
}  // namespace detail

inline float max(float a, float b) { return detail::larger(a, b); }
inline double max(double a, double b) { return detail::larger(a, b); }
constexpr int max(int a, int b) { return a < b ? b : a; }
inline float min(float a, float b) { return detail::smaller(a, b); }
inline double min(double a, double b) { return detail::smaller(a, b); }
constexpr int min(int a, int b) { return b < a ? b : a; }

inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline float fabs(float x) { return __builtin_fabsf(x); }
inline double fabs(double x) { return __builtin_fabs(x); }
inline float floor(float x) { return __builtin_floorf(x); }
inline double floor(double x) { return __builtin_floor(x); }
inline float ceil(float x) { return __builtin_ceilf(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline float trunc(float x) { return __builtin_truncf(x); }
inline double trunc(double x) { return __builtin_trunc(x); }
/// Nearest integer, ties to even.
inline float rint(float x) { return __builtin_rintf(x); }
inline double rint(double x) { return __builtin_rint(x); }

// Not bitwise the same on the two sides.
inline float exp(float x) { return __builtin_expf(x); }
inline double exp(double x) { return __builtin_exp(x); }
inline float exp2(float x) { return __builtin_exp2f(x); }
inline double exp2(double x) { return __builtin_exp2(x); }
inline float log(float x) { return __builtin_logf(x); }
inline double log(double x) { return __builtin_log(x); }
inline float log2(float x) { return __builtin_log2f(x); }
inline double log2(double x) { return __builtin_log2(x); }
inline float sin(float x) { return __builtin_sinf(x); }
inline double sin(double x) { return __builtin_sin(x); }
inline float cos(float x) { return __builtin_cosf(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline float tanh(float x) { return __builtin_tanhf(x); }
inline double tanh(double x) { return __builtin_tanh(x); }
inline float erf(float x) { return __builtin_erff(x); }
inline double erf(double x) { return __builtin_erf(x); }
inline float pow(float x, float y) { return __builtin_powf(x, y); }
inline double pow(double x, double y) { return __builtin_pow(x, y); }
/// 1/√x.
inline float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }

}  // namespace exo
