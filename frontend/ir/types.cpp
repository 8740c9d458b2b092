#include "frontend/ir/types.h"

#include <limits>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

NodeId freshNodeId() {
  static std::atomic<NodeId> next{1};
  return next++;
}

std::int64_t Window::elements() const {
  std::int64_t n = 1;
  for (const auto extent : shape) n *= extent;
  return n;
}

namespace {
struct ScalarInfo {
  std::string_view text, spelling;
  int bytes;
  bool is_float, is_signed;
};
constexpr ScalarInfo kScalars[] = {
#define EXOGPU_SCALAR(name, text, spelling, bytes, is_float, is_signed) {text, spelling, bytes, is_float, is_signed},
#include "frontend/ir/scalar_types.def"
#undef EXOGPU_SCALAR
};
const ScalarInfo& row(ScalarType type) { return kScalars[static_cast<std::size_t>(type)]; }

/// Position of `text` in a table of names, as an enumerator.
template <class Enum, std::size_t N>
std::optional<Enum> find(const std::string_view (&names)[N], std::string_view text) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

constexpr std::string_view kUnary[] = {
#define EXOGPU_UNARY(name, text) text,
#include "frontend/ir/operators.def"
#undef EXOGPU_UNARY
};
struct BinaryInfo {
  std::string_view text;
  bool is_comparison, is_logical;
};
constexpr BinaryInfo kBinary[] = {
#define EXOGPU_BINARY(name, text, is_comparison, is_logical) {text, is_comparison, is_logical},
#include "frontend/ir/operators.def"
#undef EXOGPU_BINARY
};
constexpr FunctionInfo kFunctions[] = {
#define EXOGPU_FUNCTION(name, text, arity, cuda32, cuda64, exact, ulp_host, ulp_device, exception) \
  {text, cuda32, cuda64, arity, exact, ulp_host, ulp_device, exception},
#include "frontend/ir/functions.def"
#undef EXOGPU_FUNCTION
};
constexpr std::string_view kLoops[] = {
#define EXOGPU_LOOP(name, text, parallel) text,
#include "frontend/ir/loops.def"
#undef EXOGPU_LOOP
};
constexpr bool kParallel[] = {
#define EXOGPU_LOOP(name, text, parallel) parallel,
#include "frontend/ir/loops.def"
#undef EXOGPU_LOOP
};
constexpr std::string_view kCollectives[] = {
#define EXOGPU_COLLECTIVE(name, text, is_reduction) text,
#include "frontend/ir/collectives.def"
#undef EXOGPU_COLLECTIVE
};
constexpr bool kReduction[] = {
#define EXOGPU_COLLECTIVE(name, text, is_reduction) is_reduction,
#include "frontend/ir/collectives.def"
#undef EXOGPU_COLLECTIVE
};
constexpr std::string_view kAtomics[] = {"add", "min", "max"};
constexpr std::string_view kSpaces[] = {"global", "shared", "reg", "local"};
constexpr std::string_view kPolicies[] = {"exact", "contract", "reassociate", "real", "approx"};
constexpr std::string_view kLevels[] = {"host", "block", "warpgroup", "warp", "part", "thread"};
}  // namespace

std::string_view text(ScalarType type) { return row(type).text; }
std::string_view spelling(ScalarType type) { return row(type).spelling; }
int sizeInBytes(ScalarType type) { return row(type).bytes; }
bool isFloat(ScalarType type) { return row(type).is_float; }
bool isSigned(ScalarType type) { return row(type).is_signed; }

std::optional<ScalarType> parseScalarType(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kScalars); ++i)
    if (kScalars[i].text == text) return static_cast<ScalarType>(i);
  return std::nullopt;
}

std::int64_t minValue(ScalarType type) {
  if (type == ScalarType::Bool || !isSigned(type)) return 0;
  const int bits = 8 * sizeInBytes(type);
  return bits == 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (bits - 1));
}
std::int64_t maxValue(ScalarType type) {
  if (type == ScalarType::Bool) return 1;
  const int bits = 8 * sizeInBytes(type) - (isSigned(type) ? 1 : 0);
  return bits >= 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << bits) - 1;
}

std::string_view text(UnaryOp op) { return kUnary[static_cast<std::size_t>(op)]; }
std::string_view text(BinaryOp op) { return kBinary[static_cast<std::size_t>(op)].text; }
bool isComparison(BinaryOp op) { return kBinary[static_cast<std::size_t>(op)].is_comparison; }
bool isLogical(BinaryOp op) { return kBinary[static_cast<std::size_t>(op)].is_logical; }

const FunctionInfo& info(Function function) { return kFunctions[static_cast<std::size_t>(function)]; }
std::optional<Function> parseFunction(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kFunctions); ++i)
    if (kFunctions[i].text == text) return static_cast<Function>(i);
  return std::nullopt;
}

std::string_view text(LoopKind kind) { return kLoops[static_cast<std::size_t>(kind)]; }
std::optional<LoopKind> parseLoopKind(std::string_view text) { return find<LoopKind>(kLoops, text); }
bool isParallel(LoopKind kind) { return kParallel[static_cast<std::size_t>(kind)]; }

std::string_view text(CollectiveOp op) { return kCollectives[static_cast<std::size_t>(op)]; }
bool isReduction(CollectiveOp op) { return kReduction[static_cast<std::size_t>(op)]; }
std::string_view text(AtomicOp op) { return kAtomics[static_cast<std::size_t>(op)]; }
std::string_view text(Space space) { return kSpaces[static_cast<std::size_t>(space)]; }
std::string_view text(Policy policy) { return kPolicies[static_cast<std::size_t>(policy)]; }
std::string_view text(Level level) { return kLevels[static_cast<std::size_t>(level)]; }

}  // namespace exogpu::ir
