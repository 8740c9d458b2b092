#pragma once
// Contracts, assumptions and promises: what a proc may rely on.
#include <cstdio>

namespace exo {

namespace detail {
/// Prints `file:line: exogpu: what`, and the source line where it can be read; then aborts.
[[noreturn]] inline void fail(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: exogpu: %s\n", file, line, what);
  if (std::FILE* source = std::fopen(file, "r")) {
    char text[256];
    for (int at = 1; std::fgets(text, sizeof text, source) != nullptr; ++at)
      if (at == line) {
        std::fprintf(stderr, "  %s", text);
        break;
      }
    std::fclose(source);
  }
  __builtin_abort();
}
/// The same for places that cannot know their caller's line (subscripts); a debugger's backtrace shows it.
[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "exogpu: %s\n", what);
  __builtin_abort();
}
}  // namespace detail

/// A contract of the proc: the caller owes it. The plain run checks it and aborts with place and text; the proof takes
/// it for granted; the generated launcher checks it and returns an error.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (!holds) detail::fail(file, line, "contract violated");
}

/// A fact that the proof needs and cannot derive, under a name that appears in the verdict, the report and the
/// generated file. The plain run checks it unless NDEBUG is defined.
inline void assume(const char* name, bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
#ifdef NDEBUG
  static_cast<void>(name), static_cast<void>(holds), static_cast<void>(file), static_cast<void>(line);
#else
  if (!holds) {
    std::fprintf(stderr, "%s:%d: exogpu: assumption does not hold: %s\n", file, line, name);
    detail::fail(file, line, "assumption violated");
  }
#endif
}

/// What the proof may take as equal, and the emitter may do, in floating point. Each grants what the ones before grant.
enum class policy {
  exact,        ///< every operation rounded on its own, in source order: bitwise the plain run
  contract,     ///< a product and the sum that takes it may become one fused operation
  reassociate,  ///< sums, products, minima and maxima may be split and regrouped; float atomics may be used
  real,         ///< laws of the real numbers: distributivity, common factors
  approx,       ///< stated approximate instructions
};
/// First statement of a proc or of a loop body: its floating-point policy. Without one: `policy::exact`.
inline void fp(policy) {}

/// First statement of a function of scalars whose body is the sequential meaning of an instruction. `text` is what the GPU
/// executes in its place: an expression of CUDA C++, "__popc({x})", or PTX, "popc.b32 {result}, {x};". {x} names the
/// parameter x, {N} an integer template argument, {result} the result; a brace is written twice. Products of floats state
/// their rounding: __fmul_rn, mul.rn. The body is proved; that the instruction does the same is trusted, and the verdict
/// says so.
constexpr void instruction(const char* /*text*/) {}

}  // namespace exo
