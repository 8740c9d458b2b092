#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace exogpu::ir {

enum class ScalarType : std::uint8_t {
#define EXOGPU_SCALAR(name, text, spelling, bytes, is_float, is_signed) name,
#include "frontend/ir/scalar_types.def"
#undef EXOGPU_SCALAR
};
std::string_view text(ScalarType type);
std::string_view spelling(ScalarType type);  ///< in C++, for messages
std::optional<ScalarType> parseScalarType(std::string_view text);
int sizeInBytes(ScalarType type);
bool isFloat(ScalarType type);
bool isSigned(ScalarType type);
inline bool isInteger(ScalarType type) { return !isFloat(type) && type != ScalarType::Bool; }
/// Smallest and largest value of an integer type or bool (u64 is cut at the largest int64).
std::int64_t minValue(ScalarType type);
std::int64_t maxValue(ScalarType type);

enum class UnaryOp : std::uint8_t {
#define EXOGPU_UNARY(name, text) name,
#include "frontend/ir/operators.def"
#undef EXOGPU_UNARY
};
enum class BinaryOp : std::uint8_t {
#define EXOGPU_BINARY(name, text, is_comparison, is_logical) name,
#include "frontend/ir/operators.def"
#undef EXOGPU_BINARY
};
std::string_view text(UnaryOp op);
std::string_view text(BinaryOp op);
bool isComparison(BinaryOp op);
bool isLogical(BinaryOp op);

enum class Function : std::uint8_t {
#define EXOGPU_FUNCTION(name, text, arity, cuda32, cuda64, exact, ulp_host, ulp_device, exception) name,
#include "frontend/ir/functions.def"
#undef EXOGPU_FUNCTION
};
struct FunctionInfo {
  std::string_view text, cuda_f32, cuda_f64;
  int arity;
  bool exact;
  int ulp_host, ulp_device;
  std::string_view exception;  ///< in words, where no number of ulp says it
};
const FunctionInfo& info(Function function);
std::optional<Function> parseFunction(std::string_view text);

enum class LoopKind : std::uint8_t {
#define EXOGPU_LOOP(name, text, parallel) name,
#include "frontend/ir/loops.def"
#undef EXOGPU_LOOP
};
std::string_view text(LoopKind kind);
std::optional<LoopKind> parseLoopKind(std::string_view text);
/// Iterations run on different agents (blocks, tasks, groups of threads), not one after another.
bool isParallel(LoopKind kind);
/// Blocks or tasks: the outermost nest of them is one launch.
inline bool isLaunch(LoopKind kind) { return kind == LoopKind::Blocks || kind == LoopKind::Tasks; }
/// A parallel loop over threads of one block.
inline bool isThreadLoop(LoopKind kind) { return isParallel(kind) && !isLaunch(kind); }

enum class CollectiveOp : std::uint8_t {
#define EXOGPU_COLLECTIVE(name, text, is_reduction) name,
#include "frontend/ir/collectives.def"
#undef EXOGPU_COLLECTIVE
};
std::string_view text(CollectiveOp op);
bool isReduction(CollectiveOp op);

enum class AtomicOp : std::uint8_t { Add, Min, Max };
std::string_view text(AtomicOp op);

/// Where a buffer lives. Local: a plain array declared below or at group level (one copy per thread of its level's
/// group, all equal). Register: `exo::reg`, every element owned by exactly one thread of the group that declares it.
enum class Space : std::uint8_t { Global, Shared, Register, Local };
std::string_view text(Space space);

/// From strict to loose; each grants what the ones before it grant.
enum class Policy : std::uint8_t { Exact, Contract, Reassociate, Real, Approx };
std::string_view text(Policy policy);

}  // namespace exogpu::ir
