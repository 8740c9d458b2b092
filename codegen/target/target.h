#pragma once
// What a chip can hold. checkResources takes a proc (levels resolved) and a chip, gives nothing, and reports every
// launch that could not start there: "accepted" means "it launches".
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"

namespace exogpu::target {

enum class Arch : std::uint8_t {
#define EXOGPU_TARGET(name, text, nvcc_flags, smem_per_block, async_copy, max_resident_threads) name,
#include "codegen/target/targets.def"
#undef EXOGPU_TARGET
};
struct Limits {
  std::string_view text;
  std::string_view nvcc_flags;  ///< what nvcc is given for this chip
  std::int64_t shared_bytes_per_block;
  bool has_async_copy;
  std::int64_t resident_threads;  ///< of one multiprocessor
};
const Limits& limits(Arch arch);
const std::vector<Arch>& allArchs();
std::optional<Arch> parseArch(std::string_view text);

// The same on every chip of the table (CUDA C++ programming guide; PTX ISA, barriers).
inline constexpr std::int64_t kStaticSharedBytes = 48 * 1024;  ///< more must be asked for at launch
inline constexpr std::int64_t kMaxGridX = 2147483647;
inline constexpr std::int64_t kMaxGridYZ = 65535;
inline constexpr std::int64_t kRegistersPerBlock = 65536;
inline constexpr std::int64_t kRegistersPerThread = 255;
inline constexpr std::int64_t kLocalBytesPerThread = 512 * 1024;
inline constexpr std::int64_t kParameterBytes = 32764;  ///< of a kernel, all parameters together
inline constexpr int kNamedBarriers = 15;  ///< 16 exist; number 0 is __syncthreads
/// Shared buffers start at multiples of this, so that 16-byte accesses are aligned when their offset is.
inline constexpr std::int64_t kSharedAlignment = 16;

/// A shared buffer of a launch and its place in the block's shared memory.
struct SharedBuffer {
  ir::BufferRef buffer;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};
/// Bytes of one copy of the buffer (all threads together for `reg`). Not for tensors.
std::int64_t sizeInBytes(const ir::Buffer& buffer);
/// The shared buffers below `body` in preorder, laid out one after another, none overlaid.
std::vector<SharedBuffer> layoutShared(const ir::Body& body);
/// End of the last buffer.
std::int64_t totalBytes(const std::vector<SharedBuffer>& layout);

void checkResources(const ir::ProcRef& proc, Arch arch, diag::Sink& sink);

}  // namespace exogpu::target
