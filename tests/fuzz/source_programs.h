#pragma once
// Random annotated *source* programs: the same text goes to a C++ compiler and through the frontend to the interpreter,
// and both must compute the same bits. This is what stands against a lowering error that prover and simulator share. Most
// programs race; a fence stands behind each thread loop, so threads that run one after another still do what S does.
#include <cstdint>
#include <string>
#include <vector>

namespace exogpu::fuzz {

/// Everything before the procs: the include and some helper functions that programs call.
std::string sourcePreamble();

/// One proc `p<index>` with the fixed signature of `kSignature`. Deterministic in the seed. Programs are defined for
/// every input of the drawn shape: indices are masked, divisors are not zero, float→int conversions are clamped.
std::string sourceProgram(int index, std::uint64_t seed);

/// C++ text: `read<T>()` and `Data<T>`, by which a program takes its arguments, in order, from one file and leaves its tensors,
/// in reverse order, in another.
extern const char* const kFiles;
/// C++ text: a `main` that opens both files and calls `call(NAME)` for each name.
std::string mainProgram(const std::vector<std::string>& names);

/// Parameters of every program, in order, and their sizes.
inline constexpr int kElements = 64;
inline constexpr const char* kSignature =
    "(int n, float a, exo::tensor<const float, 1> X, exo::tensor<const int, 1> Z, exo::tensor<const exo::uint8, 1> U, "
    "exo::tensor<const exo::bf16, 1> H, exo::tensor<const exo::f16, 1> G, exo::tensor<const double, 1> E, "
    "exo::tensor<float, 2> Y, exo::tensor<int, 1> W, exo::tensor<double, 1> D, exo::tensor<exo::bf16, 1> B, "
    "exo::tensor<exo::f16, 1> F, exo::tensor<exo::int64, 1> L)";

}  // namespace exogpu::fuzz
